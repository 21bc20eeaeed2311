package store_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/rating"
	"parlor/store"
)

// rated returns a rated match won by the first of the people.
func rated(id string, ended int, people ...string) *lobby.Finished {
	match := finished(id, ended, people...)
	match.Totals = nil
	for i := range people {
		match.Players[i].Guest = false
		match.Totals = append(match.Totals, float64(len(people)-i))
	}
	return match
}

// appendAll appends matches to a room, one per entry.
func appendAll(t testing.TB, s *store.Store, room string, matches ...*lobby.Finished) {
	t.Helper()
	for i, match := range matches {
		must(t, s.Journal.Append(t.Context(), room, ending(uint64(i+1), match)))
	}
}

// standingIn returns a person's standing in davinci, or zero.
func standingIn(t testing.TB, s *store.Store, person string) lobby.Standing {
	t.Helper()
	all, err := s.Ratings.Standings(t.Context(), person)
	must(t, err)
	for _, one := range all {
		if one.Game == "davinci" {
			return one
		}
	}
	return lobby.Standing{}
}

// leaders returns the persons on a leaderboard, with "?" after provisional ones.
func leaders(t testing.TB, s *store.Store, game string, most int) string {
	t.Helper()
	all, err := s.Ratings.Leaders(t.Context(), game, most)
	must(t, err)
	var persons []string
	for i, one := range all {
		if one.Game != game || one.Place != i+1 {
			t.Errorf("at place %d stands %+v", i+1, one)
		}
		persons = append(persons, one.Person+map[bool]string{true: "?"}[one.Provisional])
	}
	return strings.Join(persons, " ")
}

func TestRatingsMoveWithTheMatch(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	first := rated("m1", 1, "ann", "bob")
	appendAll(t, s, "A", first)
	want := rating.Rate([]rating.Rating{rating.New(), rating.New()}, []int{0, 1})
	if moved := []lobby.RatingChange{{Before: 1500, After: want[0].Points()}, {Before: 1500, After: want[1].Points()}}; !slices.Equal(first.Moved, moved) {
		t.Errorf("the match is said to have moved the ratings by %v, not %v", first.Moved, moved)
	}
	ann := lobby.Standing{
		Person: "ann", Name: "the one called ann", Game: "davinci", Rating: want[0].Points(), Deviation: want[0].Deviation(),
		Provisional: true, Place: 1, Matches: 1, Wins: 1, Streak: 1, Best: 1,
	}
	bob := lobby.Standing{
		Person: "bob", Name: "the one called bob", Game: "davinci", Rating: want[1].Points(), Deviation: want[1].Deviation(),
		Provisional: true, Place: 2, Matches: 1, Streak: -1,
	}
	if all, err := s.Ratings.Leaders(t.Context(), "davinci", 0); err != nil || !slices.Equal(all, []lobby.Standing{ann, bob}) {
		t.Errorf("after a match the leaders are\n%+v (%v), not\n%+v", all, err, []lobby.Standing{ann, bob})
	}
	// A repeated match does not count again, and a refused one not at all.
	again := rated("m1", 9, "bob", "ann")
	must(t, s.Journal.Append(t.Context(), "A", ending(2, again)))
	if again.Moved != nil {
		t.Errorf("a match that was there already is said to have moved the ratings by %v", again.Moved)
	}
	wants(t, lobby.ErrSequence, s.Journal.Append(t.Context(), "A", ending(2, rated("m2", 2, "ann", "bob"))))
	closeStore(t, s)
	s = open(t, dir)
	if got := standingIn(t, s, "ann"); got != ann {
		t.Errorf("ann stands at %+v, not %+v", got, ann)
	}
	// A draw brings the ratings closer together.
	must(t, s.Claim(t.Context(), "A"))
	level := rated("m3", 3, "ann", "bob")
	level.Winners, level.Totals = []engine.Seat{0, 1}, []float64{4, 4}
	must(t, s.Journal.Append(t.Context(), "A", ending(3, level)))
	now, other := standingIn(t, s, "ann"), standingIn(t, s, "bob")
	if now.Rating >= ann.Rating || other.Rating <= bob.Rating || now.Wins != 1 || now.Matches != 2 || now.Streak != 0 || other.Streak != 0 || now.Best != 1 {
		t.Errorf("after a draw ann stands at %+v and bob at %+v", now, other)
	}
}

func TestOnlyWhatCountsIsRated(t *testing.T) {
	s := open(t, t.TempDir())
	unrated, guest, short := rated("m1", 1, "ann", "bob"), rated("m2", 2, "ann", "bob"), rated("m6", 6, "ann", "bob")
	unrated.Rated, guest.Players[1].Guest, short.Totals = false, true, nil
	appendAll(t, s, "A", unrated, guest, rated("m3", 3, "ann", ""), rated("m4", 4, "ann", "bob", "ann"), rated("m5", 5, "ann"), short)
	if got := leaders(t, s, "davinci", 0); got != "" {
		t.Errorf("rated are %s", got)
	}
	// Two keys of one person are one player.
	must(t, s.Accounts.Save(t.Context(), account("ann")))
	must(t, s.Accounts.Link(t.Context(), "ann", "laptop"))
	must(t, s.Journal.Append(t.Context(), "A", ending(7, rated("m7", 7, "ann", "laptop"))))
	if got := leaders(t, s, "davinci", 0); got != "" {
		t.Errorf("rated are %s", got)
	}
	// A person deleted in between counts as a new player and is not stored.
	gone := rated("m8", 8, "ann", "bob")
	gone.Players[1] = lobby.Player{Name: "somebody"}
	must(t, s.Journal.Append(t.Context(), "A", ending(8, gone)))
	if got := leaders(t, s, "davinci", 0); got != "ann?" {
		t.Errorf("rated are %s", got)
	}
}

func TestLeaders(t *testing.T) {
	s := open(t, t.TempDir())
	var all []*lobby.Finished
	for i := range 90 { // ann, cid and bob become established, in this order
		all = append(all, rated(fmt.Sprint("m", i), i, "cid", "ann", "bob"), rated(fmt.Sprint("n", i), i, "ann", "bob", "cid"))
	}
	all = append(all, rated("p", 100, "ann", "cid"), rated("q", 101, "new", "cid"), rated("r", 102, "newer", "new"), rated("other", 103, "dan", "ann"))
	all[len(all)-1].Record.Game = "masterdice"
	appendAll(t, s, "A", all...)
	if got := leaders(t, s, "davinci", 0); got != "ann cid bob newer? new?" {
		t.Errorf("the leaders are %s", got)
	}
	if got := leaders(t, s, "davinci", 2); got != "ann cid" {
		t.Errorf("the first two are %s", got)
	}
	if got := leaders(t, s, "masterdice", 20); got != "dan? ann?" {
		t.Errorf("the leaders are %s", got)
	}
	if got := leaders(t, s, "chess", 20); got != "" {
		t.Errorf("the leaders are %s", got)
	}
	games, err := s.Ratings.Standings(t.Context(), "ann")
	if err != nil || len(games) != 2 || games[0].Game != "davinci" || games[0].Place != 1 || games[1].Game != "masterdice" || games[1].Place != 2 {
		t.Errorf("ann stands at %+v (%v)", games, err)
	}
	if ann := games[0]; ann.Matches != 181 || ann.Wins != 91 || ann.Best != 2 || ann.Streak != 2 {
		t.Errorf("ann stands at %+v", ann)
	}
}

// TestStreaks plays series of wins and losses.
func TestStreaks(t *testing.T) {
	s := open(t, t.TempDir())
	var all []*lobby.Finished
	for i, who := range "aababbbbba" {
		one := rated(strconv.Itoa(i), i, "a", "b")
		if who == 'b' {
			one = rated(strconv.Itoa(i), i, "b", "a")
		}
		all = append(all, one)
	}
	appendAll(t, s, "A", all...)
	a, b := standingIn(t, s, "a"), standingIn(t, s, "b")
	if a.Streak != 1 || a.Best != 2 || a.Wins != 4 || b.Streak != -1 || b.Best != 5 || b.Wins != 6 {
		t.Errorf("a stands at %+v and b at %+v", a, b)
	}
}

func TestRatingsOfLinkedKeys(t *testing.T) {
	s := open(t, t.TempDir())
	for _, id := range []string{"ann", "old", "few"} {
		must(t, s.Accounts.Save(t.Context(), account(id)))
	}
	other := rated("m5", 5, "few", "bob")
	other.Record.Game = "masterdice"
	appendAll(t, s, "A", rated("m1", 1, "ann", "bob"), rated("m2", 2, "bob", "old"), rated("m3", 3, "bob", "old"), rated("m4", 4, "few", "bob"), other)
	old := standingIn(t, s, "old")
	must(t, s.Accounts.Link(t.Context(), "ann", "old"))
	got := standingIn(t, s, "ann")
	if old.Person, old.Name = "ann", "the one called ann"; got.Rating != old.Rating || got.Matches != 2 || got.Name != old.Name {
		t.Errorf("ann stands at %+v, not with the more matches %+v", got, old)
	}
	must(t, s.Accounts.Link(t.Context(), "ann", "few")) // one match here, and one in a game that ann has not played
	if again := standingIn(t, s, "ann"); again.Rating != got.Rating || again.Matches != 2 {
		t.Errorf("ann stands at %+v, not %+v", again, got)
	}
	if games, err := s.Ratings.Standings(t.Context(), "few"); err != nil || len(games) != 2 {
		t.Errorf("ann stands at %+v (%v)", games, err)
	}
	must(t, s.Journal.Append(t.Context(), "A", ending(6, rated("m6", 6, "old", "bob")))) // the key belongs to ann now
	if again := standingIn(t, s, "ann"); again.Matches != 3 {
		t.Errorf("ann stands at %+v", again)
	}
	if got := leaders(t, s, "davinci", 0); strings.Contains(got, "old") || strings.Contains(got, "few") {
		t.Errorf("the leaders are %s", got)
	}
}

func TestAForgottenPersonHasNoRating(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Accounts.Save(t.Context(), account("ann")))
	appendAll(t, s, "A", rated("m1", 1, "ann", "bob"))
	must(t, s.Accounts.Forget(t.Context(), "ann"))
	must(t, s.Accounts.Forget(t.Context(), "bob"))
	if left, err := s.Count("SELECT count(*) FROM rating"); err != nil || left != 0 {
		t.Errorf("%d ratings are left (%v)", left, err)
	}
	for _, name := range []string{"the one called ann", "the one called bob"} {
		if persons, err := s.Ratings.Named(t.Context(), name); err != nil || len(persons) > 0 {
			t.Errorf("%s is %v (%v)", name, persons, err)
		}
	}
}

func TestNames(t *testing.T) {
	s := open(t, t.TempDir())
	ann, later, nameless := account("ann"), account("later"), account("cid")
	later.Name, later.Seen, nameless.Name = "The  One, called ÀNN", later.Seen.Add(time.Hour), ""
	for _, one := range []lobby.Account{ann, later, nameless} {
		must(t, s.Accounts.Save(t.Context(), one))
	}
	appendAll(t, s, "A", rated("m1", 1, "ann", "bob"), rated("m2", 2, "cid", "bob"))
	for name, want := range map[string][]string{
		"the one called ann": {"later", "ann"}, // the last visitor comes first
		"THE ONE CALLED B0B": {"bob"},          // has played, and has no account
		"the one called cid": {"cid"},          // has an account without a name
		"zoe":                nil,
		" \x00\u200b":        nil,
		"":                   nil,
	} {
		if got, err := s.Ratings.Named(t.Context(), name); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q is %v (%v), not %v", name, got, err, want)
		}
	}
	ann.Name = "Annabel"
	must(t, s.Accounts.Save(t.Context(), ann))
	if got := standingIn(t, s, "ann"); got.Name != "Annabel" {
		t.Errorf("ann stands at %+v", got)
	}
	for name, want := range map[string]int{"the one called ann": 1, "annabel": 1} {
		if got, err := s.Ratings.Named(t.Context(), name); err != nil || len(got) != want {
			t.Errorf("%q is %v (%v)", name, got, err)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	wants(t, context.Canceled, second(s.Ratings.Leaders(gone, "davinci", 1)))
}

// TestHolder checks that a name belongs to a person with a key who has played and visited recently.
func TestHolder(t *testing.T) {
	s := open(t, t.TempDir())
	ann, later, gus, nell := account("ann"), account("later"), account("gus"), account("nell")
	later.Name, later.Made = "The One called ANN", later.Made.Add(time.Hour)
	gus.Guest = true
	ended := rated("m1", 1).Ended
	ann.Seen, later.Seen = ended.Add(time.Hour), ended
	for _, one := range []lobby.Account{later, ann, gus, nell} {
		must(t, s.Accounts.Save(t.Context(), one))
	}
	appendAll(t, s, "A", rated("m1", 1, "ann", "bob"), finished("m2", 2, "later", "gus"))
	for _, test := range []struct {
		name  string
		since time.Time
		want  string
	}{
		{"the one called ann", ann.Seen, "ann"},
		{"THE 0NE called ann", ann.Seen.Add(1), ""},
		{"the one called bob", ended, "bob"}, // has no account, but a rated match
		{"the one called bob", ended.Add(1), ""},
		{"the one called gus", time.Time{}, ""},
		{"the one called nell", time.Time{}, ""},
		{"zoe", time.Time{}, ""},
		{"\u200b", time.Time{}, ""},
	} {
		if got, err := s.Accounts.Holder(t.Context(), test.name, test.since); got != test.want || err != nil {
			t.Errorf("%q is %q's (%v), not %q's", test.name, got, err, test.want)
		}
	}
	must(t, s.Accounts.Forget(t.Context(), "ann"))
	if got, err := s.Accounts.Holder(t.Context(), ann.Name, ended); got != "later" || err != nil {
		t.Errorf("the name of who is forgotten is %q's (%v)", got, err)
	}
	if got, err := s.Accounts.Holder(t.Context(), ann.Name, ended.Add(2*time.Second)); got != "" || err != nil {
		t.Errorf("the name of who was not here since is %q's (%v)", got, err)
	}
	must(t, s.Journal.Append(t.Context(), "A", ending(3, rated("m3", 3, "later", "bob"))))
	if got, err := s.Accounts.Holder(t.Context(), ann.Name, ended.Add(2*time.Second)); got != "later" || err != nil {
		t.Errorf("the name of who has just played is %q's (%v)", got, err)
	}
}
