package room

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// headerVersion is the version of headers. For a header of another version, all entries of
// the room are read at the start.
const headerVersion = 1

// headerData is the header of an entry. It contains only information that is public or
// known to all players.
type headerData struct {
	headerLead
	Table tableData `json:"table"`
}

// headerLead is the part of a header before the table.
type headerLead struct {
	Version int           `json:"version"`
	Format  int           `json:"format,omitempty"` // formatVersion of the entries; 0 if written before the field existed
	Rules   int           `json:"rules,omitempty"`  // version of the rules of the match; 0 without a match
	Stage   string        `json:"stage"`
	ToMove  []engine.Seat `json:"to_move,omitempty"` // according to public information
	People  []string      `json:"people"`            // identities in the entries up to this one, sorted
}

// write encodes a header with an encoded table. The result equals that of [json.Marshal]
// for headerData.
func (h *headerLead) write(table []byte) ([]byte, error) {
	lead, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	text := make([]byte, 0, len(lead)+len(`,"table":`)+len(table))
	text = append(append(text, lead[:len(lead)-len(`}`)]...), `,"table":`...)
	return append(append(text, table...), '}'), nil
}

// formatVersion is the version of the data in entries. Entries of all versions from 1 on
// are read; upgrade has a branch for each difference.
//
//	1: Banned holds identities; there is no Titled and no Gone
//	2: Banned holds marks; there are Titled and Gone; Program is missing in early entries
//	3: there is Unmarked
const formatVersion = 3

// entryData is the data of a journal entry.
type entryData struct {
	Version int       `json:"version"`
	Table   tableData `json:"table"`
	entryChange
}

// entryChange is the part of an entry without the table. Moves are those since the previous
// entry; in a whole entry they are in Match.
type entryChange struct {
	Moves []engine.Move `json:"moves,omitempty"`
	Marks []mark        `json:"marks,omitempty"` // since the previous entry; in a whole entry in Match
	Match *matchData    `json:"match,omitempty"`
	// Given are marks of orders for deduplication: those since the previous entry, or in a
	// whole entry the latest ones.
	Given [][]byte `json:"given,omitempty"`
}

// write encodes entryData with an encoded table. The table is most of the data, and is also
// used for the header and for comparison with the previous one. The result equals that of
// [json.Marshal] for entryData.
func (p *entryChange) write(table []byte) ([]byte, error) {
	later, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	text := make([]byte, 0, len(`{"version":,"table":,`)+versionDigits+len(table)+len(later))
	text = strconv.AppendInt(append(text, `{"version":`...), formatVersion, 10)
	text = append(append(text, `,"table":`...), table...)
	if len(later) == len(`{}`) {
		return append(text, '}'), nil
	}
	return append(append(text, ','), later[len(`{`):]...), nil
}

// versionDigits is the maximum number of digits of a version.
const versionDigits = 20

type matchData struct {
	ID     string        `json:"id"`
	Began  time.Time     `json:"began"`
	Record engine.Record `json:"record"`
	// Recording is what the record of format 2 needs besides; nil if the match has none.
	Recording *recordData `json:"recording,omitempty"`
}

// tableData is the stored state of a room without its match.
type tableData struct {
	Made   time.Time  `json:"made"`
	Plan   lobby.Plan `json:"plan"`
	Titled string     `json:"titled,omitempty"` // Identity.ID of the person from whose name the title was made
	Seats  []seatData `json:"seats"`
	Host   string     `json:"host"`
	Banned []string   `json:"banned,omitempty"` // marks made by banMark
	Paused time.Time  `json:"paused,omitzero"`
	Rested time.Time  `json:"rested,omitzero"`
	Rated  bool       `json:"rated,omitempty"` // whether the current match is rated; the plan may have changed since
	// Unmarked is true if the match began before programs were marked.
	Unmarked bool   `json:"unmarked,omitempty"`
	Deals    *deals `json:"deals,omitempty"`
}

type seatData struct {
	Kind    string       `json:"kind"`
	ID      string       `json:"id,omitempty"`
	Name    string       `json:"name,omitempty"`
	Guest   bool         `json:"guest,omitempty"`
	Program bool         `json:"program,omitempty"`
	Away    time.Time    `json:"away,omitzero"`
	Left    bool         `json:"left,omitempty"`
	Gone    int          `json:"gone,omitempty"`
	Claimed int          `json:"claimed,omitempty"`
	Ready   bool         `json:"ready,omitempty"`
	Pause   bool         `json:"pause,omitempty"`
	Eyes    bool         `json:"eyes,omitempty"`
	Began   string       `json:"began,omitempty"`
	Level   engine.Level `json:"level,omitempty"`
	Since   time.Time    `json:"since,omitzero"`
	// The moves of a substitute bot; see lobby.Player.
	BotMoves   []int `json:"bot_moves,omitempty"`
	Substitute bool  `json:"substitute,omitempty"`
	Lent       bool  `json:"lent,omitempty"` // another player has asked for a substitute bot
}

// data returns the state to store. made is when the room was made.
func (s *state) data(made time.Time) tableData {
	data := tableData{
		Made: made.UTC(), Plan: s.plan, Titled: s.titled, Host: s.host.id, Banned: s.host.banMarks(),
		Paused: s.clock.paused.UTC(), Rested: s.play.rested.UTC(), Rated: s.play.rated, Unmarked: s.play.unmarked,
	}
	if s.deals.Room != "" {
		counted := s.deals
		data.Deals = &counted
	}
	for _, seat := range s.seating.seats {
		data.Seats = append(data.Seats, seatData{
			Kind: seat.kind, ID: seat.id, Name: seat.name, Guest: seat.guest, Program: seat.program, Away: seat.away.UTC(), Left: seat.left, Gone: seat.gone, Claimed: seat.claimed, Ready: seat.ready,
			Pause: seat.pause, Eyes: seat.sharesHand, Began: seat.began, Level: seat.level, Since: seat.since.UTC(), Lent: seat.substituteAsked,
			BotMoves: seat.botMoves, Substitute: seat.finished,
		})
	}
	return data
}

// upgrade converts an entry to the latest version. It fails for unknown versions.
func (c *entryData) upgrade(room string) error {
	if c.Version < 1 || c.Version > formatVersion {
		return fmt.Errorf("has version %d; this server reads versions 1 to %d", c.Version, formatVersion)
	}
	if c.Version < 2 {
		c.Table.Titled = c.Table.guessTitled()
		for i, id := range c.Table.Banned {
			c.Table.Banned[i] = banMark(room, id)
		}
	}
	c.Table.Unmarked = c.Table.Unmarked || c.Version < 3 && c.Table.Rated
	c.Version = formatVersion
	return nil
}

// guessTitled returns the identity of the person from whose name the title was made,
// according to the seats.
func (t *tableData) guessTitled() string {
	for _, s := range t.Seats {
		if s.Kind == lobby.SeatPerson && t.Plan.Title == lobby.DefaultTitle(s.Name) {
			return cmp.Or(s.ID, s.Began)
		}
	}
	return ""
}

// people returns the identities that occur in the data.
func (t *tableData) people() []string {
	all := []string{t.Titled, t.Host}
	for _, s := range t.Seats {
		all = append(all, s.ID, s.Began)
	}
	return all
}

// endedMatch returns the match to store that has ended since the last write, or nil.
func (s *state) endedMatch(config *Config) (ended *lobby.Finished) {
	if s.play.givenUp != nil {
		return s.play.givenUp
	}
	if s.play.void != "" {
		return s.finishedMatch(config, s.play.match)
	}
	for _, match := range s.play.ended {
		if s.play.keeps(match) {
			ended = s.finishedMatch(config, match)
		}
	}
	return ended
}

// finishedMatch returns a match that has ended in the form to store.
func (s *state) finishedMatch(config *Config, match engine.Match) *lobby.Finished {
	view := match.View(engine.Watcher)
	f := s.remembered(config.Code, match.Record())
	f.Ended, f.Rated, f.Winners, f.Totals = s.play.rested.UTC(), s.play.rated, view.Winners, view.Totals
	if f.Void = s.play.void; f.Void != "" {
		f.Winners = []engine.Seat{}
	}
	s.addRecord(config, f)
	return f
}

// abandoned returns the current match as void, for storing when the server cannot continue
// it. It is nil if there is none or it is void already.
func (s *state) abandoned(config *Config) *lobby.Finished {
	if s.play.match == nil || s.play.void != "" || !s.inPlay() {
		return nil
	}
	return s.voidByServer(config, s.play.match.Record(), s.play.match)
}

// voidByServer returns a match that the server has given up in the form to store. match is
// nil if it cannot be replayed.
func (s *state) voidByServer(config *Config, record engine.Record, match engine.Match) *lobby.Finished {
	f := s.remembered(config.Code, record)
	f.Ended, f.Void, f.Winners, f.Totals = time.Now().UTC(), lobby.VoidServer, []engine.Seat{}, totals(match)
	s.addRecord(config, f)
	return f
}

// addRecord adds the record of format 2 to a match to store, if there is one.
func (s *state) addRecord(config *Config, f *lobby.Finished) {
	text, err := s.play.recording.text(config.Game, f.Record.Moves, f.Void)
	if err != nil {
		config.Log.Error("cannot write the record of a match", "room", config.Code, "err", err)
	}
	if f.Text = text; text != "" {
		f.Names = s.play.recording.names
	}
}

// totals returns the points of a match. It returns nil if match is nil or its rules panic.
func totals(match engine.Match) (points []float64) {
	defer func() { _ = recover() }() // the panic has been logged already
	if match == nil {
		return nil
	}
	return match.View(engine.Watcher).Totals
}

// remembered returns the stored form of a match without its result.
func (s *state) remembered(room string, record engine.Record) *lobby.Finished {
	f := &lobby.Finished{
		ID: s.play.id, Room: room, Title: s.plan.Title, Titled: s.titled, Public: s.plan.Public, Began: s.play.began.UTC(), Record: record,
	}
	for _, seat := range s.seating.seats {
		f.Players = append(f.Players, lobby.Player{
			ID: cmp.Or(seat.began, seat.id), Name: seat.name, Guest: seat.guest, Level: seat.level, Program: seat.program, Claimed: seat.claimed,
			Substitute: seat.finished, BotMoves: seat.botMoves,
		})
	}
	return f
}

// Format returns the version of the journal format that rooms write. All earlier versions
// can be read.
func Format() int { return formatVersion }
