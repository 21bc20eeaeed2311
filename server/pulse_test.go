package server

import (
	"testing"
	"time"
)

// TestQuestionsComeTogether checks that keep-alives of all connections share moments and are hardly delayed.
func TestQuestionsComeTogether(t *testing.T) {
	const every = 20 * time.Second
	began := time.Date(2026, 1, 1, 0, 0, 0, 123456789, time.UTC)
	asked := map[time.Time]bool{}
	for i := range 1000 {
		now := began.Add(time.Duration(i) * time.Millisecond)
		wait := untilAsked(now, every)
		if wait < every || wait >= every+every/gathers {
			t.Fatalf("the next question comes after %v", wait)
		}
		asked[now.Add(wait)] = true
	}
	if len(asked) > 5 {
		t.Errorf("1000 connections of one second are asked at %d moments", len(asked))
	}
	for _, short := range []time.Duration{1, 50, time.Microsecond, time.Second} {
		if wait := untilAsked(began, short); wait < short || wait > short+short/gathers {
			t.Errorf("every %v: after %v", short, wait)
		}
	}
}
