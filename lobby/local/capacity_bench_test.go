package local_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"syscall"
	"testing"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
	"parlor/internal/collector"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/ratelimit"
)

// BenchmarkFullLobby measures a lobby with a match in every room, of all games and at
// different moves, with two players each and some people in the lobby. An operation is one
// move until all readers of the room have an update.
//
//	go test -run '^$' -bench FullLobby ./lobby/local
//
// Memory is measured before the moves, after a garbage collection: heap and stacks in use,
// and the total obtained from the system. There are no terminals, and readers drop their
// updates. Rooms write to a journal that stores nothing, so that the memory they hold for
// writing counts but the journal does not. The benchmark has no goroutine of its own and
// uses the program's GC settings.
//
// With PARLOR_PROFILE=name the profiles name.heap and name.goroutine are written.
func BenchmarkFullLobby(b *testing.B) {
	for _, rooms := range []int{1_000, 10_000} {
		b.Run(fmt.Sprintf("%d rooms", rooms), func(b *testing.B) {
			defer collector.Follow(os.Getenv)()
			before := runtime.NumGoroutine()
			house := newFullLobby(b, rooms)
			report := house.measure(b, before)
			n, began := 0, processorTime(b)
			for b.Loop() {
				house.tables[n*7919%rooms].move(b)
				n++
			}
			b.ReportMetric(float64(processorTime(b)-began)/float64(time.Millisecond)/float64(n), "cpu-ms/change")
			report()
		})
	}
}

// fullLobby is a lobby in which all rooms have a match.
type fullLobby struct {
	lobby  *local.Lobby
	tables []*fullTable
	looks  []lobby.Session
}

// fullTable is a room with its players.
type fullTable struct {
	chairs []lobby.Handle // by seat
	script []engine.Move  // the moves of a complete match
	played int            // number of moves played
}

// lobbyViewers is the number of people in the lobby.
const lobbyViewers = 200

func newFullLobby(b *testing.B, rooms int) *fullLobby {
	b.Helper()
	games := []engine.Game{davinci.Rules().Game(), masterdice.Rules().Game(), kodeknacker.Rules().Game()}
	seed := engine.Seed{1}
	l := local.New(local.Config{
		Games: games, Seed: func() engine.Seed { return seed }, Journal: blankJournal{},
		Limits: lobby.Limits{Rooms: rooms}, RateLimits: ratelimit.New(ratelimit.Config{}),
	})
	b.Cleanup(func() { _ = l.Close(context.Background()) })
	var scripts [][]engine.Move
	for _, game := range games {
		scripts = append(scripts, fullScript(b, game, seed))
	}
	house := &fullLobby{lobby: l}
	for n := range rooms {
		script := scripts[n%len(scripts)]
		table := &fullTable{script: script}
		host, other := house.enter(b, fmt.Sprint("person", 2*n)), house.enter(b, fmt.Sprint("person", 2*n+1))
		table.take(b)(lobby.Ask(b.Context(), host, lobby.Create{Plan: lobby.Plan{Game: games[n%len(games)].Name, Seats: 2, Public: n%5 > 0}}))
		table.take(b)(lobby.Ask(b.Context(), other, lobby.Join{Code: (<-table.chairs[0].Updates()).Code}))
		table.give(b, 0, lobby.Start{})
		for range n * 31 % (len(script) * 9 / 10) {
			table.move(b)
		}
		house.tables = append(house.tables, table)
	}
	for n := range lobbyViewers {
		v := house.enter(b, fmt.Sprint("looker", n))
		lobby.Send(b.Context(), v, lobby.Show{Window: lobby.Window{From: n % 40, Rows: 10, People: 26, Talk: true}})
		house.looks = append(house.looks, v)
	}
	return house
}

// fullScript returns the moves of a match between two bots.
func fullScript(b *testing.B, game engine.Game, seed engine.Seed) (script []engine.Move) {
	b.Helper()
	match, err := game.Start(2, seed, engine.Options{})
	if err != nil {
		b.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(1, 2))
	for len(match.ToMove()) > 0 {
		seat := match.ToMove()[0]
		action := match.Think(seat, engine.FirstBot, chance)
		if match, _, err = match.Play(seat, action); err != nil {
			b.Fatal(err)
		}
		script = append(script, engine.Move{Seat: seat, Action: action})
	}
	return script
}

func (h *fullLobby) enter(b *testing.B, id string) lobby.Session {
	b.Helper()
	v, err := h.lobby.Enter(b.Context(), lobby.Identity{ID: "key:" + id, Name: id})
	if err != nil {
		b.Fatal(err)
	}
	return v
}

// take stores a handle.
func (t *fullTable) take(b *testing.B) func(lobby.Handle, error) {
	return func(chair lobby.Handle, err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
		t.chairs = append(t.chairs, chair)
	}
}

// move plays the next move, and starts another match after the last one.
func (t *fullTable) move(b *testing.B) {
	b.Helper()
	if t.played == len(t.script) {
		t.played = 0
		t.give(b, 0, lobby.Start{})
		return
	}
	next := t.script[t.played]
	t.played++
	// Actions from a connection do not share memory.
	t.give(b, next.Seat, lobby.Play{Action: engine.Action(strings.Clone(string(next.Action)))})
}

// give performs an operation and takes the resulting updates.
func (t *fullTable) give(b *testing.B, seat engine.Seat, do lobby.RoomOp) {
	b.Helper()
	if err := lobby.Perform(b.Context(), t.chairs[seat], do); err != nil {
		b.Fatal(err)
	}
	for _, chair := range t.chairs {
		select {
		case <-chair.Updates():
		default: // the action was secret
		}
	}
}

// measure measures the memory now. report reports it after the moves, as ResetTimer
// discards earlier metrics.
func (h *fullLobby) measure(b *testing.B, goroutines int) (report func()) {
	b.Helper()
	var mem runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&mem)
	own := float64(runtime.NumGoroutine() - goroutines)
	resident := resident(b)
	h.profile(b)
	return func() {
		const mb = 1 << 20
		b.ReportMetric(float64(mem.HeapInuse+mem.StackInuse)/mb, "MB")
		b.ReportMetric(float64(mem.HeapAlloc)/mb, "MB-objects")
		b.ReportMetric(float64(mem.StackInuse)/mb, "MB-stacks")
		b.ReportMetric(float64(mem.Sys)/mb, "MB-sys")
		b.ReportMetric(float64(mem.Sys-mem.HeapReleased)/mb, "MB-held")
		b.ReportMetric(resident, "MB-resident")
		b.ReportMetric(own/float64(len(h.tables)), "goroutines/room")
		b.ReportMetric(own/float64(2*len(h.tables)), "goroutines/person")
	}
}

// resident returns the resident memory of this process in MB, or 0 if unknown.
func resident(b *testing.B) float64 {
	b.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, pages int
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		b.Fatal(err)
	}
	return float64(pages*os.Getpagesize()) / (1 << 20)
}

// profile writes profiles if requested.
func (h *fullLobby) profile(b *testing.B) {
	b.Helper()
	name := os.Getenv("PARLOR_PROFILE")
	if name == "" {
		return
	}
	for _, kind := range []string{"heap", "goroutine"} {
		file, err := os.Create(name + "." + kind)
		if err != nil {
			b.Fatal(err)
		}
		if err := pprof.Lookup(kind).WriteTo(file, 0); err != nil {
			b.Fatal(err)
		}
		if err := file.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// processorTime returns the CPU time that this process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// blankJournal accepts all entries and stores none.
type blankJournal struct{}

// Append implements lobby.Journal.
func (blankJournal) Append(context.Context, string, lobby.Entry) error { return nil }

// Headers implements lobby.Journal.
func (blankJournal) Headers(context.Context) (map[string]lobby.Header, error) { return nil, nil }

// Load implements lobby.Journal.
func (blankJournal) Load(context.Context, string) ([]lobby.Entry, error) { return nil, nil }

// SetAside implements lobby.Journal.
func (blankJournal) SetAside(context.Context, string, string, *lobby.Finished) error { return nil }
