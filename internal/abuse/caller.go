package main

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"golang.org/x/crypto/ssh"
)

// Networks of 127/8 from which people come: the second byte of their addresses.
const (
	fromInnocents byte = 1 + iota
	fromNewcomers
	fromCodes
	fromLinks
	fromAttackers
	fromRouter
)

// address is one of many of a network.
func address(network byte, n int) net.IP {
	const hosts = 250
	return net.IPv4(127, network, byte(1+n/hosts%hosts), byte(1+n%hosts)) //nolint:gosec // a remainder
}

// callLimit is how long anything may take that somebody waits for.
const callLimit = 15 * time.Second

// caller is somebody who connects.
type caller struct {
	from  net.IP
	name  string
	key   ssh.Signer // nil is a guest
	rekey uint64     // bytes until keys are exchanged again; zero is many
	// costly asks for the exchange of keys and the signature that cost most.
	costly bool
}

// newKey is a key that nobody has.
func newKey() (ssh.Signer, error) {
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, err
	}
	return ssh.NewSignerFromKey(key)
}

// connect is the bare connection of a caller, which ends with ctx.
func (c caller) connect(ctx context.Context, addr string) (net.Conn, error) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: c.from}, Timeout: callLimit}
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() })
	return conn, nil
}

// dial lets a caller log in. The connection ends with ctx.
func (c caller) dial(ctx context.Context, addr string) (*ssh.Client, error) {
	conn, err := c.connect(ctx, addr)
	if err != nil {
		return nil, err
	}
	config := &ssh.ClientConfig{
		Config: ssh.Config{RekeyThreshold: c.rekey}, User: c.name, HostKeyAlgorithms: []string{ssh.KeyAlgoED25519},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), //nolint:gosec // the server was started by this program
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
			return make([]string, len(questions)), nil
		})},
	}
	if c.costly {
		config.KeyExchanges, config.HostKeyAlgorithms = []string{ssh.KeyExchangeDH16SHA512}, []string{ssh.KeyAlgoRSASHA512}
	}
	if c.key != nil {
		config.Auth = []ssh.AuthMethod{ssh.PublicKeys(c.key)}
	}
	_ = conn.SetDeadline(time.Now().Add(callLimit))
	in, channels, requests, err := ssh.NewClientConn(conn, addr, config)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	_ = conn.SetDeadline(time.Time{})
	return ssh.NewClient(in, channels, requests), nil
}

// ask is one command, and what is answered to it.
func ask(client *ssh.Client, command string) (string, error) {
	session, err := client.NewSession()
	if err != nil {
		return "", err
	}
	defer func() { _ = session.Close() }()
	text, err := session.CombinedOutput(command)
	return string(text), err
}

// program is somebody at a table by the text protocol.
type program struct {
	session *ssh.Session
	in      io.Writer
	out     *bufio.Scanner
	code    string // of the room
}

// message is what is read of one that the server sends.
type message struct {
	Type, Text, Event, Stage string
	ID, View, Number         int
	Legal                    []string
	Room                     struct{ Code string }
}

// play sits down, and returns when the server has said hello. Its error is what
// the server said, where it said something.
func play(client *ssh.Client, command string) (*program, error) {
	session, err := client.NewSession()
	if err != nil {
		return nil, err
	}
	p := &program{session: session}
	says, err := session.StderrPipe()
	if err != nil {
		return nil, err
	}
	out, err := session.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if p.in, err = session.StdinPipe(); err != nil {
		return nil, err
	}
	p.out = bufio.NewScanner(out)
	p.out.Buffer(nil, 1<<20)
	if err := session.Start(command); err != nil {
		return nil, err
	}
	hello, err := p.next()
	if err != nil {
		text, _ := io.ReadAll(io.LimitReader(says, 1<<10))
		_ = session.Close()
		return nil, errors.Join(errors.New(string(text)), err)
	}
	p.code = hello.Room.Code
	return p, nil
}

// next is the next message.
func (p *program) next() (one message, err error) {
	if !p.out.Scan() {
		return one, errors.Join(p.out.Err(), io.EOF)
	}
	err = json.Unmarshal(p.out.Bytes(), &one)
	return one, err
}

// give gives an order.
func (p *program) give(id int, order string) error {
	_, err := fmt.Fprintf(p.in, `{%s,"id":%d}`+"\n", order, id)
	return err
}

// gives gives an order, and waits for the answer to it.
func (p *program) gives(id int, order string) (message, error) {
	if err := p.give(id, order); err != nil {
		return message{}, err
	}
	for {
		one, err := p.next()
		switch {
		case err != nil:
			return one, err
		case (one.Type == "done" || one.Type == "refused") && one.ID == id:
			return one, nil
		}
	}
}
