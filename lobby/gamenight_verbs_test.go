package lobby_test

import (
	"reflect"
	"testing"

	"parlor/lobby"
)

// TestAssignReadsNamesWithBlanks: a comma parts a player from a team whose name has blanks.
func TestAssignReadsNamesWithBlanks(t *testing.T) {
	verb, is := lobby.FindHostVerb("assign")
	if !is {
		t.Fatal("there is no such verb")
	}
	for typed, want := range map[string]lobby.MoveToTeam{
		"anna Red":             {Name: "anna", Team: "Red"},
		"Anna Bo Red":          {Name: "Anna Bo", Team: "Red"},
		"anna, The Reds":       {Name: "anna", Team: "The Reds"},
		"Anna Bo , The  Reds ": {Name: "Anna Bo", Team: "The  Reds"},
	} {
		if op, err := verb.Read(typed); err != nil || !reflect.DeepEqual(op, want) {
			t.Errorf("%q is read as %+v, %v", typed, op, err)
		}
	}
	if op, err := verb.Read("anna"); err == nil {
		t.Errorf("without a team, it is read as %+v", op)
	}
}
