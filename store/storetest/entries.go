package storetest

import (
	"fmt"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// entry returns a step of a room.
func entry(number uint64) lobby.Entry {
	return lobby.Entry{Number: number, Data: fmt.Append(nil, "entry ", number)}
}

// whole returns a snapshot of a room.
func whole(number uint64) lobby.Entry {
	return lobby.Entry{Number: number, Whole: true, Data: fmt.Append(nil, "all up to ", number)}
}

// last returns the entry that ends a room.
func last(number uint64) lobby.Entry {
	return lobby.Entry{Number: number, Last: true, Data: []byte("over")}
}

func headed(one lobby.Entry, header string) lobby.Entry {
	one.Header = []byte(header)
	return one
}

// ending returns an entry that ends a match.
func ending(one lobby.Entry, id string) lobby.Entry {
	began := time.Unix(1_800_000_000, 0).UTC()
	one.Ended = &lobby.Finished{
		ID: id, Room: "AAAAAA", Title: "a table", Began: began, Ended: began.Add(time.Minute), Public: true,
		Players: []lobby.Player{{ID: "key:anna", Name: "anna", Claimed: 1, Substitute: true, BotMoves: []int{0}}, {Name: "Cecilia", Level: engine.FirstBot}},
		Winners: []engine.Seat{0}, Totals: []float64{2, 1},
		Record: engine.Record{Game: "cups", Version: 1, Seats: 2, Options: engine.Options{"rounds": "1"}, Seed: engine.Seed{1}, Moves: []engine.Move{{Seat: 0, Action: "call 1"}}},
	}
	return one
}
