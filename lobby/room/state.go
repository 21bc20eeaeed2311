package room

import (
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// state is all that orders change: one value made of parts that own what is in
// them. What an order did is taken back by putting an earlier state in its place.
type state struct {
	plan    lobby.Plan
	titled  string // identity of whose name the title was made from; empty where it was chosen
	seating seating
	watch   spectators
	host    host
	clock   clock
	play    play
	talk    lobby.Talk // it is not kept beyond the process
	notes   notes
	given   given
	quiet   time.Time // since when nobody is connected; zero while somebody is
	drained bool      // it was told that the server will stop
	stops   time.Time // when that is at the latest
}

// snapshot shares nothing with the state that an order changes in place.
func (s *state) snapshot() state {
	copied := *s
	copied.seating = s.seating.snapshot()
	copied.watch = s.watch.snapshot()
	copied.play = s.play.snapshot()
	return copied
}

// handles are all holds, watchers included.
func (s *state) handles() []*Handle {
	return append(s.watch.snapshot().watchers, s.seating.handles()...)
}

// stage is Gathering, or the match's.
func (s *state) stage() string { return s.play.stage() }

// inPlay reports whether a match is played, an interval included.
func (s *state) inPlay() bool { return s.play.inPlay() }

// gather goes back to waiting for people, with as many seats as planned or
// taken.
func (s *state) gather() {
	s.play.clear()
	s.clock = clock{}
	s.seating.gather(s.plan.Seats)
}

// effects are what a part has done beside its own state.
type effects interface {
	// note tells everybody in the room what happened.
	note(format string, args ...any)
	// changed makes the view of everybody new, changedFor that of a seat and of
	// who sees with its eyes at once.
	changed()
	changedFor(seat engine.Seat)
	// after has something done once the order is durable.
	after(effect func())
}
