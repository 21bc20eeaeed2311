package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlor/internal/traces"
	"parlor/lobby"
	"parlor/store"
)

// muteAndReport makes ann mute a person and report a quoted line.
func muteAndReport(t *testing.T, s *store.Store, person, name string) {
	t.Helper()
	must(t, s.Relations.SaveRelation(t.Context(), "ann", tie(person, name, true, true)))
	report := reported("she shouts")
	report.About, report.AboutName = person, name
	report.Heard = append(report.Heard, lobby.ReportedMessage{By: person, Name: name, Text: "YOU LOSE"})
	_, err := s.Reports.KeepReport(t.Context(), report)
	must(t, err)
}

// deleted returns a store in which a person with two keys was muted and reported by ann and then deleted the account.
func deleted(t *testing.T, dir string) *store.Store {
	t.Helper()
	s := open(t, dir)
	must(t, s.Accounts.Save(t.Context(), lobby.Account{ID: "key:of-bella", Name: "Arabella", Chosen: true}))
	must(t, s.Accounts.Link(t.Context(), "key:of-bella", "key:of-bellas-laptop"))
	must(t, s.Relations.SaveRelation(t.Context(), "dan", tie("key:of-bella", "Arabella", true, false)))
	muteAndReport(t, s, "key:of-bella", "Arabella")
	must(t, s.Accounts.Forget(t.Context(), "key:of-bella"))
	return s
}

// TestADeletedAccountIsMutedWhenItIsBack checks that mutes and open reports apply to a returning person, with any of
// the keys, and only once, so that they can be undone.
func TestADeletedAccountIsMutedWhenItIsBack(t *testing.T) {
	s := deleted(t, t.TempDir())
	tiesAre(t, s, "ann")
	tiesAre(t, s, "dan")
	for _, key := range []string{"key:of-bellas-laptop", "key:of-bella"} {
		if known, err := s.Accounts.Familiarity(t.Context(), key); err != nil || !known.Deleted || !known.Since.IsZero() {
			t.Errorf("%s is known: %+v (%v)", key, known, err)
		}
		must(t, s.Accounts.Visited(t.Context(), key, time.Now()))
		tiesAre(t, s, "ann", tie(key, "a deleted account", false, true))
		if known, err := s.Accounts.Familiarity(t.Context(), key); err != nil || known.Deleted {
			t.Errorf("%s is known afterwards: %+v (%v)", key, known, err)
		}
		all, err := s.Reports.All(t.Context())
		if err != nil || len(all) != 1 || all[0].About != "key:of-bellas-laptop" || all[0].Words != "she shouts" {
			t.Errorf("the reports are %+v (%v)", all, err)
		}
		must(t, s.Relations.SaveRelation(t.Context(), "ann", tie(key, "", false, false)))
		must(t, s.Accounts.Visited(t.Context(), key, time.Now()))
		tiesAre(t, s, "ann")
	}
	if left, err := s.Count("SELECT (SELECT count(*) FROM tie) + (SELECT count(*) FROM deleted)"); err != nil || left != 0 {
		t.Errorf("%d rows are left once all keys are back (%v)", left, err)
	}
	if known, err := s.Accounts.Familiarity(t.Context(), "key:of-dan"); err != nil || known.Deleted {
		t.Errorf("somebody else is known: %+v (%v)", known, err)
	}
}

// TestAReportAboutADeletedAccount checks that the report keeps the facts without the identity.
func TestAReportAboutADeletedAccount(t *testing.T) {
	s := deleted(t, t.TempDir())
	all, err := s.Reports.All(t.Context())
	must(t, err)
	if len(all) != 1 || all[0].AboutName != "a deleted account" || !strings.HasPrefix(all[0].About, "deleted:") || len(all[0].Heard) != 2 ||
		all[0].Heard[1].Text != "YOU LOSE" || all[0].Heard[1].Name != "a deleted account" {
		t.Errorf("the reports are %+v", all)
	}
	if text := fmt.Sprint(all); strings.Contains(strings.ToLower(text), "bella") {
		t.Errorf("they name her: %s", text)
	}
}

// TestWhatProtectsFromADeletedAccountStays30Days checks that afterwards no table or file has any of it, even if the
// key returns.
func TestWhatProtectsFromADeletedAccountStays30Days(t *testing.T) {
	dir := t.TempDir()
	began := time.Now()
	s := deleted(t, dir)
	rows := func() int64 {
		n, err := s.Count("SELECT (SELECT count(*) FROM tie) + (SELECT count(*) FROM report) + (SELECT count(*) FROM deleted)")
		must(t, err)
		return n
	}
	must(t, s.DropDeleted(began.Add(store.DeletedTime)))
	if n := rows(); n != 4 { // a mute, a report and two keys
		t.Errorf("within 30 days %d rows are kept", n)
	}
	must(t, s.DropDeleted(time.Now().Add(store.DeletedTime)))
	if n := rows(); n != 0 {
		t.Errorf("after 30 days %d rows are kept", n)
	}
	must(t, s.Accounts.Visited(t.Context(), "key:of-bella", time.Now()))
	tiesAre(t, s, "ann")
	eventually(t, "nothing is in a file", func() bool {
		return len(traces.In(t, dir, []string{"bella", "deleted:", "a deleted account", "YOU LOSE", "she shouts"})) == 0
	})
}

// TestMarksAreDroppedInTime checks that a running server deletes expired marks and ignores them before that.
func TestMarksAreDroppedInTime(t *testing.T) {
	dir := t.TempDir()
	s := deleted(t, dir)
	must(t, s.Do(fmt.Sprintf("UPDATE deleted SET until = %d", time.Now().UnixNano())))
	if known, err := s.Accounts.Familiarity(t.Context(), "key:of-bella"); err != nil || known.Deleted {
		t.Errorf("she is known: %+v (%v)", known, err)
	}
	must(t, s.Accounts.Visited(t.Context(), "key:of-bella", time.Now()))
	tiesAre(t, s, "ann")
	closeStore(t, s)
	s = open(t, dir)
	eventually(t, "all is dropped", func() bool {
		n, err := s.Count("SELECT (SELECT count(*) FROM tie) + (SELECT count(*) FROM report) + (SELECT count(*) FROM deleted)")
		return err == nil && n == 0
	})
}
