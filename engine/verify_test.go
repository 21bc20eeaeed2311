package engine_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
)

// played is a whole match of duel, as a document that holds its record and all
// that can be said of it.
func played(t *testing.T) map[string]any {
	t.Helper()
	m, first := play(t, start(t, engine.Options{"first": "1", "rounds": "1"}), "1 say 5")
	m, second := play(t, m, "2 say 5")
	events := slices.Concat(first, second)
	if len(m.ToMove()) > 0 {
		t.Fatalf("seats %v would go on", m.ToMove())
	}
	view, record := m.View(engine.Watcher), m.Record()
	return map[string]any{
		"record": record, "proof": record.Seed.Commitment(), "winners": view.Winners, "points": view.Totals, "scores": view.Scores, "events": events,
	}
}

func verify(t *testing.T, document any, commitment string) (engine.Verified, error) {
	t.Helper()
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Verify([]engine.Game{rules().Game()}, text, commitment)
}

func TestVerify(t *testing.T) {
	whole := played(t)
	record := whole["record"].(engine.Record)
	all := []string{"events", "points", "scores", "winners"}
	for _, row := range []struct {
		name       string
		document   any
		commitment string
		promise    engine.Promise
		told       []string
	}{
		{"a record", record, "", engine.Unpromised, nil},
		{"a record by its commitment", record, record.Seed.Commitment(), engine.Promised, nil},
		{"all that can be said", whole, "", engine.SelfPromised, all},
		{"all, by its commitment", whole, record.Seed.Commitment(), engine.Promised, all},
		{"other names", map[string]any{"record": record, "totals": whole["points"], "result": map[string]any{"winners": whole["winners"]}}, "", engine.Unpromised, []string{"points", "winners"}},
	} {
		v, err := verify(t, row.document, row.commitment)
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		if v.Promise != row.promise || !slices.Equal(v.Told, row.told) {
			t.Errorf("%s: promise %d, told %q", row.name, v.Promise, v.Told)
		}
		if v.Game.Name != "duel" || len(v.Record.Moves) != 2 || !slices.Equal(v.View.Winners, whole["winners"].([]engine.Seat)) || !slices.Equal(v.Events, whole["events"].([]engine.Event)) {
			t.Errorf("%s: %+v", row.name, v)
		}
	}
}

func TestVerifyNamesWhatDoesNotFit(t *testing.T) {
	other := engine.Seed{7}.Commitment()
	for _, row := range []struct {
		name   string
		change func(document map[string]any, record *engine.Record)
		want   string
	}{
		{"another proof", func(d map[string]any, _ *engine.Record) { d["proof"] = other }, "not the one that its own proof promises"},
		{"a proof that is none", func(d map[string]any, _ *engine.Record) { d["proof"] = "7" }, "its own proof is not valid"},
		{"other winners", func(d map[string]any, _ *engine.Record) { d["winners"] = []int{1, 2} }, "the winners in it"},
		{"other points", func(d map[string]any, _ *engine.Record) { d["points"] = []int{9, 9} }, "the points in it"},
		{"other events", func(d map[string]any, _ *engine.Record) { d["events"] = []string{} }, "the events in it"},
		{"another game", func(_ map[string]any, r *engine.Record) { r.Game = "chess" }, `its game is "chess", and this parlor has duel`},
		{"newer rules", func(_ map[string]any, r *engine.Record) { r.Version = 4 }, "knows versions 1 to 3"},
		{"too many seats", func(_ map[string]any, r *engine.Record) { r.Seats = 4 }, "a match like that cannot be dealt"},
		{"another move", func(_ map[string]any, r *engine.Record) { r.Moves[1].Action = "say 99" }, `move 2, "say 99" by seat 2, does not follow`},
		{"no move", func(_ map[string]any, r *engine.Record) { r.Moves = []engine.Move{} }, "ends after 0 moves, before the match does: seat 1 would be next"},
		{"one move", func(_ map[string]any, r *engine.Record) { r.Moves = r.Moves[:1] }, "ends after 1 move, before"},
		{"a move too many", func(_ map[string]any, r *engine.Record) { r.Moves = append(r.Moves, engine.Move{Action: engine.Next}) }, "move 3 comes after the end"},
		{"an interval", func(_ map[string]any, r *engine.Record) { r.Options = engine.Options{"first": "1", "rounds": "3"} }, "seat 1 and seat 2 would be next"},
	} {
		document := played(t)
		record := document["record"].(engine.Record)
		record.Moves = slices.Clone(record.Moves)
		row.change(document, &record)
		document["record"] = record
		if _, err := verify(t, document, ""); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	if _, err := verify(t, played(t), other); err == nil || !strings.Contains(err.Error(), "not the one that was promised") {
		t.Errorf("another commitment: %v", err)
	}
}

func TestParseCommitment(t *testing.T) {
	want := engine.Seed{1}.Commitment()
	if got, err := engine.ParseCommitment(" " + strings.ToUpper(want[:32]) + "\n" + want[32:]); got != want || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for _, text := range []string{"", want[:62], want + "00", strings.Repeat("xy", 32)} {
		if got, err := engine.ParseCommitment(text); err == nil {
			t.Errorf("%q is taken for %q", text, got)
		}
	}
}

// TestVerifyOfAVoidMatch: what was played of it follows from its seed, and no seat has
// won; what does not fit is refused as in any other match.
func TestVerifyOfAVoidMatch(t *testing.T) {
	void := func(change func(document map[string]any, record *engine.Record)) map[string]any {
		document := played(t)
		record := document["record"].(engine.Record)
		record.Moves = slices.Clone(record.Moves[:1])
		for _, name := range []string{"scores", "events", "points"} {
			delete(document, name)
		}
		document["void"], document["winners"], document["totals"] = "operator", []engine.Seat{}, []float64{0, 0}
		if change != nil {
			change(document, &record)
		}
		document["record"] = record
		return document
	}
	commitment := engine.Seed{}.Commitment()
	for name, document := range map[string]map[string]any{
		"half a match":   void(nil),
		"without points": void(func(d map[string]any, _ *engine.Record) { d["totals"] = []float64{} }),
		"no move":        void(func(_ map[string]any, r *engine.Record) { r.Moves = []engine.Move{} }),
		"a whole match": void(func(d map[string]any, r *engine.Record) {
			r.Moves, d["totals"] = played(t)["record"].(engine.Record).Moves, played(t)["points"]
		}),
	} {
		v, err := verify(t, document, document["record"].(engine.Record).Seed.Commitment())
		if err != nil || v.Void != "operator" || v.Promise != engine.Promised || len(v.Record.Moves) != len(document["record"].(engine.Record).Moves) {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
	for _, row := range []struct {
		name   string
		change func(document map[string]any, record *engine.Record)
		want   string
	}{
		{"a winner", func(d map[string]any, _ *engine.Record) { d["winners"] = []int{1} }, "a void match has no winners"},
		{"a winner elsewhere", func(d map[string]any, _ *engine.Record) { d["result"] = map[string]any{"winners": []int{1}} }, "a void match has no winners"},
		{"other points", func(d map[string]any, _ *engine.Record) { d["totals"] = []int{9, 9} }, "the points in it"},
		{"another proof", func(d map[string]any, _ *engine.Record) { d["proof"] = commitment }, "not the one that its own proof promises"},
		{"another move", func(_ map[string]any, r *engine.Record) { r.Moves[0].Action = "say 99" }, `move 1, "say 99" by seat 1, does not follow`},
		{"no reason", func(d map[string]any, _ *engine.Record) { d["void"] = "" }, "ends after 1 move, before"},
	} {
		if _, err := verify(t, void(row.change), ""); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// TestVerifyOfMovesOfBots: what a document says of them is told, and refused where it
// is about no move of that seat. Most documents say nothing.
func TestVerifyOfMovesOfBots(t *testing.T) {
	players := func(moves ...[]int) (all []map[string]any) {
		for _, one := range moves {
			all = append(all, map[string]any{"name": "bo", "bot_moves": one})
		}
		return all
	}
	for _, row := range []struct {
		name string
		says map[string]any
		want [][]int
		err  string
	}{
		{"nothing", nil, nil, ""},
		{"no moves", map[string]any{"bot_moves": [][]int{{}, {}}}, nil, ""},
		{"by seat", map[string]any{"bot_moves": [][]int{{}, {1}}}, [][]int{{}, {1}}, ""},
		{"by player", map[string]any{"players": players(nil, []int{1})}, [][]int{nil, {1}}, ""},
		{"players of before", map[string]any{"players": players(nil, nil)}, nil, ""},
		{"players of another form", map[string]any{"players": []string{"anna", "bo"}}, nil, ""},
		{"another seat's", map[string]any{"bot_moves": [][]int{{1}}}, nil, "a substitute bot made move 2 for seat 1"},
		{"a player's of another seat", map[string]any{"players": players([]int{1})}, nil, "move 2 for seat 1"},
		{"after the end", map[string]any{"bot_moves": [][]int{{2}}}, nil, "move 3 for seat 1"},
		{"before the beginning", map[string]any{"bot_moves": [][]int{{-1}}}, nil, "move 0 for seat 1"},
		{"no seat", map[string]any{"bot_moves": [][]int{{}, {}, {0}}}, nil, "move 1 for seat 3"},
		{"another kind", map[string]any{"bot_moves": true}, nil, `its field "bot_moves" cannot be a bool`},
	} {
		document := played(t)
		maps.Copy(document, row.says)
		v, err := verify(t, document, "")
		switch {
		case row.err != "":
			if err == nil || !strings.Contains(err.Error(), row.err) {
				t.Errorf("%s: %v", row.name, err)
			}
		case err != nil || !reflect.DeepEqual(v.BotMoves, row.want):
			t.Errorf("%s: %v, %v", row.name, v.BotMoves, err)
		}
	}
}
