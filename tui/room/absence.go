package room

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// absences describes players who are away, and what others can do about that.
type absences struct{ *room }

// absence is what a player can do about the absent player that the match waits for.
type absence struct {
	seat              engine.Seat // engine.Watcher for none
	substitute, claim bool        // whether they are possible now
}

// longest returns the player that the match waits for. Among several, it is the one who has been
// away longest.
func (a absences) longest() absence {
	found := absence{seat: engine.Watcher}
	if !a.seated() {
		return found
	}
	for i, seat := range a.update.Seats {
		if seat.ClaimFrom.IsZero() || found.seat != engine.Watcher && !seat.ClaimFrom.Before(a.update.Seats[found.seat].ClaimFrom) {
			continue
		}
		now := time.Now()
		found = absence{engine.Seat(i), !seat.SubstituteFrom.IsZero() && !seat.SubstituteFrom.After(now), !seat.ClaimFrom.After(now)}
	}
	return found
}

// remedy describes what can be done about an absent player, and when.
func (a absences) remedy() prose.Text {
	now := a.longest()
	if now.seat == engine.Watcher {
		if coming := a.substitute(); !coming.IsZero() {
			return coming
		}
		return a.clockDecides()
	}
	seat := a.update.Seats[now.seat]
	if seat.BotPlays {
		return prose.Text{} // the match continues
	}
	bot, claim := clockTo(seat.SubstituteFrom), clockTo(seat.ClaimFrom)
	switch {
	case now.claim && now.substitute:
		return prose.T("Press Esc, then b to let a bot play, or c to claim a forfeit.")
	case now.claim:
		return prose.T("Press Esc, then c to claim a forfeit.")
	case now.substitute:
		return prose.T("Press Esc, then b to let a bot play. You can claim a forfeit in {clock}.", claim)
	case seat.SubstituteFrom.IsZero():
		return prose.T("You can claim a forfeit in {clock}.", claim)
	}
	return prose.T("You can let a bot play in {clock}, or claim a forfeit in {later}.", bot, claim)
}

// substitute describes when a bot replaces a disconnected player, or the first of several. It is
// zero if none does.
func (a absences) substitute() prose.Text {
	var first lobby.SeatInfo
	for _, seat := range a.update.Seats {
		if !seat.Substitute.IsZero() && (first.Substitute.IsZero() || seat.Substitute.Before(first.Substitute)) {
			first = seat
		}
	}
	if first.Substitute.IsZero() {
		return prose.Text{}
	}
	return prose.T("A bot will play for {name} in {clock}.", prose.Name(first.Name), clockTo(first.Substitute))
}

// clockDecides describes what happens if the clock of an absent player runs out before the others
// may act. It is zero if that cannot happen.
func (a absences) clockDecides() prose.Text {
	if !a.seated() || a.update.Plan.Absent == lobby.AbsentWait || a.update.Plan.Clock >= time.Hour {
		return prose.Text{}
	}
	for i, seat := range a.update.Seats {
		if engine.Seat(i) != a.update.You && seat.Kind == lobby.SeatPerson && !seat.Away.IsZero() && !seat.Deadline.IsZero() && !seat.BotPlays {
			return prose.T("When the clock runs out, a move is made for them.")
		}
	}
	return prose.Text{}
}

func clockTo(at time.Time) prose.Arg { return prose.Literal(prose.Clock(max(0, time.Until(at)))) }

// keptFor describes how long the seat of an absent player is kept while no match is played, and
// what the host can do. It is zero if all players are connected.
func (a absences) keptFor() prose.Text {
	at := slices.IndexFunc(a.update.Seats, func(s lobby.SeatInfo) bool { return !s.Kept.IsZero() })
	switch {
	case at < 0:
		return prose.Text{}
	case a.update.Host:
		return prose.T("{name} is away. Their seat is kept for {clock}. Press w to kick them.", prose.Name(a.update.Seats[at].Name), clockTo(a.update.Seats[at].Kept))
	}
	return prose.T("{name} is away. Their seat is kept for {clock}.", prose.Name(a.update.Seats[at].Name), clockTo(a.update.Seats[at].Kept))
}

// gone describes which of the players to move are disconnected.
func (a absences) gone(people prose.People) prose.Text {
	var gone []engine.Seat
	for _, seat := range a.update.Match.ToMove {
		if one := a.update.Seats[seat]; !one.Away.IsZero() && seat != a.update.You {
			gone = append(gone, seat)
		}
	}
	switch len(gone) {
	case 0:
		return prose.Text{}
	case 1:
		if a.update.Seats[gone[0]].BotPlays {
			return prose.T("{name} is away. A bot is playing for them.", people.Name(gone[0]))
		}
		if d := time.Since(a.update.Seats[gone[0]].Away); d >= time.Minute {
			return prose.T("{name} has been away for {time}.", people.Name(gone[0]), prose.Roughly(d))
		}
		return prose.T("{name} is away.", people.Name(gone[0]))
	}
	return prose.T("{names} are away.", prose.And(people.Who(gone)))
}

// awayText returns "away" with, after a minute, the duration.
func awayText(since time.Time) prose.Text {
	if d := time.Since(since); d >= time.Minute {
		return prose.T("away for {time}", prose.Roughly(d))
	}
	return prose.T("away")
}

// isOtherHere reports whether another player has the seat and is connected.
func (a absences) isOtherHere(s lobby.SeatInfo) bool {
	return s.Kind == lobby.SeatPerson && !s.Left && s.Away.IsZero() && s.Name != a.update.Seats[a.update.You].Name
}

// claims returns from which players the game was claimed.
func (a absences) claims() (told []prose.Text) {
	for _, seat := range a.update.Seats {
		if seat.Claimed {
			told = append(told, lobby.ClaimText(seat.Name))
		}
	}
	return told
}

// unready returns which players are not ready.
func (a absences) unready(people prose.People) prose.Text {
	var seats []engine.Seat
	for i, seat := range a.update.Seats {
		if seat.Kind == lobby.SeatPerson && !seat.Left && !seat.Ready {
			seats = append(seats, engine.Seat(i))
		}
	}
	return people.Waits(seats)
}

// asksForPause returns another player who asks for a pause, to which this one has not
// agreed; engine.Watcher if there is none.
func (a absences) asksForPause() engine.Seat {
	if !a.seated() || a.paused() || a.update.Seats[a.update.You].Pausing {
		return engine.Watcher
	}
	return engine.Seat(slices.IndexFunc(a.update.Seats, func(s lobby.SeatInfo) bool { return s.Pausing }))
}

// pauseAsked returns how to agree to a pause.
func (a absences) pauseAsked(people prose.People) prose.Text {
	who := a.asksForPause()
	if who == engine.Watcher {
		return prose.Text{}
	}
	return prose.T("{name} asks for a pause. Press Esc, then p to agree.", people.Name(who))
}

// others returns the seats without the player's own.
func others(people prose.People, seats []engine.Seat) []engine.Seat {
	return slices.DeleteFunc(slices.Clone(seats), people.IsYou)
}

// whenAway returns a part of the help of a room.
func whenAway() prose.Document {
	return prose.Document{
		prose.H("When a player is away"),
		prose.I("If the room is set up for it, a substitute bot plays for a player who has been disconnected for one, two or five minutes. The table shows when, and the bot plays until the player returns, or until no player is connected. Players who look at another screen are still connected, so no bot plays for them. In rated matches, no bot ever does."),
		prose.P("If a player loses their connection, their seat is kept. If the match is waiting for an absent player, and the room has neither a substitute bot nor a clock measured in days, the others can act from the menu."),
		prose.I("After a minute they can let a bot play until the player returns, except in a rated match."),
		prose.I("After five minutes they can claim a forfeit: the absent player resigns, as if they had left. The others play on, or win. A rated match still counts. The history and the replay show the forfeit."),
		prose.I("If the other players are gone by then, they can close the room instead, and the match does not count. In a rated match they cannot."),
		prose.I("If a clock runs out before that, you need not do anything: a move is made for the absent player, and the match continues."),
		prose.P("Between matches, a seat is kept for two minutes. If the host is away, another player becomes the host after half a minute. A host can kick a player, but gains nothing by it: a bot takes over the seat."),
	}
}
