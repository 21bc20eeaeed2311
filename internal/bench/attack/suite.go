// Package attack attacks parlor: it starts the server as a separate process, lets many addresses of
// this machine attack it while a few bystanders play, connect and enter codes, and measures what
// the bystanders notice and what the server uses; see docs/abuse.md.
package attack

import (
	"flag"
	"io"
	"time"

	"parlor/internal/bench/driver"
)

// patience bounds how long a measurement waits until there is a value of every kind.
const patience = time.Minute

// sizes holds the durations and the extent of the attacks.
type sizes struct {
	quiet  time.Duration // how long bystanders are alone
	attack time.Duration
	full   bool // as many attackers as in docs/abuse.md
	tries  int  // maximum for all attackers together; 0 means no maximum
	// matches is the number of matches of each attacker who exports data.
	matches int
	again   bool // starts of the server are measured before and after
	polite  bool // attackers leave the CPU to others
	pace    pace
	flags   []string // server flags for all attacks
	keys    string   // folder of the host keys; empty for new ones in each attack
}

// small returns the sizes of a quick run of some minutes. full returns those of docs/abuse.md,
// which take some twenty-five.
func small() sizes {
	return sizes{
		quiet: 4 * time.Second, attack: 8 * time.Second, again: true, polite: true, matches: 10,
		pace: pace{move: 50 * time.Millisecond, login: 200 * time.Millisecond, code: time.Second},
	}
}

func full() sizes {
	s := small()
	s.quiet, s.attack, s.full, s.matches = 15*time.Second, time.Minute, true, 40
	s.pace.move = 100 * time.Millisecond
	return s
}

// roleAttackers is the first argument of the attackers' process.
const roleAttackers = "attackers"

// Role runs what a child process of this program was started for, and returns its exit status. is
// is false for the main process.
func Role(args []string, in io.Reader, out, log io.Writer) (status int, is bool) {
	if len(args) > 0 && args[0] == roleAttackers {
		return attackers(in, out, log), true
	}
	return driver.Role(args, in, out, log)
}

// page returns the page in docs/ that contains the table.
func page() driver.Page {
	return driver.Page{
		Command: "go run ./internal/bench attack -full -write docs/abuse.md",
		Head: "attack | a move, p50 / p99, ms: quiet → attacked | an echo, p99, ms | new guests in; p50, ms | right codes | disk, MB | CPU, % | " +
			"RSS, MB: before → most → after | start, s | goal | ",
	}
}

// Main runs the attacks that the arguments select, and returns the exit status.
func Main(args []string, out, log io.Writer) int {
	var s sizes
	suite := driver.Suite{
		Name: "attack", Full: "the sizes of docs/abuse.md: takes some twenty-five minutes", Page: page(),
		Bind: func(flags *flag.FlagSet, isFull bool) {
			if s = small(); isFull {
				s = full()
			}
			flags.DurationVar(&s.quiet, "quiet", s.quiet, "how long bystanders are alone before each attack")
			flags.DurationVar(&s.attack, "attack", s.attack, "how long each attack takes")
		},
	}
	for _, one := range attacks() {
		suite.Scenarios = append(suite.Scenarios, driver.Scenario{Name: one.name, Run: func(b *driver.Bench) error {
			got, err := measure(b, s, one)
			if err != nil {
				return err
			}
			b.Add(got.cells()...)
			b.Logf("%s: %s\n%s", one.name, got.verdict(true), got.result)
			if len(got.missed(true)) > 0 {
				return driver.ErrMissed
			}
			return nil
		}})
	}
	return suite.Main(args, out, log)
}
