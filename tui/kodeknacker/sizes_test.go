package kodeknacker

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	"parlor/tui/board"
	"parlor/tui/boardtest"
	"parlor/tui/style"
)

func TestEverySize(t *testing.T) {
	games := 2
	if testing.Short() {
		games = 1
	}
	boardtest.Everywhere(t, Game(), games, []string{"pgup", "tab", "x"},
		engine.Options{"memory": "on", "preset": "classic", "rounds": "1"},
		engine.Options{"preset": "free", "positions": "8", "colors": "10", "rows": "20", "rounds": "1"},
		engine.Options{"preset": "free", "positions": "6", "colors": "8", "rows": "12", "rounds": "1"},
		engine.Options{"preset": "free", "positions": "3", "colors": "4", "rows": "6", "rounds": "1"})
}

func TestAnySize(t *testing.T) {
	for _, one := range moments(t) {
		t.Run(one.name, func(t *testing.T) {
			board := Game().Board(style.NewTheme(false), nil)
			board.See(boardtest.Scene(one.match, one.seat))
			boardtest.Press(board, one.keys...)
			boardtest.AnySize(t, board, "● right place", "○ wrong place")
		})
	}
}

// Rows that do not fit are reached by PgUp, on the boards and next to the notes.
func TestEveryRowIsReached(t *testing.T) {
	m := table(t, largest(), late("rgbyopwk", "mmccrrgg", 17)...)
	for _, size := range boardtest.Sizes() {
		for _, keys := range [][]string{nil, {"tab"}} {
			board := Game().Board(style.NewTheme(true), nil)
			board.See(boardtest.Scene(m, 1))
			boardtest.Press(board, keys...)
			var seen strings.Builder
			for range 20 {
				seen.WriteString(ansi.Strip(board.Draw(size[0], size[1])) + "\n")
				boardtest.Press(board, "pgup")
			}
			for row := 1; row <= 17; row++ {
				played := regexp.MustCompile(`(?m)(^| )` + strconv.Itoa(row) + ` +M *M *C *C *R *R *G *G +(●0)?○`)
				if !played.MatchString(seen.String()) {
					t.Errorf("at %d×%d with keys %v row %d is never seen", size[0], size[1], keys, row)
				}
			}
		}
	}
}

// What happened is reached to its beginning by the keys of the log, and the boards
// stay in sight where they have room next to it.
func TestAllThatHappenedIsReached(t *testing.T) {
	m := table(t, nil, late("rgbyo", "ppgrr", 9)...)
	for _, size := range boardtest.Sizes() {
		b := Game().Board(style.NewTheme(true), nil)
		b.See(boardtest.Scene(m, 0))
		closed := b.Draw(size[0], size[1])
		boardtest.Press(b, "l")
		var read strings.Builder
		for range 60 {
			read.WriteString(ansi.Strip(b.Draw(size[0], size[1])) + "\n")
			boardtest.Press(b, "up")
		}
		words := strings.Join(strings.Fields(read.String()), " ")
		if !strings.Contains(words, "What happened") || !strings.Contains(words, "You made your code.") {
			t.Errorf("at %d×%d the beginning is never read:\n%s", size[0], size[1], read.String())
		}
		if beside := strings.Contains(words, "You guess "); beside != (size[0] >= 80) {
			t.Errorf("at %d×%d the boards are seen beside the log: %v\n%s", size[0], size[1], beside, read.String())
		}
		boardtest.Press(b, "esc")
		if b.Draw(size[0], size[1]) != closed {
			t.Errorf("at %d×%d the log does not close", size[0], size[1])
		}
	}
}

// A player who fills a row sees it, also after looking at earlier ones.
func TestTheRowThatIsFilledIsSeen(t *testing.T) {
	board := Game().Board(style.NewTheme(true), nil)
	board.See(boardtest.Scene(table(t, nil, late("rgbyo", "ppgrr", 9)...), 0))
	board.Draw(50, 12)
	boardtest.Press(board, "pgup")
	if drawn := ansi.Strip(board.Draw(50, 12)); strings.Contains(drawn, "›·‹") {
		t.Fatalf("PgUp shows no earlier rows:\n%s", drawn)
	}
	boardtest.Press(board, "b")
	if drawn := ansi.Strip(board.Draw(50, 12)); !strings.Contains(drawn, "B ›·‹") {
		t.Errorf("the row is filled out of sight:\n%s", drawn)
	}
}

func TestPartsCanBeClickedAtEverySize(t *testing.T) {
	for _, size := range boardtest.Sizes() {
		for _, setting := range []bool{true, false} {
			var moves []engine.Move
			if !setting {
				moves = late("rgbyopwk", "mmccrrgg", 17)
			}
			b := Game().Board(style.NewTheme(true), nil)
			b.See(boardtest.Scene(table(t, largest(), moves...), 0))
			drawn := b.Draw(size[0], size[1])
			for place := range 8 {
				if mark, _, _ := strings.Cut(board.Zone("|", "place "+strconv.Itoa(place)), "|"); !strings.Contains(drawn, mark) {
					t.Errorf("at %d×%d place %d cannot be clicked", size[0], size[1], place+1)
				}
			}
		}
	}
}

// A code that is known while the other one is made is seen at every size.
func TestACodeIsSeenWhileTheOtherIsMade(t *testing.T) {
	m := table(t, nil, engine.Move{Seat: 0, Action: "code rgbyo"})
	views := []engine.View{m.View(0), m.View(1)}
	for _, size := range boardtest.Sizes() {
		own, all := Game().Board(style.NewTheme(true), nil), Game().Board(style.NewTheme(true), nil)
		own.See(boardtest.Scene(m, 0))
		all.See(board.Scene{View: Game().Open(views), Names: boardtest.Names()[:2], Away: make([]bool, 2), Watching: true, Past: true})
		for _, board := range []board.Board{own, all} {
			if drawn := ansi.Strip(board.Draw(size[0], size[1])); !regexp.MustCompile(`R +G +B +Y +O `).MatchString(drawn) {
				t.Errorf("at %d×%d the code is not seen:\n%s", size[0], size[1], drawn)
			}
		}
	}
}
