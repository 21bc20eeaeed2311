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

// Every frame passes here before it is drawn. Players are drawn before those who
// only look on: at tables without a seat, and in the lobby. Of players as many
// frames are drawn at once as there are processors, so that rooms and programs
// come to theirs too. Of those who look on each is shown only now and then what
// others do, and all together are drawn only so much at once that processors are
// left for the others; players never wait for them.
const (
	// cellsPerProcessor is how much may be drawn at once for those who look on, for
	// each processor that is theirs.
	cellsPerProcessor = board.MaxWidth * board.MaxHeight
	// giveWay is how long those who look on let players go before them: not for
	// ever, as on a large server somebody always plays.
	giveWay = 50 * time.Millisecond
)

// frameScheduler decides when each session draws its next frame: players first. While nothing
// is drawn, it holds nothing.
type frameScheduler struct {
	box    paint.Box
	frames sync.Pool // of *[]byte: what has been drawn, until it is read

	mu    sync.Mutex
	free  int            // frames of players that may still be drawn at once
	most  int            // free, when nothing is drawn
	plays int            // frames of players that are under way, from when something new is taken
	first []*frameSink   // of players who wait for a processor
	cells int            // that may still be drawn at once for those who look on
	whole int            // cells, when nothing is drawn
	line  []*frameWaiter // those who look on and wait
}

// frameWaiter is a spectator's screen that waits for its turn.
type frameWaiter struct {
	canvas *frameSink
	ctx    context.Context //nolint:containedctx // of who waits: whoever does not is given nothing
	begins func()          // called once it is its turn, with turns.mu held
	late   *time.Timer     // until it has let players go first for long enough
	lets   bool            // players go first
}

// newFrameScheduler are those of so many processors, of which half is for those who look
// on.
func newFrameScheduler(processors int) *frameScheduler {
	cells := (processors + 1) / 2 * cellsPerProcessor
	return &frameScheduler{free: processors, most: processors, cells: cells, whole: cells}
}

// frame is an empty one to be drawn; keep takes it back.
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

// ask puts a screen into the line of those who look on. The caller holds mu.
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

// leave takes whoever stands at a place out of the line. The caller holds mu.
func (t *frameScheduler) leave(at int) {
	if late := t.line[at].late; late != nil {
		late.Stop()
	}
	t.line = slices.Delete(t.line, at, at+1)
}

// next lets begin who may. The caller holds mu.
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
		case one.ctx.Err() != nil || c.closed: // nobody would draw
			t.leave(i)
		case c.writes > 0 || c.under > 0 || one.lets && t.plays+len(t.first) > 0:
			i++ // the next one may be free to go
		case cells > t.cells:
			return // else a small screen would always go before a large one
		default:
			t.leave(i)
			c.end()
			t.cells -= cells
			c.under = cells
			one.begins()
		}
	}
}

// frameSink takes the frames of one session. It knows whether a frame is under way, from the
// moment that an update is taken until its bytes are ready or the frame turns out to be the
// same, and whether bytes still wait to be read.
type frameSink struct {
	turns *frameScheduler
	out   io.Writer
	pace  time.Duration // at least, from one frame that is looked on to the next
	one   chan struct{} // one slot: what of this session waits for its turn
	// redraw has a frame drawn that has waited for its turn.
	redraw func()

	// guarded by turns.mu
	cells  int       // of the window
	under  int       // cells of the frame under way; 0 while there is none, and for a player's
	plays  bool      // a player's frame is under way
	draws  bool      // and has a processor
	waits  bool      // a frame waits for its turn that has only to be drawn
	writes int       // that have not come back
	last   time.Time // when something was shown last that others have done
	closed bool      // the session has ended
}

// frameSink is one of a window. Redraw may be called from any goroutine.
func (t *frameScheduler) canvas(out io.Writer, width, height int, pace time.Duration, redraw func()) *frameSink {
	return &frameSink{turns: t, out: out, pace: pace, redraw: redraw, one: make(chan struct{}, 1), cells: width * height}
}

// resize is told how large the window is.
func (c *frameSink) resize(width, height int) {
	c.turns.mu.Lock()
	defer c.turns.mu.Unlock()
	c.cells = width * height
}

// turn is a tui.Turn, until the session ends too.
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

// comes counts a player's frame. The caller holds turns.mu.
func (c *frameSink) comes() {
	if !c.plays {
		c.plays = true
		c.turns.plays++
	}
}

// draw gives a player's frame a processor. The caller holds turns.mu, and there
// is one.
func (c *frameSink) draw() {
	c.comes()
	c.draws = true
	c.turns.free--
}

// may reports whether a frame may be drawn now, be it of somebody who plays or
// not. Where it may not, redraw is called when it may; then the newest is drawn.
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

// looks is may of somebody who looks on. The caller holds turns.mu.
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

// wait returns when a frame of somebody who looks on may begin.
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

// drawn notes that the frame under way is ready, or that nothing comes of it.
func (c *frameSink) drawn() {
	c.turns.mu.Lock()
	defer c.turns.mu.Unlock()
	c.end()
	c.turns.next()
}

// close ends what is under way when nothing will be drawn any more.
func (c *frameSink) close() {
	c.turns.mu.Lock()
	defer c.turns.mu.Unlock()
	c.closed = true
	c.end()
	c.turns.next()
}

// end of the frame that is under way, if there is one. The caller holds
// turns.mu.
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

// Write passes on a frame: it is drawn, and waits for its reader.
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
