package store_test

import (
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// finished is a match that ended so many seconds after the year began.
func finished(id string, ended int, people ...string) *lobby.Finished {
	if len(people) == 0 {
		people = []string{"ann", ""}
	}
	began := time.Date(2026, 1, 1, 0, 0, ended, 123456789, time.UTC)
	match := &lobby.Finished{
		ID: id, Room: "ROOM", Title: "An evening", Began: began.Add(-time.Minute), Ended: began, Rated: true,
		Winners: []engine.Seat{0}, Totals: []float64{2.5, -1},
		Record: engine.Record{
			Game: "davinci", Version: 2, Seats: len(people), Seed: engine.Seed{1, 2, 3},
			Options: engine.Options{"rounds": "3"},
			Moves:   []engine.Move{{Seat: 0, Action: "draw black"}, {Seat: 1, Action: `guess 1 2 "3"`}},
		},
	}
	for _, id := range people {
		player := lobby.Player{ID: id, Name: "the one called " + id}
		if id == "" {
			player = lobby.Player{Name: "Cecilia", Level: 2}
		}
		match.Players = append(match.Players, player)
	}
	return match
}
