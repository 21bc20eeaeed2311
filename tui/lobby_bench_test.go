package tui_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"parlor/tui/program"
	"parlor/tui/screen"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/prose"
	"parlor/tui"
	"parlor/tui/board"
	"parlor/tui/style"
)

// BenchmarkLiveMatch is the processor's time that a move of the match that 200 lobby screens show
// takes until it is on all of them, and how often it is drawn. What a second without a move takes
// is reported as well.
func BenchmarkLiveMatch(b *testing.B) {
	const visitors = 200
	var looks, searches, drawn, boards atomic.Int64
	games := kits()
	draws := games[0].Board
	games[0].Board = func(theme *style.Theme, voice *prose.Voice) board.Board {
		boards.Add(1)
		return draws(theme, voice)
	}
	l := local.New(local.Config{Games: gamesOf(games), Seed: func() engine.Seed { return engine.Seed{4} }})
	defer time.Sleep(11 * time.Second) // until what a screen waits for has come
	defer func() { _ = l.Close(context.Background()) }()
	come := func(name string) lobby.Session {
		visit, err := l.Enter(b.Context(), lobby.Identity{ID: name, Name: name})
		if err != nil {
			b.Fatal(err)
		}
		return visit
	}
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	anna, err := lobby.Ask(b.Context(), come("anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true, Options: engine.Options{"first": "1"}}})
	must(err)
	bo, err := lobby.Ask(b.Context(), come("bo"), lobby.Join{Code: (<-anna.Updates()).Code})
	must(err)
	seats := []lobby.Handle{anna, bo}
	must(lobby.Perform(b.Context(), anna, lobby.Start{}))
	shared, themes := &program.Boards{}, style.NewThemes()
	for n := range visitors {
		k := &looker{
			root: program.New(program.Session{
				Session: asking{come(fmt.Sprint("looker", n)), &looks, &searches}, Games: games, Settings: screen.Settings{Still: true}, Boards: shared, Themes: themes,
				Invitation: lobby.Entrance{Public: "play.example.com"}.Invitation,
			}),
			msgs: make(chan tea.Msg, 100), drawn: &drawn, counts: "home.liveMsg",
		}
		k.run(k.root.Init())
		go func() {
			k.take(tea.WindowSizeMsg{Width: 120, Height: 40})
			for {
				select {
				case msg := <-k.msgs:
					k.take(msg)
				case <-b.Context().Done():
					return
				}
			}
		}()
	}
	time.Sleep(5 * time.Second)
	began, idle := processor(b), 5*time.Second
	time.Sleep(idle)
	rest := processor(b) - began
	drawn.Store(0)
	boards.Store(0)
	looks.Store(0)
	began = processor(b)
	start, moves := time.Now(), 0
	for b.Loop() {
		if !movesFirst(b, seats) {
			must(lobby.Perform(b.Context(), anna, lobby.Start{}))
			must(lobby.Perform(b.Context(), bo, lobby.SetReady{Ready: true}))
		}
		moves++
		time.Sleep(1200 * time.Millisecond) // until it is drawn
	}
	b.ReportMetric(float64(rest.Microseconds())/idle.Seconds(), "idle-cpu-µs/s")
	b.ReportMetric(float64((processor(b)-began).Microseconds())/float64(moves), "cpu-µs/op")
	b.ReportMetric(float64(drawn.Load())/float64(moves), "screens/op")
	b.ReportMetric(float64(boards.Load())/float64(moves), "draws/op")
	b.ReportMetric(float64(looks.Load())/time.Since(start).Seconds(), "views/s")
}

// movesFirst plays the first legal action of a player that is no resignation. It reports false if
// there is none.
func movesFirst(b *testing.B, seats []lobby.Handle) bool {
	b.Helper()
	for _, seat := range seats {
		if err := lobby.Perform(b.Context(), seat, lobby.ListLegal{}); err != nil {
			b.Fatal(err)
		}
		for _, action := range (<-seat.Updates()).Legal {
			if action != engine.Resign && lobby.Perform(b.Context(), seat, lobby.Play{Action: action}) == nil {
				return true
			}
		}
	}
	return false
}

// looker is a client in the lobby: its screen runs and is drawn, but
// by no program.
type looker struct {
	root  *tui.Root
	msgs  chan tea.Msg
	drawn *atomic.Int64 // number of messages of the counted type

	counts string // the type
}

func (k *looker) run(cmd tea.Cmd) {
	if cmd != nil {
		go func() { k.msgs <- cmd() }()
	}
}

func (k *looker) take(msg tea.Msg) {
	if batch, many := msg.(tea.BatchMsg); many {
		for _, cmd := range batch {
			k.run(cmd)
		}
		return
	}
	_, cmd := k.root.Update(msg)
	k.run(cmd)
	k.root.View()
	if fmt.Sprintf("%T", msg) == k.counts {
		k.drawn.Add(1)
	}
}

// processor is the time that this process has taken.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkOneRoomChanges is the processor's time that one change of one of 300
// rooms takes, one after the other, with 200 visitors in the lobby: in the room, in
// the lobby, and for all screens. The time of an operation is mostly waiting. What
// the process takes for an order that changes nothing, mostly for waking up, is a
// part of it and reported as well.
func BenchmarkOneRoomChanges(b *testing.B) {
	const rooms, visitors = 300, 200
	var games []engine.Game
	for _, kit := range kits() {
		games = append(games, kit.Game)
	}
	l := local.New(local.Config{Games: games})
	defer func() { _ = l.Close(context.Background()) }()
	come := func(name string) lobby.Session {
		visit, err := l.Enter(b.Context(), lobby.Identity{ID: name, Name: name})
		if err != nil {
			b.Fatal(err)
		}
		return visit
	}
	hosts, plans := make([]lobby.Handle, rooms), make([]lobby.Plan, rooms)
	for n := range hosts {
		var err error
		if hosts[n], err = lobby.Ask(b.Context(), come(fmt.Sprint("host", n)), lobby.Create{Plan: lobby.Plan{Game: games[n%3].Name, Public: true}}); err != nil {
			b.Fatal(err)
		}
		plans[n] = (<-hosts[n].Updates()).Plan
	}
	var drawn atomic.Int64
	for n := range visitors {
		k := &looker{
			root: program.New(program.Session{Session: come(fmt.Sprint("looker", n)), Games: kits(), Settings: screen.Settings{Still: true}}),
			msgs: make(chan tea.Msg, 100), drawn: &drawn, counts: "screen.PageMsg",
		}
		k.run(k.root.Init())
		go func() {
			k.take(tea.WindowSizeMsg{Width: 80, Height: 24})
			for {
				select {
				case msg := <-k.msgs:
					k.take(msg)
				case <-b.Context().Done():
					return
				}
			}
		}()
	}
	n := 0
	give := func(at int) {
		if err := lobby.Perform(b.Context(), hosts[at], lobby.Change{Plan: plans[at]}); err != nil {
			b.Fatal(err)
		}
	}
	change := func() {
		at := n * 7 % rooms
		plans[at].Title = fmt.Sprint("change ", n)
		n++
		give(at)
	}
	for range rooms { // each has had an order, as rooms have that stand for a while
		change()
	}
	time.Sleep(2 * time.Second)
	began, nothing := processor(b), 50
	for at := range nothing {
		give(at)
		time.Sleep(120 * time.Millisecond)
	}
	idle := processor(b) - began
	drawn.Store(0)
	began = processor(b)
	for b.Loop() {
		change()
		time.Sleep(120 * time.Millisecond) // until it is drawn
	}
	b.ReportMetric(float64((processor(b)-began).Microseconds())/float64(b.N), "cpu-µs/op")
	b.ReportMetric(float64(idle.Microseconds())/float64(nothing), "idle-µs/op")
	b.ReportMetric(float64(drawn.Load())/float64(b.N), "screens/op")
}
