package room

import (
	"sync"

	"parlor/engine"
	"parlor/lobby"
)

// presenter lets readers and the hall see what is new for them.
type presenter struct {
	config *Config
	slow   func(*Handle) // ends the hold of a reader who takes nothing of what is told
	told   Info          // what the hall was told last
}

// publish gives every reader whose view is new what they show now, those who
// play first.
func (p *presenter) publish(s *state, n news) {
	shared := sync.OnceValue(func() lobby.Update { return updateOf(p.config, s) }) // made once somebody is to show it
	made := views{}
	hides := s.hides(p.config)
	watches := &latest{seat: engine.Watcher, match: s.play.open, paused: s.clock.stopped(), hides: hides}
	for i, seat := range s.seating.seats {
		if seat.handle == nil || !n.of(seat.handle) {
			continue
		}
		own := shared()
		own.You, own.Host = engine.Seat(i), seat.id == s.host.id
		own.Match = seat.handle.view(seat.seen, own.You, made)
		own.Legal = seat.handle.legal(seat.seen, own.You)
		own.Ended = s.play.endings(own.You, &s.seating)
		own.Chat = s.heard(false, seat.handle.guest.Mutes)
		seat.handle.publish(own, s.shownTo(seat.handle, seat.seen, hides), p.slow)
	}
	for _, w := range s.watch.snapshot().watchers {
		if n.of(w) {
			w.publish(watched(s, w, shared(), made), watches, p.slow)
		}
	}
	s.play.told(len(s.watch.watchers) > 0)
}

// shownTo is what a player knows of a match once they are shown it.
func (s *state) shownTo(h *Handle, match engine.Match, hides bool) *latest {
	return &latest{seat: h.seat, match: match, moves: s.play.toMove(h.seat), paused: s.clock.stopped(), hides: hides, given: s.given}
}

// glimpse tells the evening of a table what all see there.
func (p *presenter) glimpse(s *state) {
	if p.config.Seen != nil && s.plan.Evening != "" {
		p.config.Seen(s.glance())
	}
}

// describe tells the hall what is new in the room. Nothing that it may know
// changes without making the view of everybody new.
func (p *presenter) describe(s *state, n news) {
	if !n.all && p.told.Line != nil {
		return
	}
	p.glimpse(s)
	if info := infoOf(p.config, s, p.told.People); !info.Same(p.told) {
		if info.sameLine(p.told) {
			info.Line = p.told.Line // the hall has it already
		}
		p.told = info
		p.config.House.Describe(p.config.Code, info)
	}
}
