package room

import (
	"maps"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// Info is what a room tells the hall about itself. It is never changed once
// told.
type Info struct {
	Line   *lobby.RoomRow // nil where a room has told nothing; the same one as long as it says the same
	Public bool
	Rated  bool // Plan.Rated
	Slow   bool // its people need not be there while they play
	// Calls says that who is away is told of their turns outside, if they want to be,
	// and Time how long they then have for a decision; zero is as long as they like.
	Calls  bool
	Time   time.Duration
	People map[string]Presence // by identity
}

// Presence is what a person is in a room.
type Presence struct {
	Seated bool   // holds a seat, else watches
	Here   bool   // connected
	ToMove bool   // has a decision to make
	Name   string // of the seat; empty for a watcher
	Folded string // the same as others could mistake it
}

// Stranger is the line of a room for somebody who is not in it.
func (i Info) Stranger() lobby.RoomRow {
	if i.Public {
		return *i.Line
	}
	return lobby.RoomRow{Game: i.Line.Game, Stage: i.Line.Stage, Seats: i.Line.Seats, Locked: true, Since: i.Line.Since}
}

// Same reports whether there is nothing new in it.
func (i Info) Same(other Info) bool {
	return i.Public == other.Public && i.Rated == other.Rated && i.Slow == other.Slow && i.Calls == other.Calls && i.Time == other.Time && i.sameLine(other) && maps.Equal(i.People, other.People)
}

func (i Info) sameLine(other Info) bool {
	return i.Line == other.Line || i.Line != nil && other.Line != nil && i.Line.Same(*other.Line)
}

// infoOf is what the hall may know of a room. Names that people were told with need not
// be folded again.
func infoOf(config *Config, s *state, told map[string]Presence) Info {
	info := Info{
		Public: s.plan.Public, Rated: s.plan.Rated, Slow: slowness(s.plan) > 0, Calls: calls(s.plan), Time: timeAway(s.plan), People: map[string]Presence{},
		Line: &lobby.RoomRow{
			Code: config.Code, Title: s.plan.Title, Game: config.Game.Name, Stage: s.stage(),
			Seats: len(s.seating.seats), Watchers: len(s.watch.watchers), Unwatched: s.plan.Unwatched, Since: config.Made,
			Options: s.plan.Options, Settings: lobby.ToldInHall(config.Settings, s.plan),
		},
	}
	var programs []bool
	for i, seat := range s.seating.seats {
		if seat.kind == lobby.Empty {
			info.Line.Open++
			continue
		}
		info.Line.Names = append(info.Line.Names, seat.name)
		info.Line.Bots = append(info.Line.Bots, seat.kind == lobby.Bot)
		programs = append(programs, seat.program)
		if seat.here() {
			folded := told[seat.id].Folded
			if told[seat.id].Name != seat.name || folded == "" {
				folded = lobby.FoldName(seat.name)
			}
			info.People[seat.id] = Presence{
				Seated: true, Here: seat.handle != nil, Name: seat.name, Folded: folded, ToMove: s.play.toMove(engine.Seat(i)),
			}
		}
	}
	if slices.Contains(programs, true) {
		info.Line.Programs = programs
	}
	for _, w := range s.watch.watchers {
		info.People[w.guest.ID()] = Presence{Here: true}
	}
	return info
}
