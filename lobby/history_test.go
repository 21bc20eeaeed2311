package lobby_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"parlor/engine"
	"parlor/lobby"
)

// allMatches is a history that returns all matches for any filter, in pages.
type allMatches struct {
	matches []lobby.Finished
	asked   lobby.MatchFilter
	err     error
}

func (s *allMatches) Matches(_ context.Context, filter lobby.MatchFilter) ([]lobby.Finished, error) {
	s.asked = filter
	if s.err != nil {
		return nil, s.err
	}
	from := 1 + slices.IndexFunc(s.matches, func(f lobby.Finished) bool { return f.ID == filter.Before })
	return s.matches[from:min(from+filter.Limit, len(s.matches))], nil
}

func (s *allMatches) Match(context.Context, string) (lobby.Finished, error) {
	return lobby.Finished{}, lobby.ErrUnknown
}

func TestListMatchesOmitsPrivateOnes(t *testing.T) {
	s := &allMatches{}
	for i := range 120 {
		s.matches = append(s.matches, lobby.Finished{ID: strconv.Itoa(i), Public: i%3 == 0})
	}
	for _, row := range []struct {
		person string
		want   int
	}{{"", 40}, {"key:anna", 120}} {
		listed, before := 0, ""
		for {
			page, err := lobby.ListMatches(t.Context(), s, row.person, "", before)
			if err != nil || s.asked.Public == (row.person != "") {
				t.Fatalf("%q asked for %+v: %v", row.person, s.asked, err)
			}
			for _, match := range page.Matches {
				if listed++; row.person == "" && !match.Public {
					t.Errorf("%s of a private room is listed", match.ID)
				}
			}
			if before = page.Older; page.Older == "" {
				break
			}
		}
		if listed != row.want {
			t.Errorf("%q lists %d matches, not %d", row.person, listed, row.want)
		}
	}
	if s.matches[1].ID != "1" {
		t.Error("a list changed what the history holds")
	}
	for _, err := range []error{lobby.ErrUnknown, errors.New("the disk is broken")} {
		s.err = err
		if _, err := lobby.ListMatches(t.Context(), s, "", "", "gone"); err == nil || err.Error() == lobby.ErrUnknown.Error() {
			t.Errorf("told %v", err)
		}
	}
	if f := (lobby.Finished{Winners: []engine.Seat{1}}); f.Won(0) || !f.Won(1) {
		t.Error("another seat won")
	}
}

func TestRanksAndResults(t *testing.T) {
	for _, row := range []struct {
		winners []engine.Seat
		totals  []float64
		ranks   []int
		results []string
	}{
		{[]engine.Seat{1}, []float64{3, 9, 5}, []int{2, 0, 1}, []string{"lost", "won", "lost"}},
		{[]engine.Seat{0, 2}, []float64{9, 4, 9, 4}, []int{0, 2, 0, 2}, []string{"won", "lost", "won", "lost"}},
		{[]engine.Seat{0, 1}, []float64{.5, .5}, []int{0, 0}, []string{"drawn", "drawn"}},
		{nil, []float64{1, 2}, []int{1, 0}, []string{"drawn", "drawn"}},
		{[]engine.Seat{0}, []float64{1, 7}, []int{0, 1}, []string{"won", "lost"}}, // whatever the points are
		{[]engine.Seat{0}, nil, nil, []string{"won", "lost"}},
	} {
		f := lobby.Finished{Winners: row.winners, Totals: row.totals, Players: make([]lobby.Player, len(row.results))}
		var results []string
		for seat := range f.Players {
			results = append(results, f.Result(seat))
		}
		if !reflect.DeepEqual(f.Ranks(), row.ranks) || !slices.Equal(results, row.results) {
			t.Errorf("%+v: ranks %v, results %v", row, f.Ranks(), results)
		}
	}
}
