package room

import (
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
)

// thinkers are computations in fake time, each as long as its level takes, and the order in
// which they ended.
type thinkers struct {
	turns *BotLimiter
	mutex sync.Mutex
	ended []string
	never int // number of those that did not begin
	work  sync.WaitGroup
}

// think starts a computation that takes some time and must end by until.
func (s *thinkers) think(name string, level engine.Level, takes, until time.Duration, stop <-chan struct{}) {
	of := kind{"game", 2, level}
	at := time.Now().Add(until)
	s.work.Go(func() {
		may := s.turns.acquire(of, at, stop)
		if may {
			began := time.Now()
			time.Sleep(takes)
			s.turns.measured(of, time.Since(began))
			s.turns.giveBack()
		}
		s.mutex.Lock()
		defer s.mutex.Unlock()
		if !may {
			s.never++
			return
		}
		s.ended = append(s.ended, name)
	})
	synctest.Wait() // so that they arrive in this order
}

func (s *thinkers) expect(t *testing.T, never int, want ...string) {
	t.Helper()
	s.work.Wait()
	if !slices.Equal(s.ended, want) || s.never != never {
		t.Errorf("they ended like this, and %d never began: %q", s.never, s.ended)
	}
	if s.turns.free != 1 || len(s.turns.waiting) != 0 {
		t.Errorf("afterwards %d are free and %v wait", s.turns.free, s.turns.waiting)
	}
	s.ended, s.never = nil, 0
}

// TestBotLimiter: lower levels come first, then earlier arrivals. A computation that would
// not end in time does not begin.
func TestBotLimiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &thinkers{turns: NewBotLimiter(1)}
		const short, long, beat = time.Millisecond, 100 * time.Millisecond, 900 * time.Millisecond
		s.think("a", 3, long, beat, nil)
		s.think("b", 3, long, beat, nil)
		s.think("c", 2, short, beat, nil)
		s.think("d", 1, short, beat, nil)
		s.think("e", 2, short, beat, nil)
		s.expect(t, 0, "a", "d", "c", "e", "b")
		// A computation of 100 ms has begun only once when the beat is near.
		for i := range 12 {
			s.think(strconv.Itoa(i), 3, long, beat, nil)
		}
		s.expect(t, 4, "0", "1", "2", "3", "4", "5", "6", "7")
		stop := make(chan struct{})
		s.think("first", 1, long, beat, stop)
		s.think("gives up", 1, short, beat, stop)
		close(stop)
		s.expect(t, 1, "first")
	})
}

// TestTryAcquire succeeds only if no other computes and there is time. After many failures
// for lack of time it is tried again.
func TestTryAcquire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns, of := NewBotLimiter(1), kind{"game", 2, 1}
		soon := time.Now().Add(time.Second)
		if !turns.tryAcquire(of, soon) || turns.tryAcquire(of, soon) {
			t.Error("not one of two may begin")
		}
		turns.giveBack()
		turns.measured(of, 3*time.Second)
		tries := 1
		for ; !turns.tryAcquire(of, soon); tries++ {
			if tries > 100 {
				t.Fatal("once too slow is always too slow")
			}
		}
		if tries < 3 {
			t.Errorf("it may begin after %d tries", tries)
		}
	})
}
