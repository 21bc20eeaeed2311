package attack

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlor/hostkeys"
	"parlor/internal/bench/driver"
)

// TestMain is also the server and the attackers, as main is.
func TestMain(m *testing.M) {
	if status, is := Role(os.Args[1:], os.Stdin, os.Stdout, os.Stderr); is {
		os.Exit(status)
	}
	os.Exit(m.Run())
}

// atOnce is how many servers are attacked at the same time.
const atOnce = 5

// TestEveryAttack has all rows happen in small, and holds the goals that do not
// depend on how busy the machine is.
func TestEveryAttack(t *testing.T) {
	t.Parallel()
	s := sizes{
		quiet: 300 * time.Millisecond, attack: 1500 * time.Millisecond, tries: 120, matches: 1,
		pace: pace{move: 50 * time.Millisecond, login: 250 * time.Millisecond, code: 500 * time.Millisecond},
	}
	keys, places := t.TempDir(), make(chan struct{}, atOnce)
	_, _, err := hostkeys.Load(keys) // one of those who begin makes them
	check(t, err)
	_, _, err = hostkeys.LoadRSA(keys)
	check(t, err)
	var work sync.WaitGroup
	all := attacks()
	slices.SortStableFunc(all, func(one, other attack) int { return cmp.Compare(other.span, one.span) }) // who waits longest begins
	for _, one := range all {
		places <- struct{}{}
		work.Go(func() {
			defer func() { <-places }()
			s := s
			s.keys = keys
			if one.over != nil {
				s.flags = []string{"--connection-idle", "4s"}
			}
			began := time.Now()
			got, err := measure(&driver.Bench{Log: io.Discard}, s, one)
			if err != nil {
				t.Errorf("%s: %v", one.name, err)
				return
			}
			t.Logf("%s took %s: %s\n%s", one.name, time.Since(began).Round(time.Second), strings.Join(got.cells(), " | "), got.result)
			if missed := got.missed(false); len(missed) > 0 {
				t.Errorf("%s: missed: %s", one.name, strings.Join(missed, "; "))
			}
		})
	}
	work.Wait()
}

// TestTheProgram: it does what it says, and says what it did.
func TestTheProgram(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "page.md")
	first, last := page().Marks()
	check(t, os.WriteFile(file, []byte("above\n"+first+"what was there\n"+last+"below\n"), 0o600))
	var out, log strings.Builder
	status := Main([]string{"-only", "chat", "-quiet", "100ms", "-attack", "500ms", "-write", file}, &out, &log)
	written, err := os.ReadFile(file)
	check(t, err)
	if !strings.Contains(string(written), out.String()) || strings.Contains(string(written), "what was there") {
		t.Errorf("status %d, %s\n%s", status, log.String(), written)
	}
	if !strings.Contains(out.String(), "| chat | ") || (status == 0) != strings.Contains(out.String(), "| held |") {
		t.Errorf("status %d for the table\n%s", status, out.String())
	}
}

// TestMissedGoals: what is not held is named, and is no success.
func TestMissedGoals(t *testing.T) {
	t.Parallel()
	slow := outcome{attack: attack{goals: []goal{moves(), codes(), disk()}}, under: interval{codes: 3, moves: []time.Duration{time.Second}, span: time.Minute}}
	if got := slow.verdict(true); got != "missed: "+moves().says {
		t.Errorf("slow moves: %s", got)
	}
	if got := slow.verdict(false); got != "held" {
		t.Errorf("slow moves on a busy machine: %s", got)
	}
	slow.under.trouble("in the room: cut")
	slow.under.grew, slow.quiet = 3*megabyte, interval{span: time.Second, grew: 10 * kilobyte}
	if got := slow.verdict(false); got != "missed: "+disk().says+"; in the room: cut" {
		t.Errorf("a full disk: %s", got)
	}
}

func TestGuesses(t *testing.T) {
	t.Parallel()
	for late, holds := range map[int]bool{10: true, 12: true, 13: false} {
		o := outcome{spec: spec{Addresses: 2}, result: result{Answers: map[string]int{"Too many": 99}, Late: map[string]int{"parlor: There is no room": late, "Too many": 99}, Refused: 10}}
		if o.guessesFew() != holds {
			t.Errorf("%d guesses of two addresses that were refused for 5 seconds each: %t", late, !holds)
		}
	}
}

func TestWrongUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-only", "nothing"}, {"now"}, {"-attack", "long"}} {
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
