package account_test

import (
	"slices"
	"testing"
	"testing/synctest"

	"parlor/lobby"
	"parlor/lobby/account"
)

// TestStatisticsRevealNoMoreThanHistory: of others, matches in public rooms and those with
// the reader count, once each and newest first; of one's own all count.
func TestStatisticsRevealNoMoreThanHistory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := rivals()
		h := open(t, account.Config{Ratings: kept, History: kept})
		anna, bo, zoe := h.enter("anna"), h.enter("bo"), h.enter("zoe")
		for _, row := range []struct {
			name, of string
			reader   *account.Visitor
			you      bool
			matches  []string
		}{
			{"somebody who met them", "key:bo", anna, false, []string{"m2", "m3", "m4", "m5"}},
			{"somebody who did not", "key:bo", zoe, false, []string{"m3", "m4", "m5"}},
			{"oneself", "", bo, true, []string{"m1", "m2", "m3", "m4", "m5"}},
			{"a stranger of private rooms", "key:cy", zoe, false, nil},
		} {
			got, err := lobby.Ask(t.Context(), row.reader, lobby.GetStatistics{Person: row.of})
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			won := 0
			for _, game := range got.Games {
				won += game.All.Matches
				for _, one := range game.Latest {
					ids = append(ids, one.ID)
				}
			}
			if !slices.Equal(ids, row.matches) || got.Counted != len(ids) || won != len(ids) || got.You != row.you {
				t.Errorf("%s is told %+v", row.name, got)
			}
		}
		named, err := lobby.Ask(t.Context(), anna, lobby.FindStatistics{Name: "BO"})
		if err != nil || named.Person != "key:bo" || named.Name != "bo" || named.Namesakes != 1 {
			t.Errorf("BO is %+v (%v)", named, err)
		}
		_, err = lobby.Ask(t.Context(), anna, lobby.FindStatistics{Name: "nobody"})
		refused(t, err, "There is no player called nobody.")
		_, err = lobby.Ask(t.Context(), open(t, account.Config{}).enter("cy"), lobby.GetStatistics{})
		refused(t, err, "keeps no ratings")
		kept.Broken = lobby.ErrUnknown
		_, err = lobby.Ask(t.Context(), anna, lobby.GetStatistics{Person: "key:bo"})
		refused(t, err, "could not be loaded")
	})
}
