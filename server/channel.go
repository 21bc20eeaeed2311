package server

import (
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// What a client may ask for before its session begins.
const (
	maxWidth, maxHeight = 500, 200 // cells of a PTY
	maxTerm             = 64       // bytes of TERM
	maxVariables        = 32       // of the environment
	maxVariable         = 1024     // bytes of name and value together
	maxSessions         = 4        // channels of one connection
)

// acceptSession passes a session channel on, with its requests cut down to
// what is allowed.
func (s *Server) acceptSession(server *ssh.Server, conn *gossh.ServerConn, channel gossh.NewChannel, ctx ssh.Context) {
	if !openChannel(ctx, +1) {
		// The client is told; nothing can be done if it is gone.
		_ = channel.Reject(gossh.ResourceShortage, "too many sessions on one connection")
		return
	}
	defer openChannel(ctx, -1)
	done := make(chan struct{})
	defer close(done)
	go keepAlive(conn, s.config.Limits.KeepAlive, done)
	ssh.DefaultSessionHandler(server, conn, filtered{channel}, ctx)
}

type channelsKey struct{}

// openChannel counts the session channels of a connection.
func openChannel(ctx ssh.Context, change int) bool {
	ctx.Lock()
	defer ctx.Unlock()
	open, _ := ctx.Value(channelsKey{}).(int)
	if open+change > maxSessions {
		return false
	}
	ctx.SetValue(channelsKey{}, open+change)
	return true
}

// keepAlive asks now and then whether the client is there. A line that is dead
// on one side only is closed after three questions without an answer, so that
// the table sees that somebody is away.
func keepAlive(conn *gossh.ServerConn, every time.Duration, done <-chan struct{}) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	answers := make(chan error, 1)
	waiting, missed := false, 0
	for {
		select {
		case <-done:
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
type filtered struct{ gossh.NewChannel }

func (f filtered) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	channel, requests, err := f.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	allowed := make(chan *gossh.Request)
	go func() {
		defer close(allowed)
		variables := 0
		for request := range requests {
			if request.Type == "env" {
				variables++
			}
			if allow(request, variables) {
				allowed <- request
			} else if request.WantReply {
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

// allow says whether a request goes on to the session; sizes are brought into
// bounds.
func allow(request *gossh.Request, variables int) bool {
	switch request.Type {
	case "shell", "exec", "signal":
		return true
	case "env":
		return variables <= maxVariables && len(request.Payload) <= maxVariable
	case "pty-req":
		var pty ptyRequest
		if gossh.Unmarshal(request.Payload, &pty) != nil || len(pty.Term) > maxTerm || len(pty.Modes) > maxVariable {
			return false
		}
		pty.Columns, pty.Rows = bound(pty.Columns, 80, maxWidth), bound(pty.Rows, 24, maxHeight)
		request.Payload = gossh.Marshal(pty)
		return true
	case "window-change":
		var window windowChange
		if gossh.Unmarshal(request.Payload, &window) != nil {
			return false
		}
		window.Columns, window.Rows = bound(window.Columns, 80, maxWidth), bound(window.Rows, 24, maxHeight)
		request.Payload = gossh.Marshal(window)
		return true
	}
	return false // agent and X11 forwarding, subsystems, anything else
}

// bound is a size that can be drawn; some clients do not know theirs and say 0.
func bound(n, unknown, most uint32) uint32 {
	if n == 0 {
		return unknown
	}
	return min(n, most)
}
