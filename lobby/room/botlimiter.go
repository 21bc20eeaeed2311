package room

import (
	"sync"
	"time"

	"parlor/engine"
)

// Turns bounds how many bots think at once in all rooms of a lobby, so that those of
// some rooms leave processors to the people in others. Where more want to think than
// may, lower levels come first, as they need little time and every bot has to have an
// answer at its beat; within a level who came first. Nobody waits longer than an
// answer is of use.
type Turns struct {
	mutex   sync.Mutex
	free    int
	waiting map[engine.Level][]*waitingThought // by when they came
	takes   map[kind]time.Duration             // about how long a thought takes
}

// kind is what thoughts have in common that take about as long.
type kind struct {
	game  string
	seats int
	level engine.Level
}

// waitingThought is a thought that waits.
type waitingThought struct {
	kind
	until time.Time
	begin chan bool // one slot: whether it may begin, or there is no time left
}

// NewTurns lets so many bots think at once.
func NewTurns(atOnce int) *Turns {
	return &Turns{free: atOnce, waiting: map[engine.Level][]*waitingThought{}, takes: map[kind]time.Duration{}}
}

// acquire waits until a thought may begin, and reports whether it may: not where it
// would hardly end by until, nor once stop is closed. Who may gives their turn back.
func (t *Turns) acquire(of kind, until time.Time, stop <-chan struct{}) bool {
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

// tryAcquire is acquire for who does not wait. Where there is no time, the next such
// thought is a little likelier to be tried: what delayed those before may be over.
func (t *Turns) tryAcquire(of kind, until time.Time) bool {
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

// giveBack ends a turn.
func (t *Turns) giveBack() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.free++
	t.startNext()
}

// weight is how many thoughts count about as much as all before them.
const weight = 8

// measured remembers how long a thought has taken.
func (t *Turns) measured(of kind, spent time.Duration) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if _, known := t.takes[of]; !known {
		t.takes[of] = spent
		return
	}
	t.takes[of] += (spent - t.takes[of]) / weight
}

// inTime reports whether a thought that begins now can be expected to end by until.
// The caller holds the mutex.
func (t *Turns) inTime(of kind, until time.Time) bool {
	return time.Now().Add(t.takes[of]).Before(until)
}

// join waits in its place.
func (t *Turns) join(of kind, until time.Time) *waitingThought {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	one := &waitingThought{of, until, make(chan bool, 1)}
	t.waiting[of.level] = append(t.waiting[of.level], one)
	t.startNext()
	return one
}

// quit waits no more. A turn that has come meanwhile is given back.
func (t *Turns) quit(one *waitingThought) {
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

// startNext lets begin who may. The caller holds the mutex.
func (t *Turns) startNext() {
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

// first is the one of the lowest level that came first. There is one.
func (t *Turns) first() *waitingThought {
	lowest := engine.Level(-1)
	for level := range t.waiting {
		if lowest < 0 || level < lowest {
			lowest = level
		}
	}
	return t.waiting[lowest][0]
}

// put keeps who waits at a level.
func (t *Turns) put(level engine.Level, queue []*waitingThought) {
	if len(queue) == 0 {
		delete(t.waiting, level)
		return
	}
	t.waiting[level] = queue
}
