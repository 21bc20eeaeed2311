package gamenight

import (
	"slices"
	"time"

	"parlor/lobby"
)

// Player is one who takes part in a game night, or has.
type Player struct {
	Number int       `json:"number"` // never given twice
	ID     string    `json:"id"`     // Identity.ID; empty once everything about them was deleted
	Name   string    `json:"name"`
	Guest  bool      `json:"guest,omitempty"`
	Out    bool      `json:"out,omitempty"`    // sits out
	Gone   bool      `json:"gone,omitempty"`   // has left
	Banned bool      `json:"banned,omitempty"` // the host has sent them away
	Since  time.Time `json:"since"`            // since when they wait
	Table  int       `json:"table,omitempty"`  // where they are called to, play or have just played
	Turns  int       `json:"turns"`            // how often they were seated
	Missed int       `json:"missed,omitempty"` // calls in a row that they did not answer
	Points int       `json:"points"`
	Played int       `json:"played"`
	Won    int       `json:"won"`
	Here   bool      `json:"-"` // connected
}

func here(p *Player) bool { return p.Here }

// mayWait reports whether a player can be seated at a table.
func (p *Player) mayWait() bool { return p.Table == 0 && p.Here && !p.Out && !p.Gone }

// players are all who take part in a game night or have, in the order in which they came.
type players []*Player

func (all players) first(is func(*Player) bool) *Player {
	if at := slices.IndexFunc(all, is); at >= 0 {
		return all[at]
	}
	return nil
}

// withID returns the player with an identity, nil for none.
func (all players) withID(id string) *Player {
	return all.first(func(p *Player) bool { return p.ID == id && id != "" })
}

// numbered returns the player with a number, nil for none, as for a bot.
func (all players) numbered(number int) *Player {
	return all.first(func(p *Player) bool { return p.Number == number })
}

// named returns the player with a name who has not left, nil for none.
func (all players) named(name string) *Player {
	wanted := lobby.FoldName(name)
	return all.first(func(p *Player) bool { return !p.Gone && p.ID != "" && lobby.FoldName(p.Name) == wanted })
}

// add adds a player, nil if there are so many already. One who has left and has
// played nothing makes room.
func (all *players) add(id string, most int) *Player {
	number := 1
	if n := len(*all); n > 0 {
		number = (*all)[n-1].Number + 1 // the last one is never removed
	}
	if len(*all) >= most {
		at := slices.IndexFunc((*all)[:max(0, len(*all)-1)], func(p *Player) bool { return p.Gone && !p.Banned && p.Played == 0 && p.Table == 0 })
		if at < 0 {
			return nil
		}
		*all = slices.Delete(*all, at, at+1)
	}
	p := &Player{Number: number, ID: id}
	*all = append(*all, p)
	return p
}
