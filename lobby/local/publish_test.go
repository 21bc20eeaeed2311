package local

import (
	"testing"
	"time"
)

// TestPublishRestGrowsWithAudience: building and showing pages takes at most a tenth of a
// CPU, but pages are shown at least once a second.
func TestPublishRestGrowsWithAudience(t *testing.T) {
	for shown, want := range map[int]time.Duration{0: publishInterval, 1: publishInterval, 100: publishInterval, 500: 450 * time.Millisecond, 100_000: maxShowRest} {
		if rest := publishRest(time.Millisecond, shown); rest != want {
			t.Errorf("shown to %d, the next comes after %v, not %v", shown, rest, want)
		}
	}
	if rest := publishRest(time.Second, 1); rest != restFactor*time.Second {
		t.Errorf("after a second of drawing it rests for %v", rest)
	}
}
