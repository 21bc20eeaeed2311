package room

import (
	"cmp"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// endedMatch is the match that has ended, or is void, since the room of that code was written,
// if one has that is kept.
func (s *state) endedMatch(room string) (ended *lobby.Finished) {
	if s.play.givenUp != nil {
		return s.play.givenUp
	}
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
	f := s.remembered(room, match.Record())
	f.Ended, f.Rated, f.Winners, f.Totals = s.play.rested.UTC(), s.play.rated, view.Winners, view.Totals
	if f.Void = s.play.void; f.Void != "" {
		f.Winners = []engine.Seat{}
	}
	return f
}

// givenUp is the match that is played, as it is remembered where the server cannot go
// on with it: void. It is nil where none is played, or it is void already.
func (s *state) givenUp(room string) *lobby.Finished {
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
