package room

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// How long the table has to have waited for somebody who is away before the others
// may do something about it.
const (
	standInWait = time.Minute
	claimWait   = 5 * time.Minute
)

var errClosed = prose.Refuse("A player has closed this room, because nobody else was there. The match counts for nobody.")

// held is since when the match has waited for somebody who is away; zero where it
// does not, or where the room's own rule decides what becomes of their moves.
func (c clock) held(at int, s seat, plan lobby.Plan, t turns) time.Time {
	if c.stopped() || !t.counts() && plan.SubstituteAfter() > 0 || slowness(plan) > 0 || !t.inPlay() || !s.here() || s.away.IsZero() || !t.toMove(engine.Seat(at)) {
		return time.Time{}
	}
	if s.since.After(s.away) {
		return s.since
	}
	return s.away
}

// standInFrom is from when on a player may let a bot play for a seat; zero where
// none may. In a match that counts nobody plays for anybody else, nor does a bot for
// a player who is connected.
func (t *table) standInFrom(at int) time.Time {
	s := t.seating.seats[at]
	held := t.clock.held(at, s, t.plan, &t.play)
	if held.IsZero() || s.lent || t.plan.Substitute == lobby.SubstituteNever || !t.clock.mayStandIn(s, &t.play) {
		return time.Time{}
	}
	if s.lost.After(held) {
		held = s.lost
	}
	return t.unlessClock(at, held.Add(standInWait))
}

// unlessClock is from; zero where the clock of a seat runs out before: then the rules
// move for it, and the next decision is waited for anew.
func (t *table) unlessClock(at int, from time.Time) time.Time {
	due := t.clock.deadline(at, t.seating.seats[at], t.timed(), &t.play)
	if !due.IsZero() && !due.After(from) {
		return time.Time{}
	}
	return from
}

// claimFrom is from when on a player may claim the game from who has a seat; zero
// where none may.
func (t *table) claimFrom(at int) time.Time {
	held := t.clock.held(at, t.seating.seats[at], t.plan, &t.play)
	if held.IsZero() {
		return time.Time{}
	}
	return t.unlessClock(at, held.Add(claimWait))
}

// mayAct refuses what a player asks for about a seat before its time.
func (o orders) mayAct(h *Handle, at engine.Seat, from func(int) time.Time) error {
	switch {
	case h.seat == engine.Watcher:
		return errWatching()
	case !o.seating.has(at):
		return noSeat(at)
	}
	name := o.seating.name(int(at))
	switch begins := from(int(at)); {
	case begins.IsZero():
		return prose.Refuse("The match does not wait for {name} to come back, or the room has a rule for that.", name)
	case begins.After(time.Now()):
		return prose.Refuse("Wait for {name} a little longer: {time}.", name, prose.Duration(time.Until(begins).Round(time.Second)))
	}
	return nil
}

// standIn lets a bot play for somebody until they are back.
func (o orders) standIn(h *Handle, at engine.Seat) error {
	if err := o.mayAct(h, at, o.standInFrom); err != nil {
		return err
	}
	o.seating.seats[at].lent = true
	o.note(prose.T("{name} let a bot play for {absent} until they are back.", prose.Name(h.name), o.seating.name(int(at))))
	return nil
}

// claim takes the game from somebody who does not come back: they resign, as if they
// had left.
func (o orders) claim(h *Handle, at engine.Seat) error {
	if err := o.mayAct(h, at, o.claimFrom); err != nil {
		return err
	}
	o.seating.seats[at].claimed = o.play.public.Round
	if o.stage() == engine.Interval {
		o.seating.seats[at].claimed++ // who is away has played the one before
	}
	o.vacate(int(at), prose.T("{name} claimed the game. {absent} was away for too long and resigns.", prose.Name(h.name), o.seating.name(int(at))))
	return nil
}

// close ends a match that nobody else is there to play, so that it counts for
// nobody.
func (o orders) close(h *Handle) error {
	others := slices.ContainsFunc(o.seating.seats, func(s seat) bool { return s.here() && s.handle != nil && s.handle != h })
	waited := slices.ContainsFunc(o.seating.every(seat.here), func(at int) bool {
		from := o.claimFrom(at)
		return !from.IsZero() && !from.After(time.Now())
	})
	switch {
	case h.seat == engine.Watcher:
		return errWatching()
	case o.play.rated:
		return prose.Refuse("This match counts for ratings. You can claim the game, but not close the room.")
	case others:
		return prose.Refuse("Another player is here. The room stays open for them.")
	case !waited:
		return prose.Refuse("You can close the room once the match has waited for somebody long enough.")
	}
	o.dissolve(errClosed, lobby.VoidPlayer, prose.T("{name} closed the room.", prose.Name(h.name)))
	return nil
}
