// Package server is the SSH server. It maps keys to people and sessions to screens, text mode, commands or the API,
// and limits everything that has a cost.
package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"

	"parlor/prose"
	"parlor/ratelimit"
)

// Server serves SSH sessions.
type Server struct {
	host *host
	ssh  *ssh.Server

	mu   sync.Mutex
	gate *gate // nil until Serve
}

// New returns a server that is not listening yet.
func New(config Config) (*Server, error) {
	config.Limits = config.Limits.withDefaults()
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.RateLimits == nil {
		config.RateLimits = ratelimit.New(ratelimit.Config{})
	}
	if config.Refusals == nil {
		config.Refusals = NewRefusals(config.Log)
	}
	h, err := newHost(config)
	if err != nil {
		return nil, err
	}
	server, err := wish.NewServer(
		func(server *ssh.Server) error {
			keys, err := signers(config)
			for _, key := range keys {
				server.AddHostKey(key)
			}
			return err
		},
		wish.WithVersion(SoftwareVersion),
		wish.WithPublicKeyAuth(func(ssh.Context, ssh.PublicKey) bool { return true }),
		wish.WithKeyboardInteractiveAuth(ask),
		wish.WithPasswordAuth(admit),
		wish.WithMiddleware(func(ssh.Handler) ssh.Handler { return h.handle }),
	)
	if err != nil {
		return nil, prose.Because(err, "The server could not start: {cause}", prose.Literal(err.Error()))
	}
	server.HandshakeTimeout = config.Limits.Handshake
	server.ConnCallback = wrapConn
	server.ServerConfigCallback = sshConfig
	keys := listKeys(server.HostSigners)
	// Only sessions are served: no forwarding, no subsystems, and no global requests but the one for proofs of host
	// keys.
	server.ChannelHandlers = map[string]ssh.ChannelHandler{"session": channelHandler{config.Limits, keys}.accept, "default": refuseChannel}
	server.RequestHandlers = map[string]ssh.RequestHandler{proveKeys: keys.prove, "default": refuseRequest}
	server.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
	return &Server{host: h, ssh: server}, nil
}

// Serve serves connections until the listener or the server closes. It may be called once.
func (s *Server) Serve(listener net.Listener) error {
	config := s.host.config
	gate := newGate(listener, config.Limits, config.RateLimits, config.Bans, config.Refusals)
	s.mu.Lock()
	s.gate = gate
	s.mu.Unlock()
	err := s.ssh.Serve(gate)
	if errors.Is(err, ssh.ErrServerClosed) {
		return nil
	}
	return err
}

const (
	// hangUpGrace is how long clients whose sessions have ended may take to disconnect.
	hangUpGrace = 500 * time.Millisecond
	// cutGrace is how long a session may take to notice that its connection was cut. It finishes the frame in
	// progress, which can take seconds on an overloaded computer.
	cutGrace = 15 * time.Second
)

// Close stops listening, waits until the sessions have ended or ctx does, and cuts the remaining connections. It does
// not end sessions; closing the lobby does.
func (s *Server) Close(ctx context.Context) error {
	ended := s.host.close()
	gate := s.listening()
	polite, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-ended:
			time.AfterFunc(hangUpGrace, cancel)
		case <-polite.Done():
		}
	}()
	// Shutdown closes the listener and then waits for the connections.
	err := s.ssh.Shutdown(polite)
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	if gate != nil {
		gate.cut()
	}
	err = errors.Join(err, s.ssh.Close())
	defer s.host.pool.Close()
	select {
	case <-ended:
		return err
	case <-time.After(cutGrace):
		return errors.Join(err, prose.Refuse("One session could not be closed."))
	}
}

// listening returns the gate, or nil before Serve.
func (s *Server) listening() *gate {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gate
}
