package board

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// numbered draws an entry on one line, and every third one on two.
func numbered(i, _ int) []string {
	if i%3 == 2 {
		return []string{strconv.Itoa(i), "…"}
	}
	return []string{strconv.Itoa(i)}
}

// read draws a log on four lines after some keys.
func read(l *Log, names ...string) string {
	drawn := l.Draw(60, 4)
	for _, name := range names {
		keymap.Press(l.Bindings(nil), name)
		drawn = l.Draw(60, 4)
	}
	return strings.Join(drawn, " ")
}

func TestLogIsReadByKeys(t *testing.T) {
	for _, row := range []struct {
		names string
		want  string
	}{
		{"", "7 8 … 9"},
		{"up", "7 8 … 9"}, // closed
		{"l", "7 8 … 9"},
		{"l up", "6 7 8 …"},
		{"l up up", "5 … 6 7"},
		{"l up up up", "4 5 … 6"},
		{"l up down", "7 8 … 9"},
		{"l down", "7 8 … 9"},
		{"l home", "0 1 2 …"},
		{"l home up", "0 1 2 …"},
		{"l home down", "1 2 … 3"},
		{"l home end", "7 8 … 9"},
		{"l pgup", "5 … 6 7"},
		{"l pgup pgdown", "7 8 … 9"},
		{"l up l", "7 8 … 9"},
		{"l up esc", "7 8 … 9"},
		{"l up enter l", "7 8 … 9"},
	} {
		var log Log
		log.On(10, true, numbered)
		if got := read(&log, strings.Fields(row.names)...); got != row.want {
			t.Errorf("after %q one reads %q, want %q", row.names, got, row.want)
		}
	}
}

func TestLogShowsEveryEntry(t *testing.T) {
	for entries := range 20 {
		for lines := 1; lines < 12; lines++ {
			var log Log
			log.On(entries, true, numbered)
			log.Draw(60, lines)
			keymap.Press(log.Bindings(nil), "l")
			seen := map[string]bool{}
			for range entries + 1 {
				drawn := log.Draw(60, lines)
				if len(drawn) > lines {
					t.Fatalf("%d lines are drawn on %d", len(drawn), lines)
				}
				for _, line := range drawn {
					seen[line] = true
				}
				keymap.Press(log.Bindings(nil), "pgup")
			}
			for i := range entries {
				if !seen[strconv.Itoa(i)] {
					t.Errorf("entry %d of %d is never seen on %d lines", i, entries, lines)
				}
			}
		}
	}
}

func TestWhatIsReadStays(t *testing.T) {
	var log Log
	log.On(10, true, numbered)
	if before := read(&log, "l", "up", "up"); before != "5 … 6 7" {
		t.Fatalf("one reads %q", before)
	}
	log.On(14, true, numbered)
	if after := read(&log); after != "5 … 6 7" {
		t.Errorf("when more has happened one reads %q", after)
	}
	log.On(3, true, numbered) // a move was taken back
	if after := read(&log); after != "0 1 2 …" {
		t.Errorf("when less has happened one reads %q", after)
	}
	log.On(14, false, numbered)
	if after := read(&log); log.Opened() || after != "11 … 12 13" {
		t.Errorf("a log that can no longer be read is open at %q", after)
	}
}

func TestLogSaysWhatItsKeysDo(t *testing.T) {
	kit := NewKit(style.NewTheme(true), nil)
	var log Log
	said := func() (all []string) {
		for _, hint := range keymap.Hints(log.Bindings(nil)) {
			all = append(all, hint.Written+" "+hint.Does.String())
		}
		return all
	}
	drawn := func(width int) string {
		return strings.TrimRight(ansi.Strip(kit.DrawLog(&log, prose.T("What happened"), width, 5)[0]), " ")
	}
	if got := said(); len(got) > 0 {
		t.Errorf("where nothing happened the log hints %q", got)
	}
	if one := keymap.Idle(log.Bindings(nil), "l"); one == nil || one.Why.IsZero() {
		t.Error("it is not said why there is no log")
	}
	log.On(10, true, numbered)
	if got, want := said(), []string{"l log"}; !slices.Equal(got, want) || drawn(60) != "What happened" {
		t.Errorf("a closed log hints %q, want %q, below %q", got, want, drawn(60))
	}
	keymap.Press(log.Bindings(nil), "l")
	if got, want := said(), []string{"↑↓ scroll", "l back"}; !slices.Equal(got, want) {
		t.Errorf("an open log hints %q, want %q", got, want)
	}
	for name, want := range map[string]string{"end": "↑ earlier", "up": "↑ earlier · ↓ later", "home": "↓ later"} {
		drawn(60)
		keymap.Press(log.Bindings(nil), name)
		if got := drawn(60); !strings.HasSuffix(got, "  "+want) || !strings.HasPrefix(got, "What happened  ") {
			t.Errorf("after %s its title is %q, want %q", name, got, want)
		}
	}
	if got := drawn(16); got != "What happened" {
		t.Errorf("where there is no room its title is %q", got)
	}
	log.On(2, true, numbered)
	if drawn(60); !slices.Equal(said(), []string{"l back"}) {
		t.Errorf("where all can be seen the log hints %q", said())
	}
}
