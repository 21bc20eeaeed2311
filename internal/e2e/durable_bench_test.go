package e2e

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"parlor/engine"
	"parlor/internal/games"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/store"
)

// benchLobby returns a lobby with a store of its own.
func benchLobby(b *testing.B, dir string) (*local.Lobby, *store.Store) {
	b.Helper()
	kept, err := store.Open(dir, nil)
	if err != nil {
		b.Fatal(err)
	}
	return local.New(local.Config{
		Games: offered(), Journal: kept.Journal, Accounts: kept.Accounts, History: kept.History,
		Limits: lobby.Limits{Rooms: 1_000_000, RoomsPerPerson: 1_000_000},
	}), kept
}

// BenchmarkFlush measures writing and syncing 1 KiB on the same disk, as a baseline.
func BenchmarkFlush(b *testing.B) {
	file, err := os.Create(filepath.Join(b.TempDir(), "flushed"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	page := make([]byte, 1<<10)
	took := make([]time.Duration, 0, 1<<16)
	for b.Loop() {
		began := time.Now()
		if _, err := file.Write(page); err != nil {
			b.Fatal(err)
		}
		if err := file.Sync(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	report(b, took)
}

// report adds the percentiles of single operations.
func report(b *testing.B, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	at := func(share float64) float64 {
		return float64(took[int(share*float64(len(took)-1))].Microseconds())
	}
	b.ReportMetric(at(0.5), "p50-µs")
	b.ReportMetric(at(0.99), "p99-µs")
	b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "each/s")
}

// BenchmarkDurableMove measures a move in a room, from the request to the answer, when it is durable and shown to
// both players. All rooms play concurrently at full speed.
func BenchmarkDurableMove(b *testing.B) {
	for _, rooms := range []int{1, 100, 1000} {
		b.Run(fmt.Sprintf("%d rooms", rooms), func(b *testing.B) {
			l, kept := benchLobby(b, b.TempDir())
			tables := make([]*benchTable, rooms)
			var ready sync.WaitGroup
			for i := range tables {
				ready.Go(func() { tables[i] = newBenchTable(b, l, i) })
			}
			ready.Wait()
			b.ResetTimer()
			var (
				mu   sync.Mutex
				took []time.Duration
				work sync.WaitGroup
			)
			each := max(1, b.N/rooms)
			for _, table := range tables {
				work.Go(func() {
					own := make([]time.Duration, 0, each)
					for range each {
						own = append(own, table.move(b))
					}
					mu.Lock()
					defer mu.Unlock()
					took = append(took, own...)
				})
			}
			work.Wait()
			report(b, took)
			b.StopTimer()
			end(b, l, kept)
		})
	}
}

func end(b *testing.B, l *local.Lobby, kept *store.Store) {
	b.Helper()
	if err := l.Close(context.Background()); err != nil {
		b.Fatal(err)
	}
	if err := kept.Close(); err != nil {
		b.Fatal(err)
	}
}

// benchTable is a room of Da Vinci Code with two players.
type benchTable struct {
	handles [2]lobby.Handle
	last    [2]lobby.Update
	random  *rand.Rand
}

func newBenchTable(b *testing.B, l *local.Lobby, n int) *benchTable {
	b.Helper()
	t := &benchTable{random: rand.New(rand.NewPCG(uint64(n), 1))}
	code := ""
	for i := range t.handles {
		visit, err := l.Enter(context.Background(), lobby.Identity{ID: fmt.Sprint("key:", n, "-", i), Name: fmt.Sprint("p", n, "x", i), Passing: true})
		if err != nil {
			b.Error(err)
			return t
		}
		if i == 0 {
			t.handles[i], err = lobby.Ask(b.Context(), visit, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}})
		} else {
			t.handles[i], err = lobby.Ask(b.Context(), visit, lobby.Join{Code: code})
		}
		if err == nil {
			err = lobby.Perform(context.Background(), t.handles[i], lobby.ListLegal{})
		}
		if err != nil {
			b.Error(err)
			return t
		}
		t.look(i)
		code = t.last[0].Code
	}
	if err := lobby.Perform(context.Background(), t.handles[0], lobby.Start{}); err != nil {
		b.Error(err)
	}
	return t
}

// look takes the newest update, if there is one.
func (t *benchTable) look(i int) {
	select {
	case t.last[i] = <-t.handles[i].Updates():
	default:
	}
}

// move plays any legal move and returns how long it took.
func (t *benchTable) move(b *testing.B) time.Duration {
	b.Helper()
	t.look(0)
	t.look(1)
	began := time.Now()
	var err error
	switch {
	case t.last[0].Stage == engine.Over:
		err = lobby.Perform(context.Background(), t.handles[0], lobby.Start{})
	case len(t.last[0].Legal) > 0:
		err = lobby.Perform(context.Background(), t.handles[0], lobby.Play{Action: t.last[0].Legal[t.random.IntN(len(t.last[0].Legal))]})
	default:
		err = lobby.Perform(context.Background(), t.handles[1], lobby.Play{Action: t.last[1].Legal[t.random.IntN(len(t.last[1].Legal))]})
	}
	if err != nil {
		b.Error(err)
	}
	return time.Since(began)
}

// BenchmarkStart measures the time from opening the store to the first login, with the numbers of rooms and finished
// matches in PARLOR_ROOMS and PARLOR_FINISHED.
func BenchmarkStart(b *testing.B) {
	number := func(name string, standard int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return standard
	}
	rooms, finished := number("PARLOR_ROOMS", 200), number("PARLOR_FINISHED", 200)
	dir := b.TempDir()
	l, kept := benchLobby(b, dir)
	table := newBenchTable(b, l, 0)
	for range 20 {
		table.move(b)
	}
	copyRoom(b, kept, table.last[0].Code, rooms)
	remember(b, kept, min(finished, 1000))
	end(b, l, kept)
	multiply(b, dir, finished/1000)
	var opened, restored, entered, heap []float64
	for b.Loop() {
		before, began := liveHeap(), time.Now()
		passed := func() float64 { return float64(time.Since(began).Microseconds()) / 1000 }
		l, kept := benchLobby(b, dir)
		opened = append(opened, passed())
		n, err := l.Restore(context.Background())
		if err != nil || n != rooms {
			b.Fatalf("%d rooms came back: %v", n, err)
		}
		restored = append(restored, passed())
		if _, err := l.Enter(context.Background(), lobby.Identity{ID: "key:new", Name: "new"}); err != nil {
			b.Fatal(err)
		}
		entered = append(entered, passed())
		heap = append(heap, liveHeap()-before)
		end(b, l, kept)
	}
	for unit, all := range map[string][]float64{"ms-open": opened, "ms-back": restored, "ms-in": entered, "MB": heap} {
		slices.Sort(all)
		b.ReportMetric(all[len(all)/2], unit)
	}
	b.ReportMetric(float64(rooms), "rooms")
	b.ReportMetric(float64(finished), "finished")
}

// multiply repeats a thousand finished matches the given number of times.
func multiply(b *testing.B, dir string, times int) {
	b.Helper()
	if times < 2 {
		return
	}
	conn, err := sqlite.OpenConn(filepath.Join(dir, store.File), sqlite.OpenReadWrite)
	if err != nil {
		b.Fatal(err)
	}
	for _, columns := range []string{
		"finished SELECT number + 1000 * i, id || '-' || i, room, title, game, began + i, ended + i, rated, winners, totals, record, public, titled FROM finished",
		"moves SELECT finished + 1000 * i, moves FROM moves",
		"player SELECT finished + 1000 * i, seat, person, name, guest, level, game, ended + i FROM player",
	} {
		query := fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO %s, n", times-1, columns)
		if err := sqlitex.ExecuteTransient(conn, query, nil); err != nil {
			b.Fatal(err)
		}
	}
	if err := conn.Close(); err != nil {
		b.Fatal(err)
	}
}

// liveHeap returns the live heap in MB.
func liveHeap() float64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc) / (1 << 20)
}

// copyRoom stores copies of a room with other codes and people until there are count.
func copyRoom(b *testing.B, kept *store.Store, code string, count int) {
	b.Helper()
	entries, err := kept.Journal.Load(context.Background(), code)
	if err != nil {
		b.Fatal(err)
	}
	headers, err := kept.Journal.Headers(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	workers := make(chan struct{}, 500)
	var work sync.WaitGroup
	for n := range count - 1 {
		workers <- struct{}{}
		work.Go(func() {
			for i, entry := range entries {
				entry.Header = headers[code].Data
				entry.Number = uint64(i) + 1
				of := strconv.Itoa(n + 1)
				for _, mark := range []string{"key:%s-", `"p%sx`} {
					was, is := []byte(fmt.Sprintf(mark, "0")), []byte(fmt.Sprintf(mark, of))
					entry.Data, entry.Header = bytes.ReplaceAll(entry.Data, was, is), bytes.ReplaceAll(entry.Header, was, is)
				}
				if err := kept.Journal.Append(context.Background(), fmt.Sprintf("%06d", n), entry); err != nil {
					b.Error(err)
				}
			}
			<-workers
		})
	}
	work.Wait()
}

// remember stores count copies of a match between bots.
func remember(b *testing.B, kept *store.Store, count int) {
	b.Helper()
	match, err := games.All()[0].Game.Start(2, engine.Seed{1}, nil)
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for len(match.ToMove()) > 0 {
		mover := match.ToMove()[0]
		if match, _, err = match.Play(mover, match.Think(mover, engine.FirstBot, random)); err != nil {
			b.Fatal(err)
		}
	}
	record := match.Record()
	const writers = 500
	var work sync.WaitGroup
	for w := range writers {
		work.Go(func() {
			room := fmt.Sprint("R", w)
			for n := w; n < count; n += writers {
				if err := kept.Journal.Append(context.Background(), room, lobby.Entry{
					Number: uint64(n/writers) + 1, Whole: true, Data: []byte("{}"), Ended: benchFinished(n, record),
				}); err != nil {
					b.Error(err)
					return
				}
			}
			last := lobby.Entry{Number: uint64((count-w+writers-1)/writers) + 1, Last: true}
			if err := kept.Journal.Append(context.Background(), room, last); err != nil {
				b.Error(err)
			}
		})
	}
	work.Wait()
}

func benchFinished(n int, record engine.Record) *lobby.Finished {
	return &lobby.Finished{
		ID: fmt.Sprint("M", n), Room: "ROOM", Title: "benchmark", Began: time.Unix(int64(n), 0), Ended: time.Unix(int64(n)+60, 0),
		Players: []lobby.Player{{ID: fmt.Sprint("key:", n%1000), Name: "a"}, {ID: fmt.Sprint("key:", n%999), Name: "b"}},
		Winners: []engine.Seat{0}, Totals: []float64{1, 0}, Record: record,
	}
}
