package local

import (
	"cmp"
	"context"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"parlor/lobby"
	"parlor/lobby/gamenight"
	"parlor/lobby/room"
	"parlor/prose"
)

// Operator provides the views and actions by which the operator of the server manages the rooms of a lobby.
type Operator struct {
	registry  *registry
	directory *directory
	waker     *waker
	thoughts  *thoughts
	reports   *reports
	nights    *gameNights
}

// OpenGameNight opens a game night that begins at a given time, unless one opened with the
// same typed time is not over yet. typed is the time as the operator entered it. If today's
// game night is over, the next is tomorrow's; if that of a fixed date is over, code is
// empty. It must be called after [Lobby.Restore].
func (o *Operator) OpenGameNight(plan lobby.GameNightPlan, typed string) (code string, begins time.Time, err error) {
	return o.nights.openDaily(plan, typed)
}

// GameNightFacts holds what an operator may know about a game night. It includes the code, which
// lets its holder join, because the operator names the game night by it.
type GameNightFacts = gamenight.Facts

// GameNights returns the facts of all game nights of this node, by code.
func (o *Operator) GameNights() (all []GameNightFacts) {
	for _, n := range o.nights.index.all() {
		all = append(all, n.Facts())
	}
	slices.SortFunc(all, func(one, other GameNightFacts) int { return cmp.Compare(one.Code, other.Code) })
	return all
}

// GameNight returns the facts of a game night, and what a board shows of the game night.
func (o *Operator) GameNight(ctx context.Context, code string) (facts GameNightFacts, shown lobby.GameNightUpdate, err error) {
	n, err := o.nights.named(code)
	if err != nil {
		return facts, shown, err
	}
	shown, err = n.Show(ctx)
	return n.Facts(), shown, err
}

// EndGameNight ends a game night as its host would: running matches still count.
func (o *Operator) EndGameNight(ctx context.Context, code string) (GameNightFacts, error) {
	n, err := o.nights.named(code)
	if err != nil {
		return GameNightFacts{}, err
	}
	err = n.End(ctx)
	return n.Facts(), err
}

// RoomFacts holds what an operator may know about a room. It contains no chat or hidden
// information, and no code of a private room.
type RoomFacts struct {
	Number   uint64 // unique in this process
	Code     string // empty if the room is private
	Title    string
	Game     string // engine.Game.Name
	Stage    string // lobby.Gathering, or a stage of engine
	Public   bool
	Rated    bool
	Seats    int
	Open     int // free seats
	Watchers int
	Here     int  // connected people, spectators included
	Sleeps   bool // restored from the journal and not loaded yet
	Made     time.Time
	From     netip.Addr // the address that opened it; zero if not known
}

// RoomFacts returns the facts of all rooms, by number.
func (o *Operator) RoomFacts() []RoomFacts {
	o.registry.mu.Lock()
	defer o.registry.mu.Unlock()
	all := make([]RoomFacts, 0, len(o.registry.rooms))
	for code, p := range o.registry.rooms {
		if info := o.directory.info(code); info.Row != nil {
			all = append(all, factsOf(p, info))
		}
	}
	slices.SortFunc(all, func(one, other RoomFacts) int { return cmp.Compare(one.Number, other.Number) })
	return all
}

func factsOf(p *roomSlot, info room.Info) RoomFacts {
	line := info.Row
	facts := RoomFacts{
		Number: p.number, Title: line.Title, Game: line.Game, Stage: line.Stage, Public: info.Public, Rated: info.Rated,
		Seats: line.Seats, Open: line.Open, Watchers: line.Watchers, Here: countConnected(info), Sleeps: p.room == nil, Made: line.Since, From: p.from,
	}
	if info.Public {
		facts.Code = p.code
	}
	return facts
}

// TitlesOf returns the titles of the rooms to which a person is connected.
func (o *Operator) TitlesOf(id string) (titles []string) {
	o.directory.read(func(rooms *roomIndex, _ *peopleIndex) {
		for _, code := range rooms.inside[id] {
			if info := rooms.infos[code]; info.People[id].Here {
				titles = append(titles, info.Row.Title)
			}
		}
	})
	return titles
}

// BotMoves returns the number of bot computations since the start, and how many took too
// long.
func (o *Operator) BotMoves() (all, late uint64) {
	return o.thoughts.all.Load(), o.thoughts.late.Load()
}

// Reports returns the number of player reports since the start.
func (o *Operator) Reports() uint64 { return o.reports.sent.Load() }

// Counts holds totals of a lobby.
type Counts struct {
	Rooms  map[string]int // by stage
	Asleep int            // number of sleeping rooms among them
	Newer  int            // other rooms, which wait for a newer version of the program
	People int            // connected people
}

// Counts returns the current totals. It iterates over all rooms.
func (o *Operator) Counts() Counts {
	o.registry.mu.Lock()
	defer o.registry.mu.Unlock()
	counts := Counts{Rooms: map[string]int{}, Newer: len(o.registry.newer)}
	o.directory.read(func(rooms *roomIndex, people *peopleIndex) {
		counts.People = len(people.present)
		for code, info := range rooms.infos {
			counts.Rooms[info.Row.Stage]++
			if p := o.registry.rooms[code]; p != nil && p.room == nil {
				counts.Asleep++
			}
		}
	})
	return counts
}

// Ends returns the deadline of a running drain, or zero if the lobby does not drain.
func (o *Operator) Ends() time.Time {
	ends, _ := o.registry.stops()
	return ends
}

// maxReason bounds the width of the reason for closing a room, in cells.
const maxReason = 200

// Room returns the facts of the room with a code.
func (o *Operator) Room(code string) (facts RoomFacts, known bool) {
	o.registry.mu.Lock()
	defer o.registry.mu.Unlock()
	p := o.registry.rooms[code]
	info := o.directory.info(code)
	if p == nil || info.Row == nil {
		return facts, false
	}
	return factsOf(p, info), true
}

// CloseRoom closes a room permanently and shows the reason to everyone in it. name is the room's
// number or code.
func (o *Operator) CloseRoom(ctx context.Context, name, reason string) (RoomFacts, error) {
	p, facts := o.roomNamed(name)
	if p == nil {
		return RoomFacts{}, prose.Refuse("There is no room with that number or code.")
	}
	r, err := o.waker.awake(ctx, p)
	if err != nil {
		return facts, err
	}
	return facts, r.Close(ctx, shutWhy(lobby.CleanText(reason, maxReason)), lobby.VoidOperator)
}

// roomNamed returns the room with a number, or else with a code. It returns nil if there is
// none.
func (o *Operator) roomNamed(name string) (named *roomSlot, facts RoomFacts) {
	o.registry.mu.Lock()
	defer o.registry.mu.Unlock()
	number, _ := strconv.ParseUint(name, 10, 64) // no room has number 0
	code := lobby.ParseCode(name)
	for _, p := range o.registry.rooms {
		switch info := o.directory.info(p.code); {
		case info.Row == nil:
		case p.number == number:
			return p, factsOf(p, info)
		case p.code == code:
			named, facts = p, factsOf(p, info)
		}
	}
	return named, facts
}

// shutWhy returns the message shown in a room that the operator closes.
func shutWhy(reason string) error {
	if reason == "" {
		return prose.Refuse("The operator of this server has closed the room.")
	}
	return prose.Refuse("The operator of this server has closed the room: {reason}", prose.Literal(reason))
}
