package local

import (
	"time"

	"parlor/lobby"
	"parlor/lobby/gamenight"
	"parlor/lobby/room"
)

// room is what a room of this lobby is made of, apart from its game.
func (l *Lobby) room(code string) room.Config {
	return room.Config{
		Code: code, House: house{l}, Settings: l.settings, Limits: l.limits, Journal: l.journal, Seed: l.seed, Log: l.log,
		Turns: l.turns, Go: l.pool.Go, Thought: l.operator.thoughts.count,
		Seen: func(seen lobby.Glance) {
			if n := l.nights.in(code); n != nil {
				n.Tell(gamenight.Seen{Room: code, Glance: seen})
			}
		},
	}
}

// house is the lobby as its rooms meet it.
type house struct {
	lobby *Lobby
}

func (h house) Check(plan lobby.Plan, name string) (lobby.Plan, error) {
	_, plan, err := h.lobby.check(plan, name)
	return plan, err
}

func (h house) Titled(plan lobby.Plan, id, name string) string {
	return h.lobby.titledBy(plan, id, name)
}

func (h house) Hold(id, code string) error {
	l := h.lobby
	return l.registry.hold(id, code, l.isNew(id), l.limits.RoomsPerPerson)
}

func (h house) Release(id, code string) { h.lobby.registry.release(id, code) }

func (h house) Taken(folded string) bool { return h.lobby.calls(folded) }

func (h house) Present(id string) bool {
	connected := false
	h.lobby.directory.read(func(_ *roomIndex, people *peopleIndex) { connected = people.connected(id) })
	return connected
}

func (h house) Describe(code string, info room.Info) { h.lobby.describe(code, info) }

func (h house) Closed(code string) { h.lobby.forget(code) }

func (h house) Stops() time.Time {
	h.lobby.registry.mu.Lock()
	defer h.lobby.registry.mu.Unlock()
	return h.lobby.registry.ends
}
