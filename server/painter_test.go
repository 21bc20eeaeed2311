package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"parlor/internal/workers"
	"parlor/ratelimit"
)

// counter is a model that counts messages and views.
type counter struct {
	count, lines int
	keys         bool // count keys, too
	views        atomic.Int64
}

type countMsg struct{}

func (c *counter) Init() tea.Cmd { return nil }

func (c *counter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg.(type) {
	case countMsg:
		c.count++
	case tea.KeyPressMsg:
		if c.keys {
			c.count++
		}
	}
	return c, nil
}

func (c *counter) View() tea.View {
	c.views.Add(1)
	view := tea.NewView(fmt.Sprintf("count %d.", c.count) + strings.Repeat("\nof many lines", c.lines))
	view.AltScreen = true
	return view
}

// paper is what a terminal has read. Reading can be blocked.
type paper struct {
	mu     sync.Mutex
	text   bytes.Buffer
	writes int
	until  chan struct{} // nil while it reads
}

func (p *paper) Write(text []byte) (int, error) {
	p.mu.Lock()
	p.text.Write(text)
	p.writes++
	until := p.until
	p.mu.Unlock()
	if until != nil {
		<-until
	}
	return len(text), nil
}

func (p *paper) hold() (release func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	until := make(chan struct{})
	p.until = until
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.until = nil
		close(until)
	}
}

func (p *paper) read() (text string, writes int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String(), p.writes
}

// paintedProgram is a program with a painter.
type paintedProgram struct {
	model   *counter
	paper   *paper
	painter *painter
	program *tea.Program
	ended   chan struct{}
}

func always() bool { return true }

// testPlot returns a grant that never runs out.
func testPlot() *windowGrant {
	return &windowGrant{area: newWindowQuota(DefaultLimits().Cells, ratelimit.New(ratelimit.Config{}))}
}

func newPaintedProgram(ctx context.Context) *paintedProgram {
	paper := &paper{}
	s := newPaintedProgramOn(ctx, paper, &counter{})
	s.paper = paper
	time.Sleep(time.Second)
	return s
}

// newPaintedProgramOn returns a studio that paints to out.
func newPaintedProgramOn(ctx context.Context, out io.Writer, model *counter) *paintedProgram {
	s := &paintedProgram{model: model, ended: make(chan struct{})}
	turns, log := newFrameScheduler(1), slog.New(slog.DiscardHandler)
	s.painter = &painter{
		canvas: turns.canvas(out, 80, 24, testPace, func() { s.program.Send(redrawMsg{}) }),
		screen: turns.box.Screen(colorprofile.TrueColor, "xterm"), log: log, broke: func() { go s.program.Quit() },
	}
	sc, d := &screenSession{painter: s.painter}, workers.New(idleWorkers, nil)
	s.program = tea.NewProgram(paintedModel{&panicGuard{model: s.model, log: log, broke: func() {}, sized: func() {}}, s.painter, always, testPlot(), d},
		tea.WithContext(ctx), tea.WithInput(nil), tea.WithoutRenderer(), tea.WithOutput(io.Discard), tea.WithoutSignalHandler(),
		tea.WithWindowSize(80, 24), tea.WithFilter(sc.filter), tea.WithFPS(1), tea.WithColorProfile(colorprofile.TrueColor))
	go func() {
		defer close(s.ended)
		defer d.Close()
		_, _ = s.program.Run()
		s.painter.close()
	}()
	return s
}

func TestFramesComeAtOnceAndNotTooOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPaintedProgram(t.Context())
		_, before := s.paper.read()
		s.program.Send(countMsg{})
		synctest.Wait()
		if text, writes := s.paper.read(); writes != before+1 || !strings.HasSuffix(text, "1.") && !strings.HasSuffix(text, "1") {
			t.Errorf("the first change was written %d times: %q", writes-before, text)
		}
		time.Sleep(time.Second)
		_, before = s.paper.read()
		drawn := s.model.views.Load()
		for range 1000 {
			s.program.Send(countMsg{})
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Second)
		text, writes := s.paper.read()
		if n := writes - before; n < 25 || n > 32 {
			t.Errorf("%d frames in a second", n)
		}
		if n := s.model.views.Load() - drawn; n > 33 {
			t.Errorf("the model was drawn %d times for %d frames", n, writes-before)
		}
		if !strings.Contains(text, "1001") && !strings.HasSuffix(text, "001") && !strings.HasSuffix(text, "1") {
			t.Errorf("the last change is not shown: %q", text[max(0, len(text)-100):])
		}
		s.program.Quit()
		<-s.ended
	})
}

// TestKeysAreDrawnNotTooOften checks that keys have a frame rate, even if they change nothing, and that the last one
// is drawn.
func TestKeysAreDrawnNotTooOften(t *testing.T) {
	for _, changes := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := newPaintedProgram(t.Context())
			s.model.keys = changes
			drawn := s.model.views.Load()
			for range 1000 {
				s.program.Send(tea.KeyPressMsg{Code: 'a', Text: "a"})
				time.Sleep(time.Millisecond)
			}
			time.Sleep(time.Second)
			if n := s.model.views.Load() - drawn; n < 25 || n > 33 {
				t.Errorf("the model was drawn %d times in a second; keys change it: %t", n, changes)
			}
			if text, _ := s.paper.read(); changes && !strings.Contains(text[len(text)-20:], "0.") && !strings.HasSuffix(text, "1000") {
				t.Errorf("the last key is not shown: %q", text[max(0, len(text)-100):])
			}
			s.program.Quit()
			<-s.ended
		})
	}
}

// TestKeysThatComeAtOnceAreDrawnOnce checks that there are at most two frames, the first at once.
func TestKeysThatComeAtOnceAreDrawnOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPaintedProgram(t.Context())
		drawn := s.model.views.Load()
		for range 200 {
			s.program.Send(tea.KeyPressMsg{Code: 'a', Text: "a"})
		}
		time.Sleep(time.Second)
		if n := s.model.views.Load() - drawn; n > 3 {
			t.Errorf("200 keys that came at once were drawn %d times", n)
		}
		s.program.Quit()
		<-s.ended
	})
}

// TestATypistWaitsForNothing checks that single keys are drawn without delay.
func TestATypistWaitsForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPaintedProgram(t.Context())
		s.model.keys = true
		for n := range 100 {
			_, before := s.paper.read()
			s.program.Send(tea.KeyPressMsg{Code: 'a', Text: "a"})
			synctest.Wait()
			if _, writes := s.paper.read(); writes != before+1 {
				t.Fatalf("key %d was drawn %d times", n, writes-before)
			}
			time.Sleep(frameEvery + time.Millisecond)
		}
		s.program.Quit()
		<-s.ended
	})
}

// TestKeysDoNotHoldUpWhatOthersDo checks that others' actions are drawn as if there were no typing.
func TestKeysDoNotHoldUpWhatOthersDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPaintedProgram(t.Context())
		for range 20 {
			for range 95 {
				s.program.Send(tea.KeyPressMsg{Code: 'a', Text: "a"})
				time.Sleep(time.Millisecond)
			}
			_, before := s.paper.read()
			s.program.Send(countMsg{})
			synctest.Wait()
			if _, writes := s.paper.read(); writes != before+1 {
				t.Fatalf("what somebody else did was drawn %d times", writes-before)
			}
		}
		s.program.Quit()
		<-s.ended
	})
}

// TestASlowReaderHoldsUpNoOne checks that a program runs on without drawing while its terminal does not read, and
// that the newest view is drawn afterwards.
func TestASlowReaderHoldsUpNoOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPaintedProgram(t.Context())
		release := s.paper.hold()
		_, before := s.paper.read()
		s.program.Send(countMsg{})
		synctest.Wait()
		drawn := s.model.views.Load()
		for range 500 {
			s.program.Send(countMsg{}) // it is taken
			time.Sleep(10 * time.Millisecond)
		}
		if _, writes := s.paper.read(); writes != before+1 || s.model.views.Load() != drawn {
			t.Errorf("%d frames were written, %d drawn, for somebody who does not read", writes-before-1, s.model.views.Load()-drawn)
		}
		release()
		time.Sleep(time.Second)
		text, writes := s.paper.read()
		if writes != before+2 || !strings.HasSuffix(text, "501.") {
			t.Errorf("after it %d frames: %q", writes-before-1, text[max(0, len(text)-100):])
		}
		s.painter.canvas.turns.rests(t)
		// The end waits only for the reader.
		release = s.paper.hold()
		s.program.Send(countMsg{})
		synctest.Wait()
		s.program.Quit()
		synctest.Wait()
		select {
		case <-s.ended:
			t.Error("it ended before its last frame was read")
		default:
		}
		release()
		<-s.ended
		if text, _ := s.paper.read(); !strings.Contains(text[len(text)-60:], ansi.ResetModeAltScreenSaveCursor) || !strings.Contains(text[len(text)-60:], ansi.ShowCursor) {
			t.Errorf("it ends with %q", text[len(text)-60:])
		}
	})
}

func TestTheTerminalIsAskedAndRung(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPaintedProgram(t.Context())
		text, _ := s.paper.read()
		if strings.Count(text, ansi.RequestModeSynchronizedOutput) != 1 {
			t.Errorf("it was asked by %q", text)
		}
		release := s.paper.hold()
		s.program.Send(countMsg{})
		s.program.Send(tea.RawMsg{Msg: "\a"})
		s.program.Send(tea.RawMsg{Msg: ansi.RequestBackgroundColor})
		synctest.Wait()
		release()
		time.Sleep(time.Second)
		if text, _ := s.paper.read(); !strings.HasSuffix(text, "\a"+ansi.RequestBackgroundColor) {
			t.Errorf("what was to be written beside the frame is not: %q", text)
		}
		s.program.Send(tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset})
		s.program.Send(tea.WindowSizeMsg{Width: 100, Height: 30})
		time.Sleep(time.Second)
		for lines, atOnce := range []bool{false, true} {
			before, _ := s.paper.read()
			s.model.lines = 20 * lines
			s.program.Send(countMsg{})
			time.Sleep(time.Second)
			text, _ := s.paper.read()
			if drawn := text[len(before):]; strings.HasSuffix(drawn, ansi.ResetModeSynchronizedOutput) != atOnce {
				t.Errorf("with %d lines more it is drawn by %q", s.model.lines, drawn)
			}
		}
		s.program.Quit()
		<-s.ended
	})
}

// TestAnUnchangedFrameCostsNothing checks that nothing is written for it.
func TestAnUnchangedFrameCostsNothing(t *testing.T) {
	turns := newFrameScheduler(1)
	p := &painter{canvas: turns.canvas(io.Discard, 80, 24, testPace, func() {}), screen: turns.box.Screen(colorprofile.TrueColor, "xterm"), width: 80, height: 24}
	view := tea.NewView(strings.Repeat("a line\n", 24))
	p.screen.Draw(nil, &view, 80, 24)
	if n := testing.AllocsPerRun(1000, func() { p.show(view) }); n > 0 {
		t.Errorf("%v allocations for a frame that is shown already", n)
	}
}

// broken is a terminal that fails on writes.
type broken struct{}

func (broken) Write([]byte) (int, error) { panic(secret) }

func TestAPainterMayBreak(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		turns, broke := newFrameScheduler(1), 0
		p := &painter{
			canvas: turns.canvas(broken{}, 80, 24, testPace, func() {}), screen: turns.box.Screen(colorprofile.TrueColor, "xterm"),
			log: slog.New(slog.NewTextHandler(&log, nil)), broke: func() { broke++ }, width: 80, height: 24,
		}
		if !p.ready(true) {
			t.Fatal("it cannot draw")
		}
		p.show(tea.NewView("text"))
		synctest.Wait()
		if broke != 1 || !strings.Contains(log.String(), "painter") || strings.Contains(log.String(), secret) {
			t.Errorf("it broke %d times, and logs %q", broke, log.String())
		}
		if p.ready(true) {
			t.Error("it goes on after it broke")
		}
		turns.rests(t)
	})
}
