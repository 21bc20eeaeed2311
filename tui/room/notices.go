package room

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// notices shows what happens in the room.
type notices struct {
	*room
	newest uint64 // number of the newest note that was shown
}

// tellNotes shows the newest note, unless a refusal is shown.
func (n *notices) tellNotes(first bool) {
	notes := n.update.Notes
	if len(notes) == 0 {
		return
	}
	newest := notes[len(notes)-1]
	if !first && newest.ID > n.newest && !n.ctx.Shell.Refused() {
		n.ctx.Shell.Tell(newest.Text)
	}
	n.newest = max(n.newest, newest.ID)
}

// notify sends a signal to the terminal if something has happened that the player should know.
func (n *notices) notify(called, turn bool) tea.Cmd {
	title := prose.Literal(n.kit().Game.Title)
	switch {
	case turn:
		return n.ctx.Shell.Notify(prose.T("It is your turn in {game}.", title))
	case called:
		return n.ctx.Shell.Notify(prose.T("You were mentioned in {game}.", title))
	case n.inPlay():
		return n.ctx.Shell.Notify(prose.T("{game} has begun.", title))
	}
	return n.ctx.Shell.Notify(prose.T("A player is waiting at your {game} table.", title))
}

// comes reports whether another player has brought a match closer: they sat down, became ready, or
// started it.
func (n *notices) comes(before lobby.Update, ready bool) bool {
	waited := before.Stage == lobby.Gathering || before.Stage == engine.Over
	switch {
	case !waited || !n.seated():
		return false
	case n.inPlay():
		return ready || !n.update.Host // the player started it or was ready for it
	}
	return slices.ContainsFunc(n.update.Seats, func(now lobby.SeatInfo) bool {
		i := slices.IndexFunc(before.Seats, func(was lobby.SeatInfo) bool { return was.Kind == now.Kind && was.Name == now.Name })
		return now.Kind == lobby.SeatPerson && now.Name != n.update.Seats[n.update.You].Name &&
			(i < 0 || now.Ready && !before.Seats[i].Ready)
	})
}
