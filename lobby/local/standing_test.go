package local_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// records are what has been played, in memory.
type records struct {
	matches   []lobby.Finished // newest first
	standings []lobby.Standing
	err       error
}

func (r *records) Matches(_ context.Context, filter lobby.Filter) ([]lobby.Finished, error) {
	var found []lobby.Finished
	for _, match := range r.matches {
		had := func(id string) bool {
			return id == "" || slices.ContainsFunc(match.Players, func(p lobby.Player) bool { return p.ID == id })
		}
		if had(filter.Person) && had(filter.Against) && (match.Public || !filter.Public) {
			found = append(found, match)
		}
	}
	return found[:min(len(found), filter.Limit)], r.err
}

func (r *records) Match(context.Context, string) (lobby.Finished, error) {
	return lobby.Finished{}, lobby.ErrUnknown
}

func (r *records) Leaders(_ context.Context, game string, limit int) ([]lobby.Standing, error) {
	found := slices.DeleteFunc(slices.Clone(r.standings), func(s lobby.Standing) bool { return s.Game != game })
	return found[:min(len(found), limit)], r.err
}

func (r *records) Standings(_ context.Context, person string) ([]lobby.Standing, error) {
	return slices.DeleteFunc(slices.Clone(r.standings), func(s lobby.Standing) bool { return s.Person != person }), r.err
}

func (r *records) Named(_ context.Context, name string) (persons []string, err error) {
	for _, one := range r.standings {
		if lobby.FoldName(one.Name) == lobby.FoldName(name) && !slices.Contains(persons, one.Person) {
			persons = append(persons, one.Person)
		}
	}
	return persons, r.err
}

// match is one that ended so many hours ago, in the order of who came first.
func match(id string, ago int, public bool, ids ...string) lobby.Finished {
	f := lobby.Finished{ID: id, Public: public, Ended: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC).Add(-time.Duration(ago) * time.Hour), Winners: []engine.Seat{0}}
	for i, one := range ids {
		f.Players = append(f.Players, lobby.Player{ID: one, Name: "then " + one})
		f.Totals = append(f.Totals, float64(-i))
	}
	return f
}

func rivals() *records {
	return &records{
		matches: []lobby.Finished{
			match("m1", 1, false, "key:bo", "key:cy"), // nothing of anna's
			match("m2", 2, false, "key:cy", "key:bo", "key:anna"),
			match("m3", 3, true, "key:bo", "key:anna"),
			match("m4", 4, true, "key:anna", "key:bo"),
			match("m5", 5, true, "key:bo", "key:zoe"),
		},
		standings: []lobby.Standing{
			{Person: "key:bo", Name: "bo", Game: "davinci", Place: 1, Matches: 9},
			{Person: "key:zoe", Name: "Bo", Game: "davinci", Place: 2, Matches: 5},
			{Person: "key:anna", Name: "anna", Game: "davinci", Place: 3, Matches: 2},
			{Person: "key:cy", Name: "cy", Game: "masterdice", Place: 1, Matches: 1},
		},
	}
}

func TestLeadersAndProfiles(t *testing.T) {
	in(t, func(t *testing.T) {
		kept := rivals()
		known := &people{kept: map[string]lobby.Account{"key:zoe": {ID: "key:zoe", IDs: []string{"key:zoe"}, Name: "Bo"}}}
		l := open(t, local.Config{Ratings: kept, History: kept, Accounts: known})
		anna := enter(t, l, "anna")
		board, err := anna.Leaders(t.Context(), "davinci")
		if err != nil || len(board.Leaders) != 3 || board.Game != "davinci" || board.You.Place != 3 {
			t.Errorf("the leaders are %+v (%v)", board, err)
		}
		if board, err := anna.Leaders(t.Context(), "masterdice"); err != nil || board.You.Matches != 0 {
			t.Errorf("the leaders are %+v (%v)", board, err)
		}

		bo, err := anna.Profile(t.Context(), "key:bo")
		if err != nil {
			t.Fatal(err)
		}
		if bo.Name != "bo" || bo.You || len(bo.Standings) != 1 || bo.AgainstYou != (lobby.Tally{Won: 2, Lost: 1}) {
			t.Errorf("bo is %+v", bo)
		}
		if got := resultsOf(bo); !slices.Equal(got, []string{"m2 lost", "m3 won", "m4 lost", "m5 won"}) {
			t.Errorf("bo's results for anna are %v", got)
		}
		own, err := enter(t, l, "bo").Profile(t.Context(), "")
		if err != nil || !own.You || own.Name != "bo" || own.AgainstYou != (lobby.Tally{}) {
			t.Errorf("bo is to himself %+v (%v)", own, err)
		}
		if got := resultsOf(own); !slices.Equal(got, []string{"m1 won", "m2 lost", "m3 won", "m4 lost", "m5 won"}) {
			t.Errorf("bo's results for himself are %v", got)
		}

		// Of two of one name it is who is here; else who was here last.
		named, err := anna.ProfileOf(t.Context(), "BO")
		if err != nil || named.Person != "key:bo" || named.Namesakes != 1 {
			t.Errorf("BO is %+v (%v)", named, err)
		}
		if cy, err := anna.ProfileOf(t.Context(), "cy"); err != nil || cy.Name != "cy" || cy.Namesakes != 0 {
			t.Errorf("cy is %+v (%v)", cy, err)
		}
		if zoe, err := anna.Profile(t.Context(), "key:zoe"); err != nil || zoe.Name != "Bo" {
			t.Errorf("zoe is %+v (%v)", zoe, err)
		}
		if gus, err := anna.Profile(t.Context(), "key:nobody"); err != nil || gus.Name != "somebody" || gus.Results != nil {
			t.Errorf("nobody is %+v (%v)", gus, err)
		}
		if _, err := anna.ProfileOf(t.Context(), "zo\x1be"); err == nil || err.Error() != "nobody called zoe is known here; the leaders of the games are listed with top" {
			t.Errorf("told %v", err)
		}
	})
}

func resultsOf(p lobby.Profile) (all []string) {
	for _, one := range p.Results {
		all = append(all, one.Match.ID+" "+one.Match.Result(one.Seat))
	}
	return all
}

func TestAProfileHasTheLastTen(t *testing.T) {
	in(t, func(t *testing.T) {
		kept := &records{}
		for i := range 40 {
			kept.matches = append(kept.matches, match(strconv.Itoa(i), i, i%3 == 0, "key:bo", []string{"key:anna", "key:cy"}[i%2]))
		}
		anna := enter(t, open(t, local.Config{Ratings: kept, History: kept}), "anna")
		bo, err := anna.Profile(t.Context(), "key:bo")
		var ids []string
		for _, one := range bo.Results {
			ids = append(ids, one.Match.ID)
		}
		// All with anna, which are even, and of others the public ones.
		if want := []string{"0", "2", "3", "4", "6", "8", "9", "10", "12", "14"}; err != nil || !slices.Equal(ids, want) {
			t.Errorf("bo's results are %v (%v), not %v", ids, err, want)
		}
		if bo.Name != "then key:bo" || bo.AgainstYou.Won != 20 {
			t.Errorf("bo is %+v", bo)
		}
	})
}

func TestWhereNobodyIsRated(t *testing.T) {
	in(t, func(t *testing.T) {
		broken := rivals()
		broken.err = errors.New("the disk is broken")
		for says, config := range map[string]local.Config{
			"this server keeps no ratings": {History: broken},
			"just now: the disk is broken": {History: broken, Ratings: broken},
		} {
			anna := enter(t, open(t, config), "anna")
			_, leaders := anna.Leaders(t.Context(), "davinci")
			_, profile := anna.Profile(t.Context(), "")
			_, named := anna.ProfileOf(t.Context(), "bo")
			for _, err := range []error{leaders, profile, named} {
				anna := &person{t: t}
				anna.refused(err, says)
			}
			if anna.KeepsRatings() != (config.Ratings != nil) {
				t.Errorf("ratings are kept: %v", anna.KeepsRatings())
			}
		}
	})
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
		{[]engine.Seat{0}, []float64{1, 7}, []int{0, 1}, []string{"won", "lost"}}, // whatever the points say
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
