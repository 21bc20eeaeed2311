package local

import (
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/room"
	"parlor/prose"
)

// maxCodeDraws bounds the search for a code that no room has.
const maxCodeDraws = 100

var errNoCode = prose.Refuse("No code is free for another room. Try again.")

// registry is the rooms of this node by code, running or asleep, the seats in them, and
// whether the node lets any more be opened.
type registry struct {
	nights *nightIndex // no room has the code of one of these
	most   int         // rooms

	mu      sync.Mutex // guards what follows, and the state of each room
	rooms   map[string]*roomSlot
	newer   map[string]bool // codes of rooms that wait for a newer program than this one
	numbers uint64          // of rooms that were given one
	holds   holds
	stopped bool
	ends    time.Time // of draining, at the latest; zero while it has not begun
}

func newRegistry(nights *nightIndex, most int) *registry {
	return &registry{nights: nights, most: most, rooms: map[string]*roomSlot{}, newer: map[string]bool{}, holds: newHolds()}
}

// slot is the room of a code; nil for none.
func (g *registry) slot(code string) *roomSlot {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.rooms[code]
}

// slots are the rooms of codes that are here.
func (g *registry) slots(codes []string) (all []*roomSlot) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, code := range codes {
		if p := g.rooms[code]; p != nil {
			all = append(all, p)
		}
	}
	return all
}

// allSlots are all rooms.
func (g *registry) allSlots() []*roomSlot {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Collect(maps.Values(g.rooms))
}

// awake are the rooms of codes that do not sleep.
func (g *registry) awake(codes []string) (rooms []*room.Room) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, code := range codes {
		if p := g.rooms[code]; p != nil && p.room != nil {
			rooms = append(rooms, p.room)
		}
	}
	return rooms
}

// knows reports whether a room or a game night has a code.
func (g *registry) knows(code string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.isTaken(code)
}

// isTaken does knows. The caller holds mu.
func (g *registry) isTaken(code string) bool {
	return g.rooms[code] != nil || g.nights.night(code) != nil || g.newer[code]
}

// isFree reports whether a code was drawn that nothing has. The caller holds mu.
func (g *registry) isFree(code string) bool { return code != "" && !g.isTaken(code) }

// drawCode draws a code that nothing has. The caller holds mu.
func (g *registry) drawCode(draw func() string) (string, error) {
	for range maxCodeDraws {
		if code := draw(); g.isFree(code) {
			return code, nil
		}
	}
	return "", errNoCode
}

// isOver reports whether no room and no match begins any more. The caller holds mu.
func (g *registry) isOver() bool { return g.stopped || !g.ends.IsZero() }

// mayOpen refuses another room. The caller holds mu.
func (g *registry) mayOpen() error {
	switch {
	case g.isOver():
		return lobby.ErrStopping
	case len(g.rooms) >= g.most:
		return prose.Refuse("This server cannot open any more rooms. Join one, or try again later.")
	}
	return nil
}

// put lists a room under its code and a number. The caller holds mu.
func (g *registry) put(p *roomSlot) {
	g.numbers++
	p.number = g.numbers
	g.rooms[p.code] = p
}

// restored lists a room that comes back.
func (g *registry) restored(p *roomSlot) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.put(p)
	if p.sleeper != nil {
		g.holds.takeAll(p.sleeper.Holders(), p.code)
	}
}

// waitForNewer notes that a room waits for a newer program.
func (g *registry) waitForNewer(code string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.newer[code] = true
}

// sleeps reports whether a room is still to be brought back.
func (g *registry) sleeps(p *roomSlot) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.rooms[p.code] == p && p.room == nil
}

// spares reports whether a room sleeps, and has nothing of people.
func (g *registry) spares(p *roomSlot, ids []string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return p.sleeper != nil && !slices.ContainsFunc(ids, p.sleeper.Mentions)
}

// occupied counts the rooms that run and in which a client is. Nobody is in one that
// sleeps, and the next start finds those as they are.
func (g *registry) occupied() (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range g.rooms {
		if p.waking != nil || p.room != nil && p.quiet.IsZero() {
			n++
		}
	}
	return n
}

// betweenMatches are the codes of the rooms that sleep where no match is played.
func (g *registry) betweenMatches() (codes []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for code, p := range g.rooms {
		if p.sleeper != nil && p.waking == nil && p.sleeper.Info.Line.Stage != engine.Playing {
			codes = append(codes, code)
		}
	}
	return codes
}

// drain lets no room and no match begin any more. It returns the rooms that run, and
// whether it is called for the first time.
func (g *registry) drain(ends time.Time) (rooms []*room.Room, first bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	first = g.ends.IsZero()
	g.ends = ends
	return g.running(), first
}

// stop lets no room run any more that does not already. It returns those that do, and
// whether it is called for the first time.
func (g *registry) stop() (rooms []*room.Room, first bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	first, g.stopped = !g.stopped, true
	return g.running(), first
}

// running are the rooms that do not sleep. The caller holds mu.
func (g *registry) running() (rooms []*room.Room) {
	for _, p := range g.rooms {
		if p.room != nil {
			rooms = append(rooms, p.room)
		}
	}
	return rooms
}

// stops returns when the server stops at the latest, once it drains, and whether it has
// stopped.
func (g *registry) stops() (ends time.Time, already bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ends, g.stopped
}

// moveOut has rooms end here. It returns the codes of those that sleep, and what is
// closed when the others have ended.
func (g *registry) moveOut(moves func(code string) bool) (asleep []string, ending []<-chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	maps.DeleteFunc(g.newer, func(code string, _ bool) bool { return moves(code) })
	for code, p := range g.rooms {
		if !moves(code) {
			continue
		}
		p.moves = true
		switch {
		case p.room != nil:
			p.room.Halt(lobby.ErrMoved)
			ending = append(ending, p.room.Done())
		case p.waking != nil:
			ending = append(ending, p.waking.done)
			asleep = append(asleep, code)
		default:
			asleep = append(asleep, code)
		}
	}
	slices.Sort(asleep)
	return asleep, ending
}

// hold notes that a player sits in a room, within what one player may.
func (g *registry) hold(id, code string, isNew bool, most int) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	err := g.holds.refuse(id, isNew, most)
	if err == nil {
		g.holds.take(id, code)
	}
	return err
}

// release undoes hold.
func (g *registry) release(id, code string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.holds.give(id, code)
}

// seatsOf are the codes of the rooms where a player holds a seat, in order.
func (g *registry) seatsOf(id string) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.holds.rooms(id)
}

// roomSlot is a room of a registry. One that was brought back from the journal sleeps
// until a client or a clock needs it: the lobby shows what its header says.
type roomSlot struct {
	code   string
	number uint64     // by what an operator names the room; no other room of this process has it
	from   netip.Addr // where it was opened; zero if that is not known
	roomState
}

// roomState is what changes of a room; it is a part of the registry.
type roomState struct {
	quiet   time.Time     // since when nobody is connected; zero while a client is
	room    *room.Room    // nil while it sleeps
	sleeper *room.Sleeper // nil once it runs, and where its header could not be read
	header  lobby.Header  // of one that has not run yet
	waking  *waking       // nil unless it is being brought back
	moves   bool          // another process goes on with it
}

// waking is a room that is being brought back, for all who wait for it.
type waking struct {
	done chan struct{} // closed when it is known how that ended
	room *room.Room
	err  error
}
