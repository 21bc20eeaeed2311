package e2e

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlor/internal/terminal"
)

// player is a person at a terminal who plays by what stands on the screen.
type player struct {
	*terminal.Client
	t      *testing.T
	ctx    context.Context //nolint:containedctx // bounds the whole test
	name   string
	number int // the next number to guess
	asked  func(screen string) string
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
	// What is typed before who comes for the first time has a name would be the name.
	if _, err := client.Until(ctx, func(screen string) bool {
		asked := strings.Contains(screen, terminal.Question) || strings.Contains(screen, terminal.Card)
		return !asked && (strings.Contains(screen, "? more") || strings.Contains(screen, "? help"))
	}); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return &player{Client: client, t: t, ctx: ctx, name: name, asked: askLine}
}

// clock is what is left of a turn's time, at the end of a line.
var clock = regexp.MustCompile(`(?m) +[0-9]+:[0-9]{2} *$`)

// Screen is what they see but for the clock: a second that has gone by is no answer
// to what they typed.
func (p *player) Screen() string { return clock.ReplaceAllString(p.Client.Screen(), "") }

// Until waits for such a screen.
func (p *player) Until(ctx context.Context, seen func(screen string) bool) (string, error) {
	return p.Client.Until(ctx, func(screen string) bool { return seen(clock.ReplaceAllString(screen, "")) })
}

func (p *player) see(texts ...string) string {
	p.t.Helper()
	screen, err := p.See(p.ctx, texts...)
	if err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
	return screen
}

// still turns movement off: what a screen shows of a move it shows at once.
func (p *player) still() {
	p.t.Helper()
	p.see("Here now")
	p.press("o")
	p.see("▸ Contrast")
	for range 10 {
		if strings.Contains(p.see("▸ "), "▸ Movement") {
			break
		}
		before := p.Screen()
		p.press(down)
		if _, err := p.Until(p.ctx, func(screen string) bool { return screen != before }); err != nil {
			p.t.Fatal(err)
		}
	}
	p.see("▸ Movement")
	p.press(right)
	p.see("Movement        ‹ off ›")
	p.press("\x1b")
	p.see("Here now")
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

// nextGame is asked between two games.
const nextGame = "Press Enter for game"

// answer is what to type for a screen of Da Vinci Code, empty where nothing is
// asked.
func (p *player) answer(screen string) string {
	for _, one := range []struct{ asked, keys string }{
		{"Your row is complete", enter},
		{"Choose where your", enter},
		{"for your row, one at a time", "d"},
		{"more tile", "d"},
		{"draw a tile, black only", "b"},
		{"draw a tile, white only", "w"},
		{"Your turn: draw a tile", "r"},
		{"Right! Stop (s)", "s"},
		{"of your own to turn up", enter},
		{nextGame, enter},
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
	switch {
	case strings.Contains(before, nextGame):
		// While a room moves the line can change, and the enter is still under way: a
		// second one would come to the next game, for which it means something else.
		answered = func(screen string) bool { return !strings.Contains(screen, nextGame) }
	case strings.Contains(before, "Type it."):
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
	known := regexp.MustCompile(`(?m)^ Tile \d+ of \S+: .*$`)
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

// over reports whether a screen says how the match ended.
func over(screen string) bool {
	return strings.Contains(screen, "won the match") || strings.Contains(screen, "The match was a draw")
}

// totals are the points of a match that is over, which take the board's place once
// they are counted.
func (p *player) totals() string {
	p.t.Helper()
	return p.see("★ won the match", "rematch")
}

// points are the totals in the table at the end, by name.
func points(screen string) map[string]string {
	totals := map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^\s+★?\s*(anna|bo)(?: \(you\))?\s+.*?(\d+)$`).FindAllStringSubmatch(screen, -1) {
		totals[row[1]] = row[2]
	}
	return totals
}

// head is the screen without its three last lines, and without what is each
// screen's own.
func head(screen string) string {
	lines := strings.Split(unpointed(screen), "\n")
	return strings.Join(lines[:min(21, len(lines))], "\n")
}
