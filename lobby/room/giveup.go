package room

import (
	"slices"

	"parlor/engine"
	"parlor/lobby"
)

// GiveUp is the match that is played in a room which Restore cannot make of its
// entries, as it is remembered: void, with the moves up to the first one that cannot be
// read or played again. It is nil where none is played, and where the entries do not
// tell which: a header has the table alone, without the match's ID, its seed and its
// moves, so that of a room whose whole entry cannot be read no match is kept. That one
// stays with the entries, where an operator finds it.
func GiveUp(config Config, games []engine.Game, entries []lobby.Entry, header lobby.Header) *lobby.Finished {
	read, _ := readEntries(config.Code, entries) // else what could be read
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
	return s.voidByServer(config.Code, record, match)
}

// playable cuts a record to the moves that can be played again, and returns the match
// as it stands then; nil where none can be. It reports whether the match has ended with
// them. A game that is not played here is not tried.
func playable(games []engine.Game, record *engine.Record) (match engine.Match, ended bool) {
	game, known := lobby.FindGame(games, record.Game)
	if !known || record.Version > game.Version {
		return nil, false
	}
	moves := record.Moves
	record.Moves = []engine.Move{}
	defer func() { _ = recover() }() // the log says already that the room cannot be brought back
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
