package store

import (
	"encoding/json"
	"reflect"
	"testing"

	"parlor/engine"
	"parlor/internal/filltest"
	"parlor/lobby"
)

// TestGoldenColumns compares the JSON columns with those of earlier versions. The migrations define the other
// columns.
func TestGoldenColumns(t *testing.T) {
	filler := filltest.New(t, filltest.Is(engine.Seed{1, 2, 3}), filltest.Is(engine.Move{Seat: 2, Action: "draw black"}))
	g := filltest.NewGolden(t, filler)
	match := filltest.Fill[lobby.Finished](filler, "finished")
	f, err := flatten(&match)
	if err != nil {
		t.Fatal(err)
	}
	record := match.Record
	record.Moves = nil
	stored := func(text string) func(any) ([]byte, error) {
		return func(any) ([]byte, error) { return []byte(text), nil }
	}
	read := func(data []byte, into any) error { return unpack(match.ID, string(data), into) }
	g.AddValue("finished.winners", match.Winners, stored(f.winners), read)
	g.AddValue("finished.totals", match.Totals, stored(f.totals), read)
	g.AddValue("finished.record", record, stored(f.record), read)
	g.AddValue("moves.moves", match.Record.Moves, stored(f.moves), read)
	moves, err := packBotMoves(match.Players[0].BotMoves)
	if err != nil {
		t.Fatal(err)
	}
	g.AddValue("player.bot_moves", match.Players[0].BotMoves, stored(moves), json.Unmarshal)
	g.Add("report.heard", reflect.TypeFor[[]lobby.ReportedMessage](), json.Unmarshal)
	g.Compare()
}
