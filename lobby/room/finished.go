package room

import (
	"cmp"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// endedMatch is the match that has ended since the room of that code was written,
// if one has.
func (s *state) endedMatch(room string) (ended *lobby.Finished) {
	for _, match := range s.play.ended {
		ended = s.finished(room, match)
	}
	return ended
}

// finished is a match that has ended, as it is remembered.
func (s *state) finished(room string, match engine.Match) *lobby.Finished {
	view := match.View(engine.Watcher)
	f := &lobby.Finished{
		ID: s.play.id, Room: room, Title: s.plan.Title, Titled: s.titled, Public: s.plan.Public, Rated: s.play.rated,
		Began: s.play.began.UTC(), Ended: time.Now().UTC(), Winners: view.Winners, Totals: view.Totals, Record: match.Record(),
	}
	for _, seat := range s.seating.seats {
		f.Players = append(f.Players, lobby.Player{ID: cmp.Or(seat.began, seat.id), Name: seat.name, Guest: seat.guest, Level: seat.level})
	}
	return f
}
