package room

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// tx is the transaction of one order: the state before it, the readers to update, and the
// deferred effects.
type tx struct {
	state  *state
	before *state // nil between two orders
	at     time.Time
	probe  bool // write even if nothing has changed
	news   news

	irrevocable bool     // stays in effect even if it cannot be written
	afters      []func() // run once the order is durable
	undos       []func() // run if the order is taken back
	redos       []func() // applied to the restored state
}

// note adds a note for all in the room.
func (s *tx) note(text prose.Text) {
	s.state.addNote(s.at, text)
	s.changed()
}

// now returns when the order arrived. Its time of execution may depend on secret actions.
func (s *tx) now() time.Time { return s.at }

// secret reports whether some readers see nothing of the order.
func (s *tx) secret() bool { return !s.news.all }

// changed marks the views of all readers as changed.
func (s *tx) changed() { s.news.all = true }

// changedFor marks the views of a seat, and of spectators who share its viewpoint without
// delay, as changed.
func (s *tx) changedFor(at engine.Seat) {
	for _, h := range s.state.readers(at) {
		s.changedOf(h)
	}
}

// changedOf marks the view of one reader as changed.
func (s *tx) changedOf(h *Handle) { s.news.some = append(s.news.some, h) }

// after registers an effect to run once the order is durable. undo registers an effect to run if
// the order is undone, and redo one to apply to the restored state in that case.
func (s *tx) after(effect func()) { s.afters = append(s.afters, effect) }

func (s *tx) undo(effect func()) { s.undos = append(s.undos, effect) }

func (s *tx) redo(effect func()) { s.redos = append(s.redos, effect) }

// makeIrrevocable keeps the effects of the order even if it cannot be written, such as a
// disconnect.
func (s *tx) makeIrrevocable() { s.irrevocable = true }

// durable runs the effects that waited for the write.
func (s *tx) durable() { each(s.afters) }

func each(effects []func()) {
	for _, effect := range effects {
		effect()
	}
}

// news lists the readers whose view has changed. Revisions advance only for them, so they
// reveal nothing about secret actions.
type news struct {
	all  bool
	some []*Handle
}

// of reports whether a reader's view is new. It is always new for a reader who has just entered.
func (n news) of(h *Handle) bool { return n.all || h.shown == 0 || slices.Contains(n.some, h) }

// effects is the part of tx that changes outside the state go through.
type effects interface {
	// note adds a note for all in the room.
	note(text prose.Text)
	// changed marks the views of all readers as changed, changedFor those of a seat and of
	// spectators who share its viewpoint without delay.
	changed()
	changedFor(at engine.Seat)
	// after registers an effect to run once the order is durable.
	after(effect func())
	// now returns when the order arrived.
	now() time.Time
}
