package room

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// step is one order as it is done: what it does beside the state.
type step struct {
	state  *state
	before *state // the order; nil between two orders
	at     time.Time
	probe  bool // it is written although nothing has changed
	news   news

	irrevocable bool     // it has happened, also where it cannot be written
	afters      []func() // done once the order is durable
	undos       []func() // done where it is not
	redos       []func() // done to the state that was put back
}

// note tells everybody in the room what happened.
func (s *step) note(text prose.Text) {
	s.state.noteDown(s.at, text)
	s.changed()
}

// now is when the order came: when it is done may depend on what others did in secret.
func (s *step) now() time.Time { return s.at }

// secret reports whether not everybody sees something of what the order did.
func (s *step) secret() bool { return !s.news.all }

// changed makes the view of everybody new.
func (s *step) changed() { s.news.all = true }

// changedFor makes the view of a seat new, and of those who share its
// viewpoint at once.
func (s *step) changedFor(at engine.Seat) {
	for _, h := range s.state.readers(at) {
		s.changedOf(h)
	}
}

// changedOf makes the view of one reader new.
func (s *step) changedOf(h *Handle) { s.news.some = append(s.news.some, h) }

// after has something done once the order is durable, undo where it is not, and
// redo has something done then to the state that was put back.
func (s *step) after(effect func()) { s.afters = append(s.afters, effect) }

func (s *step) undo(effect func()) { s.undos = append(s.undos, effect) }

func (s *step) redo(effect func()) { s.redos = append(s.redos, effect) }

// makeIrrevocable lets what the order does stand also where it cannot be
// written: nobody can take a hang-up back.
func (s *step) makeIrrevocable() { s.irrevocable = true }

// durable does what waited for the order to be durable.
func (s *step) durable() { each(s.afters) }

func each(effects []func()) {
	for _, effect := range effects {
		effect()
	}
}

// news is whose view an order has made new. A reader's revision follows from it,
// and from nothing that others do in secret.
type news struct {
	all  bool
	some []*Handle
}

// of reports whether somebody's view is new, as that of one who has just come is.
func (n news) of(h *Handle) bool { return n.all || h.shown == 0 || slices.Contains(n.some, h) }

// effects are what a part has done beside its own state.
type effects interface {
	// note tells everybody in the room what happened.
	note(text prose.Text)
	// changed makes the view of everybody new, changedFor that of a seat and of
	// who shares its viewpoint at once.
	changed()
	changedFor(at engine.Seat)
	// after has something done once the order is durable.
	after(effect func())
	// now is when what is done was asked for.
	now() time.Time
}
