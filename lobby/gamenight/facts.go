package gamenight

import (
	"context"
	"time"

	"parlor/lobby"
)

// Facts is what the operator may see of a game night. It contains no chat or hidden
// information.
type Facts struct {
	Code, Title, Stage string
	Host               string // name; empty if there is none
	Begins, Ends       time.Time
	People             int // participants
	Here               int // of these, the connected ones
	Waiting            int // of these, those who wait for a table
	WaitingSince       time.Time
	Tables, Playing    int // Playing is the number of tables with a running match
	Played             int // finished matches

	rooms map[int]string // codes of the rooms of tables with a match in play, by number
	named []named        // the participants of a game night that is not over
}

// named is a participant of a game night.
type named struct{ name, id string }

// Named returns the identity of the participant with a name like the one that lobby.FoldName has
// folded, or "".
func (f Facts) Named(folded string) (id string) {
	for _, p := range f.named {
		if lobby.FoldName(p.name) == folded {
			return p.id
		}
	}
	return ""
}

// Room returns the code of the room of a table with a match in play, or "".
func (f Facts) Room(number int) string { return f.rooms[number] }

// Over reports whether the night has ended; running matches may continue.
func (f Facts) Over() bool { return f.Stage == lobby.GameNightOver }

// facts returns the facts of the night. WaitingSince is the start of the longest current
// wait, or zero.
func (s *State) facts() *Facts {
	f := &Facts{
		Code: s.code, Title: s.plan.Title, Stage: s.stage, Begins: s.plan.Begins, Ends: s.plan.Ends,
		Tables: len(s.roster.seating.tables), Played: s.roster.results.played,
	}
	if host := s.player(s.roster.host.id); host != nil {
		f.Host = host.Name
	}
	for _, p := range s.roster.seating.players {
		if p.Gone {
			continue
		}
		f.People++
		if p.ID != "" && s.stage != lobby.GameNightOver {
			f.named = append(f.named, named{p.Name, p.ID})
		}
		if p.Here {
			f.Here++
		}
		if s.stage == lobby.GameNightPlaying && s.roster.status(p) == lobby.GameNightWaiting {
			f.Waiting++
			if f.WaitingSince.IsZero() || p.Since.Before(f.WaitingSince) {
				f.WaitingSince = p.Since
			}
		}
	}
	for _, t := range s.roster.seating.tables {
		if t.playing() {
			if f.Playing++; f.rooms == nil {
				f.rooms = map[int]string{}
			}
			f.rooms[t.Number] = t.Room
		}
	}
	return f
}

// End ends the night at the operator's request. Matches in progress still count.
func (n *Night) End(ctx context.Context) error {
	return n.ask(ctx, func() error { return n.step(End{}) })
}

// Show returns what a board shows of the night.
func (n *Night) Show(ctx context.Context) (lobby.GameNightUpdate, error) {
	answer := make(chan lobby.GameNightUpdate, 1)
	err := n.ask(ctx, func() error {
		shown, _ := n.state.View(time.Now())
		answer <- n.audience.board(shown)
		return nil
	})
	if err != nil {
		return lobby.GameNightUpdate{}, err
	}
	return <-answer, nil
}
