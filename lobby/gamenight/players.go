package gamenight

import (
	"slices"
	"time"

	"parlor/lobby"
)

// Player is a current or former participant of a game night.
type Player struct {
	Number int       `json:"number"` // unique
	ID     string    `json:"id"`     // Identity.ID; empty once the account was deleted
	Name   string    `json:"name"`
	Guest  bool      `json:"guest,omitempty"`
	Out    bool      `json:"out,omitempty"`    // sits out
	Gone   bool      `json:"gone,omitempty"`   // has left
	Banned bool      `json:"banned,omitempty"` // removed by the host
	Since  time.Time `json:"since"`            // since when they wait
	Table  int       `json:"table,omitempty"`  // their current or last table
	Turns  int       `json:"turns"`            // number of times they were seated
	Missed int       `json:"missed,omitempty"` // number of missed calls in a row
	Before int       `json:"before,omitempty"` // rank before the last finished match; 0 if there was none
	Points int       `json:"points"`
	Played int       `json:"played"`
	Won    int       `json:"won"`
	Team   int       `json:"team,omitempty"` // place of their team, from 1; 0 for none
	Here   bool      `json:"-"`              // connected
	// Lost is when their connection was lost; zero while they are here.
	Lost time.Time `json:"lost,omitzero"`
	// Program is true if they joined with an API client last.
	Program bool `json:"program,omitempty"`
}

func here(p *Player) bool { return p.Here }

// lost reports whether a player lost the connection so recently that the others wait for
// them.
func (p *Player) lost(now time.Time) bool {
	return !p.Here && !p.Gone && now.Before(p.Lost.Add(PlaceTime))
}

// mayWait reports whether a player can be seated.
func (p *Player) mayWait() bool { return p.Table == 0 && p.Here && !p.Out && !p.Gone }

// players are all current and former participants, in order of arrival.
type players []*Player

// name returns the name of the player with a number, or "".
func (all players) name(number int) string {
	if p := all.numbered(number); p != nil && number != 0 {
		return p.Name
	}
	return ""
}

func (all players) first(is func(*Player) bool) *Player {
	if at := slices.IndexFunc(all, is); at >= 0 {
		return all[at]
	}
	return nil
}

// withID returns the player with an identity, or nil.
func (all players) withID(id string) *Player {
	return all.first(func(p *Player) bool { return p.ID == id && id != "" })
}

// takesPart reports whether the player with an identity takes part and has not left.
func (all players) takesPart(id string) bool {
	p := all.withID(id)
	return p != nil && !p.Gone
}

// numbered returns the player with a number, or nil, such as for a bot.
func (all players) numbered(number int) *Player {
	return all.first(func(p *Player) bool { return p.Number == number })
}

// named returns the player with a name who has not left, or nil.
func (all players) named(name string) *Player {
	wanted := lobby.FoldName(name)
	return all.first(func(p *Player) bool { return !p.Gone && p.ID != "" && lobby.FoldName(p.Name) == wanted })
}

// add adds a player, or returns nil if there are already most of them. A player who has
// left without playing is removed first.
func (all *players) add(id string, most int) *Player {
	number := 1
	if n := len(*all); n > 0 {
		number = (*all)[n-1].Number + 1 // the last player is never removed
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
