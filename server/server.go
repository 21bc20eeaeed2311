// Package server is the SSH side: keys become people, sessions become screens,
// and everything that costs something has a limit.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"

	"parlor/lobby"
	"parlor/tui"
)

// Config is what a server is made of.
type Config struct {
	Lobby   *lobby.Lobby
	Kits    []tui.Kit
	HostKey gossh.Signer
	Limits  Limits // zero fields get DefaultLimits
	Public  string // host, or host:port, by which people reach this server; for the lines they are told to type
	Log     *slog.Logger
}

// Limits bound what connections can cost. They hold for every person alike.
type Limits struct {
	Connections        int           // open at once
	ConnectionsPerHost int           // from one address; one IPv6 /64 counts as one
	SessionsPerPerson  int           // with one key, or as one guest
	Handshake          time.Duration // to have authenticated
	Idle               time.Duration // without a byte in either direction
	KeepAlive          time.Duration // between two questions whether the client is there; three unanswered ones end the connection
}

// DefaultLimits suit a small machine.
func DefaultLimits() Limits {
	return Limits{
		Connections: 1000, ConnectionsPerHost: 20, SessionsPerPerson: 5,
		Handshake: 20 * time.Second, Idle: 24 * time.Hour, KeepAlive: 20 * time.Second,
	}
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	for _, n := range []struct{ own, standard *int }{
		{&l.Connections, &d.Connections},
		{&l.ConnectionsPerHost, &d.ConnectionsPerHost},
		{&l.SessionsPerPerson, &d.SessionsPerPerson},
	} {
		if *n.own == 0 {
			*n.own = *n.standard
		}
	}
	for _, n := range []struct{ own, standard *time.Duration }{
		{&l.Handshake, &d.Handshake},
		{&l.Idle, &d.Idle},
		{&l.KeepAlive, &d.KeepAlive},
	} {
		if *n.own == 0 {
			*n.own = *n.standard
		}
	}
	return l
}

// Server serves sessions.
type Server struct {
	config Config
	ssh    *ssh.Server

	mu       sync.Mutex
	sessions map[string]int // by person
	work     sync.WaitGroup // session handlers
}

// maxAuthTries bounds how often a client may try; OpenSSH offers every key of
// its agent, one try each.
const maxAuthTries = 12

// New is a server that is not listening yet.
func New(config Config) (*Server, error) {
	config.Limits = config.Limits.withDefaults()
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{config: config, sessions: map[string]int{}}
	server, err := wish.NewServer(
		func(server *ssh.Server) error {
			server.AddHostKey(config.HostKey)
			return nil
		},
		wish.WithVersion("parlor"),
		wish.WithIdleTimeout(config.Limits.Idle),
		wish.WithPublicKeyAuth(func(ssh.Context, ssh.PublicKey) bool { return true }),
		wish.WithKeyboardInteractiveAuth(func(ssh.Context, gossh.KeyboardInteractiveChallenge) bool { return true }),
		wish.WithMiddleware(func(ssh.Handler) ssh.Handler { return s.handle }),
	)
	if err != nil {
		return nil, fmt.Errorf("the server cannot be set up: %w", err)
	}
	server.HandshakeTimeout = config.Limits.Handshake
	server.ServerConfigCallback = func(ssh.Context) *gossh.ServerConfig { return sshConfig() }
	// Nothing but sessions: no forwarding, no subsystems, no global requests.
	server.ChannelHandlers = map[string]ssh.ChannelHandler{"session": s.acceptSession}
	server.RequestHandlers = map[string]ssh.RequestHandler{}
	server.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
	s.ssh = server
	return s, nil
}

// sshConfig names the algorithms: authenticated encryption, and key exchanges
// without SHA-1; the first stands up to quantum computers.
func sshConfig() *gossh.ServerConfig {
	return &gossh.ServerConfig{
		MaxAuthTries: maxAuthTries,
		Config: gossh.Config{
			KeyExchanges: []string{
				gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519,
				gossh.KeyExchangeECDHP256, gossh.KeyExchangeECDHP384, gossh.KeyExchangeECDHP521,
				gossh.KeyExchangeDH16SHA512, gossh.KeyExchangeDH14SHA256,
			},
			Ciphers: []string{
				gossh.CipherChaCha20Poly1305, gossh.CipherAES256GCM, gossh.CipherAES128GCM,
				gossh.CipherAES256CTR, gossh.CipherAES192CTR, gossh.CipherAES128CTR,
			},
			MACs: []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM, gossh.HMACSHA256, gossh.HMACSHA512},
		},
	}
}

// Serve answers connections until the listener closes.
func (s *Server) Serve(listener net.Listener) error {
	err := s.ssh.Serve(newGate(listener, s.config.Limits))
	if errors.Is(err, ssh.ErrServerClosed) {
		return nil
	}
	return err
}

// Close stops listening, waits until the sessions have ended or ctx does, and
// cuts off what is left.
func (s *Server) Close(ctx context.Context) error {
	// Shutdown closes the listener first and then waits.
	err := s.ssh.Shutdown(ctx)
	closeErr := s.ssh.Close()
	s.work.Wait()
	if errors.Is(err, context.DeadlineExceeded) {
		return closeErr
	}
	return errors.Join(err, closeErr)
}

// join counts a session of a person, and says whether there may be one more.
func (s *Server) join(person string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions[person] >= s.config.Limits.SessionsPerPerson {
		return false
	}
	s.sessions[person]++
	return true
}

func (s *Server) part(person string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions[person]--; s.sessions[person] == 0 {
		delete(s.sessions, person)
	}
}
