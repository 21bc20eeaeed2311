package room

import (
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// Errors for hosts, and for players who are not.
var (
	errNotHost = prose.Refuse("Only the host can do that.")
	errInPlay  = prose.Refuse("Not during a match.")
	errKicked  = prose.Refuse("The host kicked you from this table.")
)

// hosting executes the orders that only a host may give.
type hosting struct {
	*transition
}

// obey executes an operation for hosts.
func (t hosting) obey(h *Handle, op any) error {
	may := t.mayArrange
	switch op.(type) {
	case lobby.Kick, lobby.HandOver:
		may = t.mayHost // allowed during a match, too
	}
	if err := may(h); err != nil {
		return err
	}
	switch do := op.(type) {
	case lobby.Kick:
		return t.kick(do.Name, do.KeepOut)
	case lobby.HandOver:
		return t.handOver(do.To)
	case lobby.Swap:
		return t.swap(do.One, do.Other)
	case lobby.AddBot:
		return t.addBot(do.Level)
	case lobby.RemoveBot:
		return t.removeBot(do.Seat)
	case lobby.Change:
		return t.change(h, do.Plan)
	}
	return lobby.UnknownOperation(op)
}

// mayHost returns an error if the client is not the host.
func (t hosting) mayHost(h *Handle) error {
	if !t.host.isHost(h) {
		return errNotHost
	}
	return nil
}

// mayArrange returns an error if the client may not change the room now.
func (t hosting) mayArrange(h *Handle) error {
	switch {
	case !t.host.isHost(h):
		return errNotHost
	case t.inPlay():
		return errInPlay
	}
	return nil
}

// kick removes a person by name. During a match a bot replaces them, so that the kick does
// not decide the match.
func (t hosting) kick(name string, keepOut bool) error {
	wanted := lobby.FoldName(name)
	for i, s := range t.seating.seats {
		if s.here() && lobby.FoldName(s.name) == wanted {
			return t.kickSeated(i, keepOut)
		}
	}
	for _, w := range t.spectators.handles {
		if lobby.FoldName(w.name) == wanted {
			return t.kickSpectator(w, keepOut)
		}
	}
	return prose.Refuse("Nobody called {name} is here.", prose.Name(lobby.CleanText(name, t.config.Limits.NameCells)))
}

func (t hosting) kickSeated(at int, keepOut bool) error {
	s := t.seating.seats[at]
	switch {
	case s.id == t.host.id:
		return prose.Refuse("That is you. You can leave the table instead.")
	case t.protects():
		return prose.Refuse("This match is rated: its players cannot be kicked. If one stays away, you can claim a forfeit.")
	}
	if keepOut {
		if err := t.host.ban(t.config.Code, s.id); err != nil {
			return err
		}
	}
	if s.handle != nil {
		t.after(func() { s.handle.end(errKicked) })
	}
	if t.inPlay() {
		t.replace(at)
		return nil
	}
	t.vacate(at, prose.T("The host kicked {name}.", t.seating.seats[at].nameArg()))
	return nil
}

func (t hosting) kickSpectator(w *Handle, keepOut bool) error {
	if keepOut {
		if err := t.host.ban(t.config.Code, w.guest.ID()); err != nil {
			return err
		}
	}
	t.after(func() { w.end(errKicked) })
	t.note(prose.T("The host kicked {name}.", prose.Name(w.name)))
	t.spectators.drop(w)
	return nil
}

// protects reports whether players cannot be kicked. In a match that counts, a kick would
// be a way to win; an absent player forfeits by the clock, or when another player claims
// the win.
func (t hosting) protects() bool { return t.inPlay() && (t.play.rated || t.plan.GameNight != "") }

// replace lets a bot continue for a kicked player. Their hand stays hidden, and the result
// of the seat is no longer theirs.
func (t hosting) replace(at int) {
	s := &t.seating.seats[at]
	id, name := s.id, s.name
	t.after(func() { t.config.Hooks.Release(id, t.config.Code) })
	s.kind, s.level, s.name = lobby.SeatBot, engine.FirstBot, t.freeBotName()
	s.id, s.began, s.guest, s.program = "", "", false, false
	s.handle, s.away = nil, time.Time{}
	s.pause, s.ready, s.sharesHand = false, false, false
	t.note(prose.T("The host kicked {name}. The bot {bot} plays on.", prose.Name(name), prose.Name(s.name)))
}

// handOver makes another present player the host.
func (t hosting) handOver(to engine.Seat) error {
	if !t.seating.has(to) || !t.seating.seats[to].here() || t.seating.seats[to].handle == nil {
		return prose.Refuse("The player in that seat cannot be the host now.")
	}
	t.host.be(t.seating.seats[to], t.effects)
	return nil
}

// swap exchanges two seats.
func (t hosting) swap(one, other engine.Seat) error {
	for _, at := range []engine.Seat{one, other} {
		if !t.seating.has(at) {
			return noSeat(at)
		}
	}
	t.clearFinished() // seats of a finished match stay as they were
	if int(max(one, other)) >= len(t.seating.seats) {
		return prose.Refuse("There are not that many seats any more.")
	}
	t.seating.swap(one, other)
	if one != other && (t.seating.seats[one].taken() || t.seating.seats[other].taken()) {
		t.changed()
	}
	return nil
}

// change replaces the plan. A finished match is cleared.
func (t hosting) change(h *Handle, plan lobby.Plan) error {
	plan.Game = t.config.Game.Name
	plan, err := t.config.Hooks.Check(plan, h.name)
	if err != nil {
		return err
	}
	if taken := t.seating.taken(); plan.Seats < taken {
		return prose.Refuse("{n} seats are taken, and a change cannot remove players.", prose.N(taken))
	}
	if plan.Title != t.plan.Title {
		t.titled = t.config.Hooks.Titled(plan, h.guest.ID(), h.name)
	}
	t.plan = plan
	t.gather()
	t.note(prose.T("The host changed the room."))
	return nil
}

// addBot puts a bot on the first free seat.
func (t hosting) addBot(level engine.Level) error {
	switch {
	case level < engine.FirstBot || int(level) > len(t.config.Game.Levels):
		return prose.Refuse("This game has bots at levels 1 to {n}.", prose.N(len(t.config.Game.Levels)))
	case t.seating.taken() >= t.plan.Seats:
		return prose.Refuse("All seats are taken.")
	}
	t.clearFinished()
	t.seating.seats[t.seating.freeSeat()] = seat{kind: lobby.SeatBot, name: t.freeBotName(), level: level}
	t.changed()
	return nil
}

func (t hosting) removeBot(at engine.Seat) error {
	if !t.seating.has(at) || t.seating.seats[at].kind != lobby.SeatBot {
		return prose.Refuse("There is no bot in that seat.")
	}
	t.seating.seats[at] = seat{kind: lobby.SeatEmpty}
	t.clearFinished()
	t.changed()
	return nil
}
