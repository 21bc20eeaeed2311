package davinci

import (
	"testing"

	"parlor/engine/enginetest"
)

// TestLinesThatAreNoEvents: what no round makes is refused, however close it is.
func TestLinesThatAreNoEvents(t *testing.T) {
	for _, line := range []string{
		"", " ", "1", "turn", "turn 0", "turn 5", "turn 1 1", "turn two", "0 ready", "5 ready", "1 ready 1", "1 Ready",
		"1 is ready", "1 took", "1 took red", "1 took any", "1 took b", "2 guessed 3 3 7", "2 guessed 3 3 7 maybe",
		"2 guessed x 1 5 right", "2 guessed 3 0 7 right", "2 guessed 3 100 7 right", "2 guessed 3 03 7 right",
		"2 guessed 3 3 12 right", "2 guessed 3 3 ? wrong", "2 guessed 0 3 7 wrong", "2 opened 3 white", "2 opened 3 7 white",
		"2 kept 5 black 7", "2 danced wildly", "something new", "one", "2 drew \x1b[31mred", "2 out\n",
		"round 1 won 1 points 3 0",
	} {
		if event, err := ReadEvent(line); err == nil {
			t.Errorf("%q is read as %#v", line, event)
		}
	}
	for _, line := range []string{
		"turn 4", "1 took black", "2 ready", "3 drew white", "1 guessed 2 26 joker right", "2 opened 1 black joker",
		"1 kept 5 white", "1 added 1 black 0", "4 turned 12 white 11", "1 stopped", "1 timed_out", "1 resigned", "1 out",
		"1 won",
	} {
		if event, err := ReadEvent(line); err != nil || event.String() != line {
			t.Errorf("%q is read as %q: %v", line, event.String(), err)
		}
	}
}

func FuzzReadEvent(f *testing.F) { enginetest.FuzzReadEvent(f, Rules()) }
