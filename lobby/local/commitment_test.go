package local_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/prose"
)

// seeds returns a function that gives each match another seed of distinct bytes, and the
// seeds given.
func seeds() (next func() engine.Seed, given *[]engine.Seed) {
	given = new([]engine.Seed)
	return func() engine.Seed {
		var seed engine.Seed
		for i := range seed {
			seed[i] = byte(101*len(*given) + 7*i + 129)
		}
		*given = append(*given, seed)
		return seed
	}, given
}

// TestSeedIsCommittedAndHidden plays two matches. Players, spectators with and without a
// shared hand, and callers of Look see the commitment from the start, and the seed in no
// update before the end.
func TestSeedIsCommittedAndHidden(t *testing.T) {
	in(t, func(t *testing.T) {
		next, given := seeds()
		l := open(t, local.Config{Seed: next})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true, Options: engine.Options{"rounds": "2"}}}))
		bo := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: anna.now.Code}))
		gus := seated(t)(lobby.Ask(t.Context(), enter(t, l, "gus"), lobby.Watch{Code: anna.now.Code}))
		eve := seated(t)(lobby.Ask(t.Context(), enter(t, l, "eve"), lobby.Watch{Code: anna.now.Code}))
		fay := enter(t, l, "fay")
		if err := errors.Join(lobby.Perform(t.Context(), anna, lobby.ShowEyes{Show: true}), lobby.Perform(t.Context(), eve, lobby.Follow{Seat: 0}), lobby.Perform(t.Context(), anna, lobby.ListLegal{})); err != nil {
			t.Fatal(err)
		}
		people := []*person{anna, bo, gus, eve}
		for _, p := range people {
			if p.look(); p.now.Proof != "" {
				t.Errorf("the proof %q is shown before there is a match", p.now.Proof)
			}
		}
		for match := range 2 {
			if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
				t.Fatal(err)
			}
			seed := (*given)[match]
			if told := playOut(t, fay, people, seed); told < 4*10 {
				t.Errorf("only %d updates were looked at", told)
			}
			for _, p := range people {
				if len(p.now.Ended) != 1 || p.now.Ended[0].Proof != seed.Commitment() || p.now.Ended[0].Record.Seed != seed {
					t.Errorf("the end is told as %+v", p.now.Ended)
				}
				if tells(p.now, seed) == "" {
					t.Error("the seed is told at the end, and this test does not find it")
				}
			}
		}
	})
}

// playOut plays a match to its end and checks every update before it.
func playOut(t *testing.T, visitor lobby.Session, people []*person, seed engine.Seed) (told int) {
	t.Helper()
	check := func(u lobby.Update) {
		told++
		if u.Proof != seed.Commitment() {
			t.Errorf("%s: the proof is %q, not %q", u.Stage, u.Proof, seed.Commitment())
		}
		if where := tells(u, seed); where != "" && u.Stage != engine.Over {
			t.Errorf("the seed of a match that is played is told, in %s", where)
		}
	}
	for _, p := range people {
		p.saw = check
		p.look()
	}
	for people[0].now.Stage != engine.Over {
		for _, p := range people {
			playAny(p)
		}
		seen, err := lobby.Ask(t.Context(), visitor, lobby.Look{Code: people[0].now.Code})
		if err != nil {
			t.Fatal(err)
		}
		check(seen)
		if where := tells(pageOf(t, visitor), seed); where != "" {
			t.Errorf("the hall tells the seed, in %s", where)
		}
	}
	for _, p := range people {
		p.look()
		p.saw = nil
	}
	return told
}

// tells returns the path in a value at which the seed occurs as bytes or digits, or in a
// value that holds one. It is empty if there is none.
func tells(value any, seed engine.Seed) string {
	return search(reflect.ValueOf(value), seed, reflect.TypeOf(value).String())
}

func search(v reflect.Value, seed engine.Seed, path string) string {
	if !v.IsValid() || v.Type() == reflect.TypeFor[time.Time]() {
		return ""
	}
	secret := []reflect.Type{
		reflect.TypeFor[engine.Seed](), reflect.TypeFor[engine.Chance](), reflect.TypeFor[engine.Setup](), reflect.TypeFor[engine.Record](),
	}
	for _, one := range secret {
		if v.Type() == one {
			return path + ", a " + one.String()
		}
	}
	if v.Type().Implements(reflect.TypeFor[engine.Match]()) {
		return path + ", a whole match"
	}
	switch v.Kind() {
	case reflect.String:
		if hidden(strings.ToLower(v.String()), seed) {
			return path
		}
	case reflect.Pointer, reflect.Interface:
		return search(v.Elem(), seed, path)
	case reflect.Struct:
		for i := range v.NumField() {
			if found := search(v.Field(i), seed, path+"."+v.Type().Field(i).Name); found != "" {
				return found
			}
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if found := search(key, seed, path+" key") + search(v.MapIndex(key), seed, path+"[]"); found != "" {
				return found
			}
		}
	case reflect.Slice, reflect.Array:
		return searchList(v, seed, path)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return path + ", which nobody can look into"
	default: // a number or a bool
	}
	return ""
}

func searchList(v reflect.Value, seed engine.Seed, path string) string {
	var raw []byte
	for i := range v.Len() {
		if found := search(v.Index(i), seed, fmt.Sprintf("%s[%d]", path, i)); found != "" {
			return found
		}
		if v.Index(i).Kind() == reflect.Uint8 {
			raw = append(raw, byte(v.Index(i).Uint()))
		}
	}
	if hidden(string(raw), seed) {
		return path
	}
	return ""
}

// hidden reports whether a text contains a quarter of the seed.
func hidden(text string, seed engine.Seed) bool {
	for from := 0; from < len(seed); from += 8 {
		part := seed[from : from+8]
		if bytes.Contains([]byte(text), part) || strings.Contains(text, hex.EncodeToString(part)) {
			return true
		}
	}
	return false
}

func TestCommitmentEndsWithMatch(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := pair(t, open(t, local.Config{}), lobby.Plan{Options: engine.Options{"rounds": "1"}})
		anna.do(engine.Resign)
		if anna.look(); anna.now.Stage != engine.Over || anna.now.Proof == "" {
			t.Fatalf("after the match: %s, %q", anna.now.Stage, anna.now.Proof)
		}
		if err := lobby.Perform(t.Context(), anna, lobby.Swap{One: 0, Other: 1}); err != nil {
			t.Fatal(err)
		}
		for _, p := range []*person{anna, bo} {
			if p.look(); p.now.Stage != lobby.Gathering || p.now.Proof != "" {
				t.Errorf("%s, and the proof is %q", p.now.Stage, p.now.Proof)
			}
		}
	})
}

func TestCommitmentSurvivesCrash(t *testing.T) {
	in(t, func(t *testing.T) {
		next, given := seeds()
		book := newMemJournal()
		anna, _ := pair(t, open(t, local.Config{Journal: book, Seed: next}), lobby.Plan{Options: engine.Options{"rounds": "1"}})
		anna.do("take black")
		left := book.crash()
		again := restart(t, left, 1)
		anna2, bo2 := back(t, again, "anna"), back(t, again, "bo")
		want := (*given)[0].Commitment()
		for _, p := range []*person{anna2, bo2} {
			if p.look(); p.now.Proof != want || tells(p.now, (*given)[0]) != "" {
				t.Errorf("after a restart the proof is %q, not %q", p.now.Proof, want)
			}
		}
		anna2.do(engine.Resign)
		if bo2.look(); len(bo2.now.Ended) != 1 || bo2.now.Ended[0].Record.Seed.Commitment() != want || bo2.now.Ended[0].Proof != want {
			t.Errorf("the end is told as %+v", bo2.now.Ended)
		}
		anna3 := back(t, restart(t, left.crash(), 1), "anna")
		if anna3.look(); anna3.now.Stage != engine.Over || anna3.now.Proof != want {
			t.Errorf("a match that is over has come back as %s with %q", anna3.now.Stage, anna3.now.Proof)
		}
	})
}

// TestFailedStartShowsNoCommitment: a start that is taken back has shown no commitment, and
// the next one uses another seed.
func TestFailedStartShowsNoCommitment(t *testing.T) {
	in(t, func(t *testing.T) {
		next, given := seeds()
		book := newMemJournal()
		l := open(t, local.Config{Journal: book, Seed: next})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}}))
		bo := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: anna.now.Code}))
		book.fail(lobby.ErrNoRoom)
		anna.refused(lobby.Perform(t.Context(), anna, lobby.Start{}), "disk is full")
		for _, p := range []*person{anna, bo} {
			if p.look(); p.now.Proof != "" {
				t.Errorf("the proof %q of a match that did not begin is shown", p.now.Proof)
			}
		}
		book.fail(nil)
		if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		if bo.look(); len(*given) != 2 || bo.now.Proof != (*given)[1].Commitment() {
			t.Errorf("of %d deals the proof is %q", len(*given), bo.now.Proof)
		}
	})
}

// TestTellsFindsSeeds checks the search of this file.
func TestTellsFindsSeeds(t *testing.T) {
	next, _ := seeds()
	seed := next()
	digits := hex.EncodeToString(seed[:])
	for name, value := range map[string]any{
		"digits":    lobby.Update{Notes: []lobby.Note{{Text: prose.T("psst: {word}", prose.Literal(strings.ToUpper(digits)))}}},
		"a part":    lobby.Update{Match: &engine.View{Table: map[string]any{"log": []string{digits[16:32]}}}},
		"bytes":     lobby.Update{Match: &engine.View{Table: struct{ hidden any }{[]byte(string(seed[:]))}}},
		"the seed":  lobby.Update{Match: &engine.View{Table: &struct{ seed *engine.Seed }{&seed}}},
		"a stream":  lobby.Update{Match: &engine.View{Table: struct{ chance engine.Chance }{engine.NewChance(seed)}}},
		"an ending": lobby.Update{Ended: []lobby.Ending{{}}},
	} {
		if tells(value, seed) == "" {
			t.Errorf("%s: not found", name)
		}
	}
	if where := tells(lobby.Update{Proof: seed.Commitment(), Match: &engine.View{Table: []int{1, 2}}}, seed); where != "" {
		t.Errorf("found where there is none: %s", where)
	}
}
