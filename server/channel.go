package server

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"parlor/prose"
	"parlor/tui/board"
)

// What a client may ask for before its session begins.
const (
	maxTerm      = 64   // bytes of TERM
	maxModes     = 1024 // bytes of a PTY's modes
	maxVariables = 32   // of the environment
	maxVariable  = 256  // bytes of name and value together
)

// acceptSession passes a session channel on, with its requests cut down to
// what is allowed.
func (s *Server) acceptSession(server *ssh.Server, conn *gossh.ServerConn, channel gossh.NewChannel, ctx ssh.Context) {
	l := lineOf(ctx)
	if !l.open() {
		// The client is told; nothing can be done if it is gone.
		_ = channel.Reject(gossh.ResourceShortage, prose.T("Too many sessions on one connection.").String())
		return
	}
	defer l.shut()
	l.ask.Do(func() { go keepAlive(ctx, conn, s.config.Limits.KeepAlive) })
	own := &sessionContext{Context: ctx, sizes: make(chan tea.WindowSizeMsg, 1)}
	ssh.DefaultSessionHandler(server, conn, &filtered{NewChannel: channel, sizes: own.sizes, patience: s.config.Limits.Handshake}, own)
}

// sessionContext is the context of one session; the library's is one for the
// whole connection.
type sessionContext struct {
	ssh.Context
	sizes chan tea.WindowSizeMsg // one slot, the newest size
}

// keepAlive asks now and then whether the client is there. A line that is dead
// on one side only is closed after three questions without an answer, so that
// the table sees that somebody is away.
func keepAlive(ctx ssh.Context, conn *gossh.ServerConn, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	answers := make(chan error, 1)
	waiting, missed := false, 0
	for {
		select {
		case <-ctx.Done():
			return
		case err := <-answers:
			if err != nil {
				return
			}
			waiting, missed = false, 0
		case <-ticker.C:
			if waiting {
				if missed++; missed == 3 {
					_ = conn.Close()
					return
				}
				continue
			}
			waiting = true
			go func() {
				// Any answer will do, "not understood" too.
				_, _, err := conn.SendRequest("keepalive@openssh.com", true, nil)
				answers <- err
			}()
		}
	}
}

// filtered is a session channel whose requests are checked first.
type filtered struct {
	gossh.NewChannel
	sizes     chan tea.WindowSizeMsg
	patience  time.Duration // until a session has to begin, or the channel is closed
	variables int
}

// Accept answers the channel with the requests that are allowed. Changes of
// the window are taken out of them: the library would wait, and let the whole
// connection wait, until a session that may never begin had taken each.
func (f *filtered) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	channel, requests, err := f.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	allowed := make(chan *gossh.Request)
	unused := time.AfterFunc(f.patience, func() { _ = channel.Close() })
	go func() {
		defer close(allowed)
		defer unused.Stop()
		for request := range requests {
			switch {
			case request.Type == "window-change":
				_ = request.Reply(f.resize(request.Payload), nil)
			case f.allow(request):
				if begins(request) {
					unused.Stop()
				}
				allowed <- request
			default:
				_ = request.Reply(false, nil)
			}
		}
	}()
	return channel, allowed, nil
}

// ptyRequest and windowChange are the payloads of RFC 4254, 6.2 and 6.7.
type ptyRequest struct {
	Term                  string
	Columns, Rows         uint32
	WidthPixels, HeightPx uint32
	Modes                 string
}

type windowChange struct {
	Columns, Rows         uint32
	WidthPixels, HeightPx uint32
}

// resize keeps the newest size, in bounds, for the session to take.
func (f *filtered) resize(payload []byte) bool {
	var window windowChange
	if gossh.Unmarshal(payload, &window) != nil {
		return false
	}
	select {
	case <-f.sizes:
	default:
	}
	f.sizes <- tea.WindowSizeMsg{
		Width:  int(bound(window.Columns, 80, board.MaxWidth)),
		Height: int(bound(window.Rows, 24, board.MaxHeight)),
	}
	return true
}

// allow says whether a request goes on to the session: neither agent nor X11
// forwarding, nor subsystems, nor signals do. The size of a PTY is brought
// into bounds.
func (f *filtered) allow(request *gossh.Request) bool {
	switch request.Type {
	case "shell", "exec":
		return true
	case "env":
		f.variables++
		return f.variables <= maxVariables && allowVariable(request.Payload)
	case "pty-req":
		var pty ptyRequest
		if gossh.Unmarshal(request.Payload, &pty) != nil || len(pty.Term) > maxTerm || len(pty.Modes) > maxModes {
			return false
		}
		pty.Columns, pty.Rows = bound(pty.Columns, 80, board.MaxWidth), bound(pty.Rows, 24, board.MaxHeight)
		request.Payload = gossh.Marshal(pty)
		return true
	}
	return false
}

// begins reports whether a session begins with a request.
func begins(request *gossh.Request) bool { return request.Type == "shell" || request.Type == "exec" }

// allowVariable lets in what says how to draw, and in which language; nothing
// else is of use here.
func allowVariable(payload []byte) bool {
	var variable struct{ Name, Value string }
	if len(payload) > maxVariable || gossh.Unmarshal(payload, &variable) != nil {
		return false
	}
	return slices.Contains([]string{
		"COLORTERM", "NO_COLOR", "CLICOLOR", "TERM_PROGRAM", "WT_SESSION", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES",
	}, variable.Name)
}

// bound is a size that is drawn: a screen in a larger window stays in its
// corner. Some clients do not know theirs and say 0.
func bound(n, unknown, most uint32) uint32 {
	if n == 0 {
		return unknown
	}
	return min(n, most)
}
