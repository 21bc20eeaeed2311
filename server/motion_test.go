package server

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/tui/program"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"parlor/engine"
	"parlor/internal/workers"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/prose"
	"parlor/server/paint"
	"parlor/tui"
	"parlor/tui/board"
	"parlor/tui/davinci"
	"parlor/tui/kodeknacker"
	"parlor/tui/masterdice"
)

// film records the screen of a person at a table and the bytes sent to it.
type film struct {
	paper   *paper
	program *tea.Program
	ended   chan struct{}

	mu   sync.Mutex
	last string // the last content shown
}

// filmed is the recorded model.
type filmed struct {
	root *tui.Root
	film *film
}

// Init implements tea.Model.
func (f *filmed) Init() tea.Cmd { return f.root.Init() }

// Update implements tea.Model.
func (f *filmed) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := f.root.Update(msg)
	return f, cmd
}

// View implements tea.Model and records the content.
func (f *filmed) View() tea.View {
	view := f.root.View()
	f.film.mu.Lock()
	defer f.film.mu.Unlock()
	f.film.last = view.Content
	return view
}

const filmWidth, filmHeight = 80, 24

// film shows the room to one person.
func (r *recordedMatch) film(visit lobby.Session, handle lobby.Handle) *film {
	f := &film{paper: &paper{}, ended: make(chan struct{})}
	log := slog.New(slog.DiscardHandler)
	p := &painter{
		canvas: r.turns.canvas(f.paper, filmWidth, filmHeight, DefaultLimits().WatchPace, func() { f.program.Send(redrawMsg{}) }),
		screen: r.turns.box.Screen(colorprofile.TrueColor, "xterm"), log: log, broke: func() { r.t.Error("it broke") },
	}
	root := program.New(program.Session{
		Session: visit, Games: []board.Game{r.kit}, Invitation: lobby.Entrance{Public: "play.example.com"}.Invitation, Turn: p.canvas.turn(r.ctx),
		Seat: func() (lobby.Handle, prose.Text, error) { return handle, prose.Text{}, nil },
	})
	sc, d := &screenSession{painter: p}, workers.New(idleWorkers, nil)
	f.program = tea.NewProgram(paintedModel{&panicGuard{model: &filmed{root, f}, log: log, broke: func() {}, sized: func() {}}, p, root.Plays, testPlot(), d},
		tea.WithContext(r.ctx), tea.WithInput(nil), tea.WithoutRenderer(), tea.WithOutput(io.Discard), tea.WithoutSignalHandler(),
		tea.WithWindowSize(filmWidth, filmHeight), tea.WithFilter(sc.filter), tea.WithFPS(1), tea.WithColorProfile(colorprofile.TrueColor))
	sc.program = f.program
	go func() {
		defer close(f.ended)
		defer d.Close()
		_, _ = f.program.Run()
		p.close()
	}()
	return f
}

// shown returns what the terminal shows, and the numbers of frames and bytes written.
func (f *film) shown() (content string, frames, bytes int) {
	text, frames := f.paper.read()
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last, frames, len(text)
}

// recordedMatch is a recorded match.
type recordedMatch struct {
	t     *testing.T
	ctx   context.Context //nolint:containedctx // of the screens
	kit   board.Game
	turns *frameScheduler
}

// share is the cost of moves for one person, and the least possible one.
type share struct{ sent, least, mostFrames int }

func (s share) ratio() float64 { return float64(s.sent) / float64(s.least) }

// films plays a game between bots and returns the cost for a player and a spectator.
func (r *recordedMatch) films() (player, watcher share) {
	seed := engine.Seed{8}
	l := local.New(local.Config{Games: []engine.Game{r.kit.Game}, Seed: func() engine.Seed { return seed }})
	defer func() { _ = l.Close(context.Background()) }()
	enter := func(name string) lobby.Session {
		visit, err := l.Enter(r.t.Context(), lobby.Identity{ID: "key:" + name, Name: name})
		if err != nil {
			r.t.Fatal(err)
		}
		return visit
	}
	anna, bo, cy := enter("anna"), enter("bo"), enter("cy")
	hers, _ := lobby.Ask(r.t.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: r.kit.Game.Name, Seats: 2}})
	first := <-hers.Updates()
	his, _ := lobby.Ask(r.t.Context(), bo, lobby.Join{Code: first.Code})
	watches, err := lobby.Ask(r.t.Context(), cy, lobby.Watch{Code: first.Code})
	if err != nil {
		r.t.Fatal(err)
	}
	ctx, end := context.WithCancel(r.t.Context())
	r.ctx, r.turns = ctx, newFrameScheduler(2)
	films := []*film{r.film(anna, hers), r.film(bo, his), r.film(cy, watches)}
	defer func() {
		end()
		for _, f := range films {
			<-f.ended
		}
		time.Sleep(time.Minute) // until delayed frames have come
	}()
	time.Sleep(time.Second)
	if err := lobby.Perform(r.t.Context(), hers, lobby.Start{}); err != nil {
		r.t.Fatal(err)
	}
	m, err := r.kit.Game.Start(2, seed, first.Plan.Options)
	if err != nil {
		r.t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for moves := 0; moves < 40 && m.View(engine.Watcher).Stage == engine.Playing; moves++ {
		time.Sleep(5 * time.Second)
		seat := m.ToMove()[0]
		action := m.Think(seat, engine.FirstBot, random)
		if m, _, err = m.Play(seat, action); err != nil {
			r.t.Fatal(err)
		}
		if m.View(engine.Watcher).Stage != engine.Playing {
			break // the end of a game is a scene of its own
		}
		plays := func() {
			if err := lobby.Perform(r.t.Context(), []lobby.Handle{hers, his}[seat], lobby.Play{Action: action}); err != nil {
				r.t.Fatal(err)
			}
			time.Sleep(5 * time.Second)
		}
		for i, f := range films {
			plays = f.counted([]*share{&player, &player, &watcher}[i], plays)
		}
		plays()
	}
	return player, watcher
}

// counted counts what is sent while happens runs.
func (f *film) counted(s *share, happens func()) func() {
	return func() {
		before, frames, bytes := f.shown()
		happens()
		after, framesNow, bytesNow := f.shown()
		var box paint.Box
		least := box.Screen(colorprofile.TrueColor, "xterm")
		was, is := tea.NewView(before), tea.NewView(after)
		least.Draw(nil, &was, filmWidth, filmHeight)
		s.least += len(least.Draw(nil, &is, filmWidth, filmHeight))
		s.sent += bytesNow - bytes
		s.mostFrames = max(s.mostFrames, framesNow-frames)
	}
}

// TestMovesAreFewBytes checks that a move takes a spectator at most two frames, and little more bytes than the
// difference.
func TestMovesAreFewBytes(t *testing.T) {
	for _, kit := range []board.Game{davinci.Game(), masterdice.Game(), kodeknacker.Game()} {
		t.Run(kit.Game.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				player, watcher := (&recordedMatch{t: t, kit: kit}).films()
				t.Logf("a player is sent %d bytes in at most %d frames a move, %.2f × the least; a watcher %d in %d, %.2f ×",
					player.sent, player.mostFrames, player.ratio(), watcher.sent, watcher.mostFrames, watcher.ratio())
				if player.ratio() > 2 || watcher.ratio() > 1.5 || watcher.mostFrames > 2 {
					t.Error("that is too much")
				}
			})
		})
	}
}
