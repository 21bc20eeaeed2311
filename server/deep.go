package server

import "sync"

// deep makes calls on goroutines that are kept for it. A stack grows with the
// deepest call that was made on it, and drawing goes deep: of all sessions only a
// few ever draw at the same time, and so only a few goroutines have such stacks.
//
// No call waits for another: where nobody is free, one more goroutine makes it. So
// a call may take its time, or make another one itself. The zero value is ready.
type deep struct {
	mu     sync.Mutex
	free   []*diver // the one that came back last at the end
	closed bool
}

// keptDivers is how many goroutines are kept while they have nothing to do. More of
// them are at work only while more calls are made than there are processors, or
// while some of them wait.
const keptDivers = 4

// diver is a goroutine of deep.
type diver struct {
	calls chan func()
	broke chan *relayed // by what a call broke, as it ends; nil where it did not
}

// relayed is a panic that goes on from one goroutine to another.
type relayed struct {
	why any
	at  string // as calls tells it
}

// do makes a call, and returns when it has ended. A panic of the call goes on here,
// as a *relayed.
func (d *deep) do(call func()) {
	one := d.take()
	one.calls <- call
	broke := <-one.broke
	d.keep(one)
	if broke != nil {
		panic(broke)
	}
}

func (d *deep) take() *diver {
	d.mu.Lock()
	defer d.mu.Unlock()
	if last := len(d.free) - 1; last >= 0 {
		one := d.free[last]
		d.free[last], d.free = nil, d.free[:last]
		return one
	}
	one := &diver{calls: make(chan func()), broke: make(chan *relayed)}
	go one.dive()
	return one
}

func (d *deep) keep(one *diver) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || len(d.free) >= keptDivers {
		close(one.calls)
		return
	}
	d.free = append(d.free, one)
}

// close lets no goroutine stay that has nothing to do. Calls are made as before.
func (d *deep) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for _, one := range d.free {
		close(one.calls)
	}
	d.free = nil
}

func (one *diver) dive() {
	for call := range one.calls {
		one.broke <- breaks(call)
	}
}

// breaks is by what a call broke; nil where it did not.
func breaks(call func()) (broke *relayed) {
	defer func() {
		if why := recover(); why != nil {
			broke = &relayed{why, calls()}
			if inner, again := why.(*relayed); again { // of a call that this one made
				broke = inner
			}
		}
	}()
	call()
	return nil
}
