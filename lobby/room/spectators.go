package room

import (
	"slices"

	"parlor/engine"
)

// spectators are those who watch, in the order in which they came.
type spectators struct {
	watchers []*Handle
}

func (w *spectators) snapshot() spectators { return spectators{slices.Clone(w.watchers)} }

// of is the hold of a person who watches, nil for none.
func (w *spectators) of(id string) *Handle {
	for _, watcher := range w.watchers {
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
	w.watchers = append(w.watchers, h)
	return older
}

// drop takes a hold off the list, and reports whether it was there.
func (w *spectators) drop(h *Handle) bool {
	at := slices.Index(w.watchers, h)
	if at >= 0 {
		w.watchers = slices.Delete(w.watchers, at, at+1)
	}
	return at >= 0
}

// names are those of the watchers, nil where nobody watches.
func (w *spectators) names() (names []string) {
	for _, watcher := range w.watchers {
		names = append(names, watcher.name)
	}
	return names
}

// perspective is how a watcher sees: with the eyes that they follow, so many
// moves ago, where the person of that seat allows it; else as all do.
func (w *spectators) perspective(h *Handle, s *seating, p *play, delay int) perspective {
	public := perspective{eyes: engine.Watcher}
	if h.eyes == engine.Watcher || p.match == nil || !s.has(h.eyes) || !s.seats[h.eyes].eyes {
		return public
	}
	if delay > 0 && p.stage() == engine.Playing {
		if len(p.past) < delay {
			return public
		}
		return perspective{h.eyes, p.past[len(p.past)-delay]}
	}
	return perspective{h.eyes, s.seats[h.eyes].seen}
}
