package local

import (
	"sync"

	"parlor/lobby"
)

// pageSlot delivers the latest page to one session through a one-slot channel.
type pageSlot struct {
	mutes func(id string) bool
	calls func() []lobby.Notice // returns the pending notices of the player
	pages chan lobby.Page       // one slot
	gone  chan struct{}         // closed with pages

	mu      sync.Mutex      // guards the fields below
	last    *pageContent    // the content shown last; nil if none is shown
	you     lobby.PersonRow // the reader's row shown last
	moment  uint64          // of the latest page, delivered or not
	waiting []lobby.Notice  // the notices shown last
	news    bool            // the page in the slot has new notices
	closed  bool
	why     error
}

func newPageSlot(mutes func(id string) bool, calls func() []lobby.Notice) *pageSlot {
	return &pageSlot{mutes: mutes, calls: calls, pages: make(chan lobby.Page, 1), gone: make(chan struct{})}
}

// show delivers a page and replaces an undelivered one. It does nothing if the content is
// unchanged or older than the last. It reports whether the page was delivered.
func (s *pageSlot) show(page *pageContent, you lobby.PersonRow) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || page.moment < s.moment {
		return false
	}
	s.moment = page.moment
	if !page.window.Shows() {
		s.last = nil
		if s.empty() && s.news {
			s.pages <- lobby.Page{You: you, Calls: s.waiting}
		}
		return false
	}
	if s.last != nil && s.you == you && page.same(s.last) {
		return false
	}
	s.last, s.you = page, you
	s.put(page.page(you, s.mutes), false)
	return true
}

// showCalls delivers the pending notices, even if no page is shown. It reads the notices with mu
// held, so that the newest are delivered last.
func (s *pageSlot) showCalls(you lobby.PersonRow) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.waiting = s.calls()
	page := lobby.Page{You: you}
	if s.last != nil {
		page = s.last.page(s.you, s.mutes)
	}
	s.put(page, true)
}

// showAgain delivers the page again after a change of the muted people.
func (s *pageSlot) showAgain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != nil && !s.closed {
		s.put(s.last.page(s.you, s.mutes), false)
	}
}

// put replaces the page in the slot. news reports whether it has new notices. The caller
// holds mu.
func (s *pageSlot) put(page lobby.Page, news bool) {
	missed := s.empty() && s.news
	page.Calls, s.news = s.waiting, missed || news
	s.pages <- page
}

// empty empties the slot and reports whether there was a page in it. The caller holds mu.
func (s *pageSlot) empty() bool {
	select {
	case <-s.pages:
		return true
	default:
		return false
	}
}

// end closes the slot if it is open. ended returns the reason.
func (s *pageSlot) end(why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed, s.why = true, why
		close(s.pages)
		close(s.gone)
	}
}

func (s *pageSlot) ended() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.why
}

func (s *pageSlot) isClosed() bool {
	select {
	case <-s.gone:
		return true
	default:
		return false
	}
}
