package remote

import (
	"context"

	"parlor/lobby"
)

// hall is what a visit shows, through one slot. Whoever uses it holds a lock.
type hall struct {
	slot  chan lobby.Page
	shows bool // something of it
}

func newHall() hall { return hall{slot: make(chan lobby.Page, 1)} }

// take puts a page into the slot in place of an older one. While nothing is shown,
// one that was on its way is left out.
func (h *hall) take(f frame) error {
	var next lobby.Page
	if err := read(f.Body, &next); err != nil {
		return notUnderstood(err)
	}
	h.empty()
	if h.shows {
		h.slot <- next
	}
	return nil
}

// empty takes out what is in the slot.
func (h *hall) empty() {
	select {
	case <-h.slot:
	default:
	}
}

func (h *hall) close() { close(h.slot) }

// Hall implements lobby.Visit.
func (v *visit) Hall() <-chan lobby.Page { return v.hall.slot }

// Shows implements lobby.Visit. A page of the window before that was on its way
// may still come, before the first of this one.
func (v *visit) Shows(window lobby.Window) {
	v.mu.Lock()
	if v.hall.shows = window.Shows(); !v.over {
		v.hall.empty()
	}
	v.mu.Unlock()
	v.lobby.tell(v.number, callShows, window)
}

// Peek implements lobby.Visit.
func (v *visit) Peek(ctx context.Context, window lobby.Window) (page lobby.Page, err error) {
	err = v.ask(ctx, callPeek, window, &page)
	return page, err
}
