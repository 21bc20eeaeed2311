package room

import (
	"slices"

	"parlor/engine"
)

// spectators are those who watch, in the order in which they came.
type spectators struct {
	handles []*Handle
}

func (w *spectators) snapshot() spectators { return spectators{slices.Clone(w.handles)} }

// of is the hold of a person who watches, nil for none.
func (w *spectators) of(id string) *Handle {
	for _, watcher := range w.handles {
		if watcher.guest.ID() == id {
			return watcher
		}
	}
	return nil
}

// add lets somebody watch. Another session of the same person that watched
// already is returned, which is to end.
func (w *spectators) add(h *Handle) (older *Handle) {
	older = w.of(h.guest.ID())
	w.drop(older)
	w.handles = append(w.handles, h)
	return older
}

// drop takes a hold off the list, and reports whether it was there.
func (w *spectators) drop(h *Handle) bool {
	at := slices.Index(w.handles, h)
	if at >= 0 {
		w.handles = slices.Delete(w.handles, at, at+1)
	}
	return at >= 0
}

// names are those of the spectators, nil where nobody watches.
func (w *spectators) names() (names []string) {
	for _, watcher := range w.handles {
		names = append(names, watcher.name)
	}
	return names
}

// perspective is how a spectator sees: from their viewpoint, delay moves ago, if the
// player there shares their hand; else as all do.
func (w *spectators) perspective(h *Handle, s *seating, p *play, delay int) perspective {
	public := perspective{from: engine.Watcher}
	if h.viewpoint == engine.Watcher || p.match == nil || !s.has(h.viewpoint) || !s.seats[h.viewpoint].shares {
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
