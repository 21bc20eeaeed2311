package remote

import (
	"slices"

	"parlor/lobby"
)

// pageSlot is the one-slot channel of a session's pages. The session's lock guards it.
type pageSlot struct {
	slot   chan lobby.Page
	shows  bool           // the window is not empty
	calls  []lobby.Notice // of the last page
	unread bool           // the page in the slot has new calls
}

func newPageSlot() pageSlot { return pageSlot{slot: make(chan lobby.Page, 1)} }

// put replaces the page in the slot. While the window is empty, only the calls of a page in
// transit are delivered.
func (p *pageSlot) put(next lobby.Page) {
	changed := !slices.Equal(next.Calls, p.calls)
	p.calls = next.Calls
	missed := p.drain() && p.unread
	p.unread = missed || changed
	switch {
	case p.shows, !next.Window.Shows():
		p.slot <- next
	case p.unread:
		p.slot <- lobby.Page{You: next.You, Calls: next.Calls}
	}
}

// turn prepares for a new window: it drops the page of the old one, but delivers its calls
// if the new window is empty.
func (p *pageSlot) turn(shows bool, you string) {
	p.shows = shows
	if missed := p.drain() && p.unread; missed && !shows {
		p.slot <- lobby.Page{You: lobby.PersonRow{Name: you}, Calls: p.calls}
	}
}

// drain empties the slot and reports whether there was a page.
func (p *pageSlot) drain() bool {
	select {
	case <-p.slot:
		return true
	default:
		return false
	}
}
