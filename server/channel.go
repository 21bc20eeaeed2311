package server

import (
	"context"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"parlor/prose"
	"parlor/ratelimit"
	"parlor/tui/board"
)

// The limits of requests before a session begins.
const (
	maxTerm      = 64   // bytes of TERM
	maxModes     = 1024 // bytes of a PTY's modes
	maxVariables = 32   // of the environment
	maxVariable  = 256  // bytes of name and value together
)

// channelHandler accepts the session channels of connections.
type channelHandler struct {
	limits   Limits
	hostKeys *hostKeys
}

// accept accepts a session channel and filters its requests.
func (c channelHandler) accept(server *ssh.Server, conn *gossh.ServerConn, channel gossh.NewChannel, ctx ssh.Context) {
	l := clientConnOf(ctx)
	if !l.sends(ratelimit.Channels) {
		return
	}
	if !l.open() {
		// If this fails, the client is gone.
		_ = channel.Reject(gossh.ResourceShortage, prose.T("Too many sessions on one connection.").String())
		return
	}
	defer l.shut()
	l.ask.Do(func() {
		c.hostKeys.announce(conn)
		keepAlive(ctx, conn, c.limits.KeepAlive)
	})
	own := &sessionContext{Context: ctx}
	f := &sessionChannel{NewChannel: channel, line: l, window: &own.window, patience: c.limits.Vacant}
	ssh.DefaultSessionHandler(server, conn, f, own)
	f.attend()
}

// refuseChannel rejects all channels but sessions.
func refuseChannel(_ *ssh.Server, _ *gossh.ServerConn, channel gossh.NewChannel, ctx ssh.Context) {
	if clientConnOf(ctx).sends(ratelimit.Channels) {
		// If this fails, the client is gone.
		_ = channel.Reject(gossh.UnknownChannelType, prose.T("Only session channels are supported.").String())
	}
}

// refuseRequest refuses all global requests but the one for proofs of host keys.
func refuseRequest(ctx ssh.Context, _ *ssh.Server, _ *gossh.Request) (ok bool, payload []byte) {
	clientConnOf(ctx).sends(ratelimit.Requests)
	return false, nil
}

// sessionContext is the context of one session. The library's context is shared by the whole connection.
type sessionContext struct {
	ssh.Context
	window windowSize
}

// windowSize is the window size that a client has reported.
type windowSize struct {
	mu    sync.Mutex
	size  tea.WindowSizeMsg
	news  bool                    // size was not passed on yet
	told  func(tea.WindowSizeMsg) // receives new sizes; nil until a screen asks for them
	tells bool                    // a goroutine is passing sizes on
}

// set records a new size and passes it on without waiting for the receiver.
func (w *windowSize) set(size tea.WindowSizeMsg) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.size, w.news = size, true
	w.begin()
}

// tell starts to pass window sizes to told, beginning with the last size. If sizes arrive faster
// than told takes them, only the newest is passed on.
func (w *windowSize) tell(told func(tea.WindowSizeMsg)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told = told
	w.begin()
}

// begin starts to pass on a new size. The caller holds mu.
func (w *windowSize) begin() {
	if w.told == nil || w.tells || !w.news {
		return
	}
	w.tells = true
	go func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		for w.news {
			w.news = false
			size := w.size
			w.mu.Unlock()
			w.told(size)
			w.mu.Lock()
		}
		w.tells = false
	}()
}

// keepAlive sends keep-alives to the client. It closes the connection after three unanswered
// keep-alives, so that the room sees the player as away.
func keepAlive(ctx ssh.Context, conn *gossh.ServerConn, every time.Duration) {
	p := &clientKeepAlive{conn: conn, every: every}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(untilAsked(time.Now(), every), p.ask)
	context.AfterFunc(ctx, p.stop)
}

// gathers divides the keep-alive interval: a keep-alive is delayed by up to 1/gathers of it, so
// that all connections are served at the same few moments. Waking an idle CPU costs more than the
// keep-alive itself.
const gathers = 80

// untilAsked returns the time from now to the next keep-alive.
func untilAsked(now time.Time, every time.Duration) time.Duration {
	apart := max(1, every/gathers)
	due := now.Add(every)
	return every + (apart-time.Duration(due.UnixNano())%apart)%apart
}

// clientKeepAlive sends keep-alives to one client. Between two of them it uses only a timer.
type clientKeepAlive struct {
	conn  *gossh.ServerConn
	every time.Duration

	mu      sync.Mutex
	timer   *time.Timer
	stopped bool
	waiting bool // for an answer
	missed  int  // keep-alives without an answer
}

// ask sends a keep-alive unless the last one is still unanswered.
func (p *clientKeepAlive) ask() {
	if !p.due() {
		return
	}
	// Any answer counts, even a failure.
	if _, _, err := p.conn.SendRequest("keepalive@openssh.com", true, nil); err != nil {
		p.stop()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting, p.missed = false, 0
}

// due resets the timer and reports whether it is time for a keep-alive.
func (p *clientKeepAlive) due() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return false
	}
	if p.waiting {
		if p.missed++; p.missed == 3 {
			_ = p.conn.Close()
			return false
		}
	}
	p.timer.Reset(untilAsked(time.Now(), p.every))
	if p.waiting {
		return false
	}
	p.waiting = true
	return true
}

func (p *clientKeepAlive) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	p.timer.Stop()
}

// sessionChannel is a session channel that filters its requests.
type sessionChannel struct {
	gossh.NewChannel
	line      *clientConn
	window    *windowSize
	patience  time.Duration // time until a session must begin
	variables int
	rest      <-chan *gossh.Request // nil until the channel is accepted
}

// Accept accepts the channel and returns the allowed requests. It handles window changes itself, because the library
// would block the whole connection until a session, which may never begin, had taken each. The request that begins a
// session is the last one; attend handles those that follow.
func (f *sessionChannel) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	channel, requests, err := f.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	f.rest = requests
	allowed := make(chan *gossh.Request)
	unused := time.AfterFunc(f.patience, func() { _ = channel.Close() })
	go func() {
		defer close(allowed)
		defer unused.Stop()
		for request := range requests {
			switch {
			case !f.line.sends(ratelimit.Questions):
			case request.Type == "window-change":
				_ = request.Reply(f.resize(request.Payload), nil)
			case f.allow(request):
				allowed <- request
				if begins(request) {
					return
				}
			default:
				_ = request.Reply(false, nil)
			}
		}
	}()
	return channel, allowed, nil
}

// attend handles the requests during a session. Only window changes are allowed.
func (f *sessionChannel) attend() {
	if f.rest == nil {
		return // it was never accepted
	}
	for request := range f.rest {
		if !f.line.sends(ratelimit.Questions) {
			continue
		}
		_ = request.Reply(request.Type == "window-change" && f.resize(request.Payload), nil)
	}
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

// resize records a window size, within bounds.
func (f *sessionChannel) resize(payload []byte) bool {
	var window windowChange
	if gossh.Unmarshal(payload, &window) != nil {
		return false
	}
	f.window.set(tea.WindowSizeMsg{
		Width:  int(bound(window.Columns, 80, board.MaxWidth)),
		Height: int(bound(window.Rows, 24, board.MaxHeight)),
	})
	return true
}

// allow reports whether a request may reach the session. Agent and X11 forwarding, subsystems and signals may not. It
// limits the size of a PTY.
func (f *sessionChannel) allow(request *gossh.Request) bool {
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

// begins reports whether a request begins a session.
func begins(request *gossh.Request) bool { return request.Type == "shell" || request.Type == "exec" }

// allowVariable accepts the variables that affect drawing and language.
func allowVariable(payload []byte) bool {
	var variable struct{ Name, Value string }
	if len(payload) > maxVariable || gossh.Unmarshal(payload, &variable) != nil {
		return false
	}
	return slices.Contains([]string{
		"COLORTERM", "NO_COLOR", "CLICOLOR", "TERM_PROGRAM", "WT_SESSION", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES",
	}, variable.Name)
}

// bound limits a window dimension. A screen in a larger window stays in its corner. Some clients report 0 for an
// unknown size.
func bound(n, unknown, most uint32) uint32 {
	if n == 0 {
		return unknown
	}
	return min(n, most)
}
