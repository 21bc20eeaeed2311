package room

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// headerVersion is that of headers as they are written. Of a room with another one
// all entries are read at the start.
const headerVersion = 1

// headerData is the header of an entry. All of it is public, or could be told by
// anybody who sat at the table.
type headerData struct {
	headerLead
	Table tableData `json:"table"`
}

// headerLead is what stands in a header before the table.
type headerLead struct {
	Version int           `json:"version"`
	Format  int           `json:"format,omitempty"` // formatVersion of the entries; 0 where an older program wrote it
	Rules   int           `json:"rules,omitempty"`  // version of those that the match is played by; 0 for no match
	Stage   string        `json:"stage"`
	ToMove  []engine.Seat `json:"to_move,omitempty"` // as far as all can tell
	People  []string      `json:"people"`            // identities in the entries up to this one, sorted
}

// write is a header with a table that is written already. What is written is what
// [json.Marshal] makes of the header.
func (h *headerLead) write(table []byte) ([]byte, error) {
	lead, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	text := make([]byte, 0, len(lead)+len(`,"table":`)+len(table))
	text = append(append(text, lead[:len(lead)-len(`}`)]...), `,"table":`...)
	return append(append(text, table...), '}'), nil
}

// header is what goes with an entry that is about to be written.
func (l *ledger) header(next *writing) ([]byte, error) {
	people := map[string]bool{}
	if !next.Whole {
		maps.Copy(people, l.written.people)
	}
	for _, id := range next.table.people() {
		people[id] = true
	}
	delete(people, "")
	lead := headerLead{Version: headerVersion, Format: formatVersion, Stage: l.state.stage(), People: slices.Sorted(maps.Keys(people))}
	if l.state.play.match != nil {
		lead.Rules = l.state.play.rules
	}
	if l.state.play.public != nil {
		lead.ToMove = l.state.play.public.ToMove
	}
	return lead.write(next.text)
}

// Sleeper is a room that does not run, of which its header alone was read.
type Sleeper struct {
	Info   Info      // what the room would tell the hall, with everybody away
	Wake   time.Time // when it has to run again by itself; zero where it has not
	People []string  // identities in its entries, sorted
}

// Read reads the header of a room that was written for one of the games. A room
// whose header it cannot read may still be brought back by its entries.
func Read(config Config, games []engine.Game, header lobby.Header) (Sleeper, error) {
	var data headerData
	if err := json.Unmarshal(header.Data, &data); err != nil {
		return Sleeper{}, fmt.Errorf("its header cannot be read: %w", err)
	}
	if data.Version != headerVersion {
		return Sleeper{}, fmt.Errorf("its header has version %d; this server reads version %d", data.Version, headerVersion)
	}
	kept := data.Table
	game, known := lobby.FindGame(games, kept.Plan.Game)
	if !known {
		return Sleeper{}, fmt.Errorf("the game %q is not played here", kept.Plan.Game)
	}
	config.Game, config.Made = game, kept.Made
	s := state{plan: kept.Plan, titled: kept.Titled}
	s.restore(kept, header)
	if data.Stage != lobby.Gathering {
		s.play.public, s.play.rated = &engine.View{Stage: data.Stage, ToMove: data.ToMove}, kept.Rated
	}
	clocks := timekeeper{&table{state: &s, config: &config}}
	return Sleeper{Info: infoOf(&config, &s, nil), Wake: clocks.sleepsUntil(), People: data.People}, nil
}

// Newer says why a room waits for a newer program than this one, as far as its header
// tells: nil where it need not, and where the header cannot be read, which is said when
// the room is to be brought back.
func Newer(games []engine.Game, header lobby.Header) error {
	var data struct {
		headerLead
		Table struct {
			Plan struct {
				Game string `json:"game"`
			} `json:"plan"`
		} `json:"table"`
	}
	readable := json.Unmarshal(header.Data, &data) == nil
	game, known := lobby.FindGame(games, data.Table.Plan.Game)
	switch {
	case data.Version > headerVersion || data.Format > formatVersion:
		return fmt.Errorf("it was written by a newer program, and this one reads version %d of headers and %d of entries", headerVersion, formatVersion)
	case !readable:
		return nil
	case !known:
		return fmt.Errorf("its game is %q, which this program does not have", data.Table.Plan.Game)
	case data.Rules > game.Version:
		return fmt.Errorf("its match is played by version %d of the rules of %s, and this program knows them up to %d", data.Rules, game.Title, game.Version)
	}
	return nil
}

// Format is the version of what rooms write down; every one before it is read.
func Format() int { return formatVersion }

// Names reports whether an identity stands in the room's entries.
func (s *Sleeper) Names(id string) bool {
	_, names := slices.BinarySearch(s.People, id)
	return names
}

// Holders are the identities of those who have a seat.
func (s *Sleeper) Holders() (ids []string) {
	for id, p := range s.Info.People {
		if p.Seated {
			ids = append(ids, id)
		}
	}
	return ids
}
