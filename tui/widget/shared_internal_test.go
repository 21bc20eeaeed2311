package widget

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestShared checks that a value is made once while it is young, and that old values are dropped.
func TestShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shared Shared[string, int]
		made := 0
		for i, step := range []struct {
			after time.Duration
			key   string
			made  int
			kept  int
		}{
			{0, "a", 1, 1},
			{0, "a", 1, 1},
			{0, "b", 2, 2},
			{time.Second - 1, "a", 2, 2},
			{1, "a", 3, 1},
		} {
			time.Sleep(step.after)
			if value := shared.At(step.key, time.Second, func() int { made++; return made }); made != step.made || value > made || len(shared.kept) != step.kept {
				t.Errorf("step %d: made %d times, %d kept, the value is %d", i, made, len(shared.kept), value)
			}
		}
	})
}
