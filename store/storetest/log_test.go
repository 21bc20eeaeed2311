package storetest_test

import (
	"errors"
	"fmt"
	"strconv"
	"testing"

	"parlor/lobby"
	"parlor/store/storetest"
)

// TestLog runs the tests of all journals on the journal in memory.
func TestLog(t *testing.T) {
	t.Parallel()
	storetest.Run(t, storetest.Backend{Machines: func(*testing.T) storetest.Machines {
		return logs{storetest.NewLog(storetest.Faults{}, 1)}
	}})
}

type logs struct{ log *storetest.Log }

func (l logs) Next(*testing.T, bool) lobby.Journal { return l.log.Process() }
func (l logs) TakeOver(*testing.T) lobby.Journal   { return l.log.Process() }
func (l logs) Kept(_ *testing.T, id string) bool   { return l.log.Kept(id) }

// TestFaultsLoseNothing checks that repeating undecided appends stores each entry once and in order, also if another
// process takes over halfway.
func TestFaultsLoseNothing(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		log := storetest.NewLog(storetest.Faults{Lost: 200, Unwritten: 200, Leader: 20}, seed)
		owner := log.Process()
		claim(t, owner)
		undecided := 0
		for number := uint64(1); number <= 200; {
			err := owner.Append(t.Context(), "AAAAAA", lobby.Entry{Number: number, Data: fmt.Append(nil, number)})
			switch {
			case err == nil:
				number++
			case errors.Is(err, lobby.ErrUndecided):
				undecided++
			default:
				t.Fatalf("seed %d, entry %d: %v", seed, number, err)
			}
			if undecided%50 == 49 { // another process takes over and reads the position
				undecided++
				former := owner
				owner = log.Process()
				claim(t, owner)
				number = uint64(len(load(t, owner))) + 1
				if err := former.Append(t.Context(), "AAAAAA", lobby.Entry{Number: number}); err == nil {
					t.Fatalf("seed %d: two processes have the room", seed)
				}
			}
		}
		entries := load(t, owner)
		for i, one := range entries {
			if string(one.Data) != strconv.Itoa(i+1) {
				t.Fatalf("seed %d: entry %d is %+v", seed, i, one)
			}
		}
		if len(entries) != 200 || undecided < 10 {
			t.Errorf("seed %d: %d entries after %d times undecided", seed, len(entries), undecided)
		}
	}
}

func claim(t *testing.T, p *storetest.Process) {
	t.Helper()
	if _, err := p.Headers(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func load(t *testing.T, p *storetest.Process) []lobby.Entry {
	t.Helper()
	entries, err := p.Load(t.Context(), "AAAAAA")
	if err != nil {
		t.Fatal(err)
	}
	return entries
}
