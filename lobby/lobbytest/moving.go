package lobbytest

import (
	"sync"

	"parlor/lobby"
)

// MovingHandle is a handle that a test can mark as moving, as in a cluster.
type MovingHandle struct {
	lobby.Handle
	box lobby.UpdateSlot

	mu   sync.Mutex // guards the fields below
	last lobby.Update
	over bool
}

// NewMovingHandle returns a MovingHandle that forwards the updates of another handle.
func NewMovingHandle(handle lobby.Handle) *MovingHandle {
	f := &MovingHandle{Handle: handle, box: lobby.NewUpdateSlot()}
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

func (f *MovingHandle) put(update lobby.Update) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.last = update; !f.over {
		f.box.Put(update)
	}
}

// Updates implements lobby.Handle.
func (f *MovingHandle) Updates() <-chan lobby.Update { return f.box.Updates() }

// SetMoving sets whether the room is shown as moving.
func (f *MovingHandle) SetMoving(moving bool) {
	f.mu.Lock()
	update := f.last
	f.mu.Unlock()
	update.Moving, update.Events, update.ByBot, update.Ended = moving, nil, nil, nil
	update.Revision++
	f.put(update)
}

// MovingNightHandle is like MovingHandle, for a game night.
type MovingNightHandle struct {
	lobby.GameNightHandle
	updates chan lobby.GameNightUpdate
	moves   chan bool
}

// NewMovingNightHandle returns a MovingNightHandle that forwards the updates of another
// handle.
func NewMovingNightHandle(night lobby.GameNightHandle) *MovingNightHandle {
	f := &MovingNightHandle{night, make(chan lobby.GameNightUpdate, 1), make(chan bool)}
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
func (f *MovingNightHandle) Updates() <-chan lobby.GameNightUpdate { return f.updates }

// SetMoving sets whether the game night is shown as moving.
func (f *MovingNightHandle) SetMoving(moving bool) { f.moves <- moving }
