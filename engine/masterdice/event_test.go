package masterdice

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
		"", " ", "1", "3 finished", "0 finished", "1 finished 1", "1 rolled", "1 rolled 0", "1 rolled 7", "1 rolled 1 2 3 4 5",
		"1 rolled 12 3", "1 rolled 1  2", "1 placed", "1 placed 1", "1 placed 1 b3", "1 placed 0 b3 equal 1 high 0 low 0",
		"1 placed 8 b3 equal 1 high 0 low 0", "1 placed 1 b3 equal 1 high 1 low 0", "1 placed 1 equal 0 high 0 low 0",
		"1 placed 1 3b equal 1 high 0 low 0", "1 placed 1 y5 b3 equal 1 high 1 low 0", "1 placed 1 b3 b3 equal 1 high 1 low 0",
		"1 placed 1 b3 equal 2 high -1 low 0", "1 placed 1 b3 equal 1 low 0 high 0", "1 placed 1 b3 equal 1 high 0 low 0 more",
		"1 used 2", "1 used row", "1 used row 8", "1 used board 2", "1 solved 1 2 3 right", "1 solved 1 2 3 4",
		"1 solved 1 2 3 4 answered", "1 solved 1 2 3 0 wrong", "1 code 1 2 3", "1 code 1 2 3 4 5", "1 code - 2 3 4",
	} {
		if event, err := ReadEvent(line); err == nil {
			t.Errorf("%q is read as %#v", line, event)
		}
	}
	for _, line := range []string{
		"1 rolled 3", "2 rolled 3 5 5 1", "1 placed 2 b3 y5 equal 1 high 1 low 0", "1 placed 7 b1 r1 y1 g1 equal 4 high 0 low 0",
		"2 used row 7", "1 finished", "1 timed_out", "2 resigned", "1 solved 1 2 3 4 right", "1 solved 6 6 6 6 wrong",
		"2 code 1 2 3 5",
	} {
		if event, err := ReadEvent(line); err != nil || event.String() != line {
			t.Errorf("%q is read as %q: %v", line, event.String(), err)
		}
	}
}

func FuzzReadEvent(f *testing.F) { enginetest.FuzzReadEvent(f, Rules()) }
