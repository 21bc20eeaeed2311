package account_test

import (
	"errors"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/lobby/lobbytest"
)

// match returns a match that ended some hours ago, with players in the order of their
// ranks.
func match(id string, ago int, public bool, ids ...string) lobby.Finished {
	f := lobby.Finished{ID: id, Public: public, Ended: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC).Add(-time.Duration(ago) * time.Hour), Winners: []engine.Seat{0}}
	for i, one := range ids {
		f.Players = append(f.Players, lobby.Player{ID: one, Name: "then " + one})
		f.Totals = append(f.Totals, float64(-i))
	}
	return f
}

func rivals() *lobbytest.MemStore {
	return &lobbytest.MemStore{
		Played: []lobby.Finished{
			match("m1", 1, false, "key:bo", "key:cy"), // not with anna
			match("m2", 2, false, "key:cy", "key:bo", "key:anna"),
			match("m3", 3, true, "key:bo", "key:anna"),
			match("m4", 4, true, "key:anna", "key:bo"),
			match("m5", 5, true, "key:bo", "key:zoe"),
		},
		Ranked: []lobby.Standing{
			{Person: "key:bo", Name: "bo", Game: "davinci", Place: 1, Matches: 9},
			{Person: "key:zoe", Name: "Bo", Game: "davinci", Place: 2, Matches: 5},
			{Person: "key:anna", Name: "anna", Game: "davinci", Place: 3, Matches: 2},
			{Person: "key:cy", Name: "cy", Game: "masterdice", Place: 1, Matches: 1},
		},
	}
}

func TestLeadersAndProfiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := rivals()
		kept.People = []lobby.Account{{ID: "key:zoe", IDs: []string{"key:zoe"}, Name: "Bo"}}
		h := open(t, account.Config{Ratings: kept, History: kept, Accounts: kept})
		anna, session := h.enter("anna"), h.enter("bo")
		board, err := lobby.Ask(t.Context(), anna, lobby.GetLeaderboard{Game: "davinci"})
		if err != nil || len(board.Leaders) != 3 || board.Game != "davinci" || board.You.Place != 3 {
			t.Errorf("the leaders are %+v (%v)", board, err)
		}
		if board, err := lobby.Ask(t.Context(), anna, lobby.GetLeaderboard{Game: "masterdice"}); err != nil || board.You.Matches != 0 {
			t.Errorf("the leaders are %+v (%v)", board, err)
		}

		bo, err := lobby.Ask(t.Context(), anna, lobby.GetProfile{Person: "key:bo"})
		if err != nil {
			t.Fatal(err)
		}
		if bo.Name != "bo" || bo.You || len(bo.Standings) != 1 || bo.AgainstYou != (lobby.Tally{Won: 2, Lost: 1}) {
			t.Errorf("bo is %+v", bo)
		}
		if got := resultsOf(bo); !slices.Equal(got, []string{"m2 lost", "m3 won", "m4 lost", "m5 won"}) {
			t.Errorf("bo's results for anna are %v", got)
		}
		own, err := lobby.Ask(t.Context(), session, lobby.GetProfile{})
		if err != nil || !own.You || own.Name != "bo" || own.AgainstYou != (lobby.Tally{}) {
			t.Errorf("bo is to himself %+v (%v)", own, err)
		}
		if got := resultsOf(own); !slices.Equal(got, []string{"m1 won", "m2 lost", "m3 won", "m4 lost", "m5 won"}) {
			t.Errorf("bo's results for himself are %v", got)
		}

		// Of two people with one name, the connected one is found, or else the last
		// visitor.
		named, err := lobby.Ask(t.Context(), anna, lobby.FindProfile{Name: "BO"})
		if err != nil || named.Person != "key:bo" || named.Namesakes != 1 {
			t.Errorf("BO is %+v (%v)", named, err)
		}
		if cy, err := lobby.Ask(t.Context(), anna, lobby.FindProfile{Name: "cy"}); err != nil || cy.Name != "cy" || cy.Namesakes != 0 {
			t.Errorf("cy is %+v (%v)", cy, err)
		}
		if zoe, err := lobby.Ask(t.Context(), anna, lobby.GetProfile{Person: "key:zoe"}); err != nil || zoe.Name != "Bo" {
			t.Errorf("zoe is %+v (%v)", zoe, err)
		}
		if gus, err := lobby.Ask(t.Context(), anna, lobby.GetProfile{Person: "key:nobody"}); err != nil || gus.Name != "somebody" || gus.Results != nil {
			t.Errorf("nobody is %+v (%v)", gus, err)
		}
		if _, err := lobby.Ask(t.Context(), anna, lobby.FindProfile{Name: "zo\x1be"}); err == nil || err.Error() != "There is no player called zoe." {
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

func TestProfileShowsLastTen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := &lobbytest.MemStore{}
		for i := range 40 {
			kept.Played = append(kept.Played, match(strconv.Itoa(i), i, i%3 == 0, "key:bo", []string{"key:anna", "key:cy"}[i%2]))
		}
		anna := open(t, account.Config{Ratings: kept, History: kept}).enter("anna")
		bo, err := lobby.Ask(t.Context(), anna, lobby.GetProfile{Person: "key:bo"})
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

func TestNoRatings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := rivals()
		broken.Broken = errors.New("the disk is broken")
		for says, config := range map[string]account.Config{
			"This server keeps no ratings": {History: broken},
			". Try again":                  {History: broken, Ratings: broken},
		} {
			anna := open(t, config).enter("anna")
			_, leaders := lobby.Ask(t.Context(), anna, lobby.GetLeaderboard{Game: "davinci"})
			_, profile := lobby.Ask(t.Context(), anna, lobby.GetProfile{})
			_, named := lobby.Ask(t.Context(), anna, lobby.FindProfile{Name: "bo"})
			for _, err := range []error{leaders, profile, named} {
				refused(t, err, says)
				if config.Ratings != nil && !errors.Is(err, broken.Broken) {
					t.Errorf("%v forgets why", err)
				}
			}
			if anna.KeepsRatings() != (config.Ratings != nil) {
				t.Errorf("ratings are kept: %v", anna.KeepsRatings())
			}
		}
	})
}
