package main

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/terminal"
)

// patience bounds a whole end-to-end test; none of them waits that long unless
// something is broken.
const patience = 4 * time.Minute

// program is the real program while it runs.
type program struct {
	addr  string
	stop  context.CancelFunc
	ended <-chan int // its exit status
}

// launch starts the real program on a free port.
func launch(t *testing.T, args ...string) program {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	output, stdout := io.Pipe()
	ended := make(chan int, 1)
	args = append([]string{
		"--addr", "127.0.0.1:0", "--host-keys", t.TempDir(), "--data", t.TempDir(), "--log", "error", "--bot-pace", "1ms", "--drain", "1ms",
	}, args...)
	go func() {
		code := run(ctx, args, func(string) string { return "" }, strings.NewReader(""), stdout, testWriter{t})
		_ = stdout.Close()
		ended <- code
	}()
	lines := bufio.NewScanner(output)
	var port string
	for port == "" && lines.Scan() {
		if found := regexp.MustCompile(`ssh -p (\d+) localhost`).FindStringSubmatch(lines.Text()); found != nil {
			port = found[1]
		}
	}
	if port == "" {
		t.Fatal("the program did not print how to join")
	}
	go func() { _, _ = io.Copy(io.Discard, output) }()
	return program{"127.0.0.1:" + port, stop, ended}
}

// startProgram launches the program for a whole test and answers its address;
// it is stopped, and its exit status checked, at the end.
func startProgram(t *testing.T, args ...string) string {
	t.Helper()
	p := launch(t, args...)
	t.Cleanup(func() {
		p.stop()
		if code := <-p.ended; code != statusOK {
			t.Errorf("the program ended with status %d", code)
		}
	})
	return p.addr
}

// testWriter is the program's standard error: nothing is expected there.
type testWriter struct{ t *testing.T }

func (w testWriter) Write(text []byte) (int, error) {
	w.t.Errorf("standard error: %s", text)
	return len(text), nil
}

// keyOf is a key of a person, always the same.
func keyOf(t *testing.T, name string) gossh.Signer {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	copy(seed, name)
	signer, err := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// player is a person at a terminal who plays by what stands on the screen.
type player struct {
	*terminal.Client
	t      *testing.T
	ctx    context.Context //nolint:containedctx // bounds the whole test
	name   string
	number int // the next number to guess
}

func dial(t *testing.T, addr, name string) *player {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	client, err := terminal.Dial(ctx, addr, terminal.Options{User: name, Key: keyOf(t, name)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.HangUp)
	return &player{Client: client, t: t, ctx: ctx, name: name}
}

func (p *player) see(texts ...string) string {
	p.t.Helper()
	screen, err := p.See(p.ctx, texts...)
	if err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
	return screen
}

// whole waits for the texts, and then until the screen is drawn to its end.
func (p *player) whole(texts ...string) string {
	p.t.Helper()
	p.see(texts...)
	return p.Settle(p.ctx, 500*time.Millisecond)
}

func (p *player) press(keys string) {
	p.t.Helper()
	if err := p.Type(keys); err != nil {
		p.t.Fatalf("%s: typing: %v", p.name, err)
	}
}

// Keys that a terminal sends.
const (
	enter = "\r"
	down  = "\x1b[B"
	right = "\x1b[C"
	left  = "\x1b[D"
)

// answer is what to type for a screen of Da Vinci Code, empty where nothing is
// asked.
func (p *player) answer(screen string) string {
	for _, one := range []struct{ asked, keys string }{
		{"Your rack stands", enter},
		{"Where shall your", enter},
		{"for your rack, one at a time", "d"},
		{"more tile", "d"},
		{"draw a tile, only black", "b"},
		{"draw a tile, only white", "w"},
		{"Your turn: draw a tile", "r"},
		{"Right! Stop (s)", "s"},
		{"of your own to turn up", enter},
		{"Press enter for round", enter},
	} {
		if strings.Contains(screen, one.asked) {
			return one.keys
		}
	}
	if strings.Contains(screen, "Type it.") {
		p.number = (p.number + 5) % 12
		return strings.Repeat(right, p.number%3) + strconv.Itoa(p.number) + enter
	}
	return ""
}

// turn does what the screen asks for, if anything, and waits until the screen
// has answered.
func (p *player) turn() {
	p.t.Helper()
	before := p.Screen()
	keys := p.answer(before)
	if keys == "" {
		return
	}
	p.press(keys)
	answered := func(screen string) bool { return askLine(screen) != askLine(before) }
	if strings.Contains(before, "Type it.") {
		// Pointing and typing change the question too, and are no answer yet: the
		// enter is under way, and a second one could go too far. The guess is told.
		answered = func(screen string) bool { return story(screen) != story(before) }
	}
	if _, err := p.Until(p.ctx, answered); err != nil {
		p.t.Fatalf("%s typed %q and nothing changed: %v", p.name, keys, err)
	}
}

// story is what the screen tells of what happened.
func story(screen string) string {
	lines := strings.Split(unpointed(screen), "\n")
	if len(lines) < 24 {
		return screen
	}
	return strings.Join(lines[15:21], "\n")
}

// unpointed is a screen without what depends on the tile that is pointed at: its
// mark, and what is known of it, which stands where the table has room.
func unpointed(screen string) string {
	known := regexp.MustCompile(`(?m)^ \S+'s \d+\w+: .*$`)
	return known.ReplaceAllString(strings.ReplaceAll(screen, "▲", " "), "")
}

// askLine is the line that says what to do, third from below.
func askLine(screen string) string {
	lines := strings.Split(screen, "\n")
	if len(lines) < 24 {
		return screen
	}
	return lines[21]
}

// playUntil lets everybody play until the first one's screen shows a text.
func playUntil(text string, players ...*player) {
	players[0].t.Helper()
	for !strings.Contains(players[0].Screen(), text) {
		if err := players[0].ctx.Err(); err != nil {
			players[0].t.Fatalf("%q did not come: %v\n%s", text, err, players[0].Screen())
		}
		for _, p := range players {
			if strings.Contains(players[0].Screen(), text) {
				return // before the next one goes on
			}
			p.turn()
		}
		players[0].Settle(players[0].ctx, 5*time.Millisecond)
	}
}

// totals are the points of a match that is over, which take the board's place.
func (p *player) totals() string {
	p.t.Helper()
	p.see("won the match", "tab board or points")
	p.press("\t")
	return p.see("★ won the match")
}

// points are the totals in the table at the end, by name.
func points(screen string) map[string]string {
	totals := map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^\s+★?\s*(anna|bo)(?: \(you\))?\s+.*?(\d+)$`).FindAllStringSubmatch(screen, -1) {
		totals[row[1]] = row[2]
	}
	return totals
}

func TestTwoPeoplePlayAMatch(t *testing.T) {
	t.Parallel()
	addr := startProgram(t)
	anna, bo := dial(t, addr, "anna"), dial(t, addr, "bo")
	anna.see("parlor", "Here now: anna, bo")
	anna.press("p")
	anna.see("anna  (you, host)")
	bo.see("anna's table")
	bo.press("p")
	anna.see("bo", "You can begin")
	anna.press(enter)
	for _, end := range []string{"won round 1", "round 2 of 3", "won round 2", "round 3 of 3", "won the match"} {
		playUntil(end, anna, bo)
	}
	ends := []string{anna.totals(), bo.totals()}
	first, second := points(ends[0]), points(ends[1])
	if len(first) != 2 || fmt.Sprint(first) != fmt.Sprint(second) {
		t.Errorf("anna sees the points %v, bo %v:\n%s", first, second, ends[0])
	}
}

func TestADroppedPlayerComesBack(t *testing.T) {
	t.Parallel()
	addr := startProgram(t)
	anna, bo := dial(t, addr, "anna"), dial(t, addr, "bo")
	anna.press("p")
	anna.see("anna  (you, host)")
	bo.see("anna's table")
	bo.press("p")
	anna.see("You can begin")
	anna.press(enter)
	playUntil("Waiting for bo to draw", anna, bo)
	bo.see("Your turn: draw a tile")
	bo.press("r")
	before := bo.whole("Type it.", "drawn") // it has fallen
	bo.HangUp()
	anna.see("bo is away")
	again := dial(t, addr, "bo")
	after := again.whole("Welcome back", "Type it.")
	// Racks, pool and log are the same; below stands the welcome.
	if head(before) != head(after) {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	anna.see("bo is back")
	playUntil("won round 1", anna, again)
}

// head is the screen without its three last lines, and without what is each
// screen's own.
func head(screen string) string {
	lines := strings.Split(unpointed(screen), "\n")
	return strings.Join(lines[:min(21, len(lines))], "\n")
}

func TestFourSeatsWithJokersAndTwoBots(t *testing.T) {
	t.Parallel()
	addr := startProgram(t)
	anna, bo := dial(t, addr, "anna"), dial(t, addr, "bo")
	anna.press("n")
	anna.see("New room")
	anna.press(down + down + down + right)
	anna.see("‹ free ›")
	anna.press(down + down + left + left)
	anna.see("‹ 1 ›")
	anna.press(enter)
	anna.see("anna  (you, host)", "Jokers          free")
	bo.see("anna's table")
	bo.press(enter)
	anna.see("bo")
	anna.press("b")
	anna.see("Cecilia")
	anna.press("b")
	anna.see("Ludovico", "All seats are taken")
	anna.press(enter)
	playUntil("won the match", anna, bo)
	bo.see("won the match", "Cecilia", "Ludovico")
}

func TestAStopTellsPeopleAndRestoresScreens(t *testing.T) {
	t.Parallel()
	p := launch(t)
	anna, bo := dial(t, p.addr, "anna"), dial(t, p.addr, "bo")
	anna.see("Here now")
	bo.press("p")
	bo.see("bo  (you, host)")
	p.stop()
	for _, person := range []*player{anna, bo} {
		select {
		case <-person.Done():
		case <-person.ctx.Done():
			t.Fatal("the session did not end")
		}
		if person.AltScreen() || !strings.Contains(person.Screen(), "The server is stopping") {
			t.Errorf("%s was left with alternate screen %v:\n%s", person.name, person.AltScreen(), person.Screen())
		}
	}
	if code := <-p.ended; code != statusOK {
		t.Errorf("exit status %d", code)
	}
}

// playOther answers screens of the two games whose moves are plain: the first
// hint that does something.
func (p *player) playOther() {
	p.t.Helper()
	before := p.Screen()
	var keys string
	switch {
	case strings.Contains(before, "roll the dice, or solve"):
		keys = enter
	case strings.Contains(before, "Put one to four dice"):
		// One die of any value: the next that was rolled.
		keys = "\x1b[A" + enter
	case strings.Contains(before, "No attempt is left"), strings.Contains(before, "Solve: name"):
		keys = "3344" + enter + enter
	case strings.Contains(before, "Make your code"):
		keys = map[string]string{"anna": "rgbyo", "bo": "ppgrr"}[p.name] + enter
	case strings.Contains(before, "fill the row"):
		p.number++
		keys = []string{"rrggb", "bbyyo", "oopprr"[:5], "12345"}[p.number%4] + enter
	case strings.Contains(before, "Press enter for round"):
		keys = enter
	default:
		return
	}
	p.press(keys)
	if _, err := p.Until(p.ctx, func(screen string) bool { return screen != before }); err != nil {
		p.t.Fatalf("%s typed %q and nothing changed: %v", p.name, keys, err)
	}
	p.Settle(p.ctx, 120*time.Millisecond) // several frames: a row half typed is no answer
}

// TestTwoPeoplePlayTheOtherGames plays a whole match of each to the winner's
// screen, once between two people and once with a bot.
func TestTwoPeoplePlayTheOtherGames(t *testing.T) {
	t.Parallel()
	for _, game := range []struct{ key, title string }{{"2", "MasterDice"}, {"3", "Kodeknacker"}} {
		for _, withBot := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, bot %v", game.title, withBot), func(t *testing.T) {
				t.Parallel()
				addr := startProgram(t)
				anna := dial(t, addr, "anna")
				anna.see("Here now")
				anna.press(game.key)
				anna.see("anna  (you, host)", game.title)
				people := []*player{anna}
				if withBot {
					anna.press("b")
					anna.see("Cecilia")
				} else {
					bo := dial(t, addr, "bo")
					bo.see("anna's table")
					bo.press(enter)
					anna.see("bo")
					people = append(people, bo)
				}
				anna.see("All seats are taken")
				anna.press(enter)
				for !strings.Contains(anna.Screen(), "won the match") {
					if err := anna.ctx.Err(); err != nil {
						t.Fatalf("the match did not end: %v\n%s", err, anna.Screen())
					}
					for _, p := range people {
						p.playOther()
					}
				}
				for _, p := range people {
					p.see("won the match")
					if screen := p.totals(); !strings.Contains(screen, "anna") || !strings.Contains(screen, "points") {
						t.Errorf("no points on the screen:\n%s", screen)
					}
				}
			})
		}
	}
}
