package server_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	gossh "golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/internal/terminal"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/ratelimit"
	"parlor/server"
	"parlor/tui/board"
	davinciboard "parlor/tui/davinci"
)

// TestMain ignores tea.Tick, which Bubble Tea does not stop when a screen ends.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("charm.land/bubbletea/v2.Tick.func1"))
}

// patience bounds waiting, so that a hanging test can report what it saw. No test waits so long unless something is
// broken.
const patience = 8 * time.Minute

// site is a server on a free port or on a network in memory.
type site struct {
	addr    string
	network *terminal.Network // nil if there is a port
	lobby   *local.Lobby
	log     *buffer
	spends  *ratelimit.Limiter // set by openOn
	// stop closes the server, giving sessions the time drain to end. It may be called again.
	stop func(drain time.Duration) error
}

// buffer is a log written by several goroutines.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(text)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func open(t testing.TB, limits server.Limits, kits ...board.Game) site {
	t.Helper()
	return openSeeded(t, nil, limits, kits...)
}

// openSeeded is open with given seeds; nil means random ones.
func openSeeded(t testing.TB, seed func() engine.Seed, limits server.Limits, kits ...board.Game) site {
	t.Helper()
	return openWith(t, seed, nil, limits, kits...)
}

// openWith is openSeeded with a history.
func openWith(t testing.TB, seed func() engine.Seed, history lobby.History, limits server.Limits, kits ...board.Game) site {
	t.Helper()
	return openBudget(t, ratelimit.Config{}, seed, history, limits, kits...)
}

// openPublic returns a server on which loopback addresses have public limits.
func openPublic(t *testing.T, limits server.Limits) site {
	t.Helper()
	return openBudget(t, ratelimit.Config{AllPublic: true}, nil, nil, limits)
}

// openInMemory returns a server on a network in memory, for a synctest bubble.
func openInMemory(t *testing.T, limits server.Limits) site {
	t.Helper()
	network := terminal.NewNetwork()
	s := openOn(t, network, ratelimit.Config{}, nil, nil, limits)
	s.network = network
	return s
}

func openBudget(
	t testing.TB, spends ratelimit.Config, seed func() engine.Seed, history lobby.History, limits server.Limits, kits ...board.Game,
) site {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return openOn(t, listener, spends, seed, history, limits, kits...)
}

func openOn(
	t testing.TB, listener net.Listener, spends ratelimit.Config, seed func() engine.Seed, history lobby.History, limits server.Limits, kits ...board.Game,
) site {
	t.Helper()
	allowed := ratelimit.New(spends)
	if len(kits) == 0 {
		kits = []board.Game{davinciboard.Game()}
	}
	var games []engine.Game
	for _, kit := range kits {
		games = append(games, kit.Game)
	}
	log := &buffer{}
	logger := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	made := 0
	code := func() string { // fixed; the lobby does not call it concurrently
		made++
		return "AAAAA" + string(rune('A'+made-1))
	}
	ratings, _ := history.(lobby.Ratings) // a history that also rates
	rooms := local.New(local.Config{Games: games, Log: logger, Code: code, Seed: seed, History: history, Ratings: ratings, RateLimits: allowed})
	s, err := server.New(server.Config{
		Lobby: rooms, Games: kits, HostKey: signer(t, "host"), Limits: limits, Version: "parlor test", Public: "play.example.com:2222", Log: logger, History: history, RateLimits: allowed,
	})
	if err != nil {
		t.Fatal(err)
	}
	opened := serve(t, s, rooms, listener, log)
	opened.spends = allowed
	return opened
}

// serve runs a server until the end of the test.
func serve(t testing.TB, s *server.Server, rooms *local.Lobby, listener net.Listener, log *buffer) site {
	t.Helper()
	served := make(chan error, 1)
	go func() { served <- s.Serve(listener) }()
	var once sync.Once
	stop := func(drain time.Duration) (err error) {
		once.Do(func() {
			ctx, cancel := context.WithTimeout(context.Background(), drain)
			defer cancel()
			err = errors.Join(rooms.Close(ctx), s.Close(ctx), <-served)
		})
		return err
	}
	t.Cleanup(func() {
		if err := stop(patience); err != nil {
			t.Error(err)
		}
	})
	return site{addr: listener.Addr().String(), lobby: rooms, log: log, stop: stop}
}

// signer returns the key of a name, always the same.
func signer(t testing.TB, name string) gossh.Signer {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	copy(seed, name)
	key, err := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// knows stores accounts for the keys of some names, so that they are not asked for a name.
func (s site) knows(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		who := lobby.Identity{ID: "key:" + gossh.FingerprintSHA256(signer(t, name).PublicKey()), Name: name, Passing: true}
		visit, err := s.lobby.Enter(context.Background(), who)
		if err != nil {
			t.Fatal(err)
		}
		if err := lobby.Perform(context.Background(), visit, lobby.Rename{Name: name}); err != nil {
			t.Fatal(err)
		}
		visit.Close()
	}
}

// come connects with a PTY.
func (s site) come(t *testing.T, o terminal.Options) *terminal.Client {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if s.network != nil && o.Through == nil {
		o.Through = func(context.Context) (net.Conn, error) { return s.network.Call() }
	}
	client, err := terminal.Dial(ctx, s.addr, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.HangUp)
	return client
}

func see(t *testing.T, c *terminal.Client, texts ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	screen, err := c.See(ctx, texts...)
	if err != nil {
		t.Fatal(err)
	}
	return screen
}

// wantEnd waits until the server has ended a session with status 1.
func wantEnd(t *testing.T, c *terminal.Client) {
	t.Helper()
	select {
	case <-c.Done():
	case <-time.After(patience):
		t.Fatalf("the session goes on:\n%s", c.Screen())
	}
	if status, err := c.ExitStatus(); status != 1 || err != nil {
		t.Errorf("status %d, %v", status, err)
	}
}

// raw opens a plain SSH connection.
func (s site) raw(t testing.TB, config *gossh.ClientConfig) (*gossh.Client, error) {
	t.Helper()
	config.HostKeyCallback = gossh.InsecureIgnoreHostKey()
	config.Timeout = patience
	client, err := s.dial(config)
	if err == nil {
		t.Cleanup(func() { _ = client.Close() })
	}
	return client, err
}

func (s site) dial(config *gossh.ClientConfig) (*gossh.Client, error) {
	if s.network == nil {
		return gossh.Dial("tcp", s.addr, config)
	}
	line, err := s.network.Call()
	if err != nil {
		return nil, err
	}
	conn, channels, requests, err := gossh.NewClientConn(line, s.addr, config)
	if err != nil {
		return nil, err
	}
	return gossh.NewClient(conn, channels, requests), nil
}

// shell starts a session with a PTY whose output is not read.
func shell(t *testing.T, client *gossh.Client) *gossh.Session {
	t.Helper()
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	_, pipeErr := session.StdinPipe() // kept open like a terminal's
	if err := errors.Join(pipeErr, session.RequestPty("xterm", 24, 80, nil), session.Shell()); err != nil {
		t.Fatal(err)
	}
	return session
}

func noQuestions(_, _ string, questions []string, _ []bool) ([]string, error) {
	return make([]string, len(questions)), nil
}

func TestLimits(t *testing.T) {
	s := open(t, server.Limits{SessionsPerPerson: 2, ConnectionsPerHost: 4})
	one := s.come(t, terminal.Options{User: "alice", Key: signer(t, "alice")})
	see(t, one, "Here now")
	see(t, s.come(t, terminal.Options{User: "alice", Key: signer(t, "alice")}), "Here now")
	third := s.come(t, terminal.Options{User: "alice", Key: signer(t, "alice")})
	see(t, third, "You already have 2 sessions open")
	wantEnd(t, third)
	see(t, s.come(t, terminal.Options{User: "bob", Key: signer(t, "bob")}), "Here now")
	third.HangUp()
	s.comeWhenFree(t, "cy")
	if _, err := s.raw(t, &gossh.ClientConfig{User: "dan", Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(noQuestions)}}); err == nil {
		t.Error("a fifth connection from one address was let in")
	}
	one.HangUp()
	s.comeWhenFree(t, "alice")
}

// comeWhenFree connects once the server has noticed that a session has ended.
func (s site) comeWhenFree(t *testing.T, name string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for {
		client, err := terminal.Dial(ctx, s.addr, terminal.Options{User: name, Key: signer(t, name)})
		if err == nil {
			t.Cleanup(client.HangUp)
			if _, err = client.See(ctx, "Here now"); err == nil {
				return
			}
			client.HangUp()
		}
		if ctx.Err() != nil {
			t.Fatal(err)
		}
	}
}

func TestNothingButSessions(t *testing.T) {
	s := open(t, server.Limits{})
	client, err := s.raw(t, &gossh.ClientConfig{User: "eve", Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(noQuestions)}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Dial("tcp", "127.0.0.1:22"); err == nil {
		t.Error("a connection was forwarded")
	}
	if _, err := client.Listen("tcp", "127.0.0.1:0"); err == nil {
		t.Error("a listener was forwarded")
	}
	for _, kind := range []string{"direct-streamlocal@openssh.com", "auth-agent@openssh.com", "x11"} {
		if channel, _, err := client.OpenChannel(kind, nil); err == nil {
			t.Errorf("a channel of the kind %s was opened", kind)
			_ = channel.Close()
		}
	}
	for _, kind := range []string{"tcpip-forward", "streamlocal-forward@openssh.com", "no-more-sessions@openssh.com"} {
		if ok, _, err := client.SendRequest(kind, true, nil); ok || err != nil {
			t.Errorf("%s: %v, %v", kind, ok, err)
		}
	}
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range []string{"auth-agent-req@openssh.com", "x11-req", "subsystem", "signal", "break"} {
		ok, err := session.SendRequest(request, true, gossh.Marshal(struct{ Name string }{"sftp"}))
		if ok || err != nil {
			t.Errorf("%s: %v, %v", request, ok, err)
		}
	}
	var stderr bytes.Buffer
	session.Stderr = &stderr
	var exit *gossh.ExitError
	if err := session.Run("cat /etc/passwd"); !errors.As(err, &exit) || exit.ExitStatus() != 1 {
		t.Errorf("a command: %v", err)
	}
	if !strings.HasPrefix(stderr.String(), "parlor: ") || strings.Count(strings.TrimSpace(stderr.String()), "\n") > 0 {
		t.Errorf("a command is refused with %q, not with one sentence", stderr.String())
	}
}

func TestWeakAlgorithmsAreRefused(t *testing.T) {
	s := open(t, server.Limits{})
	for name, config := range map[string]gossh.Config{
		"key exchange with SHA-1": {KeyExchanges: []string{gossh.InsecureKeyExchangeDH14SHA1}},
		"3DES":                    {Ciphers: []string{gossh.InsecureCipherTripleDESCBC}},
		"HMAC-SHA-1":              {Ciphers: []string{gossh.CipherAES128CTR}, MACs: []string{gossh.HMACSHA1}},
	} {
		_, err := s.raw(t, &gossh.ClientConfig{Config: config, User: "old", Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(noQuestions)}})
		if err == nil || !strings.Contains(err.Error(), "no common algorithm") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSizesAndNamesAreBounded(t *testing.T) {
	s := open(t, server.Limits{})
	hostile := "\x1b[2Jevil\u202e\u0000" + strings.Repeat("x", 5000)
	huge := s.come(t, terminal.Options{
		User: hostile, Key: signer(t, "eve"), Width: 600, Height: 250, ClaimWidth: 4000, ClaimHeight: 3000,
		Env: map[string]string{"A": strings.Repeat("b", 100000), "NO_COLOR": "1"},
	})
	screen := see(t, huge, "Here now", "evil")
	if width := len([]rune(strings.Split(screen, "\n")[1])); width != board.MaxWidth {
		t.Errorf("the screen is %d wide", width)
	}
	if strings.Contains(screen, "xxxxxxxxxxxxxxxxx") || !strings.Contains(screen, "evil") {
		t.Errorf("the name is not cleaned:\n%s", screen)
	}
	unknown := s.come(t, terminal.Options{User: "zero", Key: signer(t, "zero")})
	see(t, unknown, "Here now")
	if err := unknown.Resize(40, 12); err != nil {
		t.Fatal(err)
	}
	see(t, unknown, "40 × 12", "Enlarge it")
	if err := unknown.Resize(100, 30); err != nil {
		t.Fatal(err)
	}
	see(t, unknown, "Here now")
	for range 500 {
		if err := unknown.Resize(90, 28); err != nil {
			t.Fatal(err)
		}
	}
	see(t, unknown, "Here now")
}

func TestAHalfOpenLineIsNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openInMemory(t, server.Limits{KeepAlive: time.Second})
		alice := s.come(t, terminal.Options{User: "alice", Key: signer(t, "alice")})
		see(t, alice, "Here now: alice")
		bob := &muted{network: s.network}
		see(t, s.come(t, terminal.Options{User: "bob", Key: signer(t, "bob"), Through: bob.dial}), "alice, bob")
		time.Sleep(time.Minute)
		see(t, alice, "alice, bob")
		bob.cut()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if _, err := alice.Until(ctx, func(screen string) bool { return !strings.Contains(screen, "bob") }); err != nil {
			t.Error(err)
		}
	})
}

// muted is a connection that can stop passing data in both directions without being closed.
type muted struct {
	network *terminal.Network
	mu      sync.Mutex
	dead    bool
}

func (m *muted) cut() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dead = true
}

func (m *muted) isDead() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.dead
}

func (m *muted) dial(context.Context) (net.Conn, error) {
	conn, err := m.network.Call()
	return &mutedConn{conn, m}, err
}

type mutedConn struct {
	net.Conn
	line *muted
}

func (c *mutedConn) Write(data []byte) (int, error) {
	if c.line.isDead() {
		return len(data), nil
	}
	return c.Conn.Write(data)
}

func TestOneSessionOfManyOnAConnectionEndsAlone(t *testing.T) {
	s := open(t, server.Limits{})
	watch := s.come(t, terminal.Options{User: "alice", Key: signer(t, "alice")})
	client, err := s.raw(t, &gossh.ClientConfig{User: "bob", Auth: []gossh.AuthMethod{gossh.PublicKeys(signer(t, "bob"))}})
	if err != nil {
		t.Fatal(err)
	}
	session := shell(t, client)
	see(t, watch, "alice, bob")
	if err := session.Close(); err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if _, err := watch.Until(ctx, func(screen string) bool { return !strings.Contains(screen, "bob") }); err != nil {
		t.Error(err)
	}
	for i := range 6 {
		more, err := client.NewSession()
		if err != nil {
			if i < 4 {
				t.Errorf("session %d: %v", i+1, err)
			}
			return
		}
		defer func() { _ = more.Close() }()
	}
	t.Error("there is no bound on the sessions of one connection")
}
