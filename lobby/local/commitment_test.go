package local_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/engine/record"
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

// TestSeedIsCommittedAndHidden plays two matches, without and with a record. Players,
// spectators with and without a shared hand, and callers of Look see the commitments from
// the start. No update before the end has the seed, the secret that it is derived from, or a
// salt of the names in the record.
func TestSeedIsCommittedAndHidden(t *testing.T) {
	for name, records := range map[string]*lobby.RecordConfig{"no record": nil, "record": {Server: "play.example.com"}} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) { testHiddenSeed(t, records) })
		})
	}
}

func testHiddenSeed(t *testing.T, records *lobby.RecordConfig) {
	next, given := seeds()
	book := newMemJournal()
	l := open(t, local.Config{Seed: next, Records: records, Journal: book})
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
		if p.look(); p.now.Proof != "" || p.now.Seal != "" {
			t.Errorf("the commitments %q and %q are shown before there is a match", p.now.Proof, p.now.Seal)
		}
	}
	for match := range 2 {
		if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		updates, pages := playOut(t, fay, people)
		if len(updates) < 4*10 {
			t.Errorf("only %d updates were looked at", len(updates))
		}
		stored := book.ended[anna.now.Past]
		secret, seed, seal := (*given)[match], stored.Record.Seed, ""
		if records != nil {
			seal = fmt.Sprintf("%x", record.SealOf(secret))
		}
		if (secret == seed) != (records == nil) || (len(stored.Names) == 2) != (records != nil) {
			t.Fatalf("the match is stored as %+v", stored)
		}
		for _, u := range updates {
			if u.Proof != seed.Commitment() || u.Seal != seal {
				t.Errorf("%s: the commitments are %q and %q, not %q and %q", u.Stage, u.Proof, u.Seal, seed.Commitment(), seal)
			}
		}
		checkHidden(t, updates, pages, append(salts(t, stored), secret[:], seed[:]))
		for _, p := range people {
			if len(p.now.Ended) != 1 || p.now.Ended[0].Proof != seed.Commitment() || p.now.Ended[0].Record.Seed != seed {
				t.Errorf("the end is sent as %+v", p.now.Ended)
			}
			if tells(p.now, seed[:]) == "" {
				t.Error("the end has the seed, and this test does not find it")
			}
		}
	}
}

// salts returns the salts of the names in the record of a match.
func salts(t *testing.T, match lobby.Finished) (salts [][]byte) {
	t.Helper()
	for _, name := range match.Names {
		salt, err := hex.DecodeString(name.Salt)
		if err != nil {
			t.Fatal(err)
		}
		salts = append(salts, salt)
	}
	return salts
}

// checkHidden checks that no update of a running match and no lobby page has hidden bytes.
func checkHidden(t *testing.T, updates []lobby.Update, pages []any, hidden [][]byte) {
	t.Helper()
	for _, secret := range hidden {
		for _, u := range updates {
			if where := tells(u, secret); where != "" {
				t.Errorf("%s: hidden bytes of a running match are sent, in %s", u.Stage, where)
			}
		}
		for _, page := range pages {
			if where := tells(page, secret); where != "" {
				t.Errorf("the lobby page has hidden bytes, in %s", where)
			}
		}
	}
}

// playOut plays a match to its end. It returns all updates before the end, of people and of
// a visitor who looks at the room, and the lobby pages of the visitor.
func playOut(t *testing.T, visitor lobby.Session, people []*person) (updates []lobby.Update, pages []any) {
	t.Helper()
	note := func(u lobby.Update) {
		if u.Stage != engine.Over {
			updates = append(updates, u)
		}
	}
	for _, p := range people {
		p.saw = note
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
		note(seen)
		pages = append(pages, pageOf(t, visitor))
	}
	for _, p := range people {
		p.look()
		p.saw = nil
	}
	return updates, pages
}

// tells returns the path in a value at which a part of some secret bytes occurs as bytes or
// digits, or in a value of a type that holds seeds. It is empty if there is none.
func tells(value any, secret []byte) string {
	return search(reflect.ValueOf(value), secret, reflect.TypeOf(value).String())
}

func search(v reflect.Value, secret []byte, path string) string {
	if !v.IsValid() || v.Type() == reflect.TypeFor[time.Time]() {
		return ""
	}
	holders := []reflect.Type{
		reflect.TypeFor[engine.Seed](), reflect.TypeFor[engine.Chance](), reflect.TypeFor[engine.Setup](), reflect.TypeFor[engine.Record](),
	}
	for _, one := range holders {
		if v.Type() == one {
			return path + ", a " + one.String()
		}
	}
	if v.Type().Implements(reflect.TypeFor[engine.Match]()) {
		return path + ", a whole match"
	}
	switch v.Kind() {
	case reflect.String:
		if hidden(strings.ToLower(v.String()), secret) {
			return path
		}
	case reflect.Pointer, reflect.Interface:
		return search(v.Elem(), secret, path)
	case reflect.Struct:
		for i := range v.NumField() {
			if found := search(v.Field(i), secret, path+"."+v.Type().Field(i).Name); found != "" {
				return found
			}
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if found := search(key, secret, path+" key") + search(v.MapIndex(key), secret, path+"[]"); found != "" {
				return found
			}
		}
	case reflect.Slice, reflect.Array:
		return searchList(v, secret, path)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return path + ", which nobody can look into"
	default: // a number or a bool
	}
	return ""
}

func searchList(v reflect.Value, secret []byte, path string) string {
	var raw []byte
	for i := range v.Len() {
		if found := search(v.Index(i), secret, fmt.Sprintf("%s[%d]", path, i)); found != "" {
			return found
		}
		if v.Index(i).Kind() == reflect.Uint8 {
			raw = append(raw, byte(v.Index(i).Uint()))
		}
	}
	if hidden(string(raw), secret) {
		return path
	}
	return ""
}

// hidden reports whether a text contains eight bytes of a secret.
func hidden(text string, secret []byte) bool {
	for part := range slices.Chunk(secret, 8) {
		if strings.Contains(text, string(part)) || strings.Contains(text, hex.EncodeToString(part)) {
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
			if p.look(); p.now.Proof != want || tells(p.now, (*given)[0][:]) != "" {
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
		"digits":     lobby.Update{Notes: []lobby.Note{{Text: prose.T("psst: {word}", prose.Literal(strings.ToUpper(digits)))}}},
		"a part":     lobby.Update{Match: &engine.View{Table: map[string]any{"log": []string{digits[16:32]}}}},
		"bytes":      lobby.Update{Match: &engine.View{Table: struct{ hidden any }{[]byte(string(seed[:]))}}},
		"the secret": lobby.Update{Seal: digits},
		"the seed":   lobby.Update{Match: &engine.View{Table: &struct{ seed *engine.Seed }{&seed}}},
		"a stream":   lobby.Update{Match: &engine.View{Table: struct{ chance engine.Chance }{engine.NewChance(seed)}}},
		"an ending":  lobby.Update{Ended: []lobby.Ending{{}}},
	} {
		if tells(value, seed[:]) == "" {
			t.Errorf("%s: not found", name)
		}
	}
	if where := tells(lobby.Update{Proof: seed.Commitment(), Match: &engine.View{Table: []int{1, 2}}}, seed[:]); where != "" {
		t.Errorf("found where there is none: %s", where)
	}
}
