package davinci

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui/board"
)

// longLog is a table at which many turns have been played.
func longLog() table {
	tb := guessThree()
	for n := range 30 {
		tb.log += fmt.Sprintf(", turn 2, 2 guessed 3 1 %d wrong, 2 added 1 white %d", n%12, n%12)
	}
	return tb
}

// The key that opens a page goes from one to the other, and the same key and
// those that leave go back to the table.
func TestPages(t *testing.T) {
	memory := memoryTable()
	for _, row := range []struct {
		table table
		keys  string
		want  page
	}{
		{guessThree(), "tab", notesPage},
		{guessThree(), "tab tab", tablePage},
		{guessThree(), "tab esc", tablePage},
		{guessThree(), "tab l", logPage},
		{guessThree(), "l", logPage},
		{guessThree(), "l l", tablePage},
		{guessThree(), "l esc", tablePage},
		{guessThree(), "l enter", tablePage},
		{guessThree(), "l tab", notesPage},
		{guessThree(), "l 7 b s", logPage},
		{watcherTable(), "tab", tablePage},
		{watcherTable(), "l", logPage},
		{memory, "tab", tablePage},
		{memory, "l tab", logPage},
		{overTable(), "l", tablePage},
		{overTable(), "tab", tablePage},
	} {
		b, _ := seated(t, row.table, "").(*model)
		if actions := press(b, row.keys); b.page() != row.want || len(actions) > 0 {
			t.Errorf("in %s keys %s open page %d and give %q, not page %d", row.table.phase, row.keys, b.page(), actions, row.want)
		}
	}
}

// How a game ends is to be seen, whatever its players were looking at; and the
// next one begins at the table.
func TestThePagesCloseAtTheEnd(t *testing.T) {
	next := guessThree()
	next.change = func(s *board.Scene, _ *game.View) { s.View.Round = 2 }
	for _, keys := range []string{"tab", "l"} {
		for name, after := range map[string]table{"the end": overTable(), "the next game": next} {
			b, _ := seated(t, guessThree(), keys).(*model)
			if b.See(after.scene(t)); b.page() != tablePage {
				t.Errorf("after %s, %s is hidden by page %d", keys, name, b.page())
			}
		}
	}
}

// The log can be read from its end to its beginning and back in every window,
// and every step shows something else.
func TestTheLogIsScrolled(t *testing.T) {
	for _, size := range everySize() {
		b, _ := seated(t, longLog(), "l").(*model)
		read := func() string { return ansi.Strip(b.Draw(size[0], size[1])) }
		newest := read()
		if !strings.Contains(newest, "↑ earlier") || strings.Contains(newest, "↓ later") {
			if size[1] < 60 {
				t.Errorf("at %v the end of the log is\n%s", size, newest)
			}
			continue
		}
		steps := 0
		for before := ""; before != read(); steps++ {
			before = read()
			press(b, "up")
			if read() == before && strings.Contains(before, "↑ earlier") {
				t.Fatalf("at %v nothing is scrolled after %d steps:\n%s", size, steps, before)
			}
		}
		oldest := read()
		if strings.Contains(oldest, "↑ earlier") || !strings.Contains(oldest, "↓ later") || !strings.Contains(oldest, "bo: drew white") {
			t.Errorf("at %v the beginning of the log is\n%s", size, oldest)
		}
		if press(b, "down"); read() == oldest {
			t.Errorf("at %v one step back from the beginning shows the same", size)
		}
		if press(b, "home"); read() != oldest {
			t.Errorf("at %v Home shows\n%s", size, read())
		}
		if press(b, "pgdown pgup end"); read() != newest {
			t.Errorf("at %v End shows\n%s", size, read())
		}
	}
}

// What a player reads in the log stays where it is while others play on.
func TestTheLogStandsStillWhileItIsRead(t *testing.T) {
	b, _ := seated(t, longLog(), "l").(*model)
	b.Draw(50, 12)
	press(b, "up up up")
	before := ansi.Strip(b.Draw(50, 12))
	on := longLog()
	on.log += ", turn 3, 3 guessed 2 1 7 wrong, 3 turned 1 white 7"
	b.See(on.scene(t))
	if after := ansi.Strip(b.Draw(50, 12)); after != before {
		t.Errorf("was\n%s\nand is\n%s", before, after)
	}
}

// The keys that stand on the board can be clicked.
func TestKeysOnTheBoardAreClicked(t *testing.T) {
	b, _ := seated(t, longLog(), "").(*model)
	for _, step := range []struct {
		part string
		want page
	}{
		{"key l", logPage}, {"key up", logPage}, {"key up", logPage}, {"key down", logPage}, {"key l", tablePage}, {"key tab", notesPage},
	} {
		drawn := b.Draw(50, 12)
		if _, stands := zones(drawn)[step.part]; !stands && step.want != tablePage {
			t.Fatalf("%q cannot be clicked:\n%s", step.part, ansi.Strip(drawn))
		}
		if action, used := b.Click(step.part); b.page() != step.want || action != "" || !used {
			t.Errorf("%q leads to page %d, gives %q", step.part, b.page(), action)
		}
	}
}

// So can the colours of the pool, and the tiles.
func TestThePoolAndTilesAreClicked(t *testing.T) {
	for _, size := range everySize() {
		b, _ := seated(t, drawTable(), "").(*model)
		found := zones(b.Draw(size[0], size[1]))
		for part, want := range map[string]engine.Action{"key b": "draw black", "key w": "draw white"} {
			if _, stands := found[part]; !stands {
				t.Errorf("at %v %q is nowhere", size, part)
			}
			if action, _ := b.Click(part); action != want {
				t.Errorf("at %v %q gives %q, want %q", size, part, action, want)
			}
		}
		tile := target{2, 3}.zone()
		if _, stands := found[tile]; !stands {
			t.Errorf("at %v %q is nowhere", size, tile)
		}
		if _, used := b.Click(tile); !used || b.focus() != (target{2, 3}) {
			t.Errorf("at %v %q chooses %+v", size, tile, b.focus())
		}
	}
}
