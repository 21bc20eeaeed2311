package gamenight

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// over is the stage of a finished match.
const over = engine.Over

// Table is a table of a game night.
type Table struct {
	Number int       `json:"number"`
	Game   string    `json:"game"`
	Room   string    `json:"room,omitempty"` // room code; empty until it is opened
	Called time.Time `json:"called"`
	Began  time.Time `json:"began,omitzero"` // when its match began
	Ended  time.Time `json:"ended,omitzero"` // when its match ended
	Seats  []Seat    `json:"seats"`
	// Minutes is the time limit of the match; 0 means none.
	Minutes int          `json:"minutes,omitempty"`
	Seen    lobby.Glance `json:"seen"`
}

// Seat is a seat of a Table.
type Seat struct {
	Player int    `json:"person,omitempty"` // Player.Number; 0 for a bot
	Name   string `json:"name"`
	Left   bool   `json:"left,omitempty"` // the player has left the table
	Team   int    `json:"team,omitempty"` // place of the player's team when the table was made, from 1; 0 for none
}

// holds reports whether a player has the seat and has not left it.
func (s Seat) holds() bool { return s.Player != 0 && !s.Left }

// gathers, playing and over report the stage of the table's match.
func (t *Table) gathers() bool { return t.Seen.Stage == lobby.Gathering }
func (t *Table) playing() bool { return !t.gathers() && t.Ended.IsZero() }
func (t *Table) over() bool    { return !t.Ended.IsZero() }

// rests reports whether the match is over and the players still have time to leave.
func (t *Table) rests(now time.Time) bool { return t.over() && now.Before(t.Ended.Add(RestTime)) }

// empty reports whether all players have left the table.
func (t *Table) empty() bool { return !slices.ContainsFunc(t.Seats, Seat.holds) }

// leave marks a player's seat as left.
func (t *Table) leave(number int) {
	for i := range t.Seats {
		if t.Seats[i].Player == number {
			t.Seats[i].Left = true
		}
	}
}

// remove removes the seat of a player.
func (t *Table) remove(number int) {
	t.Seats = slices.DeleteFunc(t.Seats, func(s Seat) bool { return s.Player == number })
}

// shows reports whether a glance equals the last one.
func (t *Table) shows(seen lobby.Glance) bool {
	return seen.Stage == t.Seen.Stage && seen.Round == t.Seen.Round && seen.Rounds == t.Seen.Rounds && seen.Match == t.Seen.Match && slices.Equal(seen.Seats, t.Seen.Seats)
}

// has reports whether a player has a seat in the room.
func (t *Table) has(p *Player) bool {
	return slices.ContainsFunc(t.Seen.Seats, func(s lobby.GlanceSeat) bool { return s.ID == p.ID && p.ID != "" })
}

// here reports whether a player has come to the room.
func (t *Table) here(p *Player) bool {
	return slices.ContainsFunc(t.Seen.Seats, func(s lobby.GlanceSeat) bool { return s.ID == p.ID && p.ID != "" && s.Here })
}

// tables are the current tables, and finished ones that players have not left, by number.
type tables []*Table

func (all tables) first(is func(*Table) bool) *Table {
	if at := slices.IndexFunc(all, is); at >= 0 {
		return all[at]
	}
	return nil
}

// numbered returns the table with a number, or nil.
func (all tables) numbered(number int) *Table {
	return all.first(func(t *Table) bool { return t.Number == number && number != 0 })
}

// in returns the table in a room, or nil.
func (all tables) in(room string) *Table {
	return all.first(func(t *Table) bool { return t.Room == room && room != "" })
}

// remove removes a table.
func (all *tables) remove(t *Table) {
	*all = slices.DeleteFunc(*all, func(other *Table) bool { return other == t })
}

// forget removes the name and identity of a player.
func (all tables) forget(number int, id string) {
	for _, t := range all {
		for i := range t.Seats {
			if t.Seats[i].Player == number {
				t.Seats[i].Name = lobby.Forgotten
			}
		}
		for i := range t.Seen.Seats {
			if t.Seen.Seats[i].ID == id {
				t.Seen.Seats[i].ID, t.Seen.Seats[i].Name = "", lobby.Forgotten
			}
		}
	}
}
