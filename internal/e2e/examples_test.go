package e2e

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/internal/games"
	"parlor/server/protocol"
	"parlor/tui/board"
)

// matches returns the number of matches per pair of players, from PARLOR_MATCHES.
func matches(t *testing.T) int {
	t.Helper()
	if text := os.Getenv("PARLOR_MATCHES"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if testing.Short() {
		return 2
	}
	return 10
}

// needs skips a test if a program is not installed.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed: %v", program, err)
		}
	}
}

// openSSH returns the command line of the installed ssh for a person.
func openSSH(t *testing.T, addr, name string) string {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	copy(seed, name)
	block, err := gossh.MarshalPrivateKey(ed25519.NewKeyFromSeed(seed), "")
	if err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(key, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("ssh -F none -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR "+
		"-o IdentitiesOnly=yes -o IdentityAgent=none -i %s -p %s %s@%s", key, port, name, host)
}

// stranger is a player run as a separate program.
type stranger struct {
	*exec.Cmd
	stdout bytes.Buffer
	stderr bytes.Buffer
	room   chan string // receives the code of its room once
}

func startStranger(t *testing.T, name string, args ...string) *stranger {
	t.Helper()
	s := &stranger{Cmd: exec.CommandContext(t.Context(), name, args...), room: make(chan string, 1)}
	s.Stdout = &s.stdout
	told, err := s.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.room)
		for lines := bufio.NewScanner(told); lines.Scan(); {
			s.stderr.WriteString(lines.Text() + "\n")
			if words := strings.Fields(lines.Text()); len(words) > 1 && words[0] == "room" {
				s.room <- words[1]
			}
		}
	}()
	return s
}

// overs waits for the end of a player and returns the matches that it saw end.
func (s *stranger) overs(t *testing.T) []protocol.Over {
	t.Helper()
	for range s.room { // until all output has been read
		continue
	}
	if err := s.Wait(); err != nil {
		t.Fatalf("%v: %s", err, &s.stderr)
	}
	var all []protocol.Over
	for lines := bufio.NewScanner(&s.stdout); lines.Scan(); {
		var over protocol.Over
		if err := json.Unmarshal(lines.Bytes(), &over); err != nil {
			t.Fatalf("%v: %s", err, lines.Text())
		}
		all = append(all, over)
	}
	return all
}

// wantReplay checks that each record replays to the reported end.
func wantReplay(t *testing.T, overs []protocol.Over, n int) {
	t.Helper()
	if len(overs) != n {
		t.Fatalf("%d matches ended, not %d", len(overs), n)
	}
	for _, over := range overs {
		i := slices.IndexFunc(games.All(), func(k board.Game) bool { return k.Game.Name == over.Record.Game })
		match, err := games.All()[i].Game.Replay(over.Record)
		if err != nil {
			t.Fatal(err)
		}
		end := match.View(engine.Watcher)
		if end.Stage != engine.Over || !slices.Equal(end.Winners, over.Winners) || !slices.Equal(end.Totals, over.Points) {
			t.Errorf("told %v won with %v; the record ends with %v and %v", over.Winners, over.Points, end.Winners, end.Totals)
		}
	}
}

// TestStrangersPlay runs the players in examples/, which share no code with parlor, over the installed ssh, against
// bots and each other, without a refusal.
func TestStrangersPlay(t *testing.T) {
	needs(t, "ssh", "python3")
	addr := startProgram(t, "--max-sessions", "50", "--max-seats", "50")
	for _, row := range []struct{ name, options string }{
		{"davinci", "rounds=1"},
		{"davinci", "rounds=1 jokers=strict"},
		{"masterdice", ""},
		{"masterdice", "mode=duel"},
		{"kodeknacker", "rounds=1"},
	} {
		options := strings.Fields(row.options)
		t.Run(row.name+" against a bot "+row.options, func(t *testing.T) {
			t.Parallel()
			n := matches(t)
			args := append([]string{"../../examples/player.py", "-n", strconv.Itoa(n), openSSH(t, addr, "anna"), "play", row.name, "bots=1"}, options...)
			wantReplay(t, startStranger(t, "python3", args...).overs(t), n)
		})
		t.Run(row.name+" against itself "+row.options, func(t *testing.T) {
			t.Parallel()
			n := matches(t)
			args := append([]string{"../../examples/player.py", "-n", strconv.Itoa(n), openSSH(t, addr, "bo"), "play", row.name, "seats=2"}, options...)
			one := startStranger(t, "python3", args...)
			other := startStranger(t, "python3", "../../examples/player.py", "-n", strconv.Itoa(n), openSSH(t, addr, "cy"), "play", <-one.room)
			ones, others := one.overs(t), other.overs(t)
			wantReplay(t, ones, n)
			if fmt.Sprint(ones) != fmt.Sprint(others) {
				t.Error("two players of one match were told different ends")
			}
		})
	}
}

// TestStrangersPlayAtAGameNight lets two of them take part in a game night until its host ends it.
func TestStrangersPlayAtAGameNight(t *testing.T) {
	t.Parallel()
	needs(t, "ssh", "python3")
	addr := startProgram(t)
	host := func(words string) (night protocol.GameNightDocument) {
		t.Helper()
		args := append(strings.Fields(openSSH(t, addr, "anna")), strings.Fields(words)...)
		out, err := exec.CommandContext(t.Context(), args[0], args[1:]...).Output()
		if err != nil {
			t.Fatalf("%s: %v", words, err)
		}
		if err := json.Unmarshal(out, &night); err != nil {
			t.Fatalf("%s: %v", words, err)
		}
		return night
	}
	code := host("night new games=kodeknacker,davinci rounds=1 bots=0 programs=on --json").Code
	bo := startStranger(t, "python3", "../../examples/player.py", openSSH(t, addr, "bo"), "play", code)
	cy := startStranger(t, "python3", "../../examples/player.py", openSSH(t, addr, "cy"), "play", code)
	until := func(seen func(protocol.GameNightDocument) bool) {
		t.Helper()
		for end := time.Now().Add(patience); !seen(host("night " + code + " --json")); time.Sleep(200 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("it does not happen")
			}
		}
	}
	until(func(n protocol.GameNightDocument) bool {
		return len(n.People) == 3 && n.People[1].Program && n.People[2].Program
	})
	host("night " + code + " begin --json")
	until(func(n protocol.GameNightDocument) bool { return n.Matches > 1 })
	host("night " + code + " end --json --yes")
	bos, cys := bo.overs(t), cy.overs(t)
	wantReplay(t, bos, len(cys))
	if len(bos) < 2 || fmt.Sprint(bos) != fmt.Sprint(cys) {
		t.Errorf("bo was told the ends of %d matches, cy of %d", len(bos), len(cys))
	}
}

func TestTheShellPlaysKodeknacker(t *testing.T) {
	t.Parallel()
	needs(t, "ssh", "bash", "jq", "shuf")
	addr := startProgram(t)
	player := startStranger(t, "bash", "../../examples/kodeknacker.sh", openSSH(t, addr, "anna"), "play", "kodeknacker", "bots=1", "rounds=2")
	select {
	case <-time.After(patience):
		t.Fatal("it does not end")
	case <-player.room:
	}
	wantReplay(t, player.overs(t), 1)
}
