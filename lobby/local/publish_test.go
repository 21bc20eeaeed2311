package local

import (
	"testing"
	"time"
)

// TestTheHallsPaceGrowsWithThoseWhoLook: all lobby together are shown so often that a
// tenth of a processor is enough, and yet once a second.
func TestTheHallsPaceGrowsWithThoseWhoLook(t *testing.T) {
	for shown, want := range map[int]time.Duration{0: publishInterval, 1: publishInterval, 100: publishInterval, 500: 450 * time.Millisecond, 100_000: maxShowRest} {
		if rest := publishRest(time.Millisecond, shown); rest != want {
			t.Errorf("shown to %d, the next comes after %v, not %v", shown, rest, want)
		}
	}
	if rest := publishRest(time.Second, 1); rest != restFactor*time.Second {
		t.Errorf("after a second of drawing it rests for %v", rest)
	}
}
