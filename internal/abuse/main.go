// Abuse attacks parlor: it starts the server as a process of its own, has many
// addresses of this machine do what attackers do while a few innocents play, come
// and enter codes, and prints a table of what these felt and what the server
// took. See docs/abuse.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"parlor/internal/figures"
)

// command writes the table in docs/abuse.md.
const command = "go run ./internal/abuse -full -write docs/abuse.md"

func main() {
	if status, is := role(os.Args[1:], os.Stdin, os.Stdout, os.Stderr); is {
		os.Exit(status)
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// sizes are how long everything takes, and how much is attacked.
type sizes struct {
	quiet  time.Duration // that innocents are alone
	attack time.Duration
	full   bool // as many attackers as there are in docs/abuse.md
	tries  int  // of all attackers together; zero is as many as they can
	// matches are how many there are of each who exports what is known of them.
	matches int
	again   bool // the server is started again before and after
	polite  bool // attackers leave the processor to others
	pace    pace
	flags   []string // of the server, beside those of a row
}

// small shows in some minutes how things are; full is what docs/abuse.md tells of,
// and takes some twenty-five.
func small() sizes {
	return sizes{
		quiet: 4 * time.Second, attack: 8 * time.Second, again: true, polite: true, matches: 10,
		pace: pace{move: 50 * time.Millisecond, login: 200 * time.Millisecond, code: time.Second},
	}
}

func full() sizes {
	s := small()
	s.quiet, s.attack, s.full = 15*time.Second, time.Minute, true
	s.matches = 40
	s.pace.move = 100 * time.Millisecond
	return s
}

// abuse is one run of the program.
type abuse struct {
	sizes
	only     []string // rows; all if empty
	profiles string   // folder; empty for none
	keys     string   // folder of the host keys of all servers
	log      io.Writer
}

func run(args []string, out, log io.Writer) int {
	a := abuse{sizes: small(), log: log}
	if slices.Contains(args, "-full") || slices.Contains(args, "--full") {
		a.sizes = full()
	}
	flags := flag.NewFlagSet("abuse", flag.ContinueOnError)
	flags.SetOutput(log)
	flags.Bool("full", false, "the sizes of docs/abuse.md: takes some twenty-five minutes")
	flags.DurationVar(&a.quiet, "quiet", a.quiet, "how long innocents are alone before each attack")
	flags.DurationVar(&a.attack, "attack", a.attack, "how long each attack takes")
	only := flags.String("only", "", "`rows` to measure, such as orders,silent; all are "+strings.Join(rowNames(), ","))
	page := figures.PageFlag(flags, command)
	flags.StringVar(&a.profiles, "profiles", "", "`folder` for profiles of the server's time under each attack")
	if status, goOn := figures.Parse(flags, args); !goOn {
		return status
	}
	if *only != "" {
		a.only = strings.Split(*only, ",")
	}
	machine := figures.Machine()
	all, err := a.measure()
	if err != nil {
		_, _ = fmt.Fprintln(log, "abuse:", err)
		return 1
	}
	if err := page.Write(out, markdown(machine(), all)); err != nil {
		_, _ = fmt.Fprintln(log, "abuse:", err)
		return 1
	}
	if slices.ContainsFunc(all, func(one outcome) bool { return len(one.missed(true)) > 0 }) {
		return 1
	}
	return 0
}

// measure has every row that is wanted happen, one after the other.
func (a *abuse) measure() (all []outcome, err error) {
	for _, name := range a.only {
		if !slices.ContainsFunc(rows(), func(r row) bool { return r.is(name) }) {
			return nil, fmt.Errorf("there is no row %q: there are %s", name, strings.Join(rowNames(), ", "))
		}
	}
	if a.keys, err = os.MkdirTemp("", "parlor-abuse-"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(a.keys)) }()
	for _, one := range rows() {
		if len(a.only) > 0 && !slices.ContainsFunc(a.only, one.is) {
			continue
		}
		got, err := a.happens(one)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", one.name, err)
		}
		all = append(all, got)
		a.say("%s: %s\n%s", one.name, got.verdict(true), got.spoils)
	}
	return all, nil
}

// say tells how far it is.
func (a *abuse) say(format string, values ...any) {
	_, _ = fmt.Fprintf(a.log, format+"\n", values...)
}
