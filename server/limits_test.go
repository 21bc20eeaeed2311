package server_test

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/terminal"
	"parlor/prose"
	"parlor/server"
	"parlor/tui/board"
	davinciboard "parlor/tui/davinci"
	"parlor/tui/style"
)

// silent opens a connection that sends nothing.
func (s site) silent(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// letIn reports whether the server accepts a connection after the greeting, and returns its message if not.
func letIn(conn net.Conn) (bool, string) {
	_ = conn.SetDeadline(time.Now().Add(patience))
	in := bufio.NewReader(conn)
	version, err := in.ReadString('\n')
	if err != nil || version != "SSH-2.0-parlor\r\n" { // the version must not be revealed
		return false, version
	}
	if _, err := io.WriteString(conn, "SSH-2.0-test\r\n"); err != nil {
		return false, err.Error()
	}
	// A packet begins with 4 bytes of length, 1 of padding length, and its type.
	var head [6]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return false, err.Error()
	}
	const keyExchange = 20
	if head[5] == keyExchange {
		return true, ""
	}
	var told [8]byte // reason and length of the text
	_, err = io.ReadFull(in, told[:])
	text := make([]byte, binary.BigEndian.Uint32(told[4:]))
	_, textErr := io.ReadFull(in, text)
	return false, fmt.Sprint(string(text), errors.Join(err, textErr))
}

// mayCome fails the test if a connection is refused, and mayNot if it is not refused for the given reason.
func mayCome(t *testing.T, conn net.Conn) {
	t.Helper()
	if in, why := letIn(conn); !in {
		t.Errorf("refused: %s", why)
	}
}

func mayNot(t *testing.T, conn net.Conn, because string) {
	t.Helper()
	if in, why := letIn(conn); in || !strings.Contains(why, because) {
		t.Errorf("let in %v; it was told %q, not %q", in, why, because)
	}
}

func TestThoseWhoDoNotSayWhoTheyAreAreFew(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{Unauthenticated: 2})
	// Authenticated connections do not count.
	see(t, s.come(t, terminal.Options{User: "alice", Key: signer(t, "alice")}), "Here now")
	one, two := s.silent(t), s.silent(t)
	mayCome(t, one)
	mayCome(t, two)
	mayNot(t, s.silent(t), "are still logging in")
	_ = two.Close()
	s.comeWhenFree(t, "bob")
}

func TestAConnectionTooMany(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{Connections: 2})
	see(t, s.come(t, terminal.Options{User: "alice", Key: signer(t, "alice")}), "Here now")
	see(t, s.come(t, terminal.Options{User: "bob", Key: signer(t, "bob")}), "Here now")
	mayNot(t, s.silent(t), "This server is full")
}

func TestAHandshakeTakesNotForEver(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{Handshake: 300 * time.Millisecond})
	conn := s.silent(t)
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	if _, err := io.Copy(io.Discard, conn); err != nil {
		t.Errorf("the server did not hang up: %v", err)
	}
}

func TestAConnectionWithoutSessionsIsClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := openInMemory(t, server.Limits{})
		guest := &gossh.ClientConfig{User: "gus", Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(noQuestions)}}
		vacant, err := s.raw(t, guest)
		if err != nil {
			t.Fatal(err)
		}
		used, err := s.raw(t, guest)
		if err != nil {
			t.Fatal(err)
		}
		first, second := shell(t, used), shell(t, used)
		hungUp := make(chan error, 1)
		go func() { hungUp <- vacant.Wait() }()
		select {
		case <-hungUp:
		case <-time.After(30 * time.Second):
			t.Error("a connection without sessions stays")
		}
		_ = first.Close()
		time.Sleep(30 * time.Second)
		if _, _, err := used.SendRequest("are you there", true, nil); err != nil {
			t.Errorf("a connection with a session was closed: %v", err)
		}
		_ = second.Close()
		go func() { hungUp <- used.Wait() }()
		select {
		case <-hungUp:
		case <-time.After(30 * time.Second):
			t.Error("a connection whose sessions have ended stays")
		}
	})
}

func TestASessionWithoutKeysEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := openInMemory(t, server.Limits{Idle: 3 * time.Second})
		// The first one would be the first to be dropped.
		awake := s.come(t, terminal.Options{User: "awake", Key: signer(t, "awake")})
		sleepy := s.come(t, terminal.Options{User: "sleepy", Key: signer(t, "sleepy")})
		see(t, sleepy, "Here now")
		guest := s.come(t, terminal.Options{User: "gus"})
		see(t, guest, "What is your name?")
		for began, ended := time.Now(), false; !ended; {
			select {
			case <-sleepy.Done():
				ended = true
			case <-time.After(50 * time.Millisecond):
				if err := awake.Type("z"); err != nil {
					t.Fatal(err)
				}
			}
			if time.Since(began) > 20*time.Second {
				t.Fatal("who types nothing stays")
			}
		}
		wantEnd(t, sleepy)
		if screen := sleepy.Screen(); sleepy.AltScreen() || !strings.Contains(screen, "closed because of inactivity") {
			t.Errorf("left with alternate screen %v:\n%s", sleepy.AltScreen(), screen)
		} else if strings.Contains(screen, "come back as") {
			t.Errorf("a player with a key is told to come back as a guest:\n%s", screen)
		}
		wantEnd(t, guest)
		if screen := guest.Screen(); !strings.Contains(screen, "come back as gus") || !strings.Contains(screen, " gus+") {
			t.Errorf("a guest is not told how to return:\n%s", screen)
		}
		screen, err := awake.Until(t.Context(), func(screen string) bool {
			return strings.Contains(screen, "Here now: awake") && !strings.Contains(screen, "sleepy")
		})
		if err != nil {
			t.Errorf("who types was ended as well: %s", screen)
		}
	})
}

func TestInputWithoutEndEndsTheSession(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	watch := s.come(t, terminal.Options{User: "watch", Key: signer(t, "watch")})
	flood := s.come(t, terminal.Options{User: "flood", Key: signer(t, "flood")})
	see(t, flood, "Here now")
	// A paste is buffered until its end, which never comes.
	if err := flood.Type("\x1b[200~" + strings.Repeat("x", 100<<10)); err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	wantEnd(t, flood)
	if !strings.Contains(flood.Screen(), "Too much input at once") {
		t.Errorf("it was told: %s", flood.Screen())
	}
	see(t, watch, "Here now: watch")
}

// loud is a board with a changed color in every cell of each drawing, which it counts.
type loud struct {
	board.Board
	drawn *atomic.Int64
}

func (l loud) Draw(width, height int) string {
	letter := string(rune('a' + l.drawn.Add(1)%26))
	var line strings.Builder
	for x := range width {
		fmt.Fprintf(&line, "\x1b[38;5;%dm%s", 16+x%200, letter)
	}
	return strings.TrimSuffix(strings.Repeat(line.String()+"\x1b[m\n", height), "\n")
}

func TestAClientThatDoesNotReadHoldsNoOneUp(t *testing.T) {
	t.Parallel()
	var drawn atomic.Int64
	kit := davinciboard.Game()
	whole := kit.Board
	kit.Board = func(theme *style.Theme, voice *prose.Voice) board.Board { return loud{whole(theme, voice), &drawn} }
	s := open(t, server.Limits{}, kit)
	s.knows(t, "stuck")
	client, err := s.raw(t, &gossh.ClientConfig{User: "stuck", Auth: []gossh.AuthMethod{gossh.PublicKeys(signer(t, "stuck"))}})
	if err != nil {
		t.Fatal(err)
	}
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	keys, inErr := session.StdinPipe()
	_, outErr := session.StdoutPipe() // never read: its window fills
	if err := errors.Join(inErr, outErr, session.RequestPty("xterm-256color", 200, 500, nil), session.Shell()); err != nil {
		t.Fatal(err)
	}
	alice := s.come(t, terminal.Options{User: "alice", Key: signer(t, "alice")})
	see(t, alice, "alice, stuck")
	for _, step := range []struct{ keys, then string }{{"p", "stuck's table"}, {"b", "1 bot"}, {"b", "2 bots"}, {"\r", "enter watch"}} {
		if _, err := io.WriteString(keys, step.keys); err != nil {
			t.Fatal(err)
		}
		see(t, alice, step.then)
	}
	before := int64(-1)
	for i := 0; drawn.Load() != before; i++ {
		if i == 100 {
			t.Fatalf("the screen was drawn %d times and the client still takes more", drawn.Load())
		}
		before = drawn.Load()
		for j := range 60 {
			if err := session.WindowChange(200-j%2, 500); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	if err := alice.Type("p"); err != nil {
		t.Fatal(err)
	}
	see(t, alice, "alice  (you, host)")
	if err := s.stop(5 * time.Second); err != nil { // returns at all
		t.Error(err)
	}
	<-alice.Done() // what she was told has come
	if alice.AltScreen() || !strings.Contains(alice.Screen(), "The server is stopping") {
		t.Errorf("alice was not told:\n%s", alice.Screen())
	}
}

func TestAStopDoesNotWaitForIdleConnections(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	if _, err := s.raw(t, &gossh.ClientConfig{User: "gus", Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(noQuestions)}}); err != nil {
		t.Fatal(err)
	}
	silent := s.silent(t)
	mayCome(t, silent)
	began := time.Now()
	if err := s.stop(patience); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > patience/2 {
		t.Errorf("the stop took %v", took)
	}
	_ = silent.SetReadDeadline(time.Now().Add(patience))
	if _, err := io.Copy(io.Discard, silent); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("somebody who has not said who it is was not cut off")
	}
}

// fragile is a board that breaks when it is drawn.
type fragile struct{ board.Board }

const hidden = "the hidden value"

func (fragile) Draw(int, int) string { panic(hidden) }

func TestABrokenScreenEndsAlone(t *testing.T) {
	t.Parallel()
	kit := davinciboard.Game()
	whole := kit.Board
	kit.Board = func(theme *style.Theme, voice *prose.Voice) board.Board { return fragile{whole(theme, voice)} }
	s := open(t, server.Limits{}, kit)
	alice := s.come(t, terminal.Options{User: "alice", Key: signer(t, "alice")})
	bob := s.come(t, terminal.Options{User: "bob", Key: signer(t, "bob")})
	see(t, bob, "alice, bob")
	for _, step := range []struct{ keys, then string }{{"p", "alice  (you, host)"}, {"bb", "Lodestar"}} {
		if err := alice.Type(step.keys); err != nil {
			t.Fatal(err)
		}
		see(t, alice, step.then)
	}
	if err := alice.Type("\r"); err != nil {
		t.Fatal(err)
	}
	wantEnd(t, alice)
	if alice.AltScreen() || !strings.Contains(alice.Screen(), "Server error: this session was closed") {
		t.Errorf("left with alternate screen %v:\n%s", alice.AltScreen(), alice.Screen())
	}
	see(t, bob, "Here now: bob")
	log := s.log.String()
	if !strings.Contains(log, "session failed") || !strings.Contains(log, "fragile.Draw") || strings.Contains(log, hidden) {
		t.Errorf("the log is\n%s", log)
	}
}
