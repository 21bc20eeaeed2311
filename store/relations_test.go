package store_test

import (
	"reflect"
	"testing"
	"time"

	"parlor/lobby"
	"parlor/store"
)

func tie(person, name string, friend, muted bool) lobby.Relation {
	return lobby.Relation{Person: person, Name: name, Friend: friend, Muted: muted, Since: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)}
}

func tiesAre(t *testing.T, s *store.Store, person string, want ...lobby.Relation) {
	t.Helper()
	if ties, err := s.Relations.Relations(t.Context(), person); err != nil || !reflect.DeepEqual(ties, want) {
		t.Errorf("%s has chosen %+v (%v), want %+v", person, ties, err, want)
	}
}

func TestTies(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Relations.SaveRelation(t.Context(), "ann", tie("bea", "Bea", true, false)))
	must(t, s.Relations.SaveRelation(t.Context(), "ann", tie("cy", "Cy", false, true)))
	tiesAre(t, s, "ann", tie("bea", "Bea", true, false), tie("cy", "Cy", false, true))
	must(t, s.Accounts.Save(t.Context(), account("bea"))) // who has another name now
	tiesAre(t, s, "ann", tie("cy", "Cy", false, true), tie("bea", account("bea").Name, true, false))
	must(t, s.Relations.SaveRelation(t.Context(), "ann", tie("cy", "Cy", false, false)))
	tiesAre(t, s, "ann", tie("bea", account("bea").Name, true, false))
}

// TestTiesOfALinkedKey checks that relations of a key are found under the account to which it was linked.
func TestTiesOfALinkedKey(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Accounts.Save(t.Context(), account("ann")))
	must(t, s.Relations.SaveRelation(t.Context(), "laptop", tie("bea", "Bea", true, false)))
	must(t, s.Relations.SaveRelation(t.Context(), "laptop", tie("ann", "ann", true, false)))
	must(t, s.Relations.SaveRelation(t.Context(), "cy", tie("laptop", "lap", false, true)))
	must(t, s.Accounts.Link(t.Context(), "ann", "laptop"))
	tiesAre(t, s, "ann", tie("bea", "Bea", true, false))
	tiesAre(t, s, "cy", tie("ann", account("ann").Name, false, true))
	must(t, s.Relations.SaveRelation(t.Context(), "laptop", tie("bea", "Bea", false, true)))
	tiesAre(t, s, "ann", tie("bea", "Bea", false, true))
}

func TestForgottenTies(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Accounts.Save(t.Context(), account("ann")))
	must(t, s.Relations.SaveRelation(t.Context(), "ann", tie("bea", "Bea", true, false)))
	must(t, s.Relations.SaveRelation(t.Context(), "bea", tie("ann", "ann", true, false)))
	must(t, s.Relations.SaveRelation(t.Context(), "bea", tie("cy", "Cy", true, false)))
	must(t, s.Accounts.Forget(t.Context(), "ann"))
	tiesAre(t, s, "ann")
	tiesAre(t, s, "bea", tie("cy", "Cy", true, false))
}
