// Load measures what a crowd costs: it starts parlor and a bare SSH server as
// processes of their own, lets many people come to both over real connections,
// and prints a table of what either takes. See docs/performance.md. Where it is asked
// to, it starts a cluster and a parlor that is alone instead: see docs/cluster.md.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"parlor/internal/figures"
	"parlor/server"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == serveWord {
		os.Exit(serve(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// sizes are how many people do what, and for how long.
type sizes struct {
	idle     int           // sessions at rest
	every    time.Duration // between two questions whether a client is there
	rest     time.Duration // that they are left alone
	connect  int           // people who come at once
	rooms    int           // with four sessions each
	rate     float64       // actions a second in all rooms together
	window   time.Duration // of one measurement
	rounds   int           // measurements, of which the median counts
	watchers int           // at one table
	moves    int           // whose bytes are counted
	commits  int           // of one round
	updates  int           // of a table with a clock
	tables   int           // in the hall
	visitors int           // who see the hall

	tablesOfCluster int           // in each place, at most
	clusterRate     float64       // moves a second in all these rooms together
	clusterWindow   time.Duration // of one measurement there
}

// small shows in some three minutes that all works; full is what
// docs/performance.md tells of, and takes some twenty.
func small() sizes {
	return sizes{
		idle: 100, every: keepAlive(), rest: 10 * time.Second, connect: 100, rooms: 20, rate: 10, window: 8 * time.Second, rounds: 3, watchers: 20,
		moves: 10, commits: 200, updates: 200, tables: 40, visitors: 40,
		tablesOfCluster: 100, clusterRate: 50, clusterWindow: 2 * time.Second,
	}
}

func full() sizes {
	return sizes{
		idle: 1000, every: keepAlive(), rest: time.Minute, connect: 500, rooms: 250, rate: 25, window: 20 * time.Second, rounds: 5, watchers: 45,
		moves: 60, commits: 2000, updates: 1000, tables: 300, visitors: 200,
		tablesOfCluster: 1000, clusterRate: 50, clusterWindow: 6 * time.Second,
	}
}

// keepAlive is how often parlor asks, where nobody says otherwise.
func keepAlive() time.Duration { return server.DefaultLimits().KeepAlive }

// bind lets flags change the sizes.
func (s *sizes) bind(flags *flag.FlagSet) {
	flags.IntVar(&s.idle, "idle", s.idle, "`sessions` at rest")
	flags.DurationVar(&s.every, "keep-alive", s.every, "how often both servers ask whether a client is there: often shows what one question costs")
	flags.DurationVar(&s.rest, "rest", s.rest, "how long they are left alone")
	flags.IntVar(&s.connect, "connect", s.connect, "`people` who come at once")
	flags.IntVar(&s.rooms, "rooms", s.rooms, "`rooms` in play, with two players and two watchers each")
	flags.Float64Var(&s.rate, "rate", s.rate, "`actions` a second in all rooms together")
	flags.DurationVar(&s.window, "window", s.window, "how long one measurement takes")
	flags.IntVar(&s.rounds, "rounds", s.rounds, "`measurements`, of which the median counts")
	flags.IntVar(&s.watchers, "watchers", s.watchers, "`people` who watch one table")
	flags.IntVar(&s.moves, "moves", s.moves, "`moves` whose bytes are counted")
	flags.IntVar(&s.commits, "commits", s.commits, "`moves` that are written down in one measurement")
	flags.IntVar(&s.updates, "updates", s.updates, "`changes` of a table with a clock")
	flags.IntVar(&s.tables, "tables", s.tables, "`rooms` in the hall")
	flags.IntVar(&s.visitors, "visitors", s.visitors, "`people` in the hall")
	flags.IntVar(&s.tablesOfCluster, "cluster-rooms", s.tablesOfCluster, "`rooms` in play, at one machine and in a cluster; a tenth of them and one are measured as well")
	flags.Float64Var(&s.clusterRate, "cluster-rate", s.clusterRate, "`moves` a second in these")
	flags.DurationVar(&s.clusterWindow, "cluster-window", s.clusterWindow, "how long one measurement of these takes")
}

// load is one run of the program.
type load struct {
	sizes
	only     []string // rows; all if empty
	profiles string   // folder; empty for none
	bare     bool     // a bare server is measured too
	builds   bool     // it is measured how long both programs take to build
	log      io.Writer
	table    table
	compared compared
	refused  atomic.Int64 // moves in a cluster and beside it that did not happen in time
	people   atomic.Int64 // how many have come so far, so that all are different
}

func run(args []string, out, log io.Writer) int {
	l := load{sizes: small(), bare: true, log: log}
	if slices.Contains(args, "-full") || slices.Contains(args, "--full") {
		l.sizes = full()
	}
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	flags.SetOutput(log)
	flags.Bool("full", false, "the sizes of docs/performance.md: takes some twenty minutes")
	l.bind(flags)
	only := flags.String("only", "", "`rows` to measure, such as idle,connect; there are "+strings.Join(rowNames(), ",")+", the last of them only where it is named")
	page := figures.PageFlag(flags, command)
	flags.StringVar(&l.profiles, "profiles", "", "`folder` for profiles of the server's memory and time")
	flags.BoolVar(&l.builds, "build", false, "measure with the cluster how long both programs take to build from nothing")
	flags.BoolVar(&l.bare, "bare", true, "measure a bare SSH server beside it")
	if status, goOn := figures.Parse(flags, args); !goOn {
		return status
	}
	if *only != "" {
		l.only = strings.Split(*only, ",")
	}
	if err := l.measure(); err != nil {
		_, _ = fmt.Fprintln(log, "load:", err)
		return 1
	}
	text := l.table.markdown()
	if len(l.compared.rows) > 0 {
		text, page = l.compared.markdown(), page.Of(clusterCommand)
	}
	if err := page.Write(out, text); err != nil {
		_, _ = fmt.Fprintln(log, "load:", err)
		return 1
	}
	return 0
}

// measurement is what adds rows to the table.
type measurement struct {
	name string
	do   func(*load) error
	// apart is whether it has a table and a page of its own: then it is measured only
	// where it is named, and alone.
	apart bool
}

func measurements() []measurement {
	return []measurement{
		{name: "idle", do: (*load).idleSessions},
		{name: "connect", do: (*load).connecting},
		{name: "play", do: (*load).playing},
		{name: "watchers", do: (*load).watching},
		{name: "bytes", do: (*load).bytesOfMoves},
		{name: "durable", do: (*load).durableMoves},
		{name: "clock", do: (*load).clocks},
		{name: "hall", do: (*load).hallInMotion},
		{name: "cluster", do: (*load).severalMachines, apart: true},
	}
}

func rowNames() []string {
	var names []string
	for _, one := range measurements() {
		names = append(names, one.name)
	}
	return names
}

// measure fills the table.
func (l *load) measure() error {
	for _, name := range l.only {
		if !slices.Contains(rowNames(), name) {
			return fmt.Errorf("there is no row %q: there are %s", name, strings.Join(rowNames(), ", "))
		}
	}
	machine := figures.Machine()
	defer func() { l.table.machine = machine() }()
	for _, one := range measurements() {
		named := slices.Contains(l.only, one.name)
		if one.apart && named && len(l.only) > 1 {
			return fmt.Errorf("%s has a table of its own: measure it with -only %s", one.name, one.name)
		}
		if !named && (one.apart || len(l.only) > 0) {
			continue
		}
		began := time.Now()
		if err := one.do(l); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		l.say("%s: measured in %v", one.name, time.Since(began).Round(time.Second))
	}
	return nil
}

// say tells how far it is.
func (l *load) say(format string, values ...any) {
	_, _ = fmt.Fprintf(l.log, format+"\n", values...)
}
