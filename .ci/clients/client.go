// A client made with golang.org/x/crypto/ssh, for .ci/clients/run:
//
//	client HOST PORT USER key FILE | password WORD | nothing - COMMAND
//
// An empty command is a shell with a terminal.
package main

import (
	"errors"
	"fmt"
	"net"
	"os"

	"golang.org/x/crypto/ssh"
)

func main() {
	err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6])
	var exit *ssh.ExitError
	switch {
	case errors.As(err, &exit):
		os.Exit(exit.ExitStatus())
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(255)
	}
}

func run(host, port, user, how, with, command string) error {
	auth, err := method(how, with)
	if err != nil {
		return err
	}
	client, err := ssh.Dial("tcp", net.JoinHostPort(host, port), &ssh.ClientConfig{
		User: user, Auth: []ssh.AuthMethod{auth}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		return err
	}
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	session.Stdin, session.Stdout, session.Stderr = os.Stdin, os.Stdout, os.Stderr
	if command != "" {
		return session.Run(command)
	}
	if err := errors.Join(session.RequestPty("xterm-256color", 24, 80, nil), session.Shell()); err != nil {
		return err
	}
	return session.Wait()
}

func method(how, with string) (ssh.AuthMethod, error) {
	switch how {
	case "password":
		return ssh.Password(with), nil
	case "nothing":
		return ssh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
			return make([]string, len(questions)), nil
		}), nil
	}
	text, err := os.ReadFile(with)
	if err != nil {
		return nil, err
	}
	key, err := ssh.ParsePrivateKey(text)
	return ssh.PublicKeys(key), err
}
