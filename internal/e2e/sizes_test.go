package e2e

import (
	"context"
	"strings"
	"testing"
	"time"

	"parlor/internal/terminal"
)

// dialSized connects with a window of the given size.
func dialSized(t *testing.T, addr, name string, width, height int) *player {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	client, err := terminal.Dial(ctx, addr, terminal.Options{User: name, Key: keyOf(t, name), Width: width, Height: height})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.HangUp)
	return &player{Client: client, t: t, ctx: ctx, name: name, asked: words}
}

// words returns the text above the hints.
func words(screen string) string {
	lines := strings.Split(screen, "\n")
	last := max(1, len(lines)-1)
	return strings.Join(strings.Fields(strings.Join(lines[max(0, last-4):last], " ")), " ")
}

// turnByWords plays a turn of Da Vinci Code in a window of any size, by its prompts.
func (p *player) turnByWords() {
	p.t.Helper()
	before := p.asked(p.Screen())
	keys := p.answer(before)
	if keys == "" {
		return
	}
	p.press(keys)
	if _, err := p.Until(p.ctx, func(screen string) bool {
		now := p.asked(screen)
		pointing := strings.Contains(before, "Type it.") && strings.Contains(now, "Type it.") && !strings.Contains(now, "Right!")
		return now != before && !pointing
	}); err != nil {
		p.t.Fatalf("%s typed %q and nothing changed: %v", p.name, keys, err)
	}
}

// opensOneGame creates a room for a match of one game, because three take long with random guesses.
func (p *player) opensOneGame() {
	p.t.Helper()
	p.press("n")
	p.see("Custom")
	p.press("o")
	p.see("‹ Da Vinci Code ›")
	for !strings.Contains(p.Screen(), "▸ Games") {
		p.step("\x1b[B")
	}
	p.step("\x1b[D")
	p.step("\x1b[D")
	p.see("‹ 1 ›")
	p.press(enter)
}

// step presses a key and waits until the screen changes.
func (p *player) step(key string) {
	p.t.Helper()
	before := p.Screen()
	p.press(key)
	if _, err := p.Until(p.ctx, func(screen string) bool { return screen != before }); err != nil {
		p.t.Fatalf("%s typed %q and nothing changed: %v\n%s", p.name, key, err, before)
	}
}

// TestWholeMatchesInSmallAndLargeWindows plays a match of each game by keys, between the smallest and a large window.
func TestWholeMatchesInSmallAndLargeWindows(t *testing.T) {
	t.Parallel()
	for _, game := range []struct {
		title string
		opens func(*player)
		turn  func(*player)
	}{
		{"Da Vinci Code", (*player).opensOneGame, (*player).turnByWords},
		{"MasterDice", func(p *player) { p.press("2") }, (*player).playOther},
		{"Kodeknacker", func(p *player) { p.press("3") }, (*player).playOther},
	} {
		t.Run(game.title, func(t *testing.T) {
			t.Parallel()
			addr := startProgram(t)
			anna, bo := dialSized(t, addr, "anna", 50, 16), dialSized(t, addr, "bo", 200, 60)
			bo.see("Here now", "anna", "bo")
			anna.see("quick play")
			game.opens(anna)
			anna.see("anna  (you, host)", game.title)
			bo.see("anna's table")
			bo.press(enter)
			anna.see("2  bo")
			anna.press(enter)
			for !over(words(anna.Screen())) {
				if err := anna.ctx.Err(); err != nil {
					t.Fatalf("the match did not end: %v\n%s\n%s", err, anna.Screen(), bo.Screen())
				}
				for _, p := range []*player{anna, bo} {
					game.turn(p)
				}
				anna.Settle(anna.ctx, 5*time.Millisecond)
			}
			bo.see("the match", "bo", "anna")
			anna.see("★ won the match", "rematch")
			bo.see("★ won the match", "rematch")
		})
	}
}
