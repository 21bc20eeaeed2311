package room

import (
	"strings"

	"parlor/lobby"
)

// rate settles at the beginning of a match whether it counts for ratings, and
// says so. What becomes of its players later changes nothing.
func (p *play) rate(s *seating, e effects) {
	if why := s.uncounted(); why != "" {
		e.note("It does not count for ratings: %s.", why)
		return
	}
	p.rated = true
	e.note("It counts for ratings.")
}

// uncounted says why a match of those who are on the seats cannot count; it is
// empty where it can.
func (s *seating) uncounted() string {
	var guests []string
	people := map[string]bool{}
	for _, s := range s.seats {
		switch {
		case s.kind == lobby.Bot:
			return "a bot plays"
		case s.guest:
			guests = append(guests, s.name)
		}
		people[s.id] = true
	}
	switch {
	case len(guests) > 0:
		return "without a key here: " + strings.Join(guests, ", ")
	case len(people) < 2:
		return "it takes two different people"
	}
	return ""
}
