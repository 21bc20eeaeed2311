package board

import (
	"testing"

	"parlor/tui/keymap"
)

// Going back and forward shows every row, each on no more lines than there are.
func TestRowsShowAllByTheirKeys(t *testing.T) {
	for count := range 25 {
		for lines := 3; lines < 15; lines++ {
			var rows Rows
			seen := map[int]bool{}
			look := func() RowWindow {
				window := rows.Fit(count, lines)
				used := window.To - window.From
				for _, left := range []int{window.Earlier, window.Later} {
					if left > 0 {
						used++
					}
				}
				if used > lines || window.Earlier != window.From || window.Later != count-window.To || window.To < window.From {
					t.Fatalf("of %d rows on %d lines: %+v", count, lines, window)
				}
				for i := window.From; i < window.To; i++ {
					seen[i] = true
				}
				return window
			}
			if newest := look(); newest.Later > 0 {
				t.Fatalf("of %d rows on %d lines the newest are not seen: %+v", count, lines, newest)
			}
			for range count {
				keymap.Press(rows.Bindings(true), "pgup")
				look()
			}
			if len(seen) != count {
				t.Errorf("of %d rows on %d lines %d are seen", count, lines, len(seen))
			}
			for range count {
				keymap.Press(rows.Bindings(true), "pgdown")
			}
			if window := look(); window.Later > 0 {
				t.Errorf("of %d rows on %d lines the newest are not seen again: %+v", count, lines, window)
			}
		}
	}
}

func TestRowsLeaveKeysToOthers(t *testing.T) {
	var rows Rows
	if _, did := keymap.Press(rows.Bindings(true), "up"); did {
		t.Error("rows take another key than those that page")
	}
	if _, did := keymap.Press(rows.Bindings(false), "pgup"); did {
		t.Error("rows take a key that is somebody else's now")
	}
}
