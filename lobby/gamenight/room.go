package gamenight

import (
	"strconv"

	"parlor/engine"
	"parlor/lobby"
)

// Room is the room that a table needs: private, its seats given.
type Room struct {
	Table  int
	Plan   lobby.Plan
	Night  string // title of the game night
	Titled string // as State.Titled
	Seats  []Occupant
}

// Occupant has a seat of a Room: a player, or a bot of a level.
type Occupant struct {
	ID    string // Identity.ID; empty for a bot
	Name  string
	Guest bool
	Level engine.Level // of a bot
}

// room returns the room for a table.
func (s *State) room(t *Table) Room {
	plan := lobby.Plan{
		Game: t.Game, Seats: len(t.Seats),
		Title: lobby.CleanText(s.Plan.Title, s.bounds.TitleCells-5) + " #" + strconv.Itoa(t.Number),
	}
	game, known := lobby.FindGame(s.games, t.Game)
	if known {
		plan.Options = s.Plan.Options(game)
	}
	lobby.EveningPreset(s.Plan.Pace).Put(&plan)
	level := min(max(1, s.Plan.Bots), engine.Level(len(game.Levels)))
	room := Room{Table: t.Number, Plan: plan, Night: s.Plan.Title, Titled: s.Titled}
	for _, seat := range t.Seats {
		one := Occupant{Level: level}
		if p := s.seating.players.numbered(seat.Player); p != nil {
			one.ID, one.Name, one.Guest = p.ID, p.Name, p.Guest
		}
		room.Seats = append(room.Seats, one)
	}
	return room
}
