package gamenight

import (
	"context"
	"time"

	"parlor/lobby"
)

// Facts are what the operator of a server may know of a game night: nothing that is said
// or hidden at its tables.
type Facts struct {
	Code, Title, Stage string
	Host               string // name; empty for none
	Begins, Ends       time.Time
	People             int // who take part
	Here               int // of these, connected
	Waiting            int // of these, who could be seated now
	WaitingSince       time.Time
	Tables, Playing    int // Playing are the tables whose matches are in play
	Played             int // matches that are over
}

// facts returns the facts of the night. WaitingSince is since when the player waits who
// waits longest; zero if none does.
func (s *State) facts() Facts {
	f := Facts{
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
		if p.Here {
			f.Here++
		}
		if s.stage == lobby.GameNightPlaying && p.mayWait() {
			f.Waiting++
			if f.WaitingSince.IsZero() || p.Since.Before(f.WaitingSince) {
				f.WaitingSince = p.Since
			}
		}
	}
	for _, t := range s.roster.seating.tables {
		if t.playing() {
			f.Playing++
		}
	}
	return f
}

// End ends the night for its operator: matches that are played still count.
func (n *Night) End(ctx context.Context) error {
	return n.ask(ctx, func() error { return n.step(End{}) })
}

// Show returns what a board shows of the night.
func (n *Night) Show(ctx context.Context) (lobby.GameNightUpdate, error) {
	answer := make(chan lobby.GameNightUpdate, 1)
	err := n.ask(ctx, func() error {
		shown, _ := n.state.View(time.Now())
		answer <- shown
		return nil
	})
	if err != nil {
		return lobby.GameNightUpdate{}, err
	}
	return <-answer, nil
}
