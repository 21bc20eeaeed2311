package lobbytest

import (
	"sync"

	"parlor/lobby"
)

// Ferry is a hold on a room that can be told to move, as a server of several machines
// has them.
type Ferry struct {
	lobby.Handle
	box lobby.UpdateSlot

	mu   sync.Mutex // guards what follows
	last lobby.Update
	over bool
}

// Ferried is a hold that passes on what another one shows.
func Ferried(handle lobby.Handle) *Ferry {
	f := &Ferry{Handle: handle, box: lobby.NewUpdateSlot()}
	go func() {
		for update := range handle.Updates() {
			f.put(update)
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		f.over = true
		f.box.End(nil)
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
	update.Moving, update.Events, update.ByBot, update.Ended = moving, nil, nil, nil
	update.Revision++
	f.put(update)
}

// NightFerry is a hold on a game night that can be told to move, as Ferry is on a room.
type NightFerry struct {
	lobby.GameNightHandle
	updates chan lobby.GameNightUpdate
	moves   chan bool
}

// FerriedNight is a hold that passes on what another one shows.
func FerriedNight(night lobby.GameNightHandle) *NightFerry {
	f := &NightFerry{night, make(chan lobby.GameNightUpdate, 1), make(chan bool)}
	go func() {
		defer close(f.updates)
		var last lobby.GameNightUpdate
		for {
			select {
			case update, open := <-night.Updates():
				if !open {
					return
				}
				last = update
			case last.Moving = <-f.moves:
			}
			select {
			case <-f.updates:
			default:
			}
			f.updates <- last
		}
	}()
	return f
}

// Updates implements lobby.GameNightHandle.
func (f *NightFerry) Updates() <-chan lobby.GameNightUpdate { return f.updates }

// Moves says that the game night moves, or that it is back as it was.
func (f *NightFerry) Moves(moving bool) { f.moves <- moving }
