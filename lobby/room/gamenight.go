package room

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// errNextTable is why no second match is played at a table of an evening.
var errNextTable = prose.Refuse("The match here is over. Leave this table: the game night finds the next one for you.")

// Given is a seat that an evening gives to a person, or to a bot of a level.
type Given struct {
	ID    string // Identity.ID; empty for a bot
	Name  string
	Guest bool
	Level engine.Level // of a bot
}

// Give gives the seats of a table of an evening to people, who are away until they
// come, and to bots. It is for a room that has not begun yet.
func (r *Room) Give(seats []Given) {
	s := &r.loop.state.seating
	s.seats = nil
	for _, given := range seats {
		if given.ID == "" {
			s.seats = append(s.seats, seat{kind: lobby.Bot, name: r.loop.table.freeBotName(), level: given.Level})
			continue
		}
		s.seats = append(s.seats, seat{kind: lobby.Person, id: given.ID, name: given.Name, guest: given.Guest, away: time.Now()})
	}
	r.loop.state.quiet = time.Now()
}

// beginOnce begins the match at a table of an evening once everybody is there: the
// table has no host.
func (o orders) beginOnce() {
	missing := func(s seat) bool { return !s.taken() || s.here() && s.handle == nil }
	if o.plan.Evening == "" || o.stage() != lobby.Gathering || slices.ContainsFunc(o.seating.seats, missing) {
		return
	}
	if err := o.begin(); err != nil {
		o.note(prose.T("{reason}", prose.Sub(prose.Reason(err))))
	}
}

// glance is what all see of the table.
func (s *state) glance() lobby.Glance {
	seen := lobby.Glance{Stage: s.stage()}
	if public := s.play.public; public != nil {
		seen.Round, seen.Rounds = public.Round, public.Rounds
	}
	for i, seat := range s.seating.seats {
		one := lobby.GlanceSeat{Name: seat.name, Bot: seat.kind == lobby.Bot, Here: seat.handle != nil}
		if seat.here() {
			one.ID = seat.id
		}
		if public := s.play.public; public != nil && i < len(public.Totals) {
			one.Total = public.Totals[i]
			one.Substitute = public.Stage == engine.Over && seat.finished
			one.Won = public.Stage == engine.Over && slices.Contains(public.Winners, engine.Seat(i))
		}
		seen.Seats = append(seen.Seats, one)
	}
	return seen
}
