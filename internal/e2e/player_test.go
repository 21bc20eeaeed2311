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

// player is a person at a terminal who acts by what is on the screen.
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
	// Earlier input would become the name of a first-time visitor.
	if _, err := client.Until(ctx, func(screen string) bool {
		asked := strings.Contains(screen, terminal.Question) || strings.Contains(screen, terminal.Card)
		return !asked && (strings.Contains(screen, "? more") || strings.Contains(screen, "? help"))
	}); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return &player{Client: client, t: t, ctx: ctx, name: name, asked: askLine}
}

// clock matches the remaining time at the end of a line.
var clock = regexp.MustCompile(`(?m) +[0-9]+:[0-9]{2} *$`)

// Screen returns the screen without the clock, whose changes are no effect of input.
func (p *player) Screen() string { return clock.ReplaceAllString(p.Client.Screen(), "") }

// Until waits for a matching screen.
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

// still turns animations off.
func (p *player) still() {
	p.t.Helper()
	p.see("Here now")
	p.press("o")
	p.see("▸ Contrast")
	for range 10 {
		if strings.Contains(p.see("▸ "), "▸ Animations") {
			break
		}
		before := p.Screen()
		p.press(down)
		if _, err := p.Until(p.ctx, func(screen string) bool { return screen != before }); err != nil {
			p.t.Fatal(err)
		}
	}
	p.see("▸ Animations")
	p.press(right)
	p.see("Animations      ‹ off ›")
	p.press("\x1b")
	p.see("Here now")
}

// whole waits for the texts, and until the screen is complete.
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

// Keys of a terminal.
const (
	enter = "\r"
	down  = "\x1b[B"
	right = "\x1b[C"
	left  = "\x1b[D"
)

// nextGame is the prompt between two games.
const nextGame = "Press Enter for game"

// answer returns what to type for a screen of Da Vinci Code, or "" if nothing is asked.
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
		{"one of yours to turn up", enter},
		{"of your own to turn up", enter}, // the last release
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

// turn answers the screen's prompt, if any, and waits for the effect.
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
		// The enter key may still be in transit when a line changes, and a second one would mean something else in
		// the next game.
		answered = func(screen string) bool { return !strings.Contains(screen, nextGame) }
	case strings.Contains(before, "Type it."):
		// Pointing and typing change the prompt, too, so the effect is the new line of the log.
		answered = func(screen string) bool { return story(screen) != story(before) }
	}
	if _, err := p.Until(p.ctx, answered); err != nil {
		p.t.Fatalf("%s typed %q and nothing changed: %v", p.name, keys, err)
	}
}

// story returns the log on a screen.
func story(screen string) string {
	lines := strings.Split(unpointed(screen), "\n")
	if len(lines) < 24 {
		return screen
	}
	return strings.Join(lines[15:21], "\n")
}

// unpointed returns a screen without what depends on the tile pointed at.
func unpointed(screen string) string {
	known := regexp.MustCompile(`(?m)^ Tile \d+ of \S+: .*$`)
	return known.ReplaceAllString(strings.ReplaceAll(screen, "▲", " "), "")
}

// askLine returns the prompt, third line from below.
func askLine(screen string) string {
	lines := strings.Split(screen, "\n")
	if len(lines) < 24 {
		return screen
	}
	return lines[21]
}

// playUntil plays until the first player's screen shows a text.
func playUntil(text string, players ...*player) {
	players[0].t.Helper()
	for !strings.Contains(players[0].Screen(), text) {
		if err := players[0].ctx.Err(); err != nil {
			players[0].t.Fatalf("%q did not come: %v\n%s", text, err, players[0].Screen())
		}
		for _, p := range players {
			if strings.Contains(players[0].Screen(), text) {
				return // before the next one acts
			}
			p.turn()
		}
		players[0].Settle(players[0].ctx, 5*time.Millisecond)
	}
}

// over reports whether a screen shows the result of the match.
func over(screen string) bool {
	return strings.Contains(screen, "won the match") || strings.Contains(screen, "The match was a draw")
}

// totals returns the points after a match, once they have been counted up.
func (p *player) totals() string {
	p.t.Helper()
	return p.see("★ won the match", "rematch")
}

// points returns the totals in the final table, by name.
func points(screen string) map[string]string {
	totals := map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^\s+★?\s*(anna|bo)(?: \(you\))?\s+.*?(\d+)$`).FindAllStringSubmatch(screen, -1) {
		totals[row[1]] = row[2]
	}
	return totals
}

// head returns the screen without its last three lines and without what differs between players.
func head(screen string) string {
	lines := strings.Split(unpointed(screen), "\n")
	return strings.Join(lines[:min(21, len(lines))], "\n")
}
