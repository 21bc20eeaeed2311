package lobby_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"parlor/engine"
	"parlor/lobby"
)

// dice is a game with an option that has an effect only with a value of another.
func dice() engine.Game {
	return engine.Game{Name: "dice", Title: "Dice", MinSeats: 2, MaxSeats: 4, Options: []engine.Option{
		{Name: "mode", Title: "Mode", Values: []engine.Value{{Name: "classic"}, {Name: "duel"}}, Default: "classic"},
		{Name: "size", Title: "Size", Values: engine.Numbers(1, 3, 1), Default: "1", Applies: func(o engine.Options) bool { return o["mode"] == "duel" }},
	}}
}

// thrown returns a match of dice that anna played on seat 2.
func thrown(id, mode, size string, level engine.Level, winners ...engine.Seat) lobby.Finished {
	return lobby.Finished{
		ID: id, Players: []lobby.Player{{Name: "bo", Level: level}, {ID: "key:anna", Name: "anna"}}, Winners: winners, Totals: []float64{1, 4},
		Record: engine.Record{Game: "dice", Options: engine.Options{"mode": mode, "size": size}},
	}
}

// TestCountMatches checks shares of wins, expected values, and that only options with an
// effect and enough matches are split.
func TestCountMatches(t *testing.T) {
	var matches []lobby.Finished
	for i := range 30 {
		mode, size, level := "classic", strconv.Itoa(1+i%3), engine.Level(0)
		if i%3 == 0 {
			mode, size = "duel", strconv.Itoa(1+i%2)
		}
		if i < 9 {
			level = 1
		}
		winners := [][]engine.Seat{{1}, {0}, {0, 1}, nil, {1}}[i%5]
		matches = append(matches, thrown(fmt.Sprint("M", i), mode, size, level, winners...))
	}
	matches = append(matches, lobby.Finished{ID: "X", Players: []lobby.Player{{ID: "key:bo"}}, Record: engine.Record{Game: "dice"}})
	for range 31 { // of a game that is no longer offered, with four seats
		matches = append(matches, lobby.Finished{
			ID: "chess", Players: []lobby.Player{{ID: "key:anna"}, {}, {}, {}}, Winners: []engine.Seat{1}, Record: engine.Record{Game: "chess"},
		})
	}
	all := lobby.CountMatches([]engine.Game{dice()}, "key:anna", matches)
	if len(all) != 2 || all[0].Game != "chess" || all[0].All != (lobby.Share{Matches: 31, Fair: 7.75}) || len(all[0].Splits) != 0 {
		t.Fatalf("counted %+v", all)
	}
	got := all[1]
	if want := (lobby.Share{Matches: 30, Won: 18, Fair: 15, Points: 120}); got.All != want {
		t.Errorf("all are %+v, want %+v", got.All, want)
	}
	if len(got.Latest) != lobby.LatestMatches || got.Latest[0] != (lobby.Seated{ID: "M0", Seat: 1}) {
		t.Errorf("the latest are %+v", got.Latest)
	}
	// Nine with bots and five of each size of a duel are too few.
	if len(got.Splits) != 1 || got.Splits[0].Option != "mode" || len(got.Splits[0].Values) != 2 ||
		got.Splits[0].Values[0].Matches != 20 || got.Splits[0].Values[1].Value != "duel" || got.Splits[0].Values[1].Matches != 10 {
		t.Errorf("told apart are %+v", got.Splits)
	}
}

// TestLikely compares with Wilson intervals computed by hand.
func TestLikely(t *testing.T) {
	for _, row := range []struct {
		share     lobby.Share
		low, high float64
	}{
		{lobby.Share{}, 0, 1},
		{lobby.Share{Matches: 3, Won: 3}, 0.4385, 1},
		{lobby.Share{Matches: 10, Won: 7}, 0.3968, 0.8922},
		{lobby.Share{Matches: 100, Won: 50}, 0.4038, 0.5962},
		{lobby.Share{Matches: 1, Won: 0}, 0, 0.7935},
	} {
		if low, high := row.share.Likely(); math.Abs(low-row.low) > 1e-4 || math.Abs(high-row.high) > 1e-4 {
			t.Errorf("%+v is likely %.4f to %.4f", row.share, low, high)
		}
	}
}
