package widget

import (
	"fmt"
	"testing"
)

// TestCacheDrawsWhatIsNew: what a place is drawn from is drawn again when it is
// something else, also where it was drawn there before; a place that there is not
// keeps nothing.
func TestCacheDrawsWhatIsNew(t *testing.T) {
	places := make(Cache[CachedText, string], 2)
	drawn := 0
	at := func(place int, of CachedText) string {
		return places.At(place, of, func() string {
			drawn++
			return fmt.Sprint(of, " drawn")
		})
	}
	for i, step := range []struct {
		place int
		of    CachedText
		drawn int
	}{
		{0, "", 1},
		{0, "", 1},
		{0, "a", 2},
		{1, "a", 3},
		{0, "a", 3},
		{0, "b", 4},
		{1, "a", 4},
		{0, "a", 5},
		{2, "a", 6},
		{2, "a", 7},
	} {
		if got := at(step.place, step.of); got != string(step.of)+" drawn" || drawn != step.drawn {
			t.Errorf("step %d: %q, drawn %d times; want %d", i, got, drawn, step.drawn)
		}
	}
}
