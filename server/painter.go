package server

import (
	"log/slog"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parlor/internal/workers"
	"parlor/server/paint"
)

// frameEvery is the average duration of a frame. A frame may follow sooner, so that an action is shown at once even
// just after another frame.
const frameEvery = time.Second / 30

// framePace holds when the last two frames of one kind were begun.
type framePace struct{ last, before time.Time }

// stands returns how much longer the last frame must stay.
func (p *framePace) stands() time.Duration { return 2*frameEvery - time.Since(p.before) }

func (p *framePace) begin() { p.before, p.last = p.last, time.Now() }

// painter shows the views of one session's program. It draws and writes on another goroutine while the program
// continues. While the terminal takes a frame, newer views wait in the program, and the newest is drawn next.
type painter struct {
	canvas *frameSink // redraw makes the program draw again
	broke  func()     // ends the session when drawing panics
	log    *slog.Logger

	mu            sync.Mutex
	screen        *paint.Screen // used by the drawing goroutine while there is one
	width, height int
	aside         []byte        // to be written between frames
	redrawAll     bool          // the window has changed
	atOnce        bool          // the terminal supports synchronized output
	busy          bool          // a goroutine draws or writes
	stale         bool          // the program has something newer
	due           time.Time     // when the next frame may begin; zero if none waits
	ended         bool          // nothing more is drawn
	frames        framePace     // frames that showed something new
	typed         framePace     // frames for the person's own input, even without a change
	others        bool          // the newer view is not only due to the person's own input
	idle          chan struct{} // closed when drawing has stopped; nil unless waited for
}

// ready reports whether a view would be drawn now, for a player or a spectator. If not, the program
// is notified when it can draw; without a size that is when the size arrives.
func (p *painter) ready(plays bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width == 0 {
		return false
	}
	rest := p.stands()
	if p.ended || p.busy || rest > 0 {
		p.canvas.drawn()
		p.stale = true
		p.wait(rest)
		return false
	}
	p.stale = false
	if !p.canvas.may(plays) {
		return false
	}
	if !p.others {
		p.typed.begin()
	}
	p.others = false
	return true
}

// comes records an update. typed reports whether it is due to the person's own input.
func (p *painter) comes(typed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.others = p.others || !typed
}

// stands returns how much longer the current frame must stay. The caller holds mu.
func (p *painter) stands() time.Duration {
	if p.others {
		return p.frames.stands()
	}
	return max(p.frames.stands(), p.typed.stands())
}

// wait makes the program draw again after rest. The caller holds mu.
func (p *painter) wait(rest time.Duration) {
	due := time.Now().Add(rest)
	if p.busy || p.ended || !p.due.IsZero() && !due.Before(p.due) {
		return
	}
	p.due = due
	time.AfterFunc(rest, func() {
		p.mu.Lock()
		if p.due.Equal(due) {
			p.due = time.Time{}
		}
		stale := p.stale && !p.busy && !p.ended
		p.mu.Unlock()
		if stale {
			p.canvas.redraw()
		}
	})
}

// show draws a view if that is possible now.
func (p *painter) show(view tea.View) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.busy || p.ended:
		p.canvas.drawn()
	case !p.redrawAll && p.screen.Same(&view, p.width, p.height):
		p.canvas.drawn()
	default:
		p.frames.begin()
		newer := view
		p.work(&newer)
	}
}

// say writes text between frames, such as a query to the terminal or its bell.
func (p *painter) say(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.aside = append(p.aside, text...)
	if !p.busy && !p.ended {
		p.work(nil)
	}
}

// resize sets the window size. The program's content follows a moment after the first size, and the first frame waits
// for it.
func (p *painter) resize(width, height int) {
	p.canvas.resize(width, height)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width == 0 {
		now := time.Now()
		p.frames = framePace{last: now, before: now.Add(-frameEvery)}
	}
	p.width, p.height, p.redrawAll = width, height, true
}

// learn handles a terminal's report about a mode.
func (p *painter) learn(report tea.ModeReportMsg) {
	if report.Mode != ansi.ModeSynchronizedOutput || report.Value != ansi.ModeSet && report.Value != ansi.ModeReset {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.atOnce = true
}

// work starts a goroutine that draws a view, which may be nil, and writes the content of aside. The
// caller holds mu, and the painter is not busy.
func (p *painter) work(view *tea.View) {
	p.busy = true
	if p.atOnce {
		p.screen.Synchronise()
	}
	if p.redrawAll && view != nil {
		p.screen.Forget()
		p.redrawAll = false
	}
	aside, width, height := p.aside, p.width, p.height
	p.aside = nil
	go func() {
		defer p.rest()
		defer recoverPanic(p.log, p.fails)
		frame := p.canvas.turns.frame()
		defer p.canvas.turns.keep(frame)
		*frame = append((*frame)[:0], aside...)
		if view != nil {
			*frame = p.screen.Draw(*frame, view, width, height)
		}
		if len(*frame) == 0 {
			p.canvas.drawn()
			return
		}
		if _, err := p.canvas.Write(*frame); err != nil {
			p.end()
		}
	}()
}

// rest records that the frame is written.
func (p *painter) rest() {
	p.mu.Lock()
	p.busy = false
	if p.ended && p.idle != nil {
		close(p.idle)
		p.idle = nil
	}
	if len(p.aside) > 0 && !p.ended {
		p.work(nil)
	}
	if p.stale {
		p.wait(p.stands())
	}
	p.mu.Unlock()
}

func (p *painter) fails() {
	p.end()
	p.broke()
}

// end stops drawing.
func (p *painter) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	p.canvas.drawn()
}

// close restores the terminal after the frame in progress and waits until it has taken both.
func (p *painter) close() {
	p.canvas.close() // nothing more is drawn, even while the terminal is slow
	p.mu.Lock()
	p.ended = true
	var idle chan struct{}
	if p.busy {
		idle = make(chan struct{})
		p.idle = idle
	}
	p.mu.Unlock()
	if idle != nil {
		<-idle
	}
	// If the connection is lost there is nothing to restore.
	_, _ = p.canvas.Write(p.screen.Close(nil))
}

// paintedModel is a program's model whose views go to a painter. The program itself gets empty views.
type paintedModel struct {
	model   *panicGuard
	painter *painter
	plays   func() bool // whether the person is a player now
	plot    *windowGrant
	pool    *workers.Pool // runs the model's methods
}

// redrawMsg redraws the model without passing it a message.
type redrawMsg struct{}

// Init implements tea.Model.
func (p paintedModel) Init() (cmd tea.Cmd) {
	p.pool.Do(func() { cmd = p.model.Init() })
	return cmd
}

// Update implements tea.Model.
func (p paintedModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case redrawMsg:
	case tea.KeyPressMsg, tea.MouseMsg, tea.PasteMsg:
		p.painter.comes(true)
		cmd = p.update(msg)
	case tea.WindowSizeMsg:
		p.painter.comes(false)
		size, news := p.plot.fit(msg)
		p.painter.resize(size.Width, size.Height)
		if news != nil {
			p.update(news)
		}
		cmd = p.update(size)
	default:
		p.painter.comes(false)
		cmd = p.update(msg)
	}
	return p, cmd
}

func (p paintedModel) update(msg tea.Msg) (cmd tea.Cmd) {
	p.pool.Do(func() { _, cmd = p.model.Update(msg) })
	return cmd
}

// View implements tea.Model. It draws the model if a frame may be drawn now.
func (p paintedModel) View() tea.View {
	if p.painter.ready(p.plays()) {
		var view tea.View
		if p.pool.Do(func() { view = p.model.View() }); !p.model.broken.Load() {
			p.painter.show(view)
		} else {
			p.painter.canvas.drawn() // the frame is dropped
		}
	}
	return tea.View{}
}
