package room

import (
	"encoding/json"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// TestWriteEqualsMarshal: entries and headers written with an encoded table equal those of
// json.Marshal.
func TestWriteEqualsMarshal(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	moves := []engine.Move{{Seat: 1, Action: "guess 1 2 <3>"}}
	tables := []tableData{
		{},
		{
			Made: at, Plan: lobby.Plan{Game: "davinci", Title: `<"&'> \ é 李 ` + "\u2028\x00\xff", Seats: 2, Options: engine.Options{"first": "1"}},
			Seats: []seatData{{Kind: lobby.SeatPerson, ID: "key:<a>", Name: "</script>", Away: at}, {Kind: lobby.SeatBot}}, Host: "key:<a>", Banned: []string{"&"}, Paused: at, Rated: true,
		},
	}
	passages := []entryChange{
		{},
		{Moves: moves},
		{Given: [][]byte{{1, 2, 3}}},
		{Match: &matchData{ID: "<id>", Began: at, Record: engine.Record{Game: "davinci", Moves: moves}}, Given: [][]byte{{}}},
	}
	leads := []headerLead{{}, {Version: headerVersion, Stage: lobby.Gathering, ToMove: []engine.Seat{0, 1}, People: []string{"key:<a>"}}}
	for _, table := range tables {
		text, err := json.Marshal(&table)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range passages {
			got, err := one.write(text)
			want, wantErr := json.Marshal(entryData{formatVersion, table, one})
			if err != nil || wantErr != nil || string(got) != string(want) {
				t.Errorf("an entry is written as\n%s\nand not as\n%s\n%v, %v", got, want, err, wantErr)
			}
		}
		for _, one := range leads {
			got, err := one.write(text)
			want, wantErr := json.Marshal(headerData{one, table})
			if err != nil || wantErr != nil || string(got) != string(want) {
				t.Errorf("a header is written as\n%s\nand not as\n%s\n%v, %v", got, want, err, wantErr)
			}
		}
	}
}
