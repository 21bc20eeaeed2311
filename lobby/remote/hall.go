package remote

import "parlor/lobby"

// hall is what a visit shows, through one slot. Whoever uses it holds a lock.
type hall struct {
	slot   chan lobby.Hall
	latest lobby.Hall
}

func newHall() hall { return hall{slot: make(chan lobby.Hall, 1)} }

// take puts a hall into the slot in place of an older one.
func (h *hall) take(f frame) error {
	var next lobby.Hall
	if err := read(f.Body, &next); err != nil {
		return notUnderstood(err)
	}
	h.latest = next
	select {
	case <-h.slot:
	default:
	}
	h.slot <- next
	return nil
}

func (h *hall) close() { close(h.slot) }

// Hall implements lobby.Visit.
func (v *visit) Hall() <-chan lobby.Hall { return v.hall.slot }

// Latest implements lobby.Visit.
func (v *visit) Latest() lobby.Hall {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.hall.latest
}
