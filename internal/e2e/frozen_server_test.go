package e2e

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
	"parlor/internal/games"
	"parlor/internal/terminal"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/server"
	"parlor/store"
)

// A house is the whole program with an SSH listener and a data folder in a synctest bubble, so that the same requests
// get the same answers.
type frozenServer struct {
	t     *testing.T
	rooms *local.Lobby
	back  int           // number of restored rooms
	delay time.Duration // time after each step

	seed func() engine.Seed // of the next match

	closed  bool
	kept    *store.Store
	front   *server.Server
	network *terminal.Network
	served  chan error
	clients map[string]*gossh.Client // by user and key
	callers []*caller                // in the order of connecting
}

// recordedGames returns the games with the newest rules under which a resignation ends a game and not the match, as
// in the recordings.
func recordedGames() []engine.Game {
	const version = 2
	d, m, k := davinci.Rules(), masterdice.Rules(), kodeknacker.Rules()
	d.Version, m.Version, k.Version = version, version, version
	return []engine.Game{d.Game(), m.Game(), k.Game()}
}

// frozenHour is when a house opens, unless it continues from an earlier time.
func frozenHour() time.Time { return time.Date(2026, 8, 3, 20, 0, 0, 0, time.UTC) }

// inBubble runs a test in a bubble whose clock starts at hour.
func inBubble(t *testing.T, hour time.Time, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(hour))
		test(t)
	})
}

// openServer starts the program on a folder, until it is closed or the bubble ends.
func openServer(t *testing.T, dir string, codes []string) *frozenServer {
	t.Helper()
	level := slog.LevelWarn
	if os.Getenv(freezeTo) != "" {
		level = slog.LevelError // a report logs a warning, which is expected
	}
	log := slog.New(slog.NewTextHandler(testWriter{t}, &slog.HandlerOptions{Level: level}))
	kept, err := store.Open(dir, log)
	if err != nil {
		t.Fatal(err)
	}
	h := &frozenServer{
		t: t, kept: kept, network: terminal.NewNetwork(), served: make(chan error, 1), clients: map[string]*gossh.Client{},
	}
	matches := byte(0)
	h.seed = func() engine.Seed {
		matches++
		return engine.Seed{11, matches}
	}
	h.rooms = local.New(local.Config{
		Games: recordedGames(), Limits: lobby.Limits{BotPace: 900 * time.Millisecond, Grace: 2 * time.Minute, RoomIdle: 30 * time.Minute}, Log: log, Journal: kept.Journal, Accounts: kept.Accounts, History: kept.History, Ratings: kept.Ratings,
		GameNightStore: kept.GameNights, Relations: kept.Relations, Reports: kept.Reports,
		Seed: func() engine.Seed { return h.seed() },
		Code: func() string {
			code := codes[0]
			codes = append(slices.Clone(codes[1:]), code)
			return code
		},
	})
	if h.back, err = h.rooms.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.front, err = server.New(server.Config{
		Lobby: h.rooms, Games: games.All()[:len(recordedGames())], HostKey: keyOf(t, "host"), Version: "parlor v1", Public: "play.example.com", History: kept.History, Log: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	go func() { h.served <- h.front.Serve(h.network) }()
	t.Cleanup(h.close)
	return h
}

// close ends the program, once, like a stop without a drain.
func (h *frozenServer) close() {
	h.t.Helper()
	if h.closed {
		return
	}
	h.closed = true
	for _, client := range h.clients {
		_ = client.Close()
	}
	synctest.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := errors.Join(h.rooms.Close(ctx), h.front.Close(ctx), <-h.served, h.kept.Close()); err != nil {
		h.t.Error(err)
	}
}

// settle waits until all goroutines are blocked.
func (h *frozenServer) settle() {
	synctest.Wait()
	if h.delay > 0 {
		time.Sleep(h.delay)
		synctest.Wait()
	}
}

// caller is one session of a person.
type caller struct {
	who    string
	in     io.WriteCloser
	client string // its connection

	mu     sync.Mutex // guards what follows
	lines  []string   // received and not taken
	errs   []byte     // standard error
	ended  bool
	status int // exit status; -1 while running
}

// come begins a session: a command, as an SSH user, with the key of the given name or, if that is "", without one.
func (h *frozenServer) come(who, user, key, command string) *caller {
	h.t.Helper()
	c := &caller{who: who, client: user + " " + key}
	session, err := h.session(c.client)
	if err != nil {
		h.clients[c.client] = h.dial(user, key)
		if session, err = h.session(c.client); err != nil {
			h.t.Fatalf("%s: %v", who, err)
		}
	}
	in, inErr := session.StdinPipe()
	out, outErr := session.StdoutPipe()
	errs, errsErr := session.StderrPipe()
	if err := errors.Join(inErr, outErr, errsErr, session.Start(command)); err != nil {
		h.t.Fatalf("%s: %v", who, err)
	}
	c.in = in
	go c.listen(session, out, errs)
	h.callers = append(h.callers, c)
	return c
}

// session opens a session on an open connection. The server closes connections without one.
func (h *frozenServer) session(client string) (*gossh.Session, error) {
	if h.clients[client] == nil {
		return nil, net.ErrClosed
	}
	return h.clients[client].NewSession()
}

// listen records the output.
func (c *caller) listen(session *gossh.Session, out, errs io.Reader) {
	told := make(chan []byte, 1)
	go func() {
		text, _ := io.ReadAll(errs)
		told <- text
	}()
	text := ""
	for buffer := make([]byte, 64<<10); ; {
		n, err := out.Read(buffer)
		text += string(buffer[:n])
		for i := indexLine(text); i >= 0; i = indexLine(text) {
			c.mu.Lock()
			c.lines = append(c.lines, text[:i])
			c.mu.Unlock()
			text = text[i+1:]
		}
		if err != nil {
			break
		}
	}
	status := 0
	if err := session.Wait(); err != nil {
		status = -1
		var exit *gossh.ExitError
		if errors.As(err, &exit) {
			status = exit.ExitStatus()
		}
	}
	said := <-told
	c.mu.Lock()
	defer c.mu.Unlock()
	c.errs, c.ended, c.status = said, true, status
}

func indexLine(text string) int {
	for i := range len(text) {
		if text[i] == '\n' {
			return i
		}
	}
	return -1
}

// take returns what was received since the last call.
func (c *caller) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := c.lines
	c.lines = nil
	return lines
}

// dial connects a person from an address of their own.
func (h *frozenServer) dial(user, key string) *gossh.Client {
	h.t.Helper()
	line, err := h.network.Call()
	if err != nil {
		h.t.Fatal(err)
	}
	config := &gossh.ClientConfig{User: user, HostKeyCallback: gossh.InsecureIgnoreHostKey()}
	if key != "" {
		config.Auth = []gossh.AuthMethod{gossh.PublicKeys(keyOf(h.t, key))}
	} else {
		config.Auth = []gossh.AuthMethod{gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })}
	}
	conn, channels, requests, err := gossh.NewClientConn(line, "parlor", config)
	if err != nil {
		h.t.Fatalf("%s: %v", user, err)
	}
	return gossh.NewClient(conn, channels, requests)
}
