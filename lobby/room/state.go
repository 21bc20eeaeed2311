package room

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// Why a room ends by itself.
var (
	errRoomEmpty = prose.Refuse("The room has closed: everybody has left.")
	errRoomBroke = prose.Refuse("Something went wrong in this room and it has closed. We are sorry.")
)

// newStep is the step of an order that is about to be done.
func newStep(s *state) step {
	before := s.snapshot()
	return step{state: s, before: &before, at: time.Now()}
}

// takeBack puts the state back to where it stood before the order, and reports
// whether it did: what is irrevocable is as good as durable.
func (s *step) takeBack() bool {
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

// state is all that orders change: one value made of parts that own what is in
// them. What an order did is taken back by putting an earlier state in its place.
type state struct {
	plan       lobby.Plan
	titled     string // identity of whose name the title was made from; empty where it was chosen
	seating    seating
	spectators spectators
	host       host
	clock      clock
	play       play
	talk       lobby.ChatLog // it is not kept beyond the process
	notes      notes
	given      doneOrders
	quiet      time.Time // since when nobody is connected; zero while somebody is
	drained    bool      // it was told that the server will stop
	stops      time.Time // when that is at the latest
	closing    error     // why the room ends; nil while it does not
}

// snapshot shares nothing with the state that an order changes in place.
func (s *state) snapshot() state {
	copied := *s
	copied.seating = s.seating.snapshot()
	copied.spectators = s.spectators.snapshot()
	copied.play = s.play.snapshot()
	return copied
}

// handles are all holds, spectators included.
func (s *state) handles() []*Handle {
	return append(s.spectators.snapshot().handles, s.seating.handles()...)
}

// stage is Gathering, or the match's.
func (s *state) stage() string { return s.play.stage() }

// inPlay reports whether a match is played, an interval included.
func (s *state) inPlay() bool { return s.play.inPlay() }

// timed is the plan as far as clocks go: that of people who have chosen none does not
// run while only one of them plays.
func (s *state) timed() lobby.Plan {
	plan := s.plan
	if plan.Usual && len(s.seating.every(seat.here)) < 2 {
		plan.Clock = 0
	}
	return plan
}

// gather goes back to waiting for people, with as many seats as planned or
// taken.
func (s *state) gather() {
	s.unshare()
	s.play.clear()
	s.clock = clock{}
	s.seating.gather(s.plan.Seats)
}

// unshare ends the sharing of hands with a match that is put away, and where the room
// is rated. It is no news where a match begins or the plan changes, which all see.
func (s *state) unshare() {
	if s.stage() == lobby.Gathering && !s.plan.Rated {
		return
	}
	for i := range s.seating.seats {
		s.seating.seats[i].shares = false
	}
}

// heard is the talk as spectators hear it, or as players do, who have muted some people. What
// was said apart is theirs too once no round is played.
func (s *state) heard(watcher bool, mutes func(id string) bool) []lobby.ChatMessage {
	apart := func(l lobby.ChatMessage) bool { return l.Apart }
	lines := s.talk.Unmuted(mutes)
	if watcher || s.stage() != engine.Playing || !slices.ContainsFunc(lines, apart) {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(lines), apart)
}

// readers are those who see at once what a seat sees.
func (s *state) readers(at engine.Seat) (all []*Handle) {
	own := s.seating.seats[at]
	if own.handle != nil {
		all = append(all, own.handle)
	}
	if !own.shares || s.plan.EyesDelay > 0 && s.stage() == engine.Playing {
		return all
	}
	for _, w := range s.spectators.handles {
		if w.viewpoint == at {
			all = append(all, w)
		}
	}
	return all
}

// maxNotes is how much of what happened a room remembers. Each note names at most
// everybody at a table.
const maxNotes = 50

// notes are what happened in a room beside the play, the newest of it. They are
// a value: what a reader was given stays as it was.
type notes struct {
	noted uint64 // so far
	list  []lobby.Note
	about [][]string // identities of those who are named, by note, which nobody is shown
}

// with adds a note about the people with these identities.
func (n notes) with(at time.Time, text prose.Text, about []string) notes {
	n.noted++
	n.list = slices.Concat(n.list, []lobby.Note{{ID: n.noted, At: at, Text: text}})
	n.about = slices.Concat(n.about, [][]string{about})
	drop := max(0, len(n.list)-maxNotes)
	n.list, n.about = n.list[drop:], n.about[drop:]
	return n
}

// without are the notes that name none of these identities.
func (n notes) without(ids []string) notes {
	left := notes{noted: n.noted}
	for i, note := range n.list {
		if !slices.ContainsFunc(n.about[i], func(id string) bool { return slices.Contains(ids, id) }) {
			left.list, left.about = append(left.list, note), append(left.about, n.about[i])
		}
	}
	return left
}

// noteDown adds a note of what happened. Whoever is named in it is noted beside
// it.
func (s *state) noteDown(at time.Time, text prose.Text) {
	s.notes = s.notes.with(at, text, s.called(text.Names()))
}

// called are the identities of those at the table who have one of these names.
func (s *state) called(names []string) (ids []string) {
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
