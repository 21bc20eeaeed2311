package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// Restore makes a room from its entries for one of the games. Its time stood still while
// the server was down, and all clients are away. header is the journal's header of the
// room. The room runs after Begin. An error does not reveal hidden information.
func Restore(config Config, games []engine.Game, entries []lobby.Entry, header lobby.Header) (r *Room, err error) {
	defer func() {
		if recover() != nil {
			err = fmt.Errorf("it breaks the rules' code, at %s", stackLines())
		}
	}()
	read, err := readEntries(config.Code, entries)
	if err != nil {
		return nil, err
	}
	table := read.last.Table
	game, known := lobby.FindGame(games, table.Plan.Game)
	if !known {
		return nil, fmt.Errorf("the game %q is not played here", table.Plan.Game)
	}
	config.Game, config.Made = game, table.Made
	r = New(config, table.Plan, table.Titled)
	r.loop.state.restore(table, header)
	r.loop.state.done.restore(read.given)
	r.loop.journal.written = read.written
	r.loop.journal.written.headed = header.Data != nil
	r.loop.state.addNote(header.Opened, prose.T("The server was restarted. Nothing was lost."))
	if read.begun == nil {
		r.loop.state.matchless()
		return r, nil
	}
	record := read.begun.Record
	record.Moves = append(slices.Clip(record.Moves), read.moves...)
	if record.Version > config.Game.Version {
		r.loop.state.addNote(header.Opened, prose.T("This match uses rules version {theirs}; this server supports up to {ours}. It cannot continue here.",
			prose.N(record.Version), prose.N(config.Game.Version)))
		r.loop.state.matchless()
		r.loop.state.play.givenUp, r.loop.journal.written.renew = VoidMatch(config, games, entries, header), true
		return r, nil
	}
	if record.Seats != len(r.loop.state.seating.seats) {
		return r, fmt.Errorf("the match has %d seats and the table has %d", record.Seats, len(r.loop.state.seating.seats))
	}
	r.loop.state.play.lag = table.Plan.EyesDelay
	if err := r.loop.state.play.recording.restore(read.begun.Recording, read.marks); err != nil {
		return nil, err
	}
	if err := r.loop.state.play.restore(config.Game, *read.begun, record, table.Rated, &r.loop.state.seating); err != nil {
		return nil, err
	}
	r.loop.journal.written.match = r.loop.state.play.id
	return r, nil
}

// reading is the content of a room's entries.
type reading struct {
	last    entryData     // the newest entry, with the current table
	moves   []engine.Move // since the last whole entry
	marks   []mark        // since then
	begun   *matchData    // the match in that entry; nil if there is none
	given   [][]byte      // marks of orders, oldest first
	written written
}

// readEntries reads the entries of a room, in any format version. On an error it also
// returns the content of the entries before.
func readEntries(room string, entries []lobby.Entry) (read reading, err error) {
	if len(entries) == 0 || !entries[0].Whole {
		return read, errors.New("its beginning is missing")
	}
	older := false
	for i, entry := range entries {
		if entry.Number != entries[0].Number+uint64(i) {
			return read, fmt.Errorf("entry %d is missing", entries[0].Number+uint64(i))
		}
		var next entryData
		if err := json.Unmarshal(entry.Data, &next); err != nil {
			// The cause is omitted: it could quote a hidden move.
			return read, fmt.Errorf("entry %d cannot be read", entry.Number)
		}
		older = older || next.Version < formatVersion
		if err := next.upgrade(room); err != nil {
			return read, fmt.Errorf("entry %d %w", entry.Number, err)
		}
		read.last = next
		if entry.Whole {
			read.moves, read.marks, read.given, read.begun = nil, nil, nil, read.last.Match
		}
		read.given = append(read.given, read.last.Given...)
		read.moves = append(read.moves, read.last.Moves...)
		read.marks = append(read.marks, read.last.Marks...)
		read.written.noteEntry(entry, &read.last.Table)
	}
	read.written.renew = older
	return read, nil
}

// restore sets all but the match from stored data. All people are away.
func (s *state) restore(data tableData, header lobby.Header) {
	later := func(at time.Time) time.Time {
		if at.IsZero() {
			return at
		}
		return at.Add(header.Stood)
	}
	s.host.id = data.Host
	if data.Deals != nil {
		s.deals = *data.Deals
	}
	s.play.unmarked = data.Unmarked
	s.clock.paused, s.play.rested, s.emptySince = later(data.Paused), later(data.Rested), header.Opened
	s.seating.seats = nil
	for _, kept := range data.Seats {
		back := seat{
			kind: kept.Kind, id: kept.ID, name: kept.Name, guest: kept.Guest, program: kept.Program, away: later(kept.Away), left: kept.Left, gone: kept.Gone, claimed: kept.Claimed, ready: kept.Ready,
			sharesHand: kept.Eyes && !data.Plan.Rated, began: kept.Began, level: kept.Level, timing: timing{since: later(kept.Since), pause: kept.Pause, substituteAsked: kept.Lent},
			substitution: substitution{botMoves: kept.BotMoves, finished: kept.Substitute},
		}
		if back.here() && back.away.IsZero() {
			back.away = header.Since
		}
		if back.here() {
			if back.offlineSince = back.away; header.Since.After(back.offlineSince) {
				back.offlineSince = header.Since // they may have been connected before
			}
		}
		s.seating.seats = append(s.seating.seats, back)
	}
	if len(data.Banned) > 0 {
		s.host.banned = map[string]bool{}
	}
	for _, mark := range data.Banned {
		s.host.banned[mark] = true
	}
}

// matchless returns to gathering if there is no match or it cannot continue.
func (s *state) matchless() {
	rested := s.play.rested
	ready := make(map[string]bool, len(s.seating.seats))
	for i, kept := range s.seating.seats {
		if kept.left {
			s.seating.seats[i] = seat{kind: lobby.SeatEmpty}
		}
		ready[s.seating.seats[i].id] = kept.ready
	}
	s.gather()
	for i := range s.seating.seats {
		s.seating.seats[i].ready = ready[s.seating.seats[i].id]
	}
	s.play.rested = rested
}

// restore replays a match.
func (p *play) restore(game engine.Game, begun matchData, record engine.Record, rated bool, s *seating) error {
	match, err := game.Begin(record)
	if err != nil {
		return err
	}
	for i := range s.seats {
		s.seats[i].seen = match
	}
	bots := s.botMoves()
	for i, move := range record.Moves {
		next, events, err := match.Play(move.Seat, move.Action)
		if err != nil {
			return fmt.Errorf("move %d, by seat %v, does not replay", i+1, move.Seat)
		}
		p.log(move.Seat, events, bots[i], s)
		if len(events) > 0 {
			p.remember(match)
			for i := range s.seats {
				s.seats[i].seen = next
			}
		}
		s.seats[move.Seat].seen = next
		match = next
	}
	public := match.View(engine.Watcher)
	p.match, p.public, p.open, p.id, p.began, p.number, p.rated = match, &public, match, begun.ID, begun.Began, 1, rated
	p.rules, p.proof = record.Version, record.Seed.Commitment()
	return nil
}

// VoidMatch returns the match of a room that Restore cannot restore, in the form to store:
// void, with the moves up to the first that cannot be read or replayed. It is nil if there
// is no match or the entries do not contain it. Headers contain no match, so if the whole
// entry is unreadable, the match remains in the quarantined entries only.
func VoidMatch(config Config, games []engine.Game, entries []lobby.Entry, header lobby.Header) *lobby.Finished {
	read, _ := readEntries(config.Code, entries) // on an error, use what could be read
	table := read.last.Table
	if read.begun == nil || read.begun.Record.Seats != len(table.Seats) {
		return nil
	}
	record := read.begun.Record
	record.Moves = append(slices.Clip(record.Moves), read.moves...)
	match, ended := playable(games, &record)
	if ended {
		return nil
	}
	s := state{plan: table.Plan, titled: table.Titled}
	s.restore(table, header)
	s.play.id, s.play.began = read.begun.ID, read.begun.Began
	if s.play.recording.restore(read.begun.Recording, read.marks) == nil {
		config.Game, _ = lobby.FindGame(games, record.Game)
	}
	return s.voidByServer(&config, record, match)
}

// playable cuts a record to the moves that can be replayed and returns the resulting match,
// or nil. ended reports whether the match ends with them. The game must be one of games.
func playable(games []engine.Game, record *engine.Record) (match engine.Match, ended bool) {
	game, known := lobby.FindGame(games, record.Game)
	if !known || record.Version > game.Version {
		return nil, false
	}
	moves := record.Moves
	record.Moves = []engine.Move{}
	defer func() { _ = recover() }() // the error has been logged already
	match, err := game.Begin(*record)
	if err != nil {
		return nil, false
	}
	for i, move := range moves {
		next, _, err := match.Play(move.Seat, move.Action)
		if err != nil {
			return match, false
		}
		match, record.Moves = next, moves[:i+1]
	}
	return match, len(match.ToMove()) == 0
}

// Sleeper is a room that does not run, read from its header.
type Sleeper struct {
	Info   Info      // the info of the room, with all people away
	Wake   time.Time // when the room must run; zero if never
	People []string  // identities in its entries, sorted
}

// ReadHeader reads the header of a room for one of the games. If it fails, the room may
// still be restored from its entries.
func ReadHeader(config Config, games []engine.Game, header lobby.Header) (Sleeper, error) {
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
	clocks := timekeeper{&transition{state: &s, config: &config}}
	return Sleeper{Info: infoOf(&config, &s, nil), Wake: clocks.sleepsUntil(), People: data.People}, nil
}

// Newer returns why a room needs a newer version of the program, according to its header.
// It returns nil if it does not, or if the header is unreadable, which Restore reports.
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

// Mentions reports whether an identity occurs in the room's entries.
func (s *Sleeper) Mentions(id string) bool {
	_, names := slices.BinarySearch(s.People, id)
	return names
}

// Holders returns the identities of the people who have a seat.
func (s *Sleeper) Holders() (ids []string) {
	for id, p := range s.Info.People {
		if p.Seated {
			ids = append(ids, id)
		}
	}
	return ids
}
