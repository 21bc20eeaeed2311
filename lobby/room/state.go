package room

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// Reasons for which a room ends by itself.
var (
	errRoomEmpty = prose.Refuse("The room has closed: all players have left.")
	errRoomBroke = prose.Refuse("This room closed because of a server error. We are sorry.")
)

// newTx begins an order.
func newTx(s *state) tx {
	before := s.snapshot()
	return tx{state: s, before: &before, at: time.Now()}
}

// takeBack restores the state before the order and reports whether it did. An irrevocable
// order is treated as durable instead.
func (s *tx) takeBack() bool {
	if s.irrevocable {
		s.durable()
		return false
	}
	*s.state = *s.before
	s.news = news{}
	s.state.seating.renumber()
	each(s.undos)
	each(s.redos)
	if !s.state.seating.inhabited() {
		s.state.closing = errRoomEmpty
	}
	return true
}

// state holds everything that orders change. It is a value: an order is undone by restoring an earlier copy.
type state struct {
	plan       lobby.Plan
	titled     string // identity of the person from whose name the title was made; empty if it was chosen
	seating    seating
	spectators spectators
	host       host
	clock      clock
	play       play
	deals      deals
	talk       lobby.ChatLog // not stored
	notes      notes
	done       doneOrders
	emptySince time.Time // when the last client disconnected; zero while any is connected
	drained    bool      // the server will stop
	stops      time.Time // the deadline for that
	closing    error     // why the room ends; nil while it runs
}

// snapshot returns a copy that shares nothing which orders change in place.
func (s *state) snapshot() state {
	copied := *s
	copied.seating = s.seating.snapshot()
	copied.spectators = s.spectators.snapshot()
	copied.play = s.play.snapshot()
	return copied
}

// handles returns all handles, including those of spectators.
func (s *state) handles() []*Handle {
	return append(s.spectators.snapshot().handles, s.seating.handles()...)
}

// stage returns Gathering or the stage of the match.
func (s *state) stage() string { return s.play.stage() }

// inPlay reports whether a match is running, including the pause between two games.
func (s *state) inPlay() bool { return s.play.inPlay() }

// timed returns the plan with the clock that applies. The default clock does not run while
// there is only one person.
func (s *state) timed() lobby.Plan {
	plan := s.plan
	if plan.Usual && len(s.seating.every(seat.here)) < 2 {
		plan.Clock = 0
	}
	return plan
}

// gather returns to waiting for players, with the planned number of seats or as many as are
// taken.
func (s *state) gather() {
	s.unshare()
	s.play.clear()
	s.clock = clock{}
	s.seating.gather(s.plan.Seats)
}

// unshare ends all sharing of hands when a match is cleared, or if the room is rated. It
// marks no view as changed: its callers do.
func (s *state) unshare() {
	if s.stage() == lobby.Gathering && !s.plan.Rated {
		return
	}
	for i := range s.seating.seats {
		s.seating.seats[i].sharesHand = false
	}
}

// chatFor returns the chat as a spectator or player sees it, without muted people. Players
// do not see messages among spectators while a game is played.
func (s *state) chatFor(watcher bool, mutes func(id string) bool) []lobby.ChatMessage {
	apart := func(l lobby.ChatMessage) bool { return l.Apart }
	lines := s.talk.Unmuted(mutes)
	if watcher || s.stage() != engine.Playing || !slices.ContainsFunc(lines, apart) {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(lines), apart)
}

// readers returns the handles that see the view of a seat without delay.
func (s *state) readers(at engine.Seat) (all []*Handle) {
	own := s.seating.seats[at]
	if own.handle != nil {
		all = append(all, own.handle)
	}
	if !own.sharesHand || s.plan.EyesDelay > 0 && s.stage() == engine.Playing {
		return all
	}
	for _, w := range s.spectators.handles {
		if w.viewpoint == at {
			all = append(all, w)
		}
	}
	return all
}

// maxNotes bounds the notes of a room.
const maxNotes = 50

// notes holds the latest events of a room outside the match. It is a value: copies are independent.
type notes struct {
	noted uint64 // number of notes so far
	list  []lobby.Note
	about [][]string // by note: identities of the people named in it; not shown
}

// with returns n with another note about the people with these identities.
func (n notes) with(at time.Time, text prose.Text, about []string) notes {
	n.noted++
	n.list = slices.Concat(n.list, []lobby.Note{{ID: n.noted, At: at, Text: text}})
	n.about = slices.Concat(n.about, [][]string{about})
	drop := max(0, len(n.list)-maxNotes)
	n.list, n.about = n.list[drop:], n.about[drop:]
	return n
}

// without returns n without the notes about the people with these identities.
func (n notes) without(ids []string) notes {
	left := notes{noted: n.noted}
	for i, note := range n.list {
		if !slices.ContainsFunc(n.about[i], func(id string) bool { return slices.Contains(ids, id) }) {
			left.list, left.about = append(left.list, note), append(left.about, n.about[i])
		}
	}
	return left
}

// addNote adds a note, with the identities of the people named in it.
func (s *state) addNote(at time.Time, text prose.Text) {
	s.notes = s.notes.with(at, text, s.identitiesOf(text.Names()))
}

// identitiesOf returns the identities of the people in the room with these names.
func (s *state) identitiesOf(names []string) (ids []string) {
	named := func(id, name string) {
		if slices.Contains(names, name) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	s.seating.people(func(id, name string, handle *Handle) {
		named(id, name)
		if handle != nil {
			named(id, handle.name)
		}
	})
	for _, w := range s.spectators.handles {
		named(w.guest.ID(), w.name)
	}
	return ids
}
