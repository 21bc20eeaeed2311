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

// frameEvery is how long a frame stands on average; it is played in turns. One may come
// sooner after the one before, so that what somebody does, or sees done, is on the screen
// at once although a second of a clock was shown, or a key, a moment ago.
const frameEvery = time.Second / 30

// framePace holds when the last two frames of a kind were begun.
type framePace struct{ last, before time.Time }

// stands is for how long the last one stands.
func (p *framePace) stands() time.Duration { return 2*frameEvery - time.Since(p.before) }

func (p *framePace) begin() { p.before, p.last = p.last, time.Now() }

// painter shows one session what its program draws. A frame is drawn and written
// beside the program, which goes on; what is newer waits in the program until
// the terminal has taken the frame, and then the newest view is drawn.
type painter struct {
	canvas *frameSink // whose redraw lets the program draw again
	broke  func()     // ends the session when drawing fails
	log    *slog.Logger

	mu            sync.Mutex
	screen        *paint.Screen // of the goroutine that draws, while there is one
	width, height int
	aside         []byte        // what is to be written beside the frames
	anew          bool          // the window has changed
	atOnce        bool          // the terminal can show a frame at once
	busy          bool          // a goroutine draws or writes
	stale         bool          // the program has something newer
	due           time.Time     // when the frame has stood long enough; zero while nothing waits for that
	ended         bool          // nothing is drawn any more
	frames        framePace     // those that showed something new
	typed         framePace     // those that were drawn for what the person did alone, also where they showed nothing new
	others        bool          // what is newer is not only what the person did
	idle          chan struct{} // closed when nobody draws any more; nil until somebody waits for that
}

// ready reports whether a view would be drawn now, be it of somebody who plays or
// not. Where it would not, the program is told when to draw again; before it has a
// size it draws when that comes.
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

// comes notes whether what the program was told is what its person has done, or
// something else, which never waits for that.
func (p *painter) comes(typed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.others = p.others || !typed
}

// stands is for how long the frame stands that was begun last. The caller holds mu.
func (p *painter) stands() time.Duration {
	if p.others {
		return p.frames.stands()
	}
	return max(p.frames.stands(), p.typed.stands())
}

// wait tells the program to draw again once the frame has stood long enough. The
// caller holds mu.
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

// show draws a view, if it is ready for one.
func (p *painter) show(view tea.View) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.busy || p.ended:
		p.canvas.drawn()
	case !p.anew && p.screen.Same(&view, p.width, p.height):
		p.canvas.drawn()
	default:
		p.frames.begin()
		newer := view
		p.work(&newer)
	}
}

// say writes something beside the frames: a question to the terminal, or its
// bell.
func (p *painter) say(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.aside = append(p.aside, text...)
	if !p.busy && !p.ended {
		p.work(nil)
	}
}

// resize is told how large the window is. What a program has to show comes a
// moment after its first size, and the first frame waits for that.
func (p *painter) resize(width, height int) {
	p.canvas.resize(width, height)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width == 0 {
		now := time.Now()
		p.frames = framePace{last: now, before: now.Add(-frameEvery)}
	}
	p.width, p.height, p.anew = width, height, true
}

// learn takes what the terminal says about a mode.
func (p *painter) learn(report tea.ModeReportMsg) {
	if report.Mode != ansi.ModeSynchronizedOutput || report.Value != ansi.ModeSet && report.Value != ansi.ModeReset {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.atOnce = true
}

// work begins to draw a view, which may be nil, and to write what is aside. The
// caller holds mu, and nobody draws.
func (p *painter) work(view *tea.View) {
	p.busy = true
	if p.atOnce {
		p.screen.Synchronise()
	}
	if p.anew && view != nil {
		p.screen.Forget()
		p.anew = false
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

// rest notes that the frame is written.
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

// end lets nothing more be drawn.
func (p *painter) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	p.canvas.drawn()
}

// close leaves the terminal as it was, after the frame that is being written. It
// waits for the terminal to take both.
func (p *painter) close() {
	p.canvas.close() // nothing more is drawn, also while the terminal takes its time
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
	// The line may be gone, and then there is nothing to leave.
	_, _ = p.canvas.Write(p.screen.Close(nil))
}

// paintedModel is a program's model whose views go to a painter. The program itself
// is shown nothing.
type paintedModel struct {
	model   *panicGuard
	painter *painter
	plays   func() bool // whether its person plays now
	plot    *windowGrant
	pool    *workers.Pool // on which the model is called
}

// redrawMsg has the model drawn again, and tells it nothing.
type redrawMsg struct{}

// Init begins the model.
func (p paintedModel) Init() (cmd tea.Cmd) {
	p.pool.Do(func() { cmd = p.model.Init() })
	return cmd
}

// Update passes a message on.
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

// View draws the model where there is time for a frame.
func (p paintedModel) View() tea.View {
	if p.painter.ready(p.plays()) {
		var view tea.View
		if p.pool.Do(func() { view = p.model.View() }); !p.model.broken.Load() {
			p.painter.show(view)
		} else {
			p.painter.canvas.drawn() // nothing comes of it
		}
	}
	return tea.View{}
}
