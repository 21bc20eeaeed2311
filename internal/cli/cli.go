// Package cli is the command line of parlor: its flags, and what it does when it
// is called with them. What it can play is its caller's to say.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"

	"parlor/engine"
	"parlor/tui/board"
)

// Exit statuses.
const (
	StatusOK    = 0
	StatusError = 1 // it could not serve, or not do what a subcommand is for
	StatusUsage = 2 // the arguments are wrong
)

// Call is one run of the program: the games it has, and what it is given by the
// system that it runs on.
type Call struct {
	Games          []board.Game
	Args           []string            // without the program's name
	Env            func(string) string // a variable of the environment, empty for none
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Dial connects to another node of a cluster; nil is a net.Dialer's.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Main runs the program with what this process is given, until it has done what
// it is for or is told to stop by a signal, and returns its exit status.
func Main(games []board.Game) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// From then on signals are the drain's, and then the system's.
	context.AfterFunc(ctx, stop)
	return Run(ctx, Call{Games: games, Args: os.Args[1:], Env: os.Getenv, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr})
}

// Run does what a subcommand is for, or serves until ctx ends, and returns the
// exit status.
func Run(ctx context.Context, c Call) int {
	if asked, is := find(c.Args); is {
		c.Args = c.Args[1:]
		return asked.run(ctx, c)
	}
	o, err := parseOptions(c.Args, c.Env)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, _ = io.WriteString(c.Stdout, usage())
		return StatusOK
	case err != nil:
		return c.misused(err)
	case o.version:
		c.Args = nil
		return printVersion(ctx, c)
	}
	if err := c.serve(ctx, o); err != nil {
		_, _ = fmt.Fprintf(c.Stderr, "parlor: %v\n", err)
		return StatusError
	}
	return StatusOK
}

// rules are those of all games.
func (c Call) rules() []engine.Game {
	var all []engine.Game
	for _, kit := range c.Games {
		all = append(all, kit.Game)
	}
	return all
}
