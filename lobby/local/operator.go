package local

import (
	"cmp"
	"context"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"parlor/lobby"
	"parlor/lobby/room"
	"parlor/prose"
)

// Operator is what the operator of the server may know and do of the rooms of a lobby.
type Operator struct {
	registry  *registry
	directory *directory
	waker     *waker
	thoughts  *thoughts
	reports   *reports
	nights    *gameNights
}

// OpenGameNight opens a game night that begins at a time, unless one that was opened so
// before is not over yet. Typed is what the operator typed for the time, and tells it from
// others. If today's is over, the next one is tomorrow; if that of a date is over, code is
// empty. It is called after [Lobby.Restore].
func (o *Operator) OpenGameNight(plan lobby.GameNightPlan, typed string) (code string, begins time.Time, err error) {
	return o.nights.openDaily(plan, typed)
}

// RoomFacts is what an operator may know of a room: nothing of what is said or
// hidden in it, and no code that would let them in where others need to be given
// it.
type RoomFacts struct {
	Number   uint64 // no other room of this process has it
	Code     string // empty where the room is private
	Title    string
	Game     string // engine.Game.Name
	Stage    string // lobby.Gathering, or a stage of engine
	Public   bool
	Rated    bool
	Seats    int
	Open     int // seats that a person could still take
	Watchers int
	Here     int  // people who are connected, watchers included
	Sleeps   bool // it was brought back from the journal, and nobody has needed it yet
	Made     time.Time
	From     netip.Addr // where it was made; zero where nobody knows
}

// RoomFacts are those of all rooms, by number.
func (o *Operator) RoomFacts() []RoomFacts {
	o.registry.mu.Lock()
	defer o.registry.mu.Unlock()
	all := make([]RoomFacts, 0, len(o.registry.rooms))
	for code, p := range o.registry.rooms {
		if info := o.directory.info(code); info.Line != nil {
			all = append(all, factsOf(p, info))
		}
	}
	slices.SortFunc(all, func(one, other RoomFacts) int { return cmp.Compare(one.Number, other.Number) })
	return all
}

func factsOf(p *roomSlot, info room.Info) RoomFacts {
	line := info.Line
	facts := RoomFacts{
		Number: p.number, Title: line.Title, Game: line.Game, Stage: line.Stage, Public: info.Public, Rated: info.Rated,
		Seats: line.Seats, Open: line.Open, Watchers: line.Watchers, Here: countConnected(info), Sleeps: p.room == nil, Made: line.Since, From: p.from,
	}
	if info.Public {
		facts.Code = p.code
	}
	return facts
}

// TitlesOf are the titles of the rooms in which a person is connected.
func (o *Operator) TitlesOf(id string) (titles []string) {
	o.directory.read(func(rooms *roomIndex, _ *peopleIndex) {
		for _, code := range rooms.inside[id] {
			if info := rooms.infos[code]; info.People[id].Here {
				titles = append(titles, info.Line.Title)
			}
		}
	})
	return titles
}

// Thoughts is how often bots have thought since the start, and how often that took
// too long.
func (o *Operator) Thoughts() (all, late uint64) {
	return o.thoughts.all.Load(), o.thoughts.late.Load()
}

// Reports is how often a person was reported since the start.
func (o *Operator) Reports() uint64 { return o.reports.sent.Load() }

// Counts is how much of what there is in the lobby.
type Counts struct {
	Rooms  map[string]int // by stage
	Asleep int            // of these rooms
	Newer  int            // rooms besides these that wait for a newer program
	People int            // who are here
}

// Counts walks over all rooms.
func (o *Operator) Counts() Counts {
	o.registry.mu.Lock()
	defer o.registry.mu.Unlock()
	counts := Counts{Rooms: map[string]int{}, Newer: len(o.registry.newer)}
	o.directory.read(func(rooms *roomIndex, people *peopleIndex) {
		counts.People = len(people.present)
		for code, info := range rooms.infos {
			counts.Rooms[info.Line.Stage]++
			if p := o.registry.rooms[code]; p != nil && p.room == nil {
				counts.Asleep++
			}
		}
	})
	return counts
}

// Ends is when the server stops at the latest, once it drains; zero while it does
// not.
func (o *Operator) Ends() time.Time {
	ends, _ := o.registry.stops()
	return ends
}

// maxReason bounds the cells of why a room is closed.
const maxReason = 200

// CloseRoom closes a room for good and tells everybody in it why. It is named by
// its number, or by its code.
func (o *Operator) CloseRoom(ctx context.Context, name, reason string) (RoomFacts, error) {
	p, facts := o.roomNamed(name)
	if p == nil {
		return RoomFacts{}, prose.Refuse("There is no room of that number or code.")
	}
	r, err := o.waker.awake(ctx, p)
	if err != nil {
		return facts, err
	}
	return facts, r.Shut(ctx, shutWhy(lobby.CleanText(reason, maxReason)), lobby.VoidOperator)
}

// roomNamed is the room of a number, or else of a code; nil for none.
func (o *Operator) roomNamed(name string) (named *roomSlot, facts RoomFacts) {
	o.registry.mu.Lock()
	defer o.registry.mu.Unlock()
	number, _ := strconv.ParseUint(name, 10, 64) // 0 is no room's
	code := lobby.ParseCode(name)
	for _, p := range o.registry.rooms {
		switch info := o.directory.info(p.code); {
		case info.Line == nil:
		case p.number == number:
			return p, factsOf(p, info)
		case p.code == code:
			named, facts = p, factsOf(p, info)
		}
	}
	return named, facts
}

// shutWhy is what the people in a room are told that the operator closes.
func shutWhy(reason string) error {
	if reason == "" {
		return prose.Refuse("The operator of this server has closed the room.")
	}
	return prose.Refuse("The operator of this server has closed the room: {reason}", prose.Literal(reason))
}
