package driver

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Suite is a subcommand: scenarios that add rows to a table.
type Suite struct {
	Name      string
	Full      string // help text of the flag -full
	Page      Page
	Scenarios []Scenario
	// Bind registers flags. full reports whether -full is among the arguments, on which their
	// defaults may depend.
	Bind func(flags *flag.FlagSet, full bool)
}

// Scenario adds rows to a table.
type Scenario struct {
	Name string
	Run  func(*Bench) error // on [ErrMissed], the suite continues but fails in the end
	// Page is the page of a scenario with a table of its own, which runs only if it is named, and
	// alone. If it is nil, the scenario adds to the table of the suite.
	Page *Page
}

// is reports whether a scenario has the given name, or a name that begins with it and a hyphen.
func (s Scenario) is(name string) bool { return s.Name == name || strings.HasPrefix(s.Name, name+"-") }

// Bench is a run of a suite.
type Bench struct {
	Table
	Log      io.Writer
	Profiles string // folder; empty for none
}

// ErrMissed is returned by a scenario that has added its rows but missed a goal.
var ErrMissed = errors.New("a goal was missed")

// Main runs the scenarios that the arguments select, and returns the exit status.
func (s Suite) Main(args []string, out, log io.Writer) int {
	b := &Bench{Log: log}
	flags := flag.NewFlagSet(s.Name, flag.ContinueOnError)
	flags.SetOutput(log)
	flags.Bool("full", false, s.Full)
	s.Bind(flags, slices.Contains(args, "-full") || slices.Contains(args, "--full"))
	only := flags.String("only", "", "`rows` to measure: some of "+strings.Join(s.names(), ",")+", or the beginnings of several before a hyphen")
	file := flags.String("write", "", "`file` in which the table replaces the one between its two marks")
	flags.StringVar(&b.Profiles, "profiles", "", "`folder` for profiles of the servers")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err == nil && flags.NArg() > 0:
		b.Logf("%s: %q is not understood", s.Name, flags.Arg(0))
		return 2
	case err != nil:
		return 2
	}
	scenarios, page, err := s.chosen(*only)
	missed := false
	if err == nil {
		b.Head = strings.Split(page.Head, " | ")
		missed, err = b.run(scenarios)
	}
	if err == nil {
		err = page.write(*file, b.Markdown(), out)
	}
	if err != nil {
		b.Logf("%s: %v", s.Name, err)
	}
	if err != nil || missed {
		return 1
	}
	return 0
}

func (s Suite) names() (names []string) {
	for _, one := range s.Scenarios {
		names = append(names, one.Name)
	}
	return names
}

// chosen returns the scenarios named in only, or all without a page of their own, and the page of
// their table.
func (s Suite) chosen(only string) ([]Scenario, Page, error) {
	if only == "" {
		return slices.DeleteFunc(slices.Clone(s.Scenarios), func(one Scenario) bool { return one.Page != nil }), s.Page, nil
	}
	var chosen []Scenario
	page := s.Page
	names := strings.Split(only, ",")
	for _, name := range names {
		if !slices.ContainsFunc(s.Scenarios, func(one Scenario) bool { return one.is(name) }) {
			return nil, page, fmt.Errorf("there is no row %q: there are %s", name, strings.Join(s.names(), ", "))
		}
	}
	for _, one := range s.Scenarios {
		if !slices.ContainsFunc(names, one.is) {
			continue
		}
		chosen = append(chosen, one)
		if one.Page != nil {
			page = *one.Page
			if len(names) > 1 {
				return nil, page, fmt.Errorf("%s has a table of its own: measure it with -only %s", one.Name, one.Name)
			}
		}
	}
	return chosen, page, nil
}

// run runs scenarios and reports whether one missed a goal.
func (b *Bench) run(scenarios []Scenario) (missed bool, err error) {
	machine := Machine()
	for _, one := range scenarios {
		began := time.Now()
		err := one.Run(b)
		if err != nil && !errors.Is(err, ErrMissed) {
			return missed, fmt.Errorf("%s: %w", one.Name, err)
		}
		missed = missed || err != nil
		b.Logf("%s: measured in %v", one.Name, time.Since(began).Round(time.Second))
	}
	b.Machine = machine()
	return missed, nil
}

// Logf logs the progress.
func (b *Bench) Logf(format string, values ...any) { _, _ = fmt.Fprintf(b.Log, format+"\n", values...) }

// ProfileFile returns the path of the file for a profile.
func (b *Bench) ProfileFile(name, kind string) string {
	file := filepath.Join(b.Profiles, name+"."+kind)
	if absolute, err := filepath.Abs(file); err == nil {
		return absolute
	}
	return file
}

// Profile writes profiles of a server's memory and goroutines, if profiles are requested.
func (b *Bench) Profile(s *Server, name string) error {
	if b.Profiles == "" {
		return nil
	}
	for _, kind := range []string{"heap", "goroutine"} {
		if _, err := s.Ask("%s %s", kind, b.ProfileFile(name, kind)); err != nil {
			return err
		}
	}
	return nil
}

// Timed calls do and meanwhile writes a profile of the server's CPU, if profiles are requested.
func (b *Bench) Timed(s *Server, name string, do func() error) error {
	if b.Profiles == "" {
		return do()
	}
	if _, err := s.Ask("cpu %s", b.ProfileFile(name, "cpu")); err != nil {
		return err
	}
	err := do()
	_, stop := s.Ask("cpu")
	return errors.Join(err, stop)
}

// Page is a table's place in docs/: between two marks with the command that writes it.
type Page struct {
	Command string
	Head    string // columns, between " | "
}

// Marks returns the lines between which the table is.
func (p Page) Marks() (before, after string) {
	return "<!-- The table is written by: " + p.Command + " -->\n", "<!-- Here it ends. -->\n"
}

// write writes a table to out and, if the file name is not empty, to its place in that file.
func (p Page) write(file, table string, out io.Writer) error {
	if _, err := io.WriteString(out, table); err != nil || file == "" {
		return err
	}
	page, err := os.ReadFile(file) //nolint:gosec // named by who started this
	if err != nil {
		return err
	}
	first, last := p.Marks()
	before, rest, begins := bytes.Cut(page, []byte(first))
	_, after, ends := bytes.Cut(rest, []byte(last))
	if !begins || !ends {
		return fmt.Errorf("%s has no place for the table: it stands between the lines\n%s%s", file, first, last)
	}
	return os.WriteFile(file, slices.Concat(before, []byte(first+"\n"+table+"\n"+last), after), 0o644) //nolint:gosec // a page that anybody may read
}
