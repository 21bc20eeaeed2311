package room

import (
	"parlor/lobby"
	"parlor/prose"
)

// rate settles at the beginning of a match whether it counts for ratings, and
// says so. What becomes of its players later changes nothing.
func (p *play) rate(s *seating, e effects) {
	p.unmarked = false
	if why := s.uncounted(); !why.IsZero() {
		e.note(why)
		return
	}
	p.rated = true
	if programs := s.programs(); len(programs) > 0 {
		e.note(prose.T("The match counts for ratings. Programs play for: {names}.", prose.And(prose.Names(programs))))
		return
	}
	e.note(prose.T("The match counts for ratings."))
}

// uncounted says why a match of those who are on the seats cannot count; nothing
// where it can.
func (s *seating) uncounted() prose.Text {
	var guests []string
	people := map[string]bool{}
	for _, s := range s.seats {
		switch {
		case s.kind == lobby.Bot:
			return prose.T("The match does not count for ratings: a bot plays.")
		case s.guest:
			guests = append(guests, s.name)
		}
		people[s.id] = true
	}
	switch {
	case len(guests) > 0:
		return prose.T("The match does not count for ratings. These players have no key: {names}.", prose.And(prose.Names(guests)))
	case len(people) < 2:
		return prose.T("The match does not count for ratings: it needs two different people.")
	}
	return prose.Text{}
}
