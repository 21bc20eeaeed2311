package board

import (
	"strings"
	"testing"

	"parlor/prose"
	"parlor/tui/keymap"
)

func TestInputRowIsFilledByKeys(t *testing.T) {
	for _, row := range []struct{ names, want string }{
		{"r g", "rg. 2"},
		{"r g b", "rgb 2"},
		{"r g b y", "rgy 2"},
		{"left r", "..r 2"},
		{"left right r", "r.. 1"},
		{"space r", ".r. 2"},
		{"end r home g", "g.r 1"},
		{"r backspace", "... 0"},
		{"r g b backspace backspace", "r.. 1"},
		{"r g left -", "r.. 1"},
		{"r g home delete", ".g. 0"},
		{"up", "r.. 0"},
		{"up up", "g.. 0"},
		{"down", "b.. 0"},
		{"up down", "b.. 0"},
	} {
		var line InputRow[rune]
		line.Clear(3)
		for name := range strings.FieldsSeq(row.names) {
			switch name {
			case "up", "down":
				line.Turn(name, []rune("rgb"))
			default:
				if _, did := keymap.Press(line.Bindings(true, prose.T("place")), name); !did {
					line.Put(rune(name[0]))
				}
			}
		}
		got := ""
		for _, letter := range line.Places {
			if letter == 0 {
				letter = '.'
			}
			got += string(letter)
		}
		if got += " " + string(rune('0'+line.At)); got != row.want {
			t.Errorf("after %q the row is %q, want %q", row.names, got, row.want)
		}
	}
}

func TestInputRowTellsWhenItIsTouched(t *testing.T) {
	touched := 0
	line := InputRow[int]{Touched: func() { touched++ }}
	line.Clear(2)
	for i, name := range []string{"left", "end", "backspace", "-"} {
		if keymap.Press(line.Bindings(true, prose.Text{}), name); touched != i+1 {
			t.Errorf("after %s it was told %d times", name, touched)
		}
	}
}

func TestInputRowCounts(t *testing.T) {
	var line InputRow[int]
	line.Clear(2)
	if line.Filled() != 0 || line.Full() {
		t.Error("an empty row is filled")
	}
	line.Put(3)
	line.Put(5)
	if line.Filled() != 2 || !line.Full() {
		t.Error("a full row is not")
	}
	if _, did := keymap.Press(line.Bindings(false, prose.Text{}), "backspace"); did || !line.Full() {
		t.Error("a row that cannot be filled now is emptied")
	}
}
