package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/internal/traces"
	"parlor/lobby"
	"parlor/store"
)

// longAgo is a time more than 30 days ago.
func longAgo() time.Time { return time.Now().Add(-31 * 24 * time.Hour) }

// visitor saves an account last seen at the given time.
func visitor(t *testing.T, s *store.Store, id string, guest bool, seen time.Time) {
	t.Helper()
	must(t, s.Accounts.Save(t.Context(), lobby.Account{ID: id, Name: "the one called " + id, Chosen: true, Guest: guest, Made: longAgo(), Seen: seen}))
}

// played saves a match of two that ended at the given time.
func played(t *testing.T, s *store.Store, match string, ended time.Time, one, other lobby.Player) {
	t.Helper()
	f := finished(match, 1)
	f.Ended, f.Players, f.Rated = ended, []lobby.Player{one, other}, false
	f.Title, f.Titled = lobby.DefaultTitle(one.Name), one.ID
	must(t, s.Journal.Append(t.Context(), "R"+match, lobby.Entry{Number: 1, Ended: f, Last: true}))
}

func guestCalled(id string) lobby.Player {
	return lobby.Player{ID: id, Name: "the one called " + id, Guest: true}
}

// TestGuestsAreForgottenAMonthAfterTheirLastVisit checks that guests with and without an account expire, and no one
// else.
func TestGuestsAreForgottenAMonthAfterTheirLastVisit(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	old, now := longAgo(), time.Now()
	visitor(t, s, "guest:gone", true, old)
	visitor(t, s, "guest:seated", true, old)
	visitor(t, s, "guest:late", true, now.Add(-29*24*time.Hour))
	visitor(t, s, "key:away", false, old)
	visitor(t, s, "guest:kept", true, old)
	must(t, s.Accounts.Link(t.Context(), "guest:kept", "key:kept"))
	visitor(t, s, "guest:kept", false, old)
	played(t, s, "m1", old, guestCalled("guest:gone"), lobby.Player{ID: "key:away", Name: "away"})
	played(t, s, "m2", old, guestCalled("guest:passing"), guestCalled("guest:again"))
	played(t, s, "m3", now, guestCalled("guest:again"), guestCalled("guest:late"))
	played(t, s, "m4", old, guestCalled("guest:back"), guestCalled("guest:watching"))
	must(t, s.Accounts.Visited(t.Context(), "guest:back", now))
	must(t, s.Journal.Append(t.Context(), "OPEN", lobby.Entry{Number: 1, Whole: true, Data: []byte(`{}`), Header: []byte(`{"people":["guest:seated"]}`)}))
	must(t, s.Journal.Append(t.Context(), "PLAIN", lobby.Entry{Number: 1, Whole: true, Data: []byte(`{"id":"guest:watching"}`)}))
	closeStore(t, s)
	s = open(t, dir)
	eventually(t, "guests are forgotten", func() bool {
		left, err := s.Count("SELECT (SELECT count(*) FROM account WHERE id = 'guest:gone') + (SELECT count(*) FROM player WHERE person = 'guest:passing')")
		return err == nil && left == 0
	})
	for id, want := range map[string]bool{
		"guest:gone": false, "guest:passing": false, "guest:seated": true, "guest:late": true, "key:away": true, "guest:kept": true,
		"guest:again": true, "guest:back": true, "guest:watching": true,
	} {
		known, err := s.Accounts.Familiarity(t.Context(), id)
		if err != nil || known.Since.IsZero() == want {
			t.Errorf("%s is known: %+v, %v", id, known, err)
		}
	}
	match, err := s.History.Match(t.Context(), "m1")
	if err != nil || match.Players[0].ID != "" || match.Players[0].Name != "somebody" || match.Players[1].Name != "away" || match.Title != lobby.DefaultTitle("somebody") {
		t.Errorf("the match of others is %+v, %v", match, err)
	}
	eventually(t, "no file names who is forgotten", func() bool {
		return len(traces.In(t, dir, []string{"guest:gone", "the one called guest:gone", "guest:passing", "the one called guest:passing"})) == 0
	})
}

// TestAGuestOfManyMatchesIsForgottenInSteps checks that no step takes long and that nothing of the guest remains.
func TestAGuestOfManyMatchesIsForgottenInSteps(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	old := longAgo()
	for i := range 2*store.ExpireMatches + 10 {
		played(t, s, fmt.Sprint("m", i), old.Add(time.Duration(i)), guestCalled("guest:gone"), lobby.Player{ID: "key:away", Name: "away"})
	}
	closeStore(t, s)
	s = open(t, dir)
	eventually(t, "the guest is forgotten", func() bool {
		left, err := s.Count("SELECT (SELECT count(*) FROM player WHERE guest = 1 AND (person IS NOT NULL OR name <> 'somebody')) + (SELECT count(*) FROM finished WHERE title <> 'somebody''s table' OR titled IS NOT NULL)")
		return err == nil && left == 0
	})
	if kept, err := s.Count("SELECT count(*) FROM player WHERE person = 'key:away'"); err != nil || kept != 2*store.ExpireMatches+10 {
		t.Errorf("%d matches of the other are kept (%v)", kept, err)
	}
}

func TestAcquaintance(t *testing.T) {
	s := open(t, t.TempDir())
	now := time.Now().UTC()
	visitor(t, s, "key:anna", false, now)
	played(t, s, "m1", now.Add(-40*24*time.Hour), lobby.Player{ID: "key:anna", Name: "anna"}, lobby.Player{ID: "key:bo", Name: "bo"})
	played(t, s, "m2", now, lobby.Player{ID: "key:bo", Name: "bo"}, lobby.Player{Name: "Cecilia", Level: 2})
	for id, want := range map[string]struct {
		since  time.Duration
		played bool
	}{
		"key:anna": {40 * 24 * time.Hour, true}, "key:bo": {40 * 24 * time.Hour, true},
	} {
		known, err := s.Accounts.Familiarity(t.Context(), id)
		if err != nil || known.Played != want.played || !known.Since.Equal(now.Add(-want.since)) || known.IsNew(now) {
			t.Errorf("%s: %+v, %v", id, known, err)
		}
	}
	visitor(t, s, "key:idle", false, now)
	for _, id := range []string{"key:idle", "guest:nobody"} {
		if known, err := s.Accounts.Familiarity(t.Context(), id); err != nil || known.Played || !known.IsNew(now.Add(365*24*time.Hour)) {
			t.Errorf("%s: %+v, %v", id, known, err)
		}
	}
}

// TestFamiliarityDoesNotReadAllMatches checks that the query finds two matches by an index and neither counts nor
// sorts.
func TestFamiliarityDoesNotReadAllMatches(t *testing.T) {
	plan, operations, err := open(t, t.TempDir()).FamiliarityPlan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, step := range plan {
		if strings.Contains(step, "SEARCH player USING COVERING INDEX player_by_end (person=?)") {
			found++
		}
	}
	all := strings.Join(plan, "\n")
	if found != 2 || strings.Contains(all, "SCAN player") || strings.Contains(all, "TEMP B-TREE") || slices.Contains(operations, "AggStep") {
		t.Errorf("the plan is\n%s\n%v", all, operations)
	}
}
