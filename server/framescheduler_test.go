package server

import (
	"context"
	"io"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/tui"
)

const testPace = time.Second / 4

// stall is a reader that can be blocked and counts what it has read.
type stall struct {
	mu     sync.Mutex
	frames int
	until  chan struct{} // nil while it reads
}

func (s *stall) Write(frame []byte) (int, error) {
	s.mu.Lock()
	s.frames++
	until := s.until
	s.mu.Unlock()
	if until != nil {
		<-until
	}
	return len(frame), nil
}

func (s *stall) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.frames
}

// watcher draws a frame at each of its turns.
type watcher struct {
	canvas *frameSink
	reader *stall
	turn   tui.Turn

	mu    sync.Mutex
	began []time.Time // start times of its frames
}

// frames returns the start times.
func (w *watcher) frames() []time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.began)
}

func watching(ctx context.Context, t *frameScheduler, width, height int) *watcher {
	reader := &stall{}
	c := t.canvas(reader, width, height, testPace, func() {})
	return &watcher{canvas: c, reader: reader, turn: c.turn(ctx)}
}

// watch draws until ctx ends. Drawing a frame takes the given time.
func (w *watcher) watch(ctx context.Context, draws time.Duration) {
	for ctx.Err() == nil {
		w.turn(ctx, false)
		if ctx.Err() != nil {
			return
		}
		w.mu.Lock()
		w.began = append(w.began, time.Now())
		w.mu.Unlock()
		time.Sleep(draws)
		_, _ = w.canvas.Write([]byte("frame"))
	}
}

// rests checks that nothing is left once nothing is drawn.
func (t *frameScheduler) rests(test *testing.T) {
	test.Helper()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cells != t.whole || t.free != t.most || t.plays != 0 || len(t.first)+len(t.line) != 0 {
		test.Errorf("left behind: %d of %d cells, %d of %d processors, %d players, %d and %d in line",
			t.cells, t.whole, t.free, t.most, t.plays, len(t.first), len(t.line))
	}
}

func TestWhoLooksOnIsDrawnAtOnceAndThenNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		began, w := time.Now(), watching(ctx, newFrameScheduler(1), 80, 24)
		w.watch(ctx, time.Millisecond)
		if n := len(w.frames()); !w.frames()[0].Equal(began) || n < 40 || n > 41 {
			t.Errorf("%d frames in ten seconds, the first after %v", n, w.frames()[0].Sub(began))
		}
	})
}

// TestTheCrowdIsDrawnALittleAtATime checks that spectators' screens of all sizes are drawn in turn and within the
// CPUs' budget.
func TestTheCrowdIsDrawnALittleAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		turns := newFrameScheduler(4) // two of them for spectators
		var crowd []*watcher
		var all sync.WaitGroup
		for i := range 60 {
			w := watching(ctx, turns, 220-100*(i%2), 70)
			crowd = append(crowd, w)
			all.Go(func() { w.watch(ctx, 20*time.Millisecond) })
		}
		for range 50 {
			time.Sleep(time.Second)
			turns.mu.Lock()
			if turns.cells < 0 || turns.cells > turns.whole {
				t.Errorf("%d cells are free of %d", turns.cells, turns.whole)
			}
			turns.mu.Unlock()
		}
		all.Wait()
		time.Sleep(time.Second) // what was begun last
		least, most := len(crowd[0].frames()), 0
		for _, w := range crowd {
			least, most = min(least, len(w.frames())), max(most, len(w.frames()))
		}
		if least < most-2 || least < 60 || most > 240 {
			t.Errorf("between %d and %d frames in a minute", least, most)
		}
		turns.rests(t)
	})
}

func TestNothingIsDrawnWhileTheLastBytesWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		turns := newFrameScheduler(1)
		stuck, other := watching(ctx, turns, 220, 70), watching(ctx, turns, 220, 70)
		stuck.reader.until = make(chan struct{})
		var both sync.WaitGroup
		both.Go(func() { stuck.watch(ctx, time.Millisecond) })
		both.Go(func() { other.watch(ctx, time.Millisecond) })
		// The stuck screen asks for a second frame.
		both.Go(func() {
			stuck.turn(ctx, false)
			stuck.canvas.drawn() // the frame was dropped
		})
		time.Sleep(5 * time.Second)
		if len(stuck.frames()) != 1 || stuck.reader.count() != 1 || other.reader.count() < 20 {
			t.Errorf("%d frames for who does not read, and %d for the other", stuck.reader.count(), other.reader.count())
		}
		close(stuck.reader.until)
		time.Sleep(time.Second)
		if stuck.reader.count() < 3 {
			t.Errorf("it goes on with %d frames in a second", stuck.reader.count())
		}
		both.Wait()
	})
}

func TestPlayersGoFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns, began := newFrameScheduler(4), time.Now()
		w, player := watching(t.Context(), turns, 80, 24), turns.canvas(io.Discard, 80, 24, testPace, func() {})
		plays := player.turn(t.Context())
		plays(t.Context(), true)
		go func() {
			time.Sleep(10 * time.Millisecond)
			_, _ = player.Write([]byte("frame"))
		}()
		w.turn(t.Context(), false)
		if took := time.Since(began); took != 10*time.Millisecond {
			t.Errorf("the watcher waited %v for a player who is drawn in 10 ms", took)
		}
		w.canvas.drawn()
		// With many players, some frame is always in progress.
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			for ctx.Err() == nil {
				plays(ctx, true)
				time.Sleep(20 * time.Millisecond)
			}
		}()
		time.Sleep(testPace)
		began = time.Now()
		w.turn(t.Context(), false)
		if took := time.Since(began); took != giveWay {
			t.Errorf("the watcher waited %v for players who are always drawn", took)
		}
		cancel()
		time.Sleep(time.Second)
		player.drawn()
		w.canvas.drawn() // the frame was dropped
		turns.rests(t)
	})
}

func TestWhoGoesWaitsForNoTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newFrameScheduler(1)
		session, end := context.WithCancel(t.Context())
		one, other := watching(session, turns, 220, 70), watching(t.Context(), turns, 220, 70)
		one.turn(t.Context(), false)
		gone := make(chan struct{})
		go func() {
			one.turn(t.Context(), false) // for the minimum interval
			close(gone)
		}()
		synctest.Wait()
		end()
		<-gone
		other.turn(t.Context(), false)
		ctx, cancel := context.WithCancel(t.Context())
		waits := watching(t.Context(), turns, 220, 70)
		go func() { time.Sleep(time.Millisecond); cancel() }()
		began := time.Now()
		waits.turn(ctx, false) // for the other's frame
		if took := time.Since(began); took != time.Millisecond {
			t.Errorf("it waited %v", took)
		}
		other.canvas.drawn()
		time.Sleep(time.Second)
		turns.rests(t)
	})
}

// artist is a screen that draws each update as soon as it may, which takes a moment.
type artist struct {
	canvas      *frameSink
	plays       bool
	drawCounter *drawCounter
	drawn       chan struct{} // receives a value for each frame
}

// drawCounter counts concurrent drawing.
type drawCounter struct {
	mu              sync.Mutex
	players, others int
	mostPlayers     int
	mostOthers      int
	order           []*artist
}

const strokes = 5 * time.Millisecond

func (e *drawCounter) artist(t *frameScheduler, plays bool) *artist {
	a := &artist{plays: plays, drawCounter: e, drawn: make(chan struct{}, 100)}
	a.canvas = t.canvas(io.Discard, 220, 70, testPace, a.draws)
	return a
}

// draws is called for an update and by redraw.
func (a *artist) draws() {
	if !a.canvas.may(a.plays) {
		return
	}
	a.begins(1)
	time.Sleep(strokes)
	a.begins(-1)
	_, _ = a.canvas.Write([]byte("frame"))
	a.drawn <- struct{}{}
}

func (a *artist) begins(n int) {
	e := a.drawCounter
	e.mu.Lock()
	defer e.mu.Unlock()
	if n > 0 {
		e.order = append(e.order, a)
	}
	if a.plays {
		e.players += n
	} else {
		e.others += n
	}
	e.mostPlayers, e.mostOthers = max(e.mostPlayers, e.players), max(e.mostOthers, e.others)
}

// TestNoMoreIsDrawnAtOnceThanThereAreProcessors checks the limit and that players are served first, in order of
// arrival.
func TestNoMoreIsDrawnAtOnceThanThereAreProcessors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns, shared := newFrameScheduler(4), &drawCounter{}
		var artists []*artist
		for i := range 80 {
			a := shared.artist(turns, i >= 40)
			artists = append(artists, a)
			go a.draws()
			synctest.Wait()
		}
		began := time.Now()
		for _, a := range artists[40:] {
			<-a.drawn
		}
		if took := time.Since(began); took != 10*strokes {
			t.Errorf("forty players were drawn in %v", took)
		}
		for _, a := range artists[:40] {
			<-a.drawn
		}
		if shared.mostPlayers != 4 || shared.mostOthers != 2 {
			t.Errorf("%d players and %d others were drawn at once", shared.mostPlayers, shared.mostOthers)
		}
		for i, a := range artists {
			before := 0 // of later arrivals
			for _, other := range shared.order[:slices.Index(shared.order, a)] {
				if other.plays == a.plays && slices.Index(artists, other) > i {
					before++
				}
			}
			if before > 3 { // that began together with them
				t.Errorf("%d who came later are drawn before number %d", before, i+1)
			}
		}
		if at := slices.Index(shared.order, artists[79]); at > 42 {
			t.Errorf("the last player is drawn as number %d", at+1)
		}
		turns.rests(t)
	})
}

// TestAScreenThatWaitsIsDrawnOnce checks that updates during the wait are merged, and that an ended session is not
// drawn.
func TestAScreenThatWaitsIsDrawnOnce(t *testing.T) {
	for _, plays := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			turns, shared := newFrameScheduler(1), &drawCounter{}
			busy, waits, gone := shared.artist(turns, plays), shared.artist(turns, plays), shared.artist(turns, plays)
			go busy.draws()
			synctest.Wait()
			for range 10 {
				waits.draws()
				gone.draws()
			}
			gone.canvas.close()
			time.Sleep(time.Second)
			if len(busy.drawn) != 1 || len(waits.drawn) != 1 || len(gone.drawn) != 0 {
				t.Errorf("drawn %d, %d and %d times", len(busy.drawn), len(waits.drawn), len(gone.drawn))
			}
			turns.rests(t)
		})
	}
}
