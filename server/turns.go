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

// Players are drawn before those who only look on: at tables without a seat,
// and in the hall. Of these each is drawn now and then, and all together only
// so much at once that processors are left for the others.
const (
	// cellsPerProcessor is how much may be drawn at once for those who look on, for
	// each processor that is theirs.
	cellsPerProcessor = board.MaxWidth * board.MaxHeight
	// giveWay is how long those who look on let players go before them: not for
	// ever, as on a large server somebody always plays.
	giveWay = 50 * time.Millisecond
)

// turns are the frames that are under way, and who waits for one.
type turns struct {
	box    paint.Box
	frames sync.Pool // of *[]byte: what has been drawn, until it is read

	mu    sync.Mutex
	cells int // that may still be drawn at once
	whole int // cells, when nothing is drawn
	plays int // frames of players that are under way
	line  []*asking
}

// asking is a screen that waits for its turn.
type asking struct {
	canvas *canvas
	ctx    context.Context //nolint:containedctx // of who waits: whoever does not is given nothing
	late   bool            // it has let players go first for long enough
	ready  chan struct{}
}

func newTurns(processors int) *turns {
	return &turns{cells: processors * cellsPerProcessor, whole: processors * cellsPerProcessor}
}

// frame is an empty one to be drawn; keep takes it back.
func (t *turns) frame() *[]byte {
	if frame, ok := t.frames.Get().(*[]byte); ok {
		return frame
	}
	return new([]byte)
}

func (t *turns) keep(frame *[]byte) {
	clear(*frame)
	t.frames.Put(frame)
}

// next lets begin who may. The caller holds mu.
func (t *turns) next() {
	for i := 0; i < len(t.line); {
		one := t.line[i]
		c := one.canvas
		switch cells := min(c.cells, t.whole); {
		case one.ctx.Err() != nil || c.closed: // nobody would draw
			t.line = slices.Delete(t.line, i, i+1)
		case c.writes > 0 || c.under > 0 || t.plays > 0 && !one.late:
			i++ // the next one may be free to go
		case cells > t.cells:
			return // else a small screen would always go before a large one
		default:
			t.line = slices.Delete(t.line, i, i+1)
			t.cells -= cells
			c.begin(cells)
			close(one.ready)
		}
	}
}

// canvas is what is drawn on for one session. It knows whether a frame is under
// way, from the moment that something new is taken until its bytes are ready or
// nothing comes of it, and whether bytes still wait for their reader.
type canvas struct {
	turns *turns
	out   io.Writer
	pace  time.Duration // at least, from one frame that is looked on to the next
	one   chan struct{} // one slot: what of this session waits for its turn

	// guarded by turns.mu
	cells  int       // of the window
	under  int       // cells of the frame under way; 0 while there is none, and for a player's
	plays  bool      // a player's frame is under way
	writes int       // that have not come back
	last   time.Time // when the last turn was
	closed bool      // the session has ended
}

func (t *turns) canvas(out io.Writer, width, height int, pace time.Duration) *canvas {
	return &canvas{turns: t, out: out, pace: pace, one: make(chan struct{}, 1), cells: width * height}
}

// resize is told how large the window is.
func (c *canvas) resize(width, height int) {
	c.turns.mu.Lock()
	defer c.turns.mu.Unlock()
	c.cells = width * height
}

// turn is a tui.Turn, until the session ends too.
func (c *canvas) turn(session context.Context) tui.Turn {
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
func (c *canvas) play() {
	c.turns.mu.Lock()
	defer c.turns.mu.Unlock()
	if c.end(); c.closed {
		return
	}
	c.plays = true
	c.turns.plays++
}

// wait returns when a frame of somebody who looks on may begin.
func (c *canvas) wait(ctx context.Context) {
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
	one := &asking{canvas: c, ctx: ctx, ready: make(chan struct{})}
	t.mu.Lock()
	t.line = append(t.line, one)
	t.next()
	t.mu.Unlock()
	late := time.AfterFunc(giveWay, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		one.late = true
		t.next()
	})
	defer late.Stop()
	select {
	case <-one.ready:
	case <-ctx.Done():
		t.mu.Lock()
		defer t.mu.Unlock()
		if at := slices.Index(t.line, one); at >= 0 {
			t.line = slices.Delete(t.line, at, at+1)
			t.next() // it may have kept others
		}
	}
}

// sleep returns false where ctx ends first.
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

// begin counts a frame of somebody who looks on. The caller holds turns.mu.
func (c *canvas) begin(cells int) {
	c.end()
	c.under, c.last = cells, time.Now()
}

// drawn notes that the frame under way is ready, or that nothing comes of it.
func (c *canvas) drawn() {
	c.turns.mu.Lock()
	defer c.turns.mu.Unlock()
	c.end()
	c.turns.next()
}

// close ends what is under way when nothing will be drawn any more.
func (c *canvas) close() {
	c.turns.mu.Lock()
	defer c.turns.mu.Unlock()
	c.closed = true
	c.end()
	c.turns.next()
}

// end of the frame that is under way, if there is one. The caller holds
// turns.mu.
func (c *canvas) end() {
	c.turns.cells += c.under
	c.under = 0
	if c.plays {
		c.turns.plays--
		c.plays = false
	}
}

// Write passes on a frame: it is drawn, and waits for its reader.
func (c *canvas) Write(frame []byte) (int, error) {
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
