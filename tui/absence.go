package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// absence is what a player can do about somebody for whom the match waits.
type absence struct {
	seat           engine.Seat // engine.Watcher for nobody
	standIn, claim bool        // they can be done now
}

// absent is whom the match waits for, of several the one who has been away longest.
func (t *tableScreen) absent() absence {
	found := absence{seat: engine.Watcher}
	if !t.seated() {
		return found
	}
	for i, seat := range t.update.Seats {
		if seat.ClaimFrom.IsZero() || found.seat != engine.Watcher && !seat.ClaimFrom.Before(t.update.Seats[found.seat].ClaimFrom) {
			continue
		}
		now := time.Now()
		found = absence{engine.Seat(i), !seat.SubstituteFrom.IsZero() && !seat.SubstituteFrom.After(now), !seat.ClaimFrom.After(now)}
	}
	return found
}

// remedy tells what can be done about somebody who is away, and when.
func (t *tableScreen) remedy() prose.Text {
	now := t.absent()
	if now.seat == engine.Watcher {
		if coming := t.substitute(); !coming.IsZero() {
			return coming
		}
		return t.clockDecides()
	}
	seat := t.update.Seats[now.seat]
	if seat.BotPlays {
		return prose.Text{} // the match goes on
	}
	bot, claim := clockTo(seat.SubstituteFrom), clockTo(seat.ClaimFrom)
	switch {
	case now.claim && now.standIn:
		return prose.T("Press Esc, then b to let a bot play, or c to claim the game.")
	case now.claim:
		return prose.T("Press Esc, then c to claim the game.")
	case now.standIn:
		return prose.T("Press Esc, then b to let a bot play. You can claim the game in {clock}.", claim)
	case seat.SubstituteFrom.IsZero():
		return prose.T("You can claim the game in {clock}.", claim)
	}
	return prose.T("You can let a bot play in {clock}, or claim the game in {later}.", bot, claim)
}

// substitute tells when a bot plays for somebody who is not connected, of several for
// whom it does so first; nothing where it does not.
func (t *tableScreen) substitute() prose.Text {
	var first lobby.SeatInfo
	for _, seat := range t.update.Seats {
		if !seat.Substitute.IsZero() && (first.Substitute.IsZero() || seat.Substitute.Before(first.Substitute)) {
			first = seat
		}
	}
	if first.Substitute.IsZero() {
		return prose.Text{}
	}
	return prose.T("A bot plays for {name} in {clock}.", prose.Name(first.Name), clockTo(first.Substitute))
}

// clockDecides tells what becomes of the move of somebody who is away and whose clock
// runs out before others may do anything; nothing where nobody is.
func (t *tableScreen) clockDecides() prose.Text {
	if !t.seated() || t.update.Plan.Absent == lobby.AbsentWait || t.update.Plan.Clock >= time.Hour {
		return prose.Text{}
	}
	for i, seat := range t.update.Seats {
		if engine.Seat(i) != t.update.You && seat.Kind == lobby.SeatPerson && !seat.Away.IsZero() && !seat.Deadline.IsZero() && !seat.BotPlays {
			return prose.T("When the clock runs out, the rules move for them.")
		}
	}
	return prose.Text{}
}

func clockTo(at time.Time) prose.Arg { return prose.Literal(prose.Clock(max(0, time.Until(at)))) }

// keptFor tells for how long the seat of somebody who is away is kept while no match
// is played, and what the host can do; nothing where nobody is away.
func (t *tableScreen) keptFor() prose.Text {
	at := slices.IndexFunc(t.update.Seats, func(s lobby.SeatInfo) bool { return !s.Kept.IsZero() })
	switch {
	case at < 0:
		return prose.Text{}
	case t.update.Host:
		return prose.T("{name} is away. Their seat is kept for {clock}. Press w to send them away.", prose.Name(t.update.Seats[at].Name), clockTo(t.update.Seats[at].Kept))
	}
	return prose.T("{name} is away. Their seat is kept for {clock}.", prose.Name(t.update.Seats[at].Name), clockTo(t.update.Seats[at].Kept))
}

// absences are the choices of the menu about somebody who is away.
func (m *menuScreen) absences() (choices []choice) {
	t := m.table
	now := t.absent()
	if now.seat == engine.Watcher {
		return nil
	}
	order := func(do lobby.RoomOp) func() tea.Cmd {
		return func() tea.Cmd { return t.root.order(t.handle, do) }
	}
	if now.standIn {
		choices = append(choices, choice{"b", prose.T("Let a bot play"), prose.T("It plays until they are back."), order(lobby.AddSubstitute{Seat: now.seat})})
	}
	if now.claim {
		choices = append(choices, choice{"c", prose.T("Claim the game"), prose.T("They resign, as if they had left."), order(lobby.ClaimWin{Seat: now.seat})})
	}
	if others := slices.ContainsFunc(t.update.Seats, t.isOtherHere); now.claim && !others && !t.update.Plan.Rated {
		choices = append(choices, choice{"x", prose.T("Close the room"), prose.T("The match counts for nobody."), order(lobby.CloseRoom{})})
	}
	return choices
}

// isOtherHere reports whether another person than the reader has a seat and is there.
func (t *tableScreen) isOtherHere(s lobby.SeatInfo) bool {
	return s.Kind == lobby.SeatPerson && !s.Left && s.Away.IsZero() && s.Name != t.update.Seats[t.update.You].Name
}

// claims tell from whom the game has been claimed.
func (t *tableScreen) claims() (told []prose.Text) {
	for _, seat := range t.update.Seats {
		if seat.Claimed {
			told = append(told, lobby.ClaimText(seat.Name))
		}
	}
	return told
}

// whenAway is a part of the help of a table.
func whenAway() prose.Document {
	return prose.Document{
		prose.H("When somebody is away"),
		prose.I("Where the room wants that, a substitute bot plays for a player who has been disconnected for a while: after one, two or five minutes. The table reads when, and it plays until the player is back, or until no other player is connected either. Whoever looks at another screen is still connected, and no bot plays for them, nor in a rated match."),
		prose.P("A seat is kept for who loses the connection. Where the match waits for somebody who is away, and the room has no bot for that and no clock of days, the others can do something about it from the menu."),
		prose.I("After a minute they can let a bot play until the person is back. They cannot do that in a rated match."),
		prose.I("After five minutes they can claim the game: who is away resigns, as if they had left. The others play on, or win. A rated match still counts. The history and the replay say that the game was claimed."),
		prose.I("If nobody else is there by then, they can close the room instead: the match counts for nobody. They cannot do that in a rated match."),
		prose.I("Where a clock runs out before that, nobody has to do anything: the rules move for who is away, and the match goes on."),
		prose.P("While no match is played, a seat is kept for two minutes. If the host is away, somebody else is the host after half a minute. A host can send somebody away, but wins nothing by it: a bot plays on."),
	}
}
