// Package load is the load test: it starts parlor and a baseline SSH server, lets many clients connect, idle and
// play, and compares the costs; see docs/performance.md. It can also compare a cluster with one server; see
// docs/cluster.md.
package load

import (
	"errors"
	"flag"
	"io"
	"os"
	"time"

	"parlor/internal/bench/driver"
	"parlor/server"
)

// sizes holds the numbers of clients and the durations of the scenarios.
type sizes struct {
	idle       int           // idle sessions
	keepAlive  time.Duration // interval of keep-alives
	rest       time.Duration // how long sessions are left idle
	connect    int           // clients that connect at once
	rooms      int           // with four sessions each
	rate       float64       // actions per second, in all rooms together
	window     time.Duration // duration of a measurement
	rounds     int           // number of measurements; the median counts
	spectators int           // spectators of one room
	moves      int           // moves whose bytes are counted
	commits    int           // commits per round
	updates    int           // updates of a room with a clock
	listed     int           // rooms in the lobby
	visitors   int           // sessions that see the lobby

	clusterRooms  int           // maximum number of rooms in each place
	clusterRate   float64       // moves per second, in all these rooms together
	clusterWindow time.Duration // duration of a measurement of a cluster
}

// small returns the sizes of a quick run of some three minutes. full returns those of
// docs/performance.md, which take some twenty.
func small() sizes {
	return sizes{
		idle: 100, keepAlive: keepAlive(), rest: 10 * time.Second, connect: 100, rooms: 20, rate: 10, window: 8 * time.Second, rounds: 3, spectators: 20,
		moves: 10, commits: 200, updates: 200, listed: 40, visitors: 40,
		clusterRooms: 100, clusterRate: 50, clusterWindow: 2 * time.Second,
	}
}

func full() sizes {
	return sizes{
		idle: 1000, keepAlive: keepAlive(), rest: time.Minute, connect: 500, rooms: 250, rate: 25, window: 20 * time.Second, rounds: 5, spectators: 45,
		moves: 60, commits: 2000, updates: 1000, listed: 300, visitors: 200,
		clusterRooms: 1000, clusterRate: 50, clusterWindow: 6 * time.Second,
	}
}

// keepAlive returns the default interval of parlor's keep-alives.
func keepAlive() time.Duration { return server.DefaultLimits().KeepAlive }

// bind registers flags for the sizes.
func (s *sizes) bind(flags *flag.FlagSet) {
	flags.IntVar(&s.idle, "idle", s.idle, "`sessions` at rest")
	flags.DurationVar(&s.keepAlive, "keep-alive", s.keepAlive, "how often both servers ask whether a client is there: often shows what one question costs")
	flags.DurationVar(&s.rest, "rest", s.rest, "how long they are left alone")
	flags.IntVar(&s.connect, "connect", s.connect, "`clients` that connect at once")
	flags.IntVar(&s.rooms, "rooms", s.rooms, "`rooms` in play, with two players and two spectators each")
	flags.Float64Var(&s.rate, "rate", s.rate, "`actions` a second in all rooms together")
	flags.DurationVar(&s.window, "window", s.window, "how long one measurement takes")
	flags.IntVar(&s.rounds, "rounds", s.rounds, "`measurements`, of which the median counts")
	flags.IntVar(&s.spectators, "watchers", s.spectators, "`spectators` of one room")
	flags.IntVar(&s.moves, "moves", s.moves, "`moves` whose bytes are counted")
	flags.IntVar(&s.commits, "commits", s.commits, "`moves` that are written in one measurement")
	flags.IntVar(&s.updates, "updates", s.updates, "`changes` of a room with a clock")
	flags.IntVar(&s.listed, "tables", s.listed, "`rooms` in the lobby")
	flags.IntVar(&s.visitors, "visitors", s.visitors, "`sessions` in the lobby")
	flags.IntVar(&s.clusterRooms, "cluster-rooms", s.clusterRooms, "`rooms` in play, on one machine and in a cluster; a tenth of them and one are measured as well")
	flags.Float64Var(&s.clusterRate, "cluster-rate", s.clusterRate, "`moves` a second in these")
	flags.DurationVar(&s.clusterWindow, "cluster-window", s.clusterWindow, "how long one measurement of these takes")
}

// trial holds what a scenario needs: the sizes, the servers, and the table to which it adds rows.
type trial struct {
	*driver.Bench
	sizes
	baseline bool // measure a baseline server, too
	builds   bool // measure the builds of both programs
}

// page returns the page of all scenarios but the cluster.
func page() driver.Page {
	return driver.Page{Command: "go run ./internal/bench load -full -write docs/performance.md", Head: " | parlor | bare | ratio | goal"}
}

// Main runs the load test with arguments, and returns the exit status.
func Main(args []string, out, log io.Writer) int {
	t := &trial{}
	scenario := func(name string, run func(*trial) error) driver.Scenario {
		return driver.Scenario{Name: name, Run: func(b *driver.Bench) error {
			t.Bench = b
			return run(t)
		}}
	}
	apart := scenario("cluster", cluster)
	apart.Page = clusterPage()
	return driver.Suite{
		Name: "load", Full: "the sizes of docs/performance.md: takes some twenty minutes", Page: page(),
		Scenarios: []driver.Scenario{
			scenario("idle", idle), scenario("connect", connect), scenario("play", play), scenario("watchers", spectators), scenario("bytes", bytesOfMoves),
			scenario("durable", durable), scenario("clock", clock), scenario("hall", lobbyInMotion), apart,
		},
		Bind: func(flags *flag.FlagSet, isFull bool) {
			if t.sizes = small(); isFull {
				t.sizes = full()
			}
			t.bind(flags)
			flags.BoolVar(&t.builds, "build", false, "measure with the cluster how long both programs take to build from nothing")
			flags.BoolVar(&t.baseline, "bare", true, "also measure a bare SSH server")
		},
	}.Main(args, out, log)
}

// host is a running server with its folder and its clients.
type host struct {
	*driver.Server
	dir string
	clients
}

// started starts a server, calls do with it, and stops it.
func started(make func(dir string) *driver.Server, do func(*host) error) (err error) {
	h := &host{}
	if h.dir, err = os.MkdirTemp("", "parlor-load-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(h.dir)) }()
	h.Server = make(h.dir)
	if _, err := h.Start(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Stop()) }()
	h.addr = h.Addr
	return do(h)
}

// parlor starts a parlor with fresh data, calls do with it, and stops it.
func (t *trial) parlor(do func(*host) error) error {
	return started(func(dir string) *driver.Server {
		return driver.Parlor(dir, dir, t.Log, "--log", "error", "--max-connections", "100000", "--max-rooms", "100000", "--keep-alive", t.keepAlive.String())
	}, do)
}

// compared calls do with a parlor and a baseline server, which is nil if it is not requested.
func (t *trial) compared(do func(ours, bare *host) error) error {
	return t.parlor(func(ours *host) error {
		if !t.baseline {
			return do(ours, nil)
		}
		return started(func(dir string) *driver.Server { return driver.Baseline(dir, t.Log, t.keepAlive) }, func(bare *host) error { return do(ours, bare) })
	})
}
