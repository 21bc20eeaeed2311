package server

import (
	"context"
	"io"
	"slices"
	"sync"
	"time"

	"parlor/server/paint"
	"parlor/tui"
	"parlor/tui/board"
)

// Every frame passes the scheduler before it is drawn. Players come before spectators and the lobby. As many frames
// of players are drawn at once as there are CPUs. Frames of spectators have a minimum interval and a common budget of
// cells that leaves CPUs for the others; players never wait for them.
const (
	// cellsPerProcessor is how many cells of spectators' frames may be drawn at once per CPU reserved for them.
	cellsPerProcessor = board.MaxWidth * board.MaxHeight
	// giveWay is how long spectators let players go first. It is bounded because on a large server some player is
	// always active.
	giveWay = 50 * time.Millisecond
)

// frameScheduler decides when each session draws its next frame. It holds no memory while nothing is drawn.
type frameScheduler struct {
	box    paint.Box
	frames sync.Pool // of *[]byte: drawn frames until they are read

	mu    sync.Mutex
	free  int            // players' frames that may still be drawn at once
	most  int            // free when nothing is drawn
	plays int            // players' frames in progress, counted from the update
	first []*frameSink   // players waiting for a CPU
	cells int            // cells of spectators that may still be drawn at once
	whole int            // cells when nothing is drawn
	line  []*frameWaiter // waiting spectators
}

// frameWaiter is a spectator's screen waiting for its turn.
type frameWaiter struct {
	canvas *frameSink
	ctx    context.Context //nolint:containedctx // of who waits: whoever does not is given nothing
	begins func()          // called at its turn with the scheduler's mu held
	late   *time.Timer     // ends the time in which it lets players go first
	lets   bool            // players go first
}

// newFrameScheduler returns a scheduler for the given number of CPUs, half of which serve spectators.
func newFrameScheduler(processors int) *frameScheduler {
	cells := (processors + 1) / 2 * cellsPerProcessor
	return &frameScheduler{free: processors, most: processors, cells: cells, whole: cells}
}

// frame returns an empty buffer from a pool. keep returns it to the pool.
func (t *frameScheduler) frame() *[]byte {
	if frame, ok := t.frames.Get().(*[]byte); ok {
		return frame
	}
	return new([]byte)
}

func (t *frameScheduler) keep(frame *[]byte) {
	clear(*frame)
	t.frames.Put(frame)
}

// ask adds a screen to the waiting spectators. The caller holds mu.
func (t *frameScheduler) ask(ctx context.Context, c *frameSink, begins func()) *frameWaiter {
	one := &frameWaiter{canvas: c, ctx: ctx, begins: begins, lets: true}
	t.line = append(t.line, one)
	if t.next(); slices.Contains(t.line, one) {
		one.late = time.AfterFunc(giveWay, func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			one.lets = false
			t.next()
		})
	}
	return one
}

// leave removes the waiter at an index. The caller holds mu.
func (t *frameScheduler) leave(at int) {
	if late := t.line[at].late; late != nil {
		late.Stop()
	}
	t.line = slices.Delete(t.line, at, at+1)
}

// next starts all waiters whose turn it is. The caller holds mu.
func (t *frameScheduler) next() {
	for t.free > 0 && len(t.first) > 0 {
		c := t.first[0]
		t.first = slices.Delete(t.first, 0, 1)
		if c.waits = false; !c.closed {
			c.draw()
			go c.redraw()
		}
	}
	for i := 0; i < len(t.line); {
		one := t.line[i]
		c := one.canvas
		switch cells := min(c.cells, t.whole); {
		case one.ctx.Err() != nil || c.closed: // it would not draw
			t.leave(i)
		case c.writes > 0 || c.under > 0 || one.lets && t.plays+len(t.first) > 0:
			i++ // the next one may be able to start
		case cells > t.cells:
			return // otherwise small screens would always overtake large ones
		default:
			t.leave(i)
			c.end()
			t.cells -= cells
			c.under = cells
			one.begins()
		}
	}
}

// frameSink receives the frames of one session. It knows whether a frame is in progress, from taking an update until
// its bytes are ready or nothing has changed, and whether written bytes are unread.
type frameSink struct {
	turns *frameScheduler
	out   io.Writer
	pace  time.Duration // minimum interval between frames of a spectator
	one   chan struct{} // capacity 1: held by the waiting goroutine of this session
	// redraw is called to draw a frame whose turn has come.
	redraw func()

	// Guarded by the scheduler's mu:
	cells  int       // of the window
	under  int       // cells of the spectator's frame in progress; 0 if there is none
	plays  bool      // a player's frame is in progress
	draws  bool      // and has a CPU
	waits  bool      // a frame waits that only has to be drawn
	writes int       // writes that have not returned
	last   time.Time // when something of others was last shown
	closed bool      // the session has ended
}

// canvas returns a frameSink for a window. Redraw may be called from any goroutine.
func (t *frameScheduler) canvas(out io.Writer, width, height int, pace time.Duration, redraw func()) *frameSink {
	return &frameSink{turns: t, out: out, pace: pace, redraw: redraw, one: make(chan struct{}, 1), cells: width * height}
}

// resize sets the window size.
func (c *frameSink) resize(width, height int) {
	c.turns.mu.Lock()
	defer c.turns.mu.Unlock()
	c.cells = width * height
}

// turn returns a tui.Turn that also ends with the session.
func (c *frameSink) turn(session context.Context) tui.Turn {
	context.AfterFunc(session, c.close)
	return func(ctx context.Context, plays bool) {
		if plays {
			c.play()
			return
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(session, cancel)()
		c.wait(ctx)
	}
}

// play begins a player's frame.
func (c *frameSink) play() {
	c.turns.mu.Lock()
	defer c.turns.mu.Unlock()
	if c.end(); !c.closed {
		c.comes()
	}
}

// comes counts a new frame of a player. The caller holds mu.
func (c *frameSink) comes() {
	if !c.plays {
		c.plays = true
		c.turns.plays++
	}
}

// draw gives a CPU to a player's frame. The caller holds mu and has checked that one is free.
func (c *frameSink) draw() {
	c.comes()
	c.draws = true
	c.turns.free--
}

// may reports whether a player's or spectator's frame may be drawn now. If not, redraw is called when it may.
func (c *frameSink) may(plays bool) bool {
	t := c.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case c.under > 0 || c.draws:
		return true
	case c.closed || c.waits:
		return false
	case !plays:
		return c.looks()
	case t.free == 0:
		c.waits = true
		t.first = append(t.first, c)
		return false
	}
	c.draw()
	return true
}

// looks asks for a spectator's turn to draw and reports whether it is granted at once. If not,
// redraw is called later. The caller holds mu.
func (c *frameSink) looks() bool {
	asks := true
	c.waits = true
	c.turns.ask(context.Background(), c, func() {
		if c.waits = false; !asks {
			go c.redraw()
		}
	})
	asks = false
	return !c.waits
}

// wait waits until a spectator's frame may begin.
func (c *frameSink) wait(ctx context.Context) {
	select {
	case c.one <- struct{}{}:
		defer func() { <-c.one }()
	case <-ctx.Done():
		return
	}
	t := c.turns
	t.mu.Lock()
	rest := time.Until(c.last.Add(c.pace))
	t.mu.Unlock()
	if !sleep(ctx, rest) {
		return
	}
	ready := make(chan struct{})
	t.mu.Lock()
	one := t.ask(ctx, c, func() {
		c.last = time.Now()
		close(ready)
	})
	t.mu.Unlock()
	select {
	case <-ready:
	case <-ctx.Done():
		t.mu.Lock()
		defer t.mu.Unlock()
		if at := slices.Index(t.line, one); at >= 0 {
			t.leave(at)
			t.next() // it may have blocked others
		}
	}
}

// sleep waits for d. It reports false if ctx ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// drawn records that the frame in progress is ready or was dropped.
func (c *frameSink) drawn() {
	c.turns.mu.Lock()
	defer c.turns.mu.Unlock()
	c.end()
	c.turns.next()
}

// close ends the frame in progress when nothing more will be drawn.
func (c *frameSink) close() {
	c.turns.mu.Lock()
	defer c.turns.mu.Unlock()
	c.closed = true
	c.end()
	c.turns.next()
}

// end ends the frame in progress, if any. The caller holds mu.
func (c *frameSink) end() {
	c.turns.cells += c.under
	c.under = 0
	if c.draws {
		c.turns.free++
		c.draws = false
	}
	if c.plays {
		c.turns.plays--
		c.plays = false
	}
}

// Write passes on a drawn frame and returns once it is read.
func (c *frameSink) Write(frame []byte) (int, error) {
	t := c.turns
	t.mu.Lock()
	c.end()
	c.writes++
	t.next()
	t.mu.Unlock()
	defer func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		c.writes--
		t.next()
	}()
	return c.out.Write(frame)
}
