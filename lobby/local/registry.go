package local

import (
	"container/heap"
	"sync"
	"time"

	"parlor/engine"
	"parlor/lobby/room"
	"parlor/prose"
)

// registry is the rooms of this node by code, running or asleep, the seats in them, and
// whether the node lets any more be opened. Its lock is taken before that of the
// directory, which is before those of accounts (account.People has the order), and never
// held while waiting for a room.
type registry struct {
	mu      sync.Mutex // guards what follows, and what a place says it does
	rooms   map[string]*place
	newer   map[string]bool // codes of rooms that wait for a newer program than this one
	numbers uint64          // of rooms that were given one
	dues    dues            // of the rooms that sleep, and of some that do so no more
	holds   holds
	stopped bool
	ends    time.Time // of draining, at the latest; zero while it has not begun
}

func newRegistry() *registry {
	return &registry{rooms: map[string]*place{}, newer: map[string]bool{}, holds: newHolds()}
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

// isOver reports whether no room and no match begins any more. The caller holds mu.
func (g *registry) isOver() bool { return g.stopped || !g.ends.IsZero() }

// running are the rooms that do not sleep. The caller holds mu.
func (g *registry) running() (rooms []*room.Room) {
	for _, p := range g.rooms {
		if p.room != nil {
			rooms = append(rooms, p.room)
		}
	}
	return rooms
}

// put lists a room under its code and a number. The caller holds mu.
func (g *registry) put(p *place) {
	g.numbers++
	p.number = g.numbers
	g.rooms[p.code] = p
}

// count counts the rooms that run and in which somebody is. Nobody is in one that
// sleeps, and the next start finds those as they are.
func (g *registry) count() (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range g.rooms {
		if p.waking != nil || p.room != nil && p.quiet.IsZero() {
			n++
		}
	}
	return n
}

// sleepUntil has a clock bring a room back; a zero moment is never. The caller
// holds mu.
func (g *registry) sleepUntil(at time.Time, p *place) {
	if !at.IsZero() {
		heap.Push(&g.dues, due{at, p})
	}
}

// sleeps reports whether a room is still to be brought back.
func (g *registry) sleeps(p *place) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.rooms[p.code] == p && p.room == nil
}

// nextDue takes a room whose time has come, nil for none.
func (g *registry) nextDue() *place {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	for len(g.dues) > 0 && !g.dues[0].at.After(now) {
		p := heap.Pop(&g.dues).(due).place //nolint:forcetypeassert // nothing else is pushed
		if g.rooms[p.code] == p && p.room == nil {
			return p
		}
	}
	return nil
}

// untilDue is how long to wait for the next room whose time comes.
func (g *registry) untilDue() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.dues) == 0 {
		return wakeLatest
	}
	return min(wakeLatest, time.Until(g.dues[0].at))
}

// places are the rooms of codes that are here.
func (g *registry) places(codes []string) (all []*place) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, code := range codes {
		if p := g.rooms[code]; p != nil {
			all = append(all, p)
		}
	}
	return all
}

// holdSeats notes that people sit in a room that comes back. The caller holds mu.
func (g *registry) holdSeats(ids []string, code string) {
	for _, id := range ids {
		g.holds.take(id, code)
	}
}

// newcomerRooms is in how many rooms a newcomer holds a seat.
const newcomerRooms = 1

// mayHold refuses somebody a seat who holds as many as they may, of at most
// so many for others than newcomers. The caller holds mu.
func (g *registry) mayHold(id string, isNew bool, most int) error {
	switch held := g.holds.count(id); {
	case held >= most:
		return prose.Refuse("You have a seat in {n} rooms already. Leave one of them first.", prose.N(most))
	case isNew && held >= newcomerRooms:
		return prose.Refuse("You are new here, so you can have a seat in one room at a time. Leave the other one first. That ends once you have finished a match and a day has passed.")
	}
	return nil
}

// hold writes down that a person sits in a room, within what one person may.
func (g *registry) hold(id, code string, isNew bool, most int) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.mayHold(id, isNew, most); err != nil {
		return err
	}
	g.holds.take(id, code)
	return nil
}

// release undoes hold.
func (g *registry) release(id, code string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.holds.give(id, code)
}
