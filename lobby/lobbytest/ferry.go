package lobbytest

import (
	"sync"

	"parlor/lobby"
)

// Ferry is a hold on a room that can be told to move, as a server of several machines
// has them.
type Ferry struct {
	lobby.Handle
	box lobby.Box

	mu   sync.Mutex // guards what follows
	last lobby.Update
	over bool
}

// Ferried is a hold that passes on what another one shows.
func Ferried(handle lobby.Handle) *Ferry {
	f := &Ferry{Handle: handle, box: lobby.NewBox()}
	go func() {
		for update := range handle.Updates() {
			f.put(update)
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		f.over = true
		f.box.Close()
	}()
	return f
}

func (f *Ferry) put(update lobby.Update) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.last = update; !f.over {
		f.box.Put(update)
	}
}

// Updates implements lobby.Handle.
func (f *Ferry) Updates() <-chan lobby.Update { return f.box.Updates() }

// Moves says that the room moves, or that it is back as it was.
func (f *Ferry) Moves(moving bool) {
	f.mu.Lock()
	update := f.last
	f.mu.Unlock()
	update.Moving, update.Events, update.Ended = moving, nil, nil
	update.Revision++
	f.put(update)
}
