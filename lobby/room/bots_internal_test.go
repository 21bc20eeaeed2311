package room

import (
	"testing"
	"time"
)

func TestNextBeat(t *testing.T) {
	since := time.Unix(1000, 0)
	for _, c := range []struct{ pace, passed, want time.Duration }{
		{time.Second, 0, time.Second},
		{time.Second, 999 * time.Millisecond, time.Second},
		{time.Second, time.Second, time.Second},
		{time.Second, time.Second + 1, 2 * time.Second},
		{time.Second, 90 * time.Second, 90 * time.Second},
		{-1, 5 * time.Second, 5 * time.Second},
	} {
		if got := nextBeat(since, c.pace, since.Add(c.passed)).Sub(since); got != c.want {
			t.Errorf("pace %v, %v after it began: acts at %v, want %v", c.pace, c.passed, got, c.want)
		}
	}
}
