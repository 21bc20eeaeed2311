package local

import (
	"sync"

	"parlor/lobby"
)

// pageSlot delivers pages to one session through one slot, the newest only.
type pageSlot struct {
	mutes func(id string) bool
	calls func() []lobby.Notice // that wait for the player now
	pages chan lobby.Page       // one slot
	gone  chan struct{}         // closed with pages

	mu      sync.Mutex      // guards what follows
	last    *drawn          // that was shown; nil while nothing is
	you     lobby.PersonRow // that was shown with it
	moment  uint64          // of the page that came last, sent or not
	waiting []lobby.Notice  // that were shown
	news    bool            // the page in the slot tells of calls as none before it did
	closed  bool
	why     error
}

func newPageSlot(mutes func(id string) bool, calls func() []lobby.Notice) *pageSlot {
	return &pageSlot{mutes: mutes, calls: calls, pages: make(chan lobby.Page, 1), gone: make(chan struct{})}
}

// show puts a page into the slot in place of an older one, unless it says the
// same as the one before, or was built of an earlier moment. It reports whether it did.
func (s *pageSlot) show(page *drawn, you lobby.PersonRow) bool {
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

// showCalls shows what waits for the player now, also where nothing else is shown. It
// looks with mu held, so that what is newest comes last.
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

// showAgain shows the page again, after a change of the people that the player has muted.
func (s *pageSlot) showAgain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != nil && !s.closed {
		s.put(s.last.page(s.you, s.mutes), false)
	}
}

// put puts a page into the slot in place of one that was not taken; news says that it
// tells of other calls than the one before. The caller holds mu.
func (s *pageSlot) put(page lobby.Page, news bool) {
	missed := s.empty() && s.news
	page.Calls, s.news = s.waiting, missed || news
	s.pages <- page
}

// empty takes out what is in the slot, and reports whether there was anything. The
// caller holds mu.
func (s *pageSlot) empty() bool {
	select {
	case <-s.pages:
		return true
	default:
		return false
	}
}

// end closes the slot, if it is open; ended then returns why.
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
