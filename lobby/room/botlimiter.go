package room

import (
	"sync"
	"time"

	"parlor/engine"
)

// BotLimiter bounds how many bots compute at once in all rooms of a lobby, so that they
// leave CPU time to people. Waiting bots are served by level, lowest first, as those are
// quick and every bot must answer in time; within a level in order of arrival. A bot waits
// no longer than its answer is useful.
type BotLimiter struct {
	mutex   sync.Mutex
	free    int
	waiting map[engine.Level][]*waitingThought // in order of arrival
	takes   map[kind]time.Duration             // moving average of the computation time
}

// kind groups computations that take about the same time.
type kind struct {
	game  string
	seats int
	level engine.Level
}

// waitingThought is a queued computation.
type waitingThought struct {
	kind
	until time.Time
	begin chan bool // one slot: whether it may begin, or false if it is too late
}

// NewBotLimiter returns a limiter that allows atOnce computations at a time.
func NewBotLimiter(atOnce int) *BotLimiter {
	return &BotLimiter{free: atOnce, waiting: map[engine.Level][]*waitingThought{}, takes: map[kind]time.Duration{}}
}

// acquire blocks until the computation may begin and reports whether it may. It returns
// false if the computation is not expected to end by until, or when stop is closed. After
// true, the caller must call giveBack.
func (t *BotLimiter) acquire(of kind, until time.Time, stop <-chan struct{}) bool {
	one := t.join(of, until)
	over := time.NewTimer(time.Until(until))
	defer over.Stop()
	select {
	case may := <-one.begin:
		return may
	case <-over.C:
	case <-stop:
	}
	t.quit(one)
	return false
}

// tryAcquire is like acquire but does not block. If there is not enough time, it lowers the
// estimate a little, so that a delayed kind is tried again eventually.
func (t *BotLimiter) tryAcquire(of kind, until time.Time) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if !t.inTime(of, until) {
		t.takes[of] -= t.takes[of] / weight
		return false
	}
	if t.free == 0 {
		return false
	}
	t.free--
	return true
}

// giveBack ends a computation.
func (t *BotLimiter) giveBack() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.free++
	t.startNext()
}

// weight is the weight of the moving average: a new value counts 1/weight.
const weight = 8

// measured updates the average with the duration of a computation.
func (t *BotLimiter) measured(of kind, spent time.Duration) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if _, known := t.takes[of]; !known {
		t.takes[of] = spent
		return
	}
	t.takes[of] += (spent - t.takes[of]) / weight
}

// inTime reports whether a computation that begins now is expected to end by until. The
// caller holds the mutex.
func (t *BotLimiter) inTime(of kind, until time.Time) bool {
	return time.Now().Add(t.takes[of]).Before(until)
}

// join adds a computation to the queue.
func (t *BotLimiter) join(of kind, until time.Time) *waitingThought {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	one := &waitingThought{of, until, make(chan bool, 1)}
	t.waiting[of.level] = append(t.waiting[of.level], one)
	t.startNext()
	return one
}

// quit removes a computation from the queue, or gives back its permission if it has just
// been granted.
func (t *BotLimiter) quit(one *waitingThought) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	select {
	case may := <-one.begin:
		if may {
			t.free++
			t.startNext()
		}
		return
	default:
	}
	queue := t.waiting[one.level]
	for i := range queue {
		if queue[i] == one {
			t.put(one.level, append(queue[:i:i], queue[i+1:]...))
			return
		}
	}
}

// startNext grants permissions while there are free ones. The caller holds the mutex.
func (t *BotLimiter) startNext() {
	for t.free > 0 && len(t.waiting) > 0 {
		one := t.first()
		t.put(one.level, t.waiting[one.level][1:])
		may := t.inTime(one.kind, one.until)
		if may {
			t.free--
		}
		one.begin <- may
	}
}

// first returns the oldest waiting computation of the lowest level. The queue must not be
// empty.
func (t *BotLimiter) first() *waitingThought {
	lowest := engine.Level(-1)
	for level := range t.waiting {
		if lowest < 0 || level < lowest {
			lowest = level
		}
	}
	return t.waiting[lowest][0]
}

// put replaces the queue of a level.
func (t *BotLimiter) put(level engine.Level, queue []*waitingThought) {
	if len(queue) == 0 {
		delete(t.waiting, level)
		return
	}
	t.waiting[level] = queue
}
