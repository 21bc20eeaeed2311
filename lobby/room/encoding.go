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

// formatVersion is that of the data in entries as they are written. Entries of
// every version from 1 on are read: what is different in an older one is a
// branch of upgrade.
//
//	1: whom the host keeps out stands there by identity; not whose name a title
//	   was made from, nor who left before whom
//	2: Banned holds marks, and there are Titled and Gone; who is a program is not
//	   noted at first
//	3: there is Unmarked
const formatVersion = 3

// chapter is the data of an entry.
type chapter struct {
	Version int       `json:"version"`
	Table   tableData `json:"table"`
	passage
}

// passage is what has happened at a table. Moves are those since the entry before;
// in a whole one they are all in the match.
type passage struct {
	Moves []engine.Move `json:"moves,omitempty"`
	Match *matchData    `json:"match,omitempty"`
	// Given are marks of orders, by which a repeated one is known: those done since
	// the entry before; in a whole one the newest of all.
	Given [][]byte `json:"given,omitempty"`
}

// write is a chapter with a table that is written already, which is most of it: it
// also stands in the header, and is compared with the one before. What is written
// is what [json.Marshal] makes of the chapter.
func (p *passage) write(table []byte) ([]byte, error) {
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

// versionDigits is how many a version has at most.
const versionDigits = 20

type matchData struct {
	ID     string        `json:"id"`
	Began  time.Time     `json:"began"`
	Record engine.Record `json:"record"`
}

// tableData is what is kept of a table beside its match.
type tableData struct {
	Made   time.Time  `json:"made"`
	Plan   lobby.Plan `json:"plan"`
	Titled string     `json:"titled,omitempty"` // Identity.ID of whose name the title was made from
	Seats  []seatData `json:"seats"`
	Host   string     `json:"host"`
	Banned []string   `json:"banned,omitempty"` // marks, as banMark makes them
	Paused time.Time  `json:"paused,omitzero"`
	Rested time.Time  `json:"rested,omitzero"`
	Rated  bool       `json:"rated,omitempty"` // the match that is played, which the plan alone does not say
	// Unmarked says that the match began before it was noted who is a program.
	Unmarked bool `json:"unmarked,omitempty"`
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
	// What a substitute bot has done in the match: see lobby.Player.
	BotMoves   []int `json:"bot_moves,omitempty"`
	Substitute bool  `json:"substitute,omitempty"`
	Lent       bool  `json:"lent,omitempty"` // another player has let a bot play for who is away
}

// data is the table as it is kept, which was made at that time.
func (s *state) data(made time.Time) tableData {
	data := tableData{
		Made: made.UTC(), Plan: s.plan, Titled: s.titled, Host: s.host.id, Banned: s.host.banMarks(),
		Paused: s.clock.paused.UTC(), Rested: s.play.rested.UTC(), Rated: s.play.rated, Unmarked: s.play.unmarked,
	}
	for _, seat := range s.seating.seats {
		data.Seats = append(data.Seats, seatData{
			Kind: seat.kind, ID: seat.id, Name: seat.name, Guest: seat.guest, Program: seat.program, Away: seat.away.UTC(), Left: seat.left, Gone: seat.gone, Claimed: seat.claimed, Ready: seat.ready,
			Pause: seat.pause, Eyes: seat.shares, Began: seat.began, Level: seat.level, Since: seat.since.UTC(), Lent: seat.lent,
			BotMoves: seat.botMoves, Substitute: seat.finished,
		})
	}
	return data
}

// upgrade makes the data of a room's entry what the newest version would have
// written. It fails for a version that this program does not know.
func (c *chapter) upgrade(room string) error {
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

// guessTitled is whose name a title was made from, as far as the seats tell.
func (t *tableData) guessTitled() string {
	for _, s := range t.Seats {
		if s.Kind == lobby.SeatPerson && t.Plan.Title == lobby.DefaultTitle(s.Name) {
			return cmp.Or(s.ID, s.Began)
		}
	}
	return ""
}

// people are the identities that stand in the data of a table.
func (t *tableData) people() []string {
	all := []string{t.Titled, t.Host}
	for _, s := range t.Seats {
		all = append(all, s.ID, s.Began)
	}
	return all
}

// endedMatch is the match that has ended, or is void, since the room of that code was written,
// if one has that is kept.
func (s *state) endedMatch(room string) (ended *lobby.Finished) {
	if s.play.givenUp != nil {
		return s.play.givenUp
	}
	if s.play.void != "" {
		return s.finishedMatch(room, s.play.match)
	}
	for _, match := range s.play.ended {
		if s.play.keeps(match) {
			ended = s.finishedMatch(room, match)
		}
	}
	return ended
}

// finishedMatch is a match that has ended, as it is remembered.
func (s *state) finishedMatch(room string, match engine.Match) *lobby.Finished {
	view := match.View(engine.Watcher)
	f := s.remembered(room, match.Record())
	f.Ended, f.Rated, f.Winners, f.Totals = s.play.rested.UTC(), s.play.rated, view.Winners, view.Totals
	if f.Void = s.play.void; f.Void != "" {
		f.Winners = []engine.Seat{}
	}
	return f
}

// abandoned is the match that is played, as it is remembered where the server cannot go
// on with it: void. It is nil where none is played, or it is void already.
func (s *state) abandoned(room string) *lobby.Finished {
	if s.play.match == nil || s.play.void != "" || !s.inPlay() {
		return nil
	}
	return s.voidByServer(room, s.play.match.Record(), s.play.match)
}

// voidByServer is a match as it is remembered where the server has given it up. The
// match is nil where it cannot be played again.
func (s *state) voidByServer(room string, record engine.Record, match engine.Match) *lobby.Finished {
	f := s.remembered(room, record)
	f.Ended, f.Void, f.Winners, f.Totals = time.Now().UTC(), lobby.VoidServer, []engine.Seat{}, totals(match)
	return f
}

// totals are the points of a match whose rules may break; none where they do, or the
// match is nil.
func totals(match engine.Match) (points []float64) {
	defer func() { _ = recover() }() // the log says already what broke
	if match == nil {
		return nil
	}
	return match.View(engine.Watcher).Totals
}

// remembered is what is remembered of a match beside how it has ended.
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

// Format is the version of what rooms write down; every one before it is read.
func Format() int { return formatVersion }
