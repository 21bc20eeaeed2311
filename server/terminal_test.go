package server_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/terminal"
	"parlor/lobby"
	"parlor/server"
)

// coloured matches a sequence that sets a color, not one that moves the cursor.
var coloured = regexp.MustCompile(`\x1b\[([0-9]+;)*([34][0-8]|9[0-7]|10[0-7])[;m]`)

func TestColoursAreThoseOfTheTerminal(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	for _, row := range []struct {
		name, term string
		env        map[string]string
		has, lacks []string
	}{
		{"many", "xterm-256color", nil, []string{"38;5;"}, []string{"38;2;"}},
		{"all", "xterm-256color", map[string]string{"COLORTERM": "truecolor"}, []string{"38;2;"}, []string{"38;5;"}},
		{"sixteen", "xterm", nil, []string{"\x1b["}, []string{"38;5;", "38;2;"}},
		{"unnamed", "?", nil, []string{"\x1b["}, []string{"38;5;", "38;2;"}},
		{"none", "xterm-256color", map[string]string{"NO_COLOR": "yes", "COLORTERM": "truecolor"}, []string{"\x1b["}, []string{"38;5;", "38;2;"}},
		{"path", "../../../../etc/passwd", nil, []string{"\x1b["}, []string{"root", "38;5;"}},
		{"escape", "\x1b]0;evil\a\xff", nil, []string{"\x1b["}, []string{"evil", "\xff"}},
	} {
		s.knows(t, row.name)
		client := s.come(t, terminal.Options{User: row.name, Key: signer(t, row.name), Term: row.term, Env: row.env})
		see(t, client, "Here now")
		sent := string(client.Bytes())
		for _, text := range row.has {
			if !strings.Contains(sent, text) {
				t.Errorf("%s: %q is not in %q", row.name, text, sent)
			}
		}
		for _, text := range row.lacks {
			if strings.Contains(sent, text) {
				t.Errorf("%s: %q is in %q", row.name, text, sent)
			}
		}
		if row.name == "none" && coloured.MatchString(sent) {
			t.Errorf("%s: there are colours in %q", row.name, sent)
		}
		client.HangUp()
	}
}

func TestTheLocaleSaysWhichCharactersAreDrawn(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	for _, row := range []struct {
		name  string
		env   map[string]string
		ascii bool
	}{
		{"unset", nil, false},
		{"empty", map[string]string{"LANG": ""}, false},
		{"lang", map[string]string{"LANG": "de_DE.UTF-8"}, false},
		{"small", map[string]string{"LANG": "C.utf8"}, false},
		{"latin", map[string]string{"LANG": "de_DE.ISO-8859-1"}, true},
		{"posix", map[string]string{"LANG": "C"}, true},
		{"ctype", map[string]string{"LANG": "C", "LC_CTYPE": "UTF-8"}, false},
		{"plainctype", map[string]string{"LANG": "de_DE.UTF-8", "LC_CTYPE": "POSIX"}, true},
		{"all", map[string]string{"LANG": "de_DE.UTF-8", "LC_CTYPE": "de_DE.UTF-8", "LC_ALL": "C"}, true},
		{"emptyall", map[string]string{"LANG": "C", "LC_ALL": ""}, true},
	} {
		client := s.come(t, terminal.Options{User: row.name, Key: signer(t, row.name), Env: row.env})
		see(t, client, "Here now")
		sent := client.Bytes()
		if ascii := !bytes.ContainsFunc(sent, func(r rune) bool { return r >= 0x80 }); ascii != row.ascii {
			t.Errorf("%s: only ASCII was drawn: %v; %q", row.name, ascii, sent)
		}
		client.HangUp()
	}
}

func TestATerminalThatCannotDrawSpeaksInLines(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	dumb := s.come(t, terminal.Options{Term: "dumb", Key: signer(t, "dumb")})
	see(t, dumb, "Welcome to parlor", "To play right away, type play", "Type join CODE.") // the last sentence: typed text appears among them
	press(t, dumb, "new davincy\x7fi xx\x1b[D\x15new davinci bots=1\r")
	see(t, dumb, "new davinci bots=1\nRoom AAAAAA", "Seat 2: Caliper, bot.")
	press(t, dumb, "bot\r")
	see(t, dumb, "All seats are taken.")
	press(t, dumb, "half a li")
	see(t, dumb, "half a li")
	visit, err := s.lobby.Enter(context.Background(), lobby.Identity{ID: "key:bo", Name: "bo"})
	if err != nil {
		t.Fatal(err)
	}
	defer visit.Close()
	handle, err := lobby.Ask(t.Context(), visit, lobby.Watch{Code: "AAAAAA"})
	if err != nil {
		t.Fatal(err)
	}
	if err := lobby.Perform(t.Context(), handle, lobby.Say{Text: "hello"}); err != nil {
		t.Fatal(err)
	}
	see(t, dumb, "bo says: hello\nhalf a li")
	press(t, dumb, "\x15quit\r")
	see(t, dumb, "Goodbye. Your seat is kept")
	sent := dumb.Bytes()
	if n := bytes.Count(sent, []byte("half a li")); n < 2 || n > 3 {
		t.Errorf("what is being typed was shown %d times: it is shown below each of the two things that came in between", n)
	}
	if bytes.ContainsAny(sent, "\x1b") {
		t.Errorf("a terminal that cannot move its cursor was sent %q", sent)
	}
}

func TestATerminalIsBounded(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	s.knows(t, "eve")
	client, err := s.raw(t, &gossh.ClientConfig{User: "eve", Auth: []gossh.AuthMethod{gossh.PublicKeys(signer(t, "eve"))}})
	if err != nil {
		t.Fatal(err)
	}
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := session.RequestPty(strings.Repeat("x", 65), 24, 80, nil); err == nil {
		t.Error("a long TERM was taken")
	}
	for _, name := range []string{"PATH", "LD_PRELOAD", "TMUX", "TERM", "TTY_FORCE", "CLICOLOR_FORCE", "LC_PAPER", "LANGUAGE", ""} {
		if err := session.Setenv(name, "1"); err == nil {
			t.Errorf("the variable %q was taken", name)
		}
	}
	for _, name := range []string{"LANG", "LC_ALL", "LC_CTYPE"} {
		if err := session.Setenv(name, strings.Repeat("x", 256)); err == nil {
			t.Errorf("a long %s was taken", name)
		}
		if err := session.Setenv(name, "C"); err != nil {
			t.Errorf("%s was refused: %v", name, err)
		}
	}
	refused := 0
	for range 40 {
		if session.Setenv("COLORTERM", "truecolor") != nil {
			refused++
		}
	}
	if refused == 0 {
		t.Error("there is no bound on the number of variables")
	}
}

// ptyRequest is a pty-req with sizes chosen by the client.
type ptyRequest struct {
	Term          string
	Columns, Rows uint32
	X, Y          uint32
	Modes         string
}

func TestSizesComeAtAnyMoment(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	s.knows(t, "eve")
	client, err := s.raw(t, &gossh.ClientConfig{User: "eve", Auth: []gossh.AuthMethod{gossh.PublicKeys(signer(t, "eve"))}})
	if err != nil {
		t.Fatal(err)
	}
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	screen := newDrawing()
	session.Stdout = screen
	keys, pipeErr := session.StdinPipe()
	ok, ptyErr := session.SendRequest("pty-req", true, gossh.Marshal(ptyRequest{Term: "xterm"}))
	if err := errors.Join(pipeErr, ptyErr); err != nil || !ok {
		t.Fatalf("a PTY without a size: %v, %v", ok, err)
	}
	// The library would block here, before there is a shell.
	for i := range 100 {
		if err := session.WindowChange(24, 30+i%5); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(session.WindowChange(25, 41), session.Shell()); err != nil {
		t.Fatal(err)
	}
	screen.wait(t, "41 × 25")
	if err := session.WindowChange(0, 0); err != nil { // a client that does not know its size
		t.Fatal(err)
	}
	screen.wait(t, "Here now")
	if ok, err := session.SendRequest("window-change", true, []byte("?")); ok || err != nil {
		t.Errorf("nonsense for a size: %v, %v", ok, err)
	}
	if _, err := io.WriteString(keys, "\x03"); err != nil {
		t.Fatal(err)
	}
	if err := session.Wait(); err != nil {
		t.Error(err)
	}
	if text := screen.String(); !strings.HasSuffix(text, "Goodbye.\r\n") || !strings.Contains(text, "\x1b[?1049l") {
		t.Errorf("the screen is left with %q", text[max(0, len(text)-200):])
	}
}

// drawing is the output to a terminal.
type drawing struct{ buffer }

func newDrawing() *drawing { return &drawing{} }

func (d *drawing) wait(t *testing.T, text string) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if strings.Contains(d.String(), text) {
			return
		}
	}
	t.Fatalf("%q did not come: %q", text, d)
}

func TestTheEndOfInputIsAGoodbye(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	s.knows(t, "eve")
	client, err := s.raw(t, &gossh.ClientConfig{User: "eve", Auth: []gossh.AuthMethod{gossh.PublicKeys(signer(t, "eve"))}})
	if err != nil {
		t.Fatal(err)
	}
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	screen := newDrawing()
	session.Stdout = screen
	keys, pipeErr := session.StdinPipe()
	if err := errors.Join(pipeErr, session.RequestPty("xterm", 24, 80, nil), session.Shell()); err != nil {
		t.Fatal(err)
	}
	screen.wait(t, "Here now")
	if err := errors.Join(keys.Close(), session.Wait()); err != nil {
		t.Fatal(err)
	}
	on, off := strings.LastIndex(screen.String(), "\x1b[?1049h"), strings.LastIndex(screen.String(), "\x1b[?1049l")
	if on < 0 || on > off {
		t.Errorf("the alternate screen stays on: %q", screen.String())
	}
}

func TestTheNewestAlgorithmsAreTaken(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := gossh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for algorithm, taken := range map[string]bool{gossh.KeyAlgoRSASHA512: true, gossh.KeyAlgoRSASHA256: true, gossh.KeyAlgoRSA: false} {
		signer, err := gossh.NewSignerWithAlgorithms(whole.(gossh.AlgorithmSigner), []string{algorithm})
		if err != nil {
			t.Fatal(err)
		}
		client, err := s.raw(t, &gossh.ClientConfig{User: "rsa", Auth: []gossh.AuthMethod{gossh.PublicKeys(signer)}})
		if (err == nil) != taken {
			t.Errorf("%s: %v", algorithm, err)
		}
		if err != nil {
			continue
		}
		agreed := client.Conn.(gossh.AlgorithmsConnMetadata).Algorithms()
		if agreed.KeyExchange != gossh.KeyExchangeMLKEM768X25519 || agreed.HostKey != gossh.KeyAlgoED25519 {
			t.Errorf("agreed on %+v", agreed)
		}
	}
}

// TestWhoTypesTooMuchStillSees checks that a person sees what others do while the own input is delayed.
func TestWhoTypesTooMuchStillSees(t *testing.T) {
	t.Parallel()
	s := openPublic(t, server.Limits{})
	s.knows(t, "anna", "bo")
	anna := s.come(t, terminal.Options{User: "anna", Key: signer(t, "anna")})
	see(t, anna, "Here now")
	if err := anna.Type(strings.Repeat("\x1b[B", 8000) + "?"); err != nil { // three minutes of them
		t.Fatal(err)
	}
	bo := s.come(t, terminal.Options{User: "bo", Key: signer(t, "bo")})
	see(t, bo, "Here now")
	if screen := see(t, anna, "Here now", "bo"); strings.Contains(screen, "Help") {
		t.Errorf("all keys were taken:\n%s", screen)
	}
}
