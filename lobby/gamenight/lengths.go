package gamenight

import "time"

// usualLength is the initial estimate for the length of a match, per seat and game.
const usualLength = 70 * time.Second

// lengths estimates the length of matches from finished ones.
type lengths []Result

// of returns the estimated length of a match, from those with as many seats if there were
// any.
func (l lengths) of(game string, seats, rounds int) time.Duration {
	var same, all struct {
		took  time.Duration
		parts int
	}
	for _, result := range l {
		if result.Game != game || result.Took == 0 {
			continue
		}
		all.took += result.Took
		all.parts += len(result.Seats) * max(1, result.Rounds)
		if len(result.Seats) == seats {
			same.took += result.Took
			same.parts += seats * max(1, result.Rounds)
		}
	}
	if same.parts == 0 {
		same.took, same.parts = all.took+usualLength, all.parts+1
	}
	return same.took / time.Duration(same.parts) * time.Duration(seats*max(1, rounds))
}

// left estimates how long the match at a table still lasts, including the time until it
// begins. It never drops to zero.
func (l lengths) left(t *Table, now time.Time) time.Duration {
	usual := l.of(t.Game, len(t.Seats), t.Seen.Rounds)
	if t.Minutes > 0 { // the game in which the time ends is half over then
		usual = min(usual, time.Duration(t.Minutes)*time.Minute+l.of(t.Game, len(t.Seats), 1)/2)
	}
	if t.Began.IsZero() {
		return usual
	}
	return max(usual-now.Sub(t.Began), usual/8)
}
