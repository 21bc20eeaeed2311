package room

import (
	"encoding/json"
	"testing"

	"parlor/engine"
	"parlor/internal/filltest"
)

// TestGoldenJournal compares a whole entry, the table of an empty room, and their headers
// with the recorded ones of this format version.
func TestGoldenJournal(t *testing.T) {
	filler := filltest.New(t, filltest.Is(engine.Seed{1, 2, 3}), filltest.Is(engine.Move{Seat: 2, Action: "draw black"}))
	g := filltest.NewGolden(t, filler)
	whole := filltest.Fill[entryData](filler, "entry")
	whole.Version = formatVersion
	writeEntry := func(entry any) ([]byte, error) {
		one := entry.(entryData)
		table, err := json.Marshal(&one.Table)
		if err != nil {
			return nil, err
		}
		return one.write(table)
	}
	writeHeader := func(header any) ([]byte, error) {
		one := header.(headerData)
		table, err := json.Marshal(&one.Table)
		if err != nil {
			return nil, err
		}
		return one.write(table)
	}
	g.AddValue("entry", whole, writeEntry, json.Unmarshal)
	g.AddValue("entry, empty", entryData{Version: formatVersion, Table: tableData{Seats: []seatData{{}}}}, writeEntry, json.Unmarshal)
	g.AddValue("header", filltest.Fill[headerData](filler, "header"), writeHeader, json.Unmarshal)
	g.AddValue("header, empty", headerData{}, writeHeader, json.Unmarshal)
	g.Compare()
}
