package room

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

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
