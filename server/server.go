// Package server is the SSH side: keys become people, sessions become screens,
// and everything that costs something has a limit.
package server

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"runtime"
	"sync"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"

	"parlor/budget"
	"parlor/internal/workers"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/analyst"
	"parlor/tui"
	"parlor/tui/board"
	"parlor/tui/look"
)

// Config is what a server is made of.
type Config struct {
	Lobby   lobby.Lobby
	Games   []board.Game
	HostKey gossh.Signer // of the type ssh-ed25519
	// OtherKeys are offered beside HostKey, such as one of the type ssh-rsa, which
	// signs with SHA-2 only.
	OtherKeys []gossh.Signer
	Limits    Limits        // zero fields get DefaultLimits
	Version   string        // of this server, as it is told
	Public    string        // host, or host:port, by which people reach this server; for the lines they are told to type
	History   lobby.History // of matches that have ended; nil keeps none
	// Budget says how much people and addresses may do; it should be the lobby's.
	// Nil is one of the server's own.
	Budget *budget.Budget
	// Bans are those who may not come in; nil is nobody. Whoever adds one calls
	// Server.EndBanned.
	Bans *budget.Bans
	// Refusals are told who is refused; nil are some of the server's own.
	Refusals *Refusals
	Log      *slog.Logger
	// Welcome is what the host says to those who come for the first time, by
	// paragraphs that are clean; mostly none.
	Welcome []string
	// Languages are those in which people can be spoken with; nil is English.
	Languages *prose.Languages
}

// Limits bound what connections can cost. They hold for every person alike.
type Limits struct {
	Connections         int           // open at once
	ConnectionsPerHost  int           // from one address; one IPv6 /64 counts as one, and a /48 may have four times as many
	ConnectionsPerLocal int           // the same for an address on a private network; zero is ConnectionsPerHost where that is set
	Unauthenticated     int           // connections that have not said yet who they are; some are dropped from half as many on, and one address has two fifths
	SessionsPerPerson   int           // with one key, or as one guest
	Handshake           time.Duration // to have authenticated
	Vacant              time.Duration // with nobody's session running on it, until a connection is closed
	Idle                time.Duration // without a key typed, until a session ends
	KeepAlive           time.Duration // between two questions whether the client is there; three unanswered ones end the connection
	Cells               int           // of all screens together beyond the usual size; one address may have a quarter, and one on a private network five eighths
	WatchPace           time.Duration // at least, between two frames of a screen that shows what others do
}

// DefaultLimits suit a small machine, and a whole school behind one address. The
// time for the handshake is that of OpenSSH: people compare fingerprints and type
// passphrases in it.
func DefaultLimits() Limits {
	return Limits{
		Connections: 1000, ConnectionsPerHost: 100, ConnectionsPerLocal: 250, Unauthenticated: 200, SessionsPerPerson: 5,
		Handshake: 2 * time.Minute, Vacant: 20 * time.Second, Idle: 24 * time.Hour, KeepAlive: 20 * time.Second,
		Cells: 4_000_000, WatchPace: time.Second / 4,
	}
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	if l.ConnectionsPerLocal == 0 {
		l.ConnectionsPerLocal = l.ConnectionsPerHost
	}
	for _, n := range []struct{ own, standard *int }{
		{&l.Connections, &d.Connections},
		{&l.ConnectionsPerHost, &d.ConnectionsPerHost},
		{&l.ConnectionsPerLocal, &d.ConnectionsPerLocal},
		{&l.Unauthenticated, &d.Unauthenticated},
		{&l.SessionsPerPerson, &d.SessionsPerPerson},
		{&l.Cells, &d.Cells},
	} {
		if *n.own == 0 {
			*n.own = *n.standard
		}
	}
	for _, n := range []struct{ own, standard *time.Duration }{
		{&l.Handshake, &d.Handshake},
		{&l.Vacant, &d.Vacant},
		{&l.Idle, &d.Idle},
		{&l.KeepAlive, &d.KeepAlive},
		{&l.WatchPace, &d.WatchPace},
	} {
		if *n.own == 0 {
			*n.own = *n.standard
		}
	}
	return l
}

// idleWorkers is how many goroutines are kept for drawing while they have nothing to do.
const idleWorkers = 4

// Server serves sessions.
type Server struct {
	config   Config
	ssh      *ssh.Server
	hostKeys []byte // as clients are told of them
	tokens   tokens
	turns    *turns
	pool     *workers.Pool // for calls that draw: only a few sessions ever draw at the same time
	themes   *look.Themes
	area     *area
	register register
	minds    *analyst.Analyst

	mu       sync.Mutex
	gate     *gate                   // nil until Serve
	sessions map[string]int          // by person
	chosen   map[string]tui.Settings // by person: what was chosen before
	closing  bool
	work     sync.WaitGroup // session handlers; none begins once closing
}

// analysesAtOnce bounds the matches that are analysed at a time, each for half a
// second at most: people who play do not wait for those who look back.
const analysesAtOnce = 1

// New is a server that is not listening yet.
func New(config Config) (*Server, error) {
	config.Limits = config.Limits.withDefaults()
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Budget == nil {
		config.Budget = budget.New(budget.Config{})
	}
	if config.Refusals == nil {
		config.Refusals = NewRefusals(config.Log)
	}
	tokens, err := newTokens(config.HostKey)
	if err != nil {
		return nil, err
	}
	s := &Server{
		config: config, tokens: tokens, pool: workers.New(idleWorkers, nil), sessions: map[string]int{}, chosen: map[string]tui.Settings{},
		turns: newTurns(runtime.GOMAXPROCS(0)), themes: look.NewThemes(), minds: analyst.New(analysesAtOnce),
		area: newArea(config.Limits.Cells, config.Budget),
	}
	server, err := wish.NewServer(
		func(server *ssh.Server) error {
			keys, err := signers(config)
			for _, key := range keys {
				server.AddHostKey(key)
			}
			return err
		},
		wish.WithVersion(softwareVersion),
		wish.WithPublicKeyAuth(func(ssh.Context, ssh.PublicKey) bool { return true }),
		wish.WithKeyboardInteractiveAuth(ask),
		wish.WithPasswordAuth(admit),
		wish.WithMiddleware(func(ssh.Handler) ssh.Handler { return s.handle }),
	)
	if err != nil {
		return nil, prose.Because(err, "The server cannot be set up: {cause}", prose.Literal(err.Error()))
	}
	server.HandshakeTimeout = config.Limits.Handshake
	server.ConnCallback = keepLine
	server.ServerConfigCallback = sshConfig
	// Nothing but sessions: no forwarding, no subsystems, no global requests but the
	// one about the host keys.
	server.ChannelHandlers = map[string]ssh.ChannelHandler{"session": s.acceptSession, "default": refuseChannel}
	server.RequestHandlers = map[string]ssh.RequestHandler{proveKeys: s.proveKeys, "default": refuseRequest}
	server.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
	s.ssh, s.hostKeys = server, listKeys(server.HostSigners)
	return s, nil
}

// Serve answers connections until the listener or the server closes. A server
// serves one listener.
func (s *Server) Serve(listener net.Listener) error {
	gate := newGate(listener, s.config.Limits, s.config.Budget, s.config.Bans, s.config.Refusals)
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
	// hangUpGrace is how long clients whose sessions have ended may take to
	// hang up by themselves.
	hangUpGrace = 500 * time.Millisecond
	// cutGrace is how long a session may take to notice that its line was cut: it
	// finishes the frame that it is drawing, the largest in a moment, and in
	// seconds on a machine that has far too much to do.
	cutGrace = 15 * time.Second
)

// Close stops listening, waits until the sessions have ended or ctx does, and
// cuts off what is left. It does not end sessions by itself: closing the lobby
// does.
func (s *Server) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closing = true
	gate := s.gate
	s.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		s.work.Wait()
		close(ended)
	}()
	polite, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-ended:
			time.AfterFunc(hangUpGrace, cancel)
		case <-polite.Done():
		}
	}()
	// Shutdown closes the listener first, and then waits for the connections.
	err := s.ssh.Shutdown(polite)
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	if gate != nil {
		gate.cut()
	}
	err = errors.Join(err, s.ssh.Close())
	defer s.pool.Close()
	select {
	case <-ended:
		return err
	case <-time.After(cutGrace):
		return errors.Join(err, prose.Refuse("A session did not end."))
	}
}

// begin counts a session handler, unless the server is closing.
func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closing {
		s.work.Add(1)
	}
	return !s.closing
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

// maxSettings bounds how many people's settings are remembered.
const maxSettings = 10_000

// settings are what a person chose before, or what the environment says.
func (s *Server) settings(account lobby.Account, person string, env []string) tui.Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	chosen, known := s.chosen[person]
	if known {
		return chosen
	}
	if len(account.Settings) > 0 && json.Unmarshal(account.Settings, &chosen) == nil {
		return chosen
	}
	return tui.Settings{ASCII: onlyASCII(env)}
}

// keepSettings remembers what a person chose, also beyond the process; where
// too many are remembered, somebody else's are left to the account.
func (s *Server) keepSettings(ctx context.Context, visit lobby.Visit, person string, chosen tui.Settings) {
	if text, err := json.Marshal(chosen); err == nil {
		lobby.Send(ctx, visit, lobby.SaveSettings{Settings: text})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.chosen[person]; !known && len(s.chosen) >= maxSettings {
		for other := range s.chosen {
			delete(s.chosen, other)
			break
		}
	}
	s.chosen[person] = chosen
}

// forgetSettings undoes keepSettings.
func (s *Server) forgetSettings(person string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.chosen, person)
}

func (s *Server) part(person string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions[person]--; s.sessions[person] == 0 {
		delete(s.sessions, person)
	}
}
