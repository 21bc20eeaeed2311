package server

import (
	"context"
	"io"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	uv "github.com/charmbracelet/ultraviolet"
)

// feed brings what the person types to the program until the input ends: then
// the line has dropped, or this session was closed on a connection that stays,
// and end is called.
//
// The program's own reader is not used: when a program ends while somebody
// types, it keeps a goroutine, and all that hangs on it, for ever; and it waits
// half a second for a read that nobody can cancel.
func feed(ctx context.Context, end func(), program *tea.Program, input io.Reader, term string) {
	events, done := make(chan uv.Event), make(chan struct{})
	go func() {
		defer close(done)
		defer end()
		// Its errors are those of the line; whatever they are, it has ended.
		_ = uv.NewTerminalReader(input, term).StreamEvents(context.WithoutCancel(ctx), events)
	}()
	for {
		select {
		case event := <-events:
			// Send gives up when the program has ended.
			program.Send(event)
		case <-done:
			return
		}
	}
}

// resize brings changes of the window to the program. It goes on until the
// session's channel is closed: the library waits for every change to be taken.
func resize(program *tea.Program, windows <-chan ssh.Window) {
	for window := range windows {
		program.Send(tea.WindowSizeMsg{Width: window.Width, Height: window.Height})
	}
}
