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

// maxCodeDraws bounds the search for a free code.
const maxCodeDraws = 100

var errNoCode = prose.Refuse("Could not create a room code. Try again.")

// registry holds the rooms of this node by code, running or asleep, and the seats in them.
// It decides whether rooms may be opened.
type registry struct {
	nights *nightIndex // rooms and game nights share one space of codes
	most   int         // maximum number of rooms

	mu      sync.Mutex // guards the fields below and the state of each room
	rooms   map[string]*roomSlot
	newer   map[string]bool // codes of rooms that wait for a newer version of the program
	numbers uint64          // the last room number that was assigned
	seats   seatIndex
	stopped bool
	ends    time.Time // deadline of the drain; zero before it has begun
}

func newRegistry(nights *nightIndex, most int) *registry {
	return &registry{nights: nights, most: most, rooms: map[string]*roomSlot{}, newer: map[string]bool{}, seats: newSeatIndex()}
}

// slot returns the room with a code, or nil.
func (g *registry) slot(code string) *roomSlot {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.rooms[code]
}

// slots returns the rooms of this node among those with the given codes.
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

// allSlots returns all rooms.
func (g *registry) allSlots() []*roomSlot {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Collect(maps.Values(g.rooms))
}

// awake returns the running rooms among those with the given codes.
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

// knows reports whether a room or a game night has the code.
func (g *registry) knows(code string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.isTaken(code)
}

// isTaken is like knows. The caller holds mu.
func (g *registry) isTaken(code string) bool {
	return g.rooms[code] != nil || g.nights.night(code) != nil || g.newer[code]
}

// isFree reports whether code is not empty and not taken. The caller holds mu.
func (g *registry) isFree(code string) bool { return code != "" && !g.isTaken(code) }

// drawCode draws a free code. The caller holds mu.
func (g *registry) drawCode(draw func() string) (string, error) {
	for range maxCodeDraws {
		if code := draw(); g.isFree(code) {
			return code, nil
		}
	}
	return "", errNoCode
}

// isOver reports whether the lobby drains or has stopped. The caller holds mu.
func (g *registry) isOver() bool { return g.stopped || !g.ends.IsZero() }

// mayOpen returns an error if no further room may be opened. The caller holds mu.
func (g *registry) mayOpen() error {
	switch {
	case g.isOver():
		return lobby.ErrStopping
	case len(g.rooms) >= g.most:
		return prose.Refuse("This server cannot open any more rooms. Join one, or try again later.")
	}
	return nil
}

// put adds a room and assigns its number. The caller holds mu.
func (g *registry) put(p *roomSlot) {
	g.numbers++
	p.number = g.numbers
	g.rooms[p.code] = p
}

// restored adds a restored room.
func (g *registry) restored(p *roomSlot) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.put(p)
	if p.sleeper != nil {
		g.seats.takeAll(p.sleeper.Holders(), p.code)
	}
}

// waitForNewer records a room that needs a newer version of the program.
func (g *registry) waitForNewer(code string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.newer[code] = true
}

// sleeps reports whether a room has not been loaded yet.
func (g *registry) sleeps(p *roomSlot) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.rooms[p.code] == p && p.room == nil
}

// spares reports whether a room sleeps and does not mention any of the people.
func (g *registry) spares(p *roomSlot, ids []string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return p.sleeper != nil && !slices.ContainsFunc(ids, p.sleeper.Mentions)
}

// occupied returns the number of rooms with connected clients. Sleeping rooms have none.
func (g *registry) occupied() (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range g.rooms {
		if p.waking != nil || p.room != nil && p.emptySince.IsZero() {
			n++
		}
	}
	return n
}

// betweenMatches returns the codes of the sleeping rooms in which no match is being played.
func (g *registry) betweenMatches() (codes []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for code, p := range g.rooms {
		if p.sleeper != nil && p.waking == nil && p.sleeper.Info.Row.Stage != engine.Playing {
			codes = append(codes, code)
		}
	}
	return codes
}

// drain sets the deadline after which the lobby stops. It returns the running rooms, and
// whether it was the first call.
func (g *registry) drain(ends time.Time) (rooms []*room.Room, first bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	first = g.ends.IsZero()
	g.ends = ends
	return g.running(), first
}

// stop prevents further rooms from running. It returns the running rooms, and whether it
// was the first call.
func (g *registry) stop() (rooms []*room.Room, first bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	first, g.stopped = !g.stopped, true
	return g.running(), first
}

// running returns the running rooms. The caller holds mu.
func (g *registry) running() (rooms []*room.Room) {
	for _, p := range g.rooms {
		if p.room != nil {
			rooms = append(rooms, p.room)
		}
	}
	return rooms
}

// stops returns the deadline of the drain, zero if there is none, and whether the lobby has
// stopped.
func (g *registry) stops() (ends time.Time, already bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ends, g.stopped
}

// moveOut ends the matching rooms, which move to another node. It returns the codes of the
// sleeping ones, and channels that are closed when the others have ended.
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
			p.room.Stop(lobby.ErrMoved)
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

// hold records that a player has a seat in a room. It fails if the player has too many.
func (g *registry) hold(id, code string, isNew bool, most int) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	err := g.seats.refuse(id, isNew, most)
	if err == nil {
		g.seats.take(id, code)
	}
	return err
}

// release undoes hold.
func (g *registry) release(id, code string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.seats.give(id, code)
}

// seatsOf returns the sorted codes of the rooms where a player has a seat.
func (g *registry) seatsOf(id string) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.seats.rooms(id)
}

// roomSlot is a room of a registry. A restored room sleeps until a client or a timer needs
// it; the lobby shows the info of its header meanwhile.
type roomSlot struct {
	code   string
	number uint64     // the room's name for the operator; unique in this process
	from   netip.Addr // the address that opened it; zero if not known
	roomState
}

// roomState is the state of a room that the registry's mutex guards.
type roomState struct {
	emptySince time.Time     // when the last client disconnected; zero while any is connected
	room       *room.Room    // nil while the room sleeps
	sleeper    *room.Sleeper // nil once the room runs, or if its header is incomplete
	header     lobby.Header  // of a room that has not run yet
	waking     *waking       // not nil while the room is being loaded
	moves      bool          // the room moves to another node
}

// waking is the loading of a room, for all callers that wait for it.
type waking struct {
	done chan struct{} // closed when room or err is set
	room *room.Room
	err  error
}
