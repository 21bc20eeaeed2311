package server

import (
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// slowLine is a connection with a bandwidth in bytes per second and a latency. Like a socket it blocks when its
// buffer is full.
type slowLine struct {
	perSecond int
	delay     time.Duration

	mu      sync.Mutex
	pending int       // bytes not sent yet
	most    int       // the highest pending
	writes  int       // frames
	free    time.Time // when all written data will be sent
	tv      *vt.Emulator
}

// Write returns when the buffer has taken the text.
func (l *slowLine) Write(text []byte) (int, error) {
	l.mu.Lock()
	now := time.Now()
	if l.free.Before(now) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(len(text)) * time.Second / time.Duration(l.perSecond))
	l.pending += len(text)
	l.most = max(l.most, l.pending)
	l.writes++
	free, seen := l.free, string(text)
	l.mu.Unlock()
	time.Sleep(time.Until(free))
	time.AfterFunc(l.delay, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		_, _ = l.tv.Write([]byte(seen))
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pending -= len(text)
	return len(text), nil
}

// counted returns the number of frames and the highest number of buffered bytes.
func (l *slowLine) counted() (writes, most int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.writes, l.most
}

// shows returns what the terminal at the other end shows.
func (l *slowLine) shows() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return ansi.Strip(l.tv.Render())
}

// TestASlowLineShowsTheNewest uses 32 kbit/s with a latency of 200 ms. At most one frame is in transit, and the last
// change arrives with the frame after it, even while the window is resized all the time.
func TestASlowLineShowsTheNewest(t *testing.T) {
	for _, resizes := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			line := &slowLine{perSecond: 4000, delay: 200 * time.Millisecond, tv: vt.NewEmulator(80, 24)}
			go func() { _, _ = io.Copy(io.Discard, line.tv) }() // it replies
			s := newPaintedProgramOn(t.Context(), line, &counter{lines: 22})
			time.Sleep(time.Second)
			before, _ := line.counted()
			for i := range 5000 {
				if resizes && i%10 == 0 {
					s.program.Send(tea.WindowSizeMsg{Width: 70 + i%20/10, Height: 24})
				}
				s.program.Send(countMsg{})
				time.Sleep(time.Millisecond)
			}
			// One frame is in transit, followed by one more.
			_, most := line.counted()
			longest := 2*time.Duration(most)*time.Second/4000 + line.delay + 2*frameEvery
			time.Sleep(longest)
			if text := line.shows(); !strings.Contains(text, "count 5000.") {
				t.Errorf("after %v it shows\n%s", longest, text)
			}
			writes, _ := line.counted()
			if n := writes - before; n < 5 || n > 160 {
				t.Errorf("%d frames in five seconds", n)
			}
			if most > 1000 {
				t.Errorf("%d bytes waited at once", most)
			}
			s.program.Quit()
			<-s.ended
			time.Sleep(time.Second)
			_ = line.tv.InputPipe().(io.Closer).Close()
		})
	}
}
