package board

import (
	"fmt"
	"testing"
)

// TestCacheDrawsWhatIsNew: what a place is drawn from is drawn again when it is
// something else, also where it was drawn there before; a cache that is nil keeps nothing.
func TestCacheDrawsWhatIsNew(t *testing.T) {
	var places Cache[Text, string]
	drawn := 0
	at := func(place int, of Text) string {
		return places.At(place, of, func() string {
			drawn++
			return fmt.Sprint(of, " drawn")
		})
	}
	for i, step := range []struct {
		place int
		of    Text
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
	} {
		if got := at(step.place, step.of); got != string(step.of)+" drawn" || drawn != step.drawn {
			t.Errorf("step %d: %q, drawn %d times; want %d", i, got, drawn, step.drawn)
		}
	}
	var none *Cache[Text, string]
	for i := range 2 {
		if none.At(0, "a", func() string { drawn++; return "" }); drawn != 6+i {
			t.Error("a nil cache keeps what was drawn")
		}
	}
}
