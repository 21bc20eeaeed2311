package room

import (
	"cmp"

	"parlor/engine"
	"parlor/lobby"
)

// endedMatch is the match that has ended, or is void, since the room of that code was written,
// if one has that is kept.
func (s *state) endedMatch(room string) (ended *lobby.Finished) {
	if s.play.void != "" {
		return s.finished(room, s.play.match)
	}
	for _, match := range s.play.ended {
		if s.play.keeps(match) {
			ended = s.finished(room, match)
		}
	}
	return ended
}

// keeps reports whether a match that has ended is kept: one that somebody resigned
// at once is not, unless it counts. At once is before as many moves were made as
// there are seats.
func (p *play) keeps(match engine.Match) bool {
	if p.rated || match == nil {
		return true
	}
	record, moves, resigned := match.Record(), 0, false
	for _, move := range record.Moves {
		switch move.Action {
		case engine.Resign:
			resigned = true
		case engine.Next:
		default:
			moves++
		}
	}
	return !resigned || moves >= record.Seats
}

// finished is a match that has ended, as it is remembered.
func (s *state) finished(room string, match engine.Match) *lobby.Finished {
	view := match.View(engine.Watcher)
	f := &lobby.Finished{
		ID: s.play.id, Room: room, Title: s.plan.Title, Titled: s.titled, Public: s.plan.Public, Rated: s.play.rated,
		Began: s.play.began.UTC(), Ended: s.play.rested.UTC(), Winners: view.Winners, Totals: view.Totals, Record: match.Record(),
	}
	if f.Void = s.play.void; f.Void != "" {
		f.Winners = []engine.Seat{}
	}
	for _, seat := range s.seating.seats {
		f.Players = append(f.Players, lobby.Player{
			ID: cmp.Or(seat.began, seat.id), Name: seat.name, Guest: seat.guest, Level: seat.level, Program: seat.program, Claimed: seat.claimed,
			Substitute: seat.finished, BotMoves: seat.botMoves,
		})
	}
	return f
}
