// Package attack attacks parlor: it starts the server as a process of its own, has many
// addresses of this machine do what attackers do while a few bystanders play, come and enter
// codes, and measures what these notice and what the server uses; see docs/abuse.md.
package attack

import (
	"flag"
	"io"
	"time"

	"parlor/internal/bench/driver"
)

// patience bounds how long it may take until something was seen of all that is measured.
const patience = time.Minute

// sizes are how long everything takes, and how much is attacked.
type sizes struct {
	quiet  time.Duration // that bystanders are alone
	attack time.Duration
	full   bool // as many attackers as there are in docs/abuse.md
	tries  int  // of all attackers together; zero is as many as they can
	// matches are how many there are of each who exports what is known of them.
	matches int
	again   bool // the server is started again before and after
	polite  bool // attackers leave the CPU to others
	pace    pace
	flags   []string // server flags for all attacks
	keys    string   // folder of the host keys; empty for one of each attack
}

// small shows in some minutes how things are; full is what docs/abuse.md is about, and takes
// some twenty-five.
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

// roleAttackers is the first argument of the process of attackers.
const roleAttackers = "attackers"

// Role runs what a process of this program was started for, and returns its exit status;
// is is false for the process that starts the others.
func Role(args []string, in io.Reader, out, log io.Writer) (status int, is bool) {
	if len(args) > 0 && args[0] == roleAttackers {
		return attackers(in, out, log), true
	}
	return driver.Role(args, in, out, log)
}

// page is where the table stands.
func page() driver.Page {
	return driver.Page{
		Command: "go run ./internal/bench attack -full -write docs/abuse.md",
		Head: "attack | a move, p50 / p99, ms: quiet → attacked | an echo, p99, ms | new guests in; p50, ms | right codes | disk, MB | CPU, % | " +
			"RSS, MB: before → most → after | start, s | goal | ",
	}
}

// Main attacks in the ways that the arguments say, and returns the exit status.
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
