package store_test

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/store"
)

func TestMatchComesBackWhole(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	bare := &lobby.Finished{ID: "bare"}
	must(t, s.Journal.Append(t.Context(), "A", ending(1, finished("m1", 1, "ann", "", "bob"))))
	must(t, s.Journal.Append(t.Context(), "A", ending(2, bare)))
	closeStore(t, s)

	s = open(t, dir)
	for _, want := range []*lobby.Finished{finished("m1", 1, "ann", "", "bob"), bare} {
		if got, err := s.History.Match(t.Context(), want.ID); err != nil || !reflect.DeepEqual(got, *want) {
			t.Errorf("match %s came back as %+v (%v), not %+v", want.ID, got, err, *want)
		}
	}
	listed, err := s.History.Matches(t.Context(), lobby.MatchFilter{})
	want := finished("m1", 1, "ann", "", "bob")
	want.Record.Moves = nil
	if err != nil || !reflect.DeepEqual(listed, []lobby.Finished{*want, *bare}) {
		t.Errorf("the list is %+v (%v)", listed, err)
	}
	wants(t, lobby.ErrUnknown, second(s.History.Match(t.Context(), "m2")))
}

func TestMatchIsKeptOnce(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Journal.Append(t.Context(), "A", ending(1, finished("m1", 1))))
	must(t, s.Journal.Append(t.Context(), "A", ending(2, finished("m1", 99, "eve", "mallory", "ann"))))
	wants(t, lobby.ErrSequence, s.Journal.Append(t.Context(), "A", ending(2, finished("m2", 2))))
	if got, err := s.History.Match(t.Context(), "m1"); err != nil || !reflect.DeepEqual(got, *finished("m1", 1)) {
		t.Errorf("the match is now %+v (%v)", got, err)
	}
	if got := ids(t, s, lobby.MatchFilter{}); !slices.Equal(got, []string{"m1"}) {
		t.Errorf("the matches are %v", got)
	}
	if err := s.Journal.Append(t.Context(), "A", ending(3, &lobby.Finished{ID: "m3", Totals: []float64{notANumber()}})); err == nil {
		t.Error("a match with points that are no number was kept")
	}
	holds(t, s.Journal, "A", entry(1), entry(2))
}

func TestFilters(t *testing.T) {
	s := open(t, t.TempDir())
	other := finished("m4", 40, "ann", "bob")
	other.Record.Game, other.Public = "masterdice", true
	for i, match := range []*lobby.Finished{
		finished("m1", 10, "ann", "bob"),
		finished("m3", 30, "bob", "cid", ""),
		finished("m2", 20, "ann", "ann"),
		other,
		finished("m5", 40, "cid", "ann", "bob"), // ended with m4, and stored after it
	} {
		must(t, s.Journal.Append(t.Context(), "A", ending(uint64(i+1), match)))
	}
	for _, c := range []struct {
		filter lobby.MatchFilter
		want   string
	}{
		{lobby.MatchFilter{}, "m5 m4 m3 m2 m1"},
		{lobby.MatchFilter{Limit: -1}, "m5 m4 m3 m2 m1"},
		{lobby.MatchFilter{Limit: 5000}, "m5 m4 m3 m2 m1"},
		{lobby.MatchFilter{Limit: 2}, "m5 m4"},
		{lobby.MatchFilter{Limit: 2, Before: "m4"}, "m3 m2"},
		{lobby.MatchFilter{Before: "m5"}, "m4 m3 m2 m1"},
		{lobby.MatchFilter{Before: "m1"}, ""},
		{lobby.MatchFilter{Game: "davinci"}, "m5 m3 m2 m1"},
		{lobby.MatchFilter{Game: "davinci", Before: "m3"}, "m2 m1"},
		{lobby.MatchFilter{Game: "chess"}, ""},
		{lobby.MatchFilter{Person: "ann"}, "m5 m4 m2 m1"},
		{lobby.MatchFilter{Person: "ann", Limit: 1, Before: "m5"}, "m4"},
		{lobby.MatchFilter{Person: "ann", Game: "masterdice"}, "m4"},
		{lobby.MatchFilter{Person: "ann", Against: "bob"}, "m5 m4 m1"},
		{lobby.MatchFilter{Person: "ann", Against: "bob", Game: "davinci", Before: "m5"}, "m1"},
		{lobby.MatchFilter{Person: "ann", Against: "ann"}, "m2"},
		{lobby.MatchFilter{Person: "bob", Against: "cid"}, "m5 m3"},
		{lobby.MatchFilter{Against: "cid"}, "m5 m3"},
		{lobby.MatchFilter{Public: true}, "m4"},
		{lobby.MatchFilter{Public: true, Before: "m4"}, ""},
		{lobby.MatchFilter{Public: true, Person: "bob", Against: "ann", Before: "m5"}, "m4"},
		{lobby.MatchFilter{Public: true, Person: "cid"}, ""},
		{lobby.MatchFilter{Person: "zoe"}, ""},
		{lobby.MatchFilter{Person: "' OR 1 --"}, ""},
	} {
		if got := strings.Join(ids(t, s, c.filter), " "); got != c.want {
			t.Errorf("%+v lets through %q, not %q", c.filter, got, c.want)
		}
	}
	wants(t, lobby.ErrUnknown, second(s.History.Matches(t.Context(), lobby.MatchFilter{Before: "m9"})))
}

// TestPages reads many matches page by page, most of which ended at the same time.
func TestPages(t *testing.T) {
	s := open(t, t.TempDir())
	const all = 120
	for i := range all {
		must(t, s.Journal.Append(t.Context(), "A", ending(uint64(i+1), finished(strconv.Itoa(i), i/40, "ann", "bob"))))
	}
	for _, filter := range []lobby.MatchFilter{{}, {Person: "bob"}, {Game: "davinci"}, {Person: "ann", Game: "davinci"}} {
		var seen []string
		for page := ids(t, s, filter); len(page) > 0; page = ids(t, s, filter) {
			seen = append(seen, page...)
			filter.Before = page[len(page)-1]
		}
		slices.Reverse(seen)
		for i, id := range seen {
			if id != strconv.Itoa(i) {
				t.Fatalf("%+v: match %s stands at place %d", filter, id, i)
			}
		}
		if len(seen) != all {
			t.Errorf("%+v: %d matches, not %d", filter, len(seen), all)
		}
	}
}

func ids(t testing.TB, s *store.Store, filter lobby.MatchFilter) (ids []string) {
	t.Helper()
	matches, err := s.History.Matches(t.Context(), filter)
	must(t, err)
	for _, match := range matches {
		ids = append(ids, match.ID)
		if match.Record.Moves != nil {
			t.Errorf("match %s is listed with its moves", match.ID)
		}
	}
	return ids
}

// finished returns a match that ended the given number of seconds into a fixed year, recent enough that its guests do
// not expire.
func finished(id string, ended int, people ...string) *lobby.Finished {
	if len(people) == 0 {
		people = []string{"ann", ""}
	}
	end := time.Date(2096, 1, 1, 0, 0, ended, 123456789, time.UTC)
	match := &lobby.Finished{
		ID: id, Room: "ROOM", Title: "An evening", Began: end.Add(-time.Minute), Ended: end, Rated: true,
		Winners: []engine.Seat{0}, Totals: []float64{2.5, -1},
		Record: engine.Record{
			Game: "davinci", Version: 2, Seats: len(people), Seed: engine.Seed{1, 2, 3},
			Options: engine.Options{"rounds": "3"},
			Moves:   []engine.Move{{Seat: 0, Action: "draw black"}, {Seat: 1, Action: `guess 1 2 "3"`}},
		},
	}
	for _, id := range people {
		player := lobby.Player{ID: id, Name: "the one called " + id, Guest: id == "bob"}
		if id == "" {
			player = lobby.Player{Name: "Cecilia", Level: 2}
		}
		match.Players = append(match.Players, player)
	}
	return match
}

func notANumber() float64 {
	zero := 0.0
	return zero / zero
}

func TestPublicMatches(t *testing.T) {
	s := open(t, t.TempDir())
	for number := range uint64(4) {
		match := finished(matchName(1, number), int(number)+1, "ann", "bob")
		match.Public = number%2 == 1
		must(t, s.Journal.Append(t.Context(), roomName(int(number)), ending(1, match)))
		if got, err := s.History.Match(t.Context(), match.ID); err != nil || got.Public != match.Public {
			t.Errorf("match %s is public: %v (%v)", match.ID, got.Public, err)
		}
	}
	want := []string{matchName(1, 3), matchName(1, 1)}
	for _, filter := range []lobby.MatchFilter{{Public: true}, {Public: true, Person: "ann"}, {Public: true, Game: "davinci"}} {
		if got := ids(t, s, filter); !slices.Equal(got, want) {
			t.Errorf("%+v finds %v, want %v", filter, got, want)
		}
	}
}

// TestAMatchIsMadeVoid checks that a result can be removed once, and that ratings stay.
func TestAMatchIsMadeVoid(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Journal.Append(t.Context(), "A", ending(1, finished("m1", 1, "ann", "eve"))))
	rated, err := s.Ratings.Standings(t.Context(), "ann")
	must(t, err)
	must(t, s.History.VoidMatch(t.Context(), "m1", lobby.VoidRepair))
	got, err := s.History.Match(t.Context(), "m1")
	must(t, err)
	if got.Result(0) != lobby.ResultVoid || got.Rated || len(got.Winners) != 0 || len(got.Record.Moves) != 2 {
		t.Errorf("it is %+v", got)
	}
	after, err := s.Ratings.Standings(t.Context(), "ann")
	if err != nil || len(rated) == 0 || !reflect.DeepEqual(after, rated) {
		t.Errorf("the ratings were %+v and are %+v (%v)", rated, after, err)
	}
	wants(t, store.ErrNoResult, s.History.VoidMatch(t.Context(), "m1", lobby.VoidRepair))
	wants(t, store.ErrNoResult, s.History.VoidMatch(t.Context(), "m2", lobby.VoidRepair))
}
