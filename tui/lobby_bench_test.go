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
	"parlor/tui"
)

// looker is a client in the lobby: its screen runs and is drawn, but
// by no program.
type looker struct {
	root  *tui.Root
	msgs  chan tea.Msg
	drawn *atomic.Int64 // lobby
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
	if fmt.Sprintf("%T", msg) == "screen.PageMsg" {
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
			msgs: make(chan tea.Msg, 100), drawn: &drawn,
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
