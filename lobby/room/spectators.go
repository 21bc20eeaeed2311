package room

import (
	"slices"

	"parlor/engine"
)

// spectators holds the spectators of a room in order of arrival.
type spectators struct {
	handles []*Handle
}

func (w *spectators) snapshot() spectators { return spectators{slices.Clone(w.handles)} }

// of returns the handle of a person who watches, or nil.
func (w *spectators) of(id string) *Handle {
	for _, watcher := range w.handles {
		if watcher.guest.ID() == id {
			return watcher
		}
	}
	return nil
}

// add adds a spectator. It returns an older handle of the same person, which the caller
// must end, or nil.
func (w *spectators) add(h *Handle) (older *Handle) {
	older = w.of(h.guest.ID())
	w.drop(older)
	w.handles = append(w.handles, h)
	return older
}

// drop removes a handle and reports whether it was present.
func (w *spectators) drop(h *Handle) bool {
	at := slices.Index(w.handles, h)
	if at >= 0 {
		w.handles = slices.Delete(w.handles, at, at+1)
	}
	return at >= 0
}

// names returns the names of the spectators, or nil if there are none.
func (w *spectators) names() (names []string) {
	for _, watcher := range w.handles {
		names = append(names, watcher.name)
	}
	return names
}

// perspective returns the perspective of a spectator: the hand at their viewpoint, delay moves ago,
// if its player shares it, or else the public view.
func (w *spectators) perspective(h *Handle, s *seating, p *play, delay int) perspective {
	public := perspective{from: engine.Watcher}
	if h.viewpoint == engine.Watcher || p.match == nil || !s.has(h.viewpoint) || !s.seats[h.viewpoint].sharesHand {
		return public
	}
	if delay > 0 && p.stage() == engine.Playing {
		if len(p.past) < delay {
			return public
		}
		return perspective{h.viewpoint, p.past[len(p.past)-delay]}
	}
	return perspective{h.viewpoint, s.seats[h.viewpoint].seen}
}
