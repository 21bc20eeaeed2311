package room

import (
	"time"

	"parlor/engine"
	"parlor/prose"
)

const (
	// secondsOfOthers and secondsOfOwn are the remaining times from which seconds are shown: for
	// others, and for the player's own decision. Longer times are shown in minutes, hours or days,
	// so that the screen is not redrawn each second.
	secondsOfOthers = time.Minute
	secondsOfOwn    = 10 * time.Minute
	// hurry is the remaining time from which it is shown as a warning.
	hurry = 10 * time.Second
)

// clock shows the time left for decisions.
type clock struct{ *room }

// face returns the text of a remaining time, rounded up, and how long that text stays correct.
func face(left, seconds time.Duration) (said prose.Text, stays time.Duration) {
	const day = 24 * time.Hour
	unit := time.Second
	switch {
	case left <= seconds:
	case left <= time.Hour:
		unit = time.Minute
	case left <= 2*day:
		unit = time.Hour
	default:
		unit = day
	}
	up := left.Truncate(unit)
	if up < left {
		up += unit
	}
	stays = max(0, left-(up-unit))
	if unit == time.Second {
		return prose.T("{clock}", prose.Literal(prose.Clock(left))), stays
	}
	return prose.T("{time}", prose.Duration(up)), stays
}

// countdown returns the time left for the player's own decision, or else for the one that the room
// waits for, and the remaining time from which seconds are shown.
func (c clock) countdown() (left, seconds time.Duration, running bool) {
	var due time.Time
	seconds = secondsOfOthers
	for i, seat := range c.update.Seats {
		if seat.Deadline.IsZero() {
			continue
		}
		if engine.Seat(i) == c.update.You {
			due, seconds = seat.Deadline, secondsOfOwn
			break
		}
		if due.IsZero() || seat.Deadline.Before(due) {
			due = seat.Deadline
		}
	}
	return max(0, time.Until(due)), seconds, !due.IsZero()
}

// timeLeft returns the text of the time left for a decision, or "" if no clock runs.
func (c clock) timeLeft() string {
	left, seconds, running := c.countdown()
	if !running {
		return ""
	}
	said, _ := face(left, seconds)
	theme, text := c.ctx.Theme, c.ctx.Say(said)
	if left <= hurry {
		return " " + theme.Warning.Render(c.ctx.Say(prose.T("hurry"))+"  "+text) + " "
	}
	return " " + theme.Faint.Render(text) + " "
}

// about is the minimum interval between two such moments.
const about = 50 * time.Millisecond

// changesAt returns when a countdown on the screen changes, or zero.
func (c clock) changesAt() (at time.Time) {
	now := time.Now()
	sooner := func(stays time.Duration) {
		if then := now.Add(max(stays, about)); at.IsZero() || then.Before(at) {
			at = then
		}
	}
	if left, seconds, running := c.countdown(); running && left > 0 {
		_, stays := face(left, seconds)
		sooner(stays)
	}
	if left := c.update.Draining.Sub(now); left > 0 {
		sooner(left % time.Second)
	}
	for _, one := range c.update.Seats {
		for _, then := range []time.Time{one.Substitute, one.SubstituteFrom, one.ClaimFrom, one.Kept} {
			if left := then.Sub(now); left > 0 {
				_, stays := face(left, left)
				sooner(stays)
			}
		}
	}
	return at
}
