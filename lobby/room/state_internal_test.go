package room

import (
	"errors"
	"testing"

	"parlor/prose"
)

func TestTakeBack(t *testing.T) {
	now := twoPlay()
	s := newTx(now)
	done := ""
	does := func(what string) func() { return func() { done += what } }
	s.after(does("after "))
	s.undo(does("undo "))
	s.redo(func() {
		done += "redo "
		now.seating.seats[0].thinking = true
	})
	now.seating.swap(0, 1)
	now.closing = errors.New("it would have ended")
	s.note(prose.T("They changed places."))
	if len(now.notes.list) != 1 || !s.news.all {
		t.Errorf("nobody is told: %+v, %+v", now.notes, s.news)
	}
	if !s.takeBack() || done != "undo redo " || s.news.all || now.closing != nil || len(now.notes.list) != 0 {
		t.Errorf("it did %q, and left %+v", done, now)
	}
	if anna := now.seating.seats[0]; anna.id != "anna" || anna.handle.seat != 0 || !anna.thinking {
		t.Errorf("anna has %+v, and her hold seat %v", anna, anna.handle.seat)
	}
}

func TestIrrevocableOrder(t *testing.T) {
	now := twoPlay()
	s := newTx(now)
	durable := false
	s.after(func() { durable = true })
	s.undo(func() { t.Error("it is undone") })
	s.makeIrrevocable()
	now.seating.seats[1].goAway(true, &s)
	if s.takeBack() || !durable || now.seating.seats[1].handle != nil {
		t.Errorf("a hang-up is taken back: %+v", now.seating.seats[1])
	}
}

func TestChangedReaders(t *testing.T) {
	now := twoPlay()
	anna, bo := now.seating.seats[0].handle, now.seating.seats[1].handle
	follows, watches := hold("cy", -1), hold("di", -1)
	follows.viewpoint = 0
	now.spectators.handles = []*Handle{follows, watches}
	for _, h := range now.handles() {
		h.shown = 1
	}
	newFor := func() (names string) {
		s := newTx(now)
		s.changedFor(0)
		for _, h := range []*Handle{anna, bo, follows, watches} {
			if s.news.of(h) {
				names += h.name + " "
			}
		}
		return names
	}
	if got := newFor(); got != "anna " {
		t.Errorf("with closed eyes it is new for %s", got)
	}
	now.seating.seats[0].sharesHand = true
	if got := newFor(); got != "anna cy " {
		t.Errorf("with open eyes it is new for %s", got)
	}
	now.plan.EyesDelay = 1
	if got := newFor(); got != "anna " {
		t.Errorf("to who lags behind it is new: %s", got)
	}
	watches.shown = 0
	if got := newFor(); got != "anna di " {
		t.Errorf("with somebody who has just come it is new for %s", got)
	}
}
