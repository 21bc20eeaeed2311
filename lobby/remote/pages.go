package remote

import (
	"slices"

	"parlor/lobby"
)

// pageSlot is the one slot through which a session delivers its pages. Its session's lock
// guards it.
type pageSlot struct {
	slot   chan lobby.Page
	shows  bool           // the window shows something
	calls  []lobby.Notice // on the page that came last
	unread bool           // the page in the slot has calls that no page before it had
}

func newPageSlot() pageSlot { return pageSlot{slot: make(chan lobby.Page, 1)} }

// put puts a page into the slot in place of an older one. While the window shows nothing,
// only the calls of a page that was on its way are kept.
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

// turn prepares for another window: a page of the one before is dropped, but its calls are
// delivered if the new window shows nothing.
func (p *pageSlot) turn(shows bool, you string) {
	p.shows = shows
	if missed := p.drain() && p.unread; missed && !shows {
		p.slot <- lobby.Page{You: lobby.PersonRow{Name: you}, Calls: p.calls}
	}
}

// drain empties the slot, and reports whether there was a page.
func (p *pageSlot) drain() bool {
	select {
	case <-p.slot:
		return true
	default:
		return false
	}
}
