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

// What a client may ask for before its session begins.
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

// accept passes a session channel on, with its requests cut down to
// what is allowed.
func (c channelHandler) accept(server *ssh.Server, conn *gossh.ServerConn, channel gossh.NewChannel, ctx ssh.Context) {
	l := clientConnOf(ctx)
	if !l.sends(ratelimit.Channels) {
		return
	}
	if !l.open() {
		// The client is told; nothing can be done if it is gone.
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

// refuseChannel answers whoever asks for anything but a session.
func refuseChannel(_ *ssh.Server, _ *gossh.ServerConn, channel gossh.NewChannel, ctx ssh.Context) {
	if clientConnOf(ctx).sends(ratelimit.Channels) {
		// Nothing can be done if the client is gone.
		_ = channel.Reject(gossh.UnknownChannelType, prose.T("Sessions only.").String())
	}
}

// refuseRequest answers all global requests but the one about the host keys.
func refuseRequest(ctx ssh.Context, _ *ssh.Server, _ *gossh.Request) (ok bool, payload []byte) {
	clientConnOf(ctx).sends(ratelimit.Requests)
	return false, nil
}

// sessionContext is the context of one session; the library's is one for the
// whole connection.
type sessionContext struct {
	ssh.Context
	window windowSize
}

// windowSize is the size that a client reports of its window.
type windowSize struct {
	mu    sync.Mutex
	size  tea.WindowSizeMsg
	news  bool                    // that nobody was told
	told  func(tea.WindowSizeMsg) // nil before a screen wants to know
	tells bool                    // a goroutine tells it
}

// set notes the newest size, and tells it without waiting for whoever is told.
func (w *windowSize) set(size tea.WindowSizeMsg) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.size, w.news = size, true
	w.begin()
}

// tell has each size told that comes, and the last that came before. Of those
// that come faster than they are taken only the newest is told.
func (w *windowSize) tell(told func(tea.WindowSizeMsg)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told = told
	w.begin()
}

// begin tells what is new. The caller holds mu.
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

// keepAlive asks now and then whether the client is there. A line that is dead
// on one side only is closed after three questions without an answer, so that
// the table sees that somebody is away.
func keepAlive(ctx ssh.Context, conn *gossh.ServerConn, every time.Duration) {
	p := &clientKeepAlive{conn: conn, every: every}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(untilAsked(time.Now(), every), p.ask)
	context.AfterFunc(ctx, p.stop)
}

// gathers is by what part of the time between two questions one may come later. All
// connections are asked at the same few moments: a processor that is at rest takes
// longer to wake up than to ask, and would do so for each of them.
const gathers = 80

// untilAsked is how long after a moment the next question comes.
func untilAsked(now time.Time, every time.Duration) time.Duration {
	apart := max(1, every/gathers)
	due := now.Add(every)
	return every + (apart-time.Duration(due.UnixNano())%apart)%apart
}

// clientKeepAlive asks one client from time to time whether it is there. In between it is a timer.
type clientKeepAlive struct {
	conn  *gossh.ServerConn
	every time.Duration

	mu      sync.Mutex
	timer   *time.Timer
	stopped bool
	waiting bool // for an answer
	missed  int  // times that it was still waiting
}

// ask asks, unless the last question has no answer yet.
func (p *clientKeepAlive) ask() {
	if !p.due() {
		return
	}
	// Any answer will do, "not understood" too.
	if _, _, err := p.conn.SendRequest("keepalive@openssh.com", true, nil); err != nil {
		p.stop()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting, p.missed = false, 0
}

// due sets the timer again, and reports whether it is time for a question.
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

// sessionChannel is a session channel whose requests are checked first.
type sessionChannel struct {
	gossh.NewChannel
	line      *clientConn
	window    *windowSize
	patience  time.Duration // until a session has to begin, or the channel is closed
	variables int
	rest      <-chan *gossh.Request // nil until the channel is accepted
}

// Accept answers the channel with the requests that are allowed. Changes of
// the window are taken out of them: the library would wait, and let the whole
// connection wait, until a session that may never begin had taken each. With the
// request that begins a session the answer ends; attend is for what comes then.
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

// attend answers the requests that come while a session runs. Nothing but the
// window may change then.
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

// resize keeps the newest size, in bounds, for the session to take.
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

// allow says whether a request goes on to the session: neither agent nor X11
// forwarding, nor subsystems, nor signals do. The size of a PTY is brought
// into bounds.
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
