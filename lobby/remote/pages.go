package remote

import (
	"slices"

	"parlor/lobby"
)

// lobby is what a session shows, through one slot. Whoever uses it holds a lock.
type hall struct {
	slot  chan lobby.Page
	shows bool           // something of it
	calls []lobby.Notice // on the page that came last
	news  bool           // the page in the slot tells of calls as none before it did
}

func newHall() hall { return hall{slot: make(chan lobby.Page, 1)} }

// take puts a page into the slot in place of an older one. While nothing is shown,
// of one that was on its way only the calls are kept.
func (h *hall) take(f frame) error {
	var next lobby.Page
	if err := readShown(f.Body, &next); err != nil {
		return notUnderstood(err)
	}
	news := !slices.Equal(next.Calls, h.calls)
	h.calls = next.Calls
	missed := h.empty() && h.news
	h.news = missed || news
	switch {
	case h.shows, !next.Window.Shows():
		h.slot <- next
	case h.news:
		h.slot <- lobby.Page{You: next.You, Calls: next.Calls}
	}
	return nil
}

// turns is for another window: a page of the one before comes no more, but where it
// tells of calls and nothing is shown that will.
func (h *hall) turns(shows bool, you string) {
	h.shows = shows
	if missed := h.empty() && h.news; missed && !shows {
		h.slot <- lobby.Page{You: lobby.PersonRow{Name: you}, Calls: h.calls}
	}
}

// empty takes out what is in the slot, and reports whether there was anything.
func (h *hall) empty() bool {
	select {
	case <-h.slot:
		return true
	default:
		return false
	}
}

func (h *hall) close() { close(h.slot) }

// Pages implements lobby.Session.
func (v *session) Pages() <-chan lobby.Page { return v.hall.slot }

// turnTo makes place for the pages of another window. A page of the window before that was
// on its way may still come, before the first of this one.
func (v *session) turnTo(window lobby.Window) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.over {
		v.hall.turns(window.Shows(), v.name)
	}
}
