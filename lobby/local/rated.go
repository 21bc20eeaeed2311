package local

import (
	"strings"
	"time"

	"parlor/lobby"
)

// beRated settles at the beginning of a match whether it counts, and says so.
// What becomes of its players later changes nothing.
func (r *room) beRated() {
	if r.rated = false; !r.plan.Rated {
		return
	}
	if why := r.uncounted(); why != "" {
		r.note("It does not count for ratings: %s.", why)
		return
	}
	r.rated = true
	r.note("It counts for ratings.")
}

// uncounted says why a match of those who are on the seats cannot count; it is
// empty where it can.
func (r *room) uncounted() string {
	var guests []string
	people := map[string]bool{}
	for _, s := range r.seats {
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

// protects says whether the host cannot send away who has a seat: in a match
// that counts that would be a way to win. Somebody who has been away as long as
// a seat is kept holds up the others, and has no such protection.
func (r *room) protects(i int) bool {
	away := r.seats[i].away
	return r.rated && r.inPlay() &&
		(away.IsZero() || time.Since(away) < max(r.lobby.limits.Grace, r.slowness()))
}
