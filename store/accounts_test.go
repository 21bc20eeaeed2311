package store_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"parlor/lobby"
	"parlor/store"
)

func TestAccount(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	wants(t, lobby.ErrUnknown, second(s.Accounts.Account(t.Context(), "ann")))
	ann := account("ann")
	must(t, s.Accounts.Save(t.Context(), ann))
	isAccount(t, s, "ann", ann)

	ann.Name, ann.Chosen, ann.Settings, ann.Seen = "Anna", true, []byte(`{"theme":"night"}`), ann.Seen.Add(time.Hour)
	must(t, s.Accounts.Save(t.Context(), ann))
	closeStore(t, s)
	s = open(t, dir)
	isAccount(t, s, "ann", ann)

	ann.Settings, ann.Seen = nil, time.Time{}
	must(t, s.Accounts.Save(t.Context(), ann))
	isAccount(t, s, "ann", ann)
	if err := s.Accounts.Save(t.Context(), lobby.Account{Name: "Nobody"}); err == nil {
		t.Error("an account without an ID was saved")
	}
}

func TestLink(t *testing.T) {
	s := open(t, t.TempDir())
	ann, old := account("ann"), account("old")
	ann.Made = ann.Made.Add(time.Hour)
	must(t, s.Accounts.Save(t.Context(), ann))
	must(t, s.Accounts.Save(t.Context(), old))
	must(t, s.Accounts.Link(t.Context(), "old", "older"))
	must(t, s.Journal.Append(t.Context(), "A", ending(1, finished("m1", 1, "old", "bob"))))
	must(t, s.Journal.Append(t.Context(), "A", ending(2, finished("m2", 2, "ann", "bob"))))
	must(t, s.Journal.Append(t.Context(), "A", ending(3, finished("m3", 3, "laptop", "old"))))

	must(t, s.Accounts.Link(t.Context(), "ann", "laptop")) // an ID with a match and no account
	must(t, s.Accounts.Link(t.Context(), "ann", "older"))  // with all its earlier IDs
	must(t, s.Accounts.Link(t.Context(), "ann", "old"))
	must(t, s.Accounts.Link(t.Context(), "ann", "ann"))
	must(t, s.Journal.Append(t.Context(), "A", ending(4, finished("m4", 4, "older", "bob"))))

	ann.Made, ann.IDs = old.Made, []string{"ann", "laptop", "old", "older"}
	for _, id := range ann.IDs {
		isAccount(t, s, id, ann)
		if got := ids(t, s, lobby.MatchFilter{Person: id}); !slices.Equal(got, []string{"m4", "m3", "m2", "m1"}) {
			t.Errorf("the matches of %s are %v", id, got)
		}
		if got := ids(t, s, lobby.MatchFilter{Person: "bob", Against: id}); !slices.Equal(got, []string{"m4", "m2", "m1"}) {
			t.Errorf("bob's matches against %s are %v", id, got)
		}
	}
	if got := ids(t, s, lobby.MatchFilter{Person: "ann", Against: "old"}); !slices.Equal(got, []string{"m3"}) {
		t.Errorf("ann was on both sides of %v", got)
	}

	wants(t, lobby.ErrUnknown, s.Accounts.Save(t.Context(), old)) // from a session opened before the link
	wants(t, lobby.ErrUnknown, s.Accounts.Link(t.Context(), "old", "new"))
	wants(t, lobby.ErrUnknown, s.Accounts.Link(t.Context(), "nobody", "ann"))
	wants(t, lobby.ErrUnknown, s.Accounts.Link(t.Context(), "ann", ""))
	isAccount(t, s, "old", ann)
}

func TestForget(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Accounts.Save(t.Context(), account("ann")))
	must(t, s.Accounts.Save(t.Context(), account("bob")))
	must(t, s.Accounts.Link(t.Context(), "ann", "laptop"))
	must(t, s.Journal.Append(t.Context(), "A", ending(1, finished("m1", 1, "laptop", "bob"))))
	must(t, s.Journal.Append(t.Context(), "A", ending(2, finished("m2", 2, "guest", "bob"))))

	must(t, s.Accounts.Forget(t.Context(), "ann"))
	must(t, s.Accounts.Forget(t.Context(), "guest")) // has played, and has no account
	wants(t, lobby.ErrUnknown, s.Accounts.Forget(t.Context(), "ann"))
	for _, id := range []string{"ann", "laptop"} {
		wants(t, lobby.ErrUnknown, second(s.Accounts.Account(t.Context(), id)))
		if got := ids(t, s, lobby.MatchFilter{Person: id}); got != nil {
			t.Errorf("the matches of %s are %v", id, got)
		}
	}
	isAccount(t, s, "bob", account("bob"))
	for _, match := range []string{"m1", "m2"} {
		got, err := s.History.Match(t.Context(), match)
		want := []lobby.Player{{Name: "somebody"}, {ID: "bob", Name: "the one called bob", Guest: true}}
		if err != nil || !reflect.DeepEqual(got.Players, want) {
			t.Errorf("%s was played by %+v (%v)", match, got.Players, err)
		}
	}
	must(t, s.Accounts.Save(t.Context(), account("laptop")))
	isAccount(t, s, "laptop", account("laptop"))
}

func account(id string) lobby.Account {
	made := time.Date(2026, 2, 3, 4, 5, 6, 7, time.UTC)
	return lobby.Account{ID: id, IDs: []string{id}, Name: "the one called " + id, Made: made, Seen: made}
}

func isAccount(t testing.TB, s *store.Store, id string, want lobby.Account) {
	t.Helper()
	if got, err := s.Accounts.Account(t.Context(), id); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the account behind %s is %+v (%v), not %+v", id, got, err, want)
	}
}
