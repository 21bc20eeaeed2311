package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"parlor/internal/cli"
	"parlor/tui/board"
	davinciboard "parlor/tui/davinci"
	kodeknackerboard "parlor/tui/kodeknacker"
	masterdiceboard "parlor/tui/masterdice"
)

// First arguments of processes that this program starts of itself: the server
// with the flags that follow, attackers, and an echo.
const (
	serveWord  = "serve"
	attackWord = "attack"
	echoWord   = "echo"
)

// role runs what a process of this program was started for, and returns its exit
// status; is is false for the process that starts the others.
func role(args []string, in io.Reader, out, log io.Writer) (status int, is bool) {
	if len(args) == 0 {
		return 0, false
	}
	switch args[0] {
	case serveWord:
		return serve(args[1:], out, log), true
	case attackWord:
		return besiege(in, out, log), true
	case echoWord:
		return reflect(in, out, log), true
	}
	return 0, false
}

// serve runs the real program, as main.go does, until it is told to stop.
func serve(args []string, out, log io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	games := []board.Game{davinciboard.Game(), masterdiceboard.Game(), kodeknackerboard.Game()}
	return cli.Run(ctx, cli.Call{Games: games, Args: args, Env: os.Getenv, Stdin: os.Stdin, Stdout: out, Stderr: log})
}
