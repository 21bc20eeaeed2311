package local_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"

	"parlor/engine"
	"parlor/lobby"
)

// shelf is a history that knows only matches of all people, whatever it is
// asked for, and pages.
type shelf struct {
	matches []lobby.Finished
	asked   lobby.Filter
	err     error
}

func (s *shelf) Matches(_ context.Context, filter lobby.Filter) ([]lobby.Finished, error) {
	s.asked = filter
	if s.err != nil {
		return nil, s.err
	}
	from := 1 + slices.IndexFunc(s.matches, func(f lobby.Finished) bool { return f.ID == filter.Before })
	return s.matches[from:min(from+filter.Limit, len(s.matches))], nil
}

func (s *shelf) Match(context.Context, string) (lobby.Finished, error) {
	return lobby.Finished{}, lobby.ErrUnknown
}

func TestListsHaveNoPrivateMatchesOfOthers(t *testing.T) {
	s := &shelf{}
	for i := range 120 {
		s.matches = append(s.matches, lobby.Finished{ID: strconv.Itoa(i), Public: i%3 == 0})
	}
	for _, row := range []struct {
		filter lobby.Filter
		want   int
	}{{lobby.Filter{}, 40}, {lobby.Filter{Person: "key:anna"}, 120}} {
		listed, filter := 0, row.filter
		for {
			page, err := lobby.List(t.Context(), s, filter)
			if err != nil || s.asked.Public == (filter.Person != "") {
				t.Fatalf("%+v asked for %+v: %v", filter, s.asked, err)
			}
			for _, match := range page.Matches {
				if listed++; filter.Person == "" && !match.Public {
					t.Errorf("%s of a private room is listed", match.ID)
				}
			}
			if filter.Before = page.Older; page.Older == "" {
				break
			}
		}
		if listed != row.want {
			t.Errorf("%+v lists %d matches, not %d", row.filter, listed, row.want)
		}
	}
	if s.matches[1].ID != "1" {
		t.Error("a list changed what the history holds")
	}
	for _, err := range []error{lobby.ErrUnknown, errors.New("the disk is broken")} {
		s.err = err
		if _, err := lobby.List(t.Context(), s, lobby.Filter{Before: "gone"}); err == nil || err.Error() == lobby.ErrUnknown.Error() {
			t.Errorf("told %v", err)
		}
	}
	if f := (lobby.Finished{Winners: []engine.Seat{1}}); f.Won(0) || !f.Won(1) {
		t.Error("another seat won")
	}
}
