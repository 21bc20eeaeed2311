package local

import (
	"maps"
	"net/netip"
	"slices"
	"sync"

	"parlor/lobby"
	"parlor/lobby/gamenight"
	"parlor/prose"
)

// nightIndex holds the game nights of the lobby and their participants.
type nightIndex struct {
	mu      sync.Mutex                  // guards the fields below
	byCode  map[string]*gamenight.Night // including those that are over
	byRoom  map[string]*gamenight.Night // by the codes of the rooms of their tables
	hosts   map[string]string           // identity, by code; without game nights that are over
	attends map[string]string           // code, by identity
	from    map[string]netip.Addr       // the address that opened an unfinished game night, by code
}

func newNightIndex() *nightIndex {
	return &nightIndex{byCode: map[string]*gamenight.Night{}, byRoom: map[string]*gamenight.Night{}, hosts: map[string]string{}, attends: map[string]string{}, from: map[string]netip.Addr{}}
}

// night returns the game night with a code, or nil if there is none.
func (g *nightIndex) night(code string) *gamenight.Night {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.byCode[code]
}

// withRoom returns the game night that has a table in a room, or nil if there is none.
func (g *nightIndex) withRoom(room string) *gamenight.Night {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.byRoom[room]
}

// with returns the game night in which a person takes part, or nil if there is none.
func (g *nightIndex) with(id string) *gamenight.Night {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.byCode[g.attends[id]]
}

// attended returns the code of the game night in which a person takes part, or "" if there is none.
func (g *nightIndex) attended(id string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.attends[id]
}

// all returns all game nights.
func (g *nightIndex) all() []*gamenight.Night {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Collect(maps.Values(g.byCode))
}

// mayOpen returns an error if the person may not host another game night. most limits the
// unfinished ones.
func (g *nightIndex) mayOpen(id string, most int) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case slices.Contains(slices.Collect(maps.Values(g.hosts)), id):
		return prose.Refuse("You are already hosting a game night. End it first.")
	case g.attends[id] != "":
		return lobby.ErrOtherGameNight
	case len(g.hosts) >= most, len(g.byCode) >= nightsKept*most:
		return prose.Refuse("This server cannot hold any more game nights. Try again later.")
	}
	return nil
}

// nightsKept is the maximum number of all game nights per allowed unfinished one.
const nightsKept = 4

// add lists a game night.
func (g *nightIndex) add(n *gamenight.Night, host string, rooms ...string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.byCode[n.Code] = n
	if host != "" {
		g.hosts[n.Code] = host
	}
	for _, room := range rooms {
		g.byRoom[room] = n
	}
}

// addFrom records the address that opened a game night.
func (g *nightIndex) addFrom(code string, address netip.Addr) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.from[code] = address
}

// takeFrom removes and returns the address that opened a game night. It returns the zero address if
// that is not known.
func (g *nightIndex) takeFrom(code string) netip.Addr {
	g.mu.Lock()
	defer g.mu.Unlock()
	address := g.from[code]
	delete(g.from, code)
	return address
}

// addRoom records the room of a table and reports whether the game night is still here.
func (g *nightIndex) addRoom(n *gamenight.Night, room string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.byCode[n.Code] != n {
		return false
	}
	g.byRoom[room] = n
	return true
}

// takeRoom removes the room of a table. It returns the game night, or nil if there is none.
func (g *nightIndex) takeRoom(room string) *gamenight.Night {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := g.byRoom[room]
	delete(g.byRoom, room)
	return n
}

// remove removes the matching game nights and returns them.
func (g *nightIndex) remove(is func(code string) bool) (removed []*gamenight.Night) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for code, n := range g.byCode {
		if is(code) {
			removed = append(removed, n)
			delete(g.byCode, code)
			delete(g.hosts, code)
			maps.DeleteFunc(g.attends, func(_, other string) bool { return other == code })
			maps.DeleteFunc(g.byRoom, func(_ string, other *gamenight.Night) bool { return other == n })
		}
	}
	return removed
}

// attend records that a player takes part. It fails if they take part in another game
// night.
func (g *nightIndex) attend(n *gamenight.Night, id string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if other := g.attends[id]; other != "" && other != n.Code && g.byCode[other] != nil {
		return lobby.ErrOtherGameNight
	}
	g.attends[id] = n.Code
	return nil
}

// absent undoes attend.
func (g *nightIndex) absent(n *gamenight.Night, ids ...string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, id := range ids {
		if g.attends[id] == n.Code {
			delete(g.attends, id)
		}
	}
}

// register records the host, empty if the game night is over, and the participants.
func (g *nightIndex) register(n *gamenight.Night, host string, present []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if delete(g.hosts, n.Code); host != "" {
		g.hosts[n.Code] = host
	}
	for _, id := range present {
		g.attends[id] = n.Code
	}
}
