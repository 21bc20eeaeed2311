package server_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/terminal"
	"parlor/server"
	davinciboard "parlor/tui/davinci"
	kodeknackerboard "parlor/tui/kodeknacker"
	masterdiceboard "parlor/tui/masterdice"
)

// told is the output of a command.
type told struct {
	stdout, stderr string
	status         int
}

// caller is a connection on which commands are run.
type caller struct {
	t      *testing.T
	client *gossh.Client
}

func (s site) caller(t *testing.T, user string, key gossh.Signer) caller {
	t.Helper()
	auth := []gossh.AuthMethod{gossh.KeyboardInteractive(noQuestions)}
	if key != nil {
		auth = []gossh.AuthMethod{gossh.PublicKeys(key)}
	}
	client, err := s.raw(t, &gossh.ClientConfig{User: user, Auth: auth})
	if err != nil {
		t.Fatal(err)
	}
	return caller{t, client}
}

func (c caller) run(command, stdin string) told {
	c.t.Helper()
	session, err := c.client.NewSession()
	if err != nil {
		c.t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	session.Stdin, session.Stdout, session.Stderr = strings.NewReader(stdin), &stdout, &stderr
	done := make(chan error, 1)
	go func() { done <- session.Run(command) }()
	select {
	case err = <-done:
	case <-time.After(patience):
		c.t.Fatalf("%s does not end; it said %s%s", command, &stdout, &stderr)
	}
	var exit *gossh.ExitError
	if errors.As(err, &exit) {
		return told{stdout.String(), stderr.String(), exit.ExitStatus()}
	}
	if err != nil {
		c.t.Fatalf("%s: %v", command, err)
	}
	return told{stdout.String(), stderr.String(), 0}
}

// ok returns the standard output of a command that must succeed.
func (c caller) ok(command string) string {
	c.t.Helper()
	got := c.run(command, "")
	if got.status != 0 || got.stderr != "" {
		c.t.Errorf("%s: status %d, standard error %q", command, got.status, got.stderr)
	}
	return got.stdout
}

func (c caller) has(command string, texts ...string) {
	c.t.Helper()
	output := c.ok(command)
	for _, text := range texts {
		if !strings.Contains(output, text) {
			c.t.Errorf("%s: %q is not in\n%s", command, text, output)
		}
	}
}

func TestCommands(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{}, davinciboard.Game(), masterdiceboard.Game(), kodeknackerboard.Game())
	anna := s.caller(t, "anna", signer(t, "anna"))
	bo := s.caller(t, "bo", signer(t, "bo"))
	anna.has("rooms", "There are no rooms yet", "Nobody is here now.")
	anna.has("me", "You are anna.", "Your key is SHA256:", "You have no seat in any room.")
	anna.has("new davinci seats=3 bots=1 clock=2m jokers=free 'title=late night'", "You have seat 1 in room AAAAAA: Da Vinci Code, late night.",
		"ssh -p 2222 AAAAAA@play.example.com", "kept for 2 minutes")
	bo.has("rooms", "CODE    GAME           TITLE       SEATS   STATE                WHO\nAAAAAA  Da Vinci Code  late night  2 of 3  waiting for players  anna, Caliper (bot)\n")
	bo.has("join aaa-aaa", "You have seat 3 in room AAAAAA")
	bo.has("join AAAAAA", "You have seat 3 in room AAAAAA")
	bo.has("watch AAAAAA", "Seat 1: anna, host, away.", "Seat 3: bo, you, away.", "waiting for players")
	bo.has("say hello there", "Sent.")
	anna.has("rooms", "bo: hello there")
	anna.has("rooms nobody's", "No public room has that")
	bo.has("name robert", "You are now called robert.")
	bo.has("me", "You are robert.", "AAAAAA")
	bo.has("help", "watch [CODE]", "kodeknacker")
	bo.has("help davinci", "jokers", "none, free, strict")
	bo.has("rules masterdice", "MasterDice")
	bo.has("version", "parlor test", "text protocol 1")
	guest := s.caller(t, "gus", nil)
	guest.has("me", "guest", "ssh -p 2222 gus+")
	for _, row := range []struct{ command, says string }{
		{"dance", `There is no command "dance" here. Type help for the list.`},
		{"join", "join CODE"},
		{"join QQQQQQ", "no room QQQQQQ"},
		{"join AAAAAA", "All seats there are taken"},
		{"rooms" + strings.Repeat(" now", 11), "rooms has too many arguments"},
		{"new chess", "The games are davinci, masterdice, kodeknacker."},
		{"new davinci jokers=many", "it can be none, free, strict"},
		{"new davinci seats=nine", `Invalid seats: "nine"`},
		{"new davinci seats=9", "for 2 to 4 players"},
		{"new davinci clock=soon", "such as 30s"},
		{"new davinci clock=-5s", "clock must be off, or at most"},
		{"new davinci public=perhaps", "yes or no"},
		{"new davinci seats", "OPTION=VALUE"},
		{"new davinci bots=7", "bots must be 0 to 3; one seat is yours."},
		{"new davinci seats=2 bots=2", "bots=2 do not fit into seats=2"},
		{"name \x1b\u202e", "at least one letter"},
		{"name anna", "name of a player here"},
		{"rooms --quick", `Unknown option "--quick". Type help.`},
		{"rooms --lines", "always prints text"},
		{"play", "Name a room or a game"},
		{"play chess seats=2", `There is no game "chess" here.`},
		{"  ", "Unknown command. Type help."},
		{strings.Repeat("x", 3000), "too long"},
		{strings.Repeat("x ", 100), "Too many words"},
	} {
		got := guest.run(row.command, "")
		if got.status == 0 || got.stdout != "" || !strings.Contains(got.stderr, row.says) || strings.ContainsAny(got.stderr, "\x1b\u202e") {
			t.Errorf("%s: %+v does not say %q", row.command, got, row.says)
		}
		if text := strings.TrimSpace(got.stderr); strings.Contains(text, "\n") || !strings.HasPrefix(text, "parlor: ") {
			t.Errorf("%s: %q is not one sentence", row.command, got.stderr)
		}
	}
}

func TestEveryCommandHasOneDocument(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	anna := s.caller(t, "anna", signer(t, "anna"))
	for _, command := range []string{
		"help", "help davinci", "version", "rooms", "me", "name ann", "rules davinci", "new davinci bots=1", "rooms",
		"join AAAAAA", "watch AAAAAA", "me",
	} {
		output := anna.ok(command + " --json")
		var document map[string]any
		if err := json.Unmarshal([]byte(output), &document); err != nil || strings.Count(output, "\n") != 1 {
			t.Errorf("%s: %v: %q", command, err, output)
		}
	}
}

// TestACodeInPlaceOfAName checks that a room code as the user name leads to the room, on a screen and in text mode.
func TestACodeInPlaceOfAName(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	host := s.come(t, terminal.Options{User: "anna", Key: signer(t, "anna")})
	see(t, host, "Here now")
	press(t, host, "p")
	see(t, host, "anna  (you, host)", "AAAAAA@play.example.com")
	before := s.come(t, terminal.Options{User: "bo", Key: signer(t, "bo")})
	see(t, before, "Here now") // otherwise the name might not be known yet
	before.HangUp()
	bo := s.come(t, terminal.Options{User: "AAAAAA", Key: signer(t, "bo")})
	see(t, bo, "2  bo  (you)")
	cy := s.come(t, terminal.Options{User: "aaaaaa"})
	see(t, cy, "(you, guest)")
	if strings.Contains(cy.Screen(), "player  (you") {
		t.Errorf("who comes by a code is called as nobody would be:\n%s", cy.Screen())
	}
	lost := s.come(t, terminal.Options{User: "QQQQQ7", Key: signer(t, "dan")})
	see(t, lost, "There is no room QQQQQ7", "Here now")
	mistyped := s.come(t, terminal.Options{User: "qqqqq7", Key: signer(t, "dora")})
	see(t, mistyped, "There is no room QQQQQ7, and a name cannot look like a code.", "Here now")
	for _, code := range []string{"ZZZZZZ", "AGR0KN", "GARETH"} { // which NewCode never returns
		other := s.come(t, terminal.Options{User: code, Key: signer(t, code), Newcomer: true})
		see(t, other, "There is no room "+code+".", "What is your name?")
		if strings.Contains(other.Screen(), "Press Enter to be "+code) {
			t.Errorf("a mistyped code is suggested as a name:\n%s", other.Screen())
		}
		other.HangUp()
	}
	thomas := s.come(t, terminal.Options{User: "thomas", Key: signer(t, "thomas"), Newcomer: true})
	see(t, thomas, "Press Enter to be thomas")
	if named := s.caller(t, "gareth", signer(t, "gareth")).run("name GARETH", ""); named.status != 0 {
		t.Errorf("%+v", named)
	}
	gareth := s.come(t, terminal.Options{User: "GARETH", Key: signer(t, "gareth")})
	see(t, gareth, "Here now", "GARETH")
	if strings.Contains(gareth.Screen(), "There is no room") {
		t.Errorf("what they are called is taken for a code:\n%s", gareth.Screen())
	}
	named := s.come(t, terminal.Options{User: "marc", Key: signer(t, "marc")})
	see(t, named, "marc")
	press(t, host, "\r")
	see(t, bo, "Take 4 tiles")
	late := s.come(t, terminal.Options{User: "AAAAAA", Key: signer(t, "eve")})
	see(t, late, "watching")
	spoken := s.caller(t, "AAAAAA", signer(t, "fay")).run("play --lines --watch", "look\nquit\n")
	if !strings.Contains(spoken.stdout, "Room AAAAAA, anna's table: Da Vinci Code, game 1 of 3.") || spoken.status != 0 {
		t.Errorf("%+v", spoken)
	}
}

// TestLinesWaitForTheRoom checks that lines that are piped into text mode are answered once the
// room is there.
func TestLinesWaitForTheRoom(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	host := s.come(t, terminal.Options{User: "anna", Key: signer(t, "anna")})
	see(t, host, "Here now")
	press(t, host, "p")
	see(t, host, "anna  (you, host)", "AAAAAA@play.example.com")
	for range 10 {
		piped := s.caller(t, "AAAAAA", signer(t, "fay")).run("play --lines --watch", "look\nquit\n")
		if !strings.Contains(piped.stdout, "Seat 1: anna, host.") || piped.status != 0 {
			t.Fatalf("%+v", piped)
		}
	}
}

// TestABoardIsNoOne checks that a projector board is not listed as a person.
func TestABoardIsNoOne(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	anna := s.come(t, terminal.Options{User: "anna", Key: signer(t, "anna")})
	see(t, anna, "Here now: anna")
	press(t, anna, "e")
	see(t, anna, "New game night")
	press(t, anna, "\r")
	see(t, anna, "Give the others the code")
	board := s.come(t, terminal.Options{User: "projector", Command: "board AAAAAA"})
	see(t, board, "AAAAAA@", "Standings")
	bo := s.come(t, terminal.Options{User: "bo", Key: signer(t, "bo")})
	see(t, bo, "Here now: anna, bo\n")
	spoken := s.caller(t, "cy", signer(t, "cy")).run("lines", "\nquit\n")
	if !strings.Contains(spoken.stdout, "Welcome to parlor, cy.") || spoken.status != 0 {
		t.Errorf("%+v", spoken)
	}
}

// TestCommandsOpenTheScreen checks that new, join and watch open the room on a terminal, and print text without one
// or with --lines.
func TestCommandsOpenTheScreen(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	run := func(name, command string) *terminal.Client {
		t.Helper()
		return s.come(t, terminal.Options{User: name, Key: signer(t, name), Command: command})
	}
	anna := run("anna", "new davinci seats=2")
	see(t, anna, "anna  (you, host)")
	bo := run("bo", "join AAAAAA")
	see(t, bo, "2  bo  (you)")
	cy := run("cy", "watch AAAAAA")
	see(t, anna, "Watching: cy")
	see(t, cy, "Waiting for the match")
	full := run("dan", "join AAAAAA")
	wantEnd(t, full)
	if text := full.Screen(); !strings.Contains(text, "All seats there are taken") || full.AltScreen() {
		t.Errorf("told:\n%s", text)
	}
	plain := run("eve", "rooms")
	<-plain.Done()
	if sent := plain.Bytes(); bytes.ContainsAny(sent, "\x1b") || !bytes.Contains(sent, []byte("AAAAAA")) {
		t.Errorf("%q", sent)
	}
	lines := run("fay", "watch AAAAAA --lines")
	see(t, lines, "Room AAAAAA, anna's table")
	program := run("gus", "play AAAAAA")
	wantEnd(t, program)
	if text := program.Screen(); !strings.Contains(text, "Connect with ssh -T -p 2222") {
		t.Errorf("told:\n%s", text)
	}
}

// TestAnOrderDisturbsNoScreen checks that joining by a command leaves the person's open screen as it is.
func TestAnOrderDisturbsNoScreen(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	anna := s.come(t, terminal.Options{User: "anna", Key: signer(t, "anna")})
	see(t, anna, "Here now")
	press(t, anna, "p")
	see(t, anna, "anna  (you, host)")
	other := s.caller(t, "anna", signer(t, "anna"))
	other.has("join AAAAAA", "You have seat 1")
	other.has("watch AAAAAA", "Seat 1: anna, you, host.")
	other.has("name ann", "called ann")
	press(t, anna, "b")
	see(t, anna, "Caliper", "ann  (you, host)")
}

// TestARoomForStrangersHasAClock checks that a person's public room without a chosen clock gets the usual one, and
// that an API client gets the documented defaults.
func TestARoomForStrangersHasAClock(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{}, davinciboard.Game())
	for i, row := range []struct{ command, clock string }{
		{"new davinci", `"clock_seconds":120,`},
		{"new davinci bots=1 seats=3", `"clock_seconds":120,`},
		{"new davinci rated=yes", `"clock_seconds":60,`},
		{"new davinci bots=1", `"clock_seconds":0,`},
		{"new davinci public=no", `"clock_seconds":0,`},
		{"new davinci clock=off", `"clock_seconds":0,`},
		{"new davinci Absent=wait", `"clock_seconds":0,`},
		{"new davinci clock=30s", `"clock_seconds":30,`},
		{"new davinci --json", `"clock_seconds":0,`},
	} {
		name := fmt.Sprint("p", i)
		caller := s.caller(t, name, signer(t, name))
		caller.ok(row.command)
		if me := caller.ok("me --json"); !strings.Contains(me, row.clock) {
			t.Errorf("after %q there is\n%s", row.command, me)
		}
	}
	s.caller(t, "cy", signer(t, "cy")).has("help davinci", "2 minutes, a bot if away")
}
