package load

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/internal/bench/driver"
)

// TestMain is also the server that is measured, as main is.
func TestMain(m *testing.M) {
	if status, is := driver.Role(os.Args[1:], os.Stdin, os.Stdout, os.Stderr); is {
		os.Exit(status)
	}
	os.Exit(m.Run())
}

// What people may cost at most, by counts that do not depend on how busy the
// machine is; some twice of what they were when this was written, but for the
// goroutines and the bytes, which are promised.
const (
	counted         = 20   // of each kind
	mostGoroutines  = 4    // of a session, more than of a bare one
	keptForAll      = 6    // goroutines that are there for all sessions together
	mostObjects     = 2500 // allocated for an arrival, beyond the baseline's
	mostAllocated   = 240  // KB of these
	mostHeld        = 40   // KB held for each connected person
	counts          = 4    // moves
	mostOfMove      = 9000 // objects allocated for a move, with four screens and the typing before it
	mostOfMoveBytes = 900  // KB of these
	mostBytesPlayer = 2.0  // bytes sent for a move, relative to the difference of the screens
	mostBytesOther  = 1.5  // the same for spectators
)

// quiet returns a trial that logs nothing.
func quiet() *trial {
	return &trial{Bench: &driver.Bench{Log: io.Discard}, sizes: small(), baseline: true}
}

// TestWhatSessionsCost counts the cost of sessions in the lobby and in rooms, beyond the baseline's.
func TestWhatSessionsCost(t *testing.T) {
	t.Parallel()
	check(t, quiet().compared(func(ours, theirs *host) error {
		check(t, teach(ours, theirs))
		inLobbyOf := func(on *host) func(int) ([]*driver.Screen, error) {
			return func(n int) ([]*driver.Screen, error) {
				return on.screens(slices.Repeat([]driver.ScreenOptions{inLobby()}, n)...)
			}
		}
		bare := count(t, theirs, inLobbyOf(theirs), 0)
		for name, come := range map[string]func(int) ([]*driver.Screen, error){"lobby": inLobbyOf(ours), "room": ours.seated} {
			most := bare.goroutines + mostGoroutines + keptForAll/float64(counted)
			cost := count(t, ours, come, most)
			t.Logf("%s: %.2f goroutines, %.0f objects and %.0f KB allocated, %.0f KB held; bare %.2f, %.0f, %.0f, %.0f", name,
				cost.goroutines, cost.objects, cost.allocated/1024, cost.held/1024, bare.goroutines, bare.objects, bare.allocated/1024, bare.held/1024)
			if cost.goroutines > most {
				t.Errorf("%s: %.2f goroutines for each, %.2f of a bare server", name, cost.goroutines, bare.goroutines)
			}
			if cost.objects-bare.objects > mostObjects || cost.allocated-bare.allocated > mostAllocated<<10 {
				t.Errorf("%s: %.0f objects in %.0f KB are allocated when a session begins", name, cost.objects, cost.allocated/1024)
			}
			if cost.held-bare.held > mostHeld<<10 {
				t.Errorf("%s: %.0f KB are held for each", name, cost.held/1024)
			}
		}
		return nil
	}))
}

// costs are what one of many people costs.
type costs struct{ goroutines, objects, allocated, held float64 }

// count starts sessions and waits, for a limited time, until each has no more goroutines than most.
func count(t *testing.T, on *host, come func(int) ([]*driver.Screen, error), most float64) costs {
	t.Helper()
	heap := func() driver.Usage {
		u, err := on.UsageAfterGC()
		check(t, err)
		return u
	}
	first, err := come(2) // what there is only once
	check(t, err)
	defer hangUp(first...)
	before := calm(t, on)
	start := heap()
	people, err := come(counted)
	check(t, err)
	defer hangUp(people...)
	after, err := on.Usage()
	check(t, err)
	per := func(n float64) float64 { return n / float64(len(people)) }
	for began := time.Now(); most > 0 && per(float64(after.Goroutines-before.Goroutines)) > most && time.Since(began) < 30*time.Second; {
		time.Sleep(20 * time.Millisecond)
		now, err := on.Usage()
		check(t, err)
		after.Goroutines = now.Goroutines
	}
	return costs{
		goroutines: per(float64(after.Goroutines - before.Goroutines)), objects: per(float64(after.Objects - start.Objects)),
		allocated: per(float64(after.Bytes - start.Bytes)), held: per(float64(heap().Live) - float64(start.Live)),
	}
}

// calm waits until a server has had as many goroutines for a while.
func calm(t *testing.T, on *host) driver.Usage {
	t.Helper()
	last, err := on.Usage()
	for since := time.Now(); err == nil && time.Since(since) < 800*time.Millisecond; time.Sleep(20 * time.Millisecond) {
		var now driver.Usage
		if now, err = on.Usage(); now.Goroutines != last.Goroutines {
			since = time.Now()
		}
		last = now
	}
	check(t, err)
	return last
}

// TestWhatMovesCost counts what is sent and allocated for moves.
func TestWhatMovesCost(t *testing.T) {
	t.Parallel()
	q := quiet()
	q.moves = counts
	cost, err := q.countMoves()
	check(t, err)
	t.Logf("a move: %d objects in %d KB; %s sent to players, %s to spectators", cost.objects, cost.allocated/1024, cost.players.ratio(), cost.spectators.ratio())
	if cost.objects > mostOfMove || cost.allocated > mostOfMoveBytes<<10 {
		t.Errorf("%d objects in %d KB are allocated for a move", cost.objects, cost.allocated/1024)
	}
	if cost.players.times() > mostBytesPlayer || cost.spectators.times() > mostBytesOther {
		t.Errorf("for a move, players are sent %s as much as they have to be, and spectators %s", cost.players.ratio(), cost.spectators.ratio())
	}
}

// TestEveryRowIsMeasured: the program does what it says, in small. What the
// figures are is not looked at.
func TestEveryRowIsMeasured(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "page.md")
	tableBegins, tableEnds := page().Marks()
	check(t, os.WriteFile(file, []byte("before\n"+tableBegins+"what was there\n"+tableEnds+"after\n"), 0o600))
	var out, log strings.Builder
	status := Main([]string{
		"-only", "idle,connect,durable,clock,hall", "-write", file, "-idle", "4", "-rest", "10ms", "-connect", "3", "-rounds", "1", "-window", "100ms",
		"-commits", "20", "-updates", "4", "-tables", "2", "-visitors", "2",
	}, &out, &log)
	written, err := os.ReadFile(file)
	check(t, err)
	if status != 0 || !strings.HasPrefix(string(written), "before\n"+tableBegins) || !strings.HasSuffix(string(written), tableEnds+"after\n") ||
		!strings.Contains(string(written), out.String()) || strings.Contains(string(written), "what was there") {
		t.Errorf("status %d, %s\n%s", status, log.String(), written)
	}
	for _, what := range []string{"4 idle sessions", "3 clients connect", "a move of one room", "a room with a clock", "2 rooms, 2 sessions in the lobby"} {
		if strings.Count(out.String(), "| "+what) != 1 {
			t.Errorf("nothing is said of %s:\n%s", what, out.String())
		}
	}
}

func TestWrongUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-only", "nothing"}, {"now"}, {"-idle", "many"}} {
		var out, log strings.Builder
		if status := Main(args, &out, &log); status == 0 || out.Len() > 0 || log.Len() == 0 {
			t.Errorf("%q: status %d, %s %s", args, status, out.String(), log.String())
		}
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
