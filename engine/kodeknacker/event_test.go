package kodeknacker

import (
	"testing"

	"parlor/engine/enginetest"
)

// lines are events as they are written.
func lines(events []Event) []string {
	var text []string
	for _, event := range events {
		text = append(text, event.String())
	}
	return text
}

// TestLinesThatAreNoEvents: what no round makes is refused, however close it is.
func TestLinesThatAreNoEvents(t *testing.T) {
	for _, line := range []string{
		"", " ", "1", "draw 1", "Draw", "round", "round 0", "round 21", "round 01", "round 1 2", "0 set", "3 set", "1 set rgbyo",
		"1 row", "1 row 1", "1 row 0 -", "1 row 1 rgbyo", "1 row 1 rgbyo 1", "1 row 1 rgbyo 3 3", "1 row 1 rgbyo 6 0",
		"1 row 1 rgbyo -1 1", "1 row 1 rgbyo 1 1 1", "1 row 1 rgbyx 1 1", "1 row 1 - 0 0",
		"1 row 1 rgbyo 9223372036854775807 9223372036854775807", "1 code", "1 code rg", "1 code rgbyorgby", "1 code RGBYO",
		"1 code rgb yo", "1 won 1", "1 draw",
	} {
		if event, err := ReadEvent(line); err == nil {
			t.Errorf("%q is read as %#v", line, event)
		}
	}
	for _, line := range []string{
		"1 set", "round 20", "1 guessed", "1 row 2 rgbyo 2 1", "2 row 20 mmm 3 0", "1 row 2 -", "1 cracked", "1 timed_out",
		"1 resigned", "2 won", "draw", "1 code rgbyopwk",
	} {
		if event, err := ReadEvent(line); err != nil || event.String() != line {
			t.Errorf("%q is read as %q: %v", line, event.String(), err)
		}
	}
}

func FuzzReadEvent(f *testing.F) { enginetest.FuzzReadEvent(f, Rules()) }
