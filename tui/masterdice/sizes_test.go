package masterdice

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	"parlor/tui/board"
	"parlor/tui/boardtest"
)

func TestEverySize(t *testing.T) {
	games := 3
	if testing.Short() {
		games = 1
	}
	boardtest.Everywhere(t, Game(), games, []string{"pgup", "tab", "x", "a"},
		engine.Options{"mode": "duel"}, engine.Options{"mode": "duel", "bonus_dice": "on"}, engine.Options{"memory": "on"})
}

func TestAnySize(t *testing.T) {
	for _, one := range moments(t) {
		t.Run(one.name, func(t *testing.T) {
			legend := "= right ▼ code lower ▲ higher"
			if one.name == "duel watched" { // no counts are seen
				legend = "Both solve at once."
			}
			boardtest.AnySize(t, seen(one.match, one.seat, one.keys...), legend)
		})
	}
}

// Rows that do not fit are reached by PgUp, on the board, next to the pad and once
// the game is over.
func TestEveryRowIsReached(t *testing.T) {
	over := played(t, late(t), engine.Move{Seat: 0, Action: "solve 1 2 3 4"}, engine.Move{Seat: 1, Action: "solve 1 1 1 1"})
	for name, board := range map[string]board.Board{
		"solving": seen(late(t), 0, "s"), "pad": seen(late(t), 0, "tab"), "over": seen(over, 0),
	} {
		for _, size := range boardtest.Sizes() {
			var drawn strings.Builder
			for range 8 {
				drawn.WriteString(ansi.Strip(board.Draw(size[0], size[1])) + "\n")
				boardtest.Press(board, "pgup")
			}
			for row := 1; row <= 6; row++ {
				if !regexp.MustCompile(`(?m)(^| )` + strconv.Itoa(row) + ` [^\n]* \d \d \d`).MatchString(drawn.String()) {
					t.Errorf("%s at %d×%d: row %d is never seen:\n%s", name, size[0], size[1], row, drawn.String())
				}
			}
		}
	}
}

// What happened is reached to its beginning by the keys of the log, and the board
// stays in sight where it has room next to it.
func TestAllThatHappenedIsReached(t *testing.T) {
	for _, size := range boardtest.Sizes() {
		b := seen(late(t), 0)
		b.Draw(size[0], size[1])
		boardtest.Press(b, "l")
		var drawn strings.Builder
		for range 40 {
			drawn.WriteString(ansi.Strip(b.Draw(size[0], size[1])) + "\n")
			boardtest.Press(b, "up")
		}
		first := ansi.Strip(b.Draw(size[0], size[1]))
		for row := 1; row <= 6; row++ {
			if !strings.Contains(drawn.String(), "You used row "+strconv.Itoa(row)+".") {
				t.Errorf("at %d×%d it is never read that row %d was used:\n%s", size[0], size[1], row, drawn.String())
			}
		}
		if beside := strings.Contains(first, "▸ 7 │"); !strings.Contains(first, "What happened") || beside != (size[0] >= 80) {
			t.Errorf("at %d×%d the board is seen beside the log: %v\n%s", size[0], size[1], beside, first)
		}
		boardtest.Press(b, "l")
		if closed := ansi.Strip(b.Draw(size[0], size[1])); closed != ansi.Strip(seen(late(t), 0).Draw(size[0], size[1])) {
			t.Errorf("at %d×%d the log does not close:\n%s", size[0], size[1], closed)
		}
	}
}

func TestPartsCanBeClickedAtEverySize(t *testing.T) {
	for _, size := range boardtest.Sizes() {
		for name, b := range map[string]board.Board{"place": seen(late(t), 0), "solve": seen(late(t), 0, "s")} {
			drawn := b.Draw(size[0], size[1])
			parts := []string{"place 0", "place 1", "place 2", "place 3"}
			if name == "place" {
				parts = append(parts, "value 6", "value 1")
			}
			for _, part := range parts {
				if mark, _, _ := strings.Cut(board.Zone("|", part), "|"); !strings.Contains(drawn, mark) {
					t.Errorf("%s at %d×%d: %s cannot be clicked", name, size[0], size[1], part)
				}
			}
		}
	}
}
