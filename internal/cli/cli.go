// Package cli is the command line of parlor. The caller decides which games it has.
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
	"slices"
	"strings"
	"syscall"

	"parlor/engine"
	"parlor/internal/alias"
	"parlor/tui/board"
)

// Exit statuses.
const (
	StatusOK    = 0
	StatusError = 1 // it could not serve, or a subcommand failed
	StatusUsage = 2 // the arguments are wrong
)

// Call is a run of the program: its games and its environment.
type Call struct {
	Games          []board.Game
	Args           []string            // without the program's name
	Env            func(string) string // returns an environment variable, or ""
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Dial connects to another node of a cluster. If nil, a net.Dialer is used.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Main runs the program until it is done or stopped by a signal, and returns its exit status.
func Main(games []board.Game) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// Further signals end the drain, and then the process.
	context.AfterFunc(ctx, stop)
	return Run(ctx, Call{Games: games, Args: os.Args[1:], Env: os.Getenv, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr})
}

// Run runs a subcommand, or serves until ctx ends, and returns the exit status.
func Run(ctx context.Context, c Call) int {
	c.Args = currentFlags(c.Args)
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

// currentFlags replaces the former names of flags.
func currentFlags(args []string) []string {
	args = slices.Clone(args)
	for i, one := range args {
		name, value, with := strings.Cut(strings.TrimLeft(one, "-"), "=")
		now := alias.Flag.Current(name)
		if now == name || !strings.HasPrefix(one, "-") {
			continue
		}
		if args[i] = "--" + now; with {
			args[i] += "=" + value
		}
	}
	return args
}

// rules returns the rules of all games.
func (c Call) rules() []engine.Game {
	var all []engine.Game
	for _, kit := range c.Games {
		all = append(all, kit.Game)
	}
	return all
}
