package store_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"parlor/lobby"
	"parlor/store"
)

// reported returns a report by ann about bea.
func reported(words string) lobby.Report {
	return lobby.Report{
		At: time.Now().UTC().Round(0), By: "ann", ByName: "Ann", About: "bea", AboutName: "Bea", Words: words, Room: "K4WQXA", Game: "davinci", Match: "m1",
		Heard: []lobby.ReportedMessage{{At: time.Date(2026, 5, 1, 0, 0, 0, 7, time.UTC), By: "cy", Name: "Cy", Text: "stop it"}},
	}
}

// kept returns the texts of the stored reports, open ones first.
func kept(t *testing.T, s *store.Store) (words []string) {
	t.Helper()
	all, err := s.Reports.All(t.Context())
	must(t, err)
	for _, one := range all {
		words = append(words, one.Words)
	}
	return words
}

func TestReports(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	one := reported("she shouts")
	for n, want := range []lobby.Report{one, reported("she still does")} {
		if number, err := s.Reports.KeepReport(t.Context(), want); err != nil || number != uint64(n)+1 {
			t.Errorf("the report has number %d (%v)", number, err)
		}
	}
	one.Number = 1
	must(t, s.Reports.Done(t.Context(), 2))
	if err := s.Reports.Done(t.Context(), 7); !errors.Is(err, store.ErrNoReport) {
		t.Errorf("a report that is not there is done: %v", err)
	}
	must(t, s.Close())
	s = open(t, dir)
	all, err := s.Reports.All(t.Context())
	if err != nil || len(all) != 2 || !reflect.DeepEqual(all[0], one) || all[1].Done.IsZero() {
		t.Errorf("the reports are %+v (%v), want first %+v", all, err, one)
	}
	if by, err := s.Reports.ReportsBy(t.Context(), "bea"); err != nil || len(by) > 0 {
		t.Errorf("bea has reported %+v (%v)", by, err)
	}
	if by, err := s.Reports.ReportsBy(t.Context(), "ann"); err != nil || len(by) != 2 {
		t.Errorf("ann has reported %+v (%v)", by, err)
	}
}

// TestForgottenReports checks that a deletion removes reports by the person, closed reports about them, and their
// chat quoted in others.
func TestForgottenReports(t *testing.T) {
	for person, left := range map[string]int{"ann": 0, "bea": 0, "cy": 1, "dan": 1} {
		s := open(t, t.TempDir())
		must(t, s.Accounts.Save(t.Context(), account(person)))
		_, err := s.Reports.KeepReport(t.Context(), reported("she shouts"))
		must(t, err)
		if person == "bea" {
			must(t, s.Reports.Done(t.Context(), 1))
		}
		must(t, s.Accounts.Forget(t.Context(), person))
		all, err := s.Reports.All(t.Context())
		if err != nil || len(all) != left || left == 1 && (len(all[0].Heard) == 0) != (person == "cy") {
			t.Errorf("after %s was forgotten the reports are %+v (%v)", person, all, err)
		}
	}
}

// TestReportsOfALinkedKey checks that reports are found under the account to which a key was linked.
func TestReportsOfALinkedKey(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Accounts.Save(t.Context(), account("pat")))
	_, err := s.Reports.KeepReport(t.Context(), reported("she shouts"))
	must(t, err)
	must(t, s.Accounts.Link(t.Context(), "pat", "ann"))
	if by, err := s.Reports.ReportsBy(t.Context(), "ann"); err != nil || len(by) != 1 || by[0].By != "pat" {
		t.Errorf("the reports are %+v (%v)", by, err)
	}
}

// keepReports stores n reports of the given age at once. By and about are SQL expressions for the persons of the i-th
// report.
func keepReports(t *testing.T, s *store.Store, n int, by, about, words string, old time.Duration) {
	t.Helper()
	must(t, s.Do(fmt.Sprintf(`INSERT INTO report (at, person, name, about, about_name, words, room, game, played, heard)
		WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		SELECT %d, %s, 'Ann', %s, 'Bea', %s, '', '', '', '[]' FROM n`, n-1, time.Now().Add(-old).UnixNano(), by, about, words)))
}

// TestReportsAreBounded checks the bounds in number, where closed reports go first, and in age.
func TestReportsAreBounded(t *testing.T) {
	s := open(t, t.TempDir())
	keepReports(t, s, store.MostReports, "'key:' || i", "'about:' || i", "CAST(i AS TEXT)", 0)
	must(t, s.Reports.Done(t.Context(), 4))
	_, err := s.Reports.KeepReport(t.Context(), reported("one more"))
	must(t, err)
	words := kept(t, s)
	if len(words) != store.MostReports || slices.Contains(words, "3") || !slices.Contains(words, "0") {
		t.Errorf("%d are kept, the last of them %q", len(words), words[len(words)-1])
	}
	old := reported("long ago")
	old.At = old.At.Add(-store.ReportTime)
	_, err = s.Reports.KeepReport(t.Context(), old)
	must(t, err)
	if slices.Contains(kept(t, s), "long ago") {
		t.Error("an old one is kept")
	}
}

// TestReportsOfOnePersonAreBounded checks the bounds per reporter, per reported person, and for guests.
func TestReportsOfOnePersonAreBounded(t *testing.T) {
	for _, c := range []struct {
		by, about string
		most      int
	}{
		{"'key:eve'", "'about:' || i", store.MostBy},
		{"'key:' || i", "'key:bea'", store.MostAbout},
		{"'guest:' || i", "'about:' || i", store.MostByGuests},
	} {
		s := open(t, t.TempDir())
		keepReports(t, s, store.MostReports, c.by, c.about, "CAST(i AS TEXT)", 0)
		one := reported("one more")
		one.By, one.About = "key:ann", "key:cy"
		_, err := s.Reports.KeepReport(t.Context(), one)
		must(t, err)
		words := kept(t, s)
		if newest := strconv.Itoa(store.MostReports - 1); len(words) != c.most+1 || !slices.Contains(words, newest) || slices.Contains(words, "0") {
			t.Errorf("of those by %s about %s %d are kept: %q", c.by, c.about, len(words), words)
		}
	}
}

// TestManyReportsLeaveThoseOfOthers checks that as many reports as 84 addresses can send at once, 12 each, drive out
// no report of others.
func TestManyReportsLeaveThoseOfOthers(t *testing.T) {
	const flood, honest = 84 * 12, 40
	for _, c := range []struct{ what, by, about string }{
		{"guests about one of their own", "'guest:' || (i / 2)", "'guest:x'"},
		{"guests about whom the others report", "'guest:' || (i / 2)", "'bea' || (i % 4)"},
		{"guests about each other", "'guest:' || i", "'guest:' || (i + 1)"},
		{"people with keys about each other", "'key:x' || (i / 4)", "'key:x' || (i / 4 + 1)"},
		{"people with keys about one of their own", "'key:x' || (i / 4)", "'key:x'"},
	} {
		s := open(t, t.TempDir())
		keepReports(t, s, honest, "'key:' || i", "'bea' || (i % 4)", "'heard'", time.Hour)
		keepReports(t, s, flood, c.by, c.about, "'noise'", time.Minute)
		_, err := s.Reports.KeepReport(t.Context(), reported("last"))
		must(t, err)
		left := 0
		for _, words := range kept(t, s) {
			if words == "heard" {
				left++
			}
		}
		if left != honest {
			t.Errorf("after %s %d of %d other reports are left", c.what, left, honest)
		}
	}
}
