package room

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// transition is the state during an order, with the effects of the order. It implements
// what several kinds of orders have in common.
type transition struct {
	*state
	effects
	config *Config
}

// drain announces the coming stop of the server.
func (t *transition) drain() {
	t.drained, t.stops = true, t.config.Hooks.Stops()
	t.note(prose.T("The server will stop soon. You can finish this game, but no new one will start."))
}

// settle applies the consequences of an order: for players who have left, the host and the
// bots.
func (t *transition) settle() {
	empty := !t.seating.inhabited()
	t.endInTime()
	if t.play.void == "" {
		t.play.resign(t.seating.every(func(s seat) bool { return s.left || empty }), &t.seating, t.effects)
	}
	if !t.inPlay() {
		t.clock = clock{} // a finished match is not paused
	}
	if empty {
		t.closing = errRoomEmpty
		return
	}
	if t.drained && t.stage() != engine.Playing {
		t.closing = lobby.ErrStopping
		return
	}
	if t.plan.GameNight == "" {
		t.host.pass(&t.seating, t.effects)
	}
	t.updateEmptySince()
	t.placeSubstitutes()
}

// endInTime says once that the time of the match is over, and then ends it before the next
// game.
func (t *transition) endInTime() {
	end := t.timeEnd()
	if end.IsZero() || t.now().Before(end) {
		return
	}
	if !t.play.late && t.stage() == engine.Playing {
		t.note(prose.T("The match time is up. This game is the last one."))
	}
	t.play.late = true
	if t.stage() != engine.Interval || !t.mayEndAfter(t.play.public.Round) {
		return
	}
	if err := t.play.actByRoom(0, engine.Enough, &t.seating, t.effects); err != nil {
		panic(errors.New("a match cannot be ended between two games"))
	}
}

// timeEnd returns when the time of a match with more games is over, or zero.
func (t *transition) timeEnd() time.Time {
	if t.plan.TimeLimit == 0 || !t.inPlay() || t.play.public.Round >= t.play.public.Rounds {
		return time.Time{}
	}
	return t.play.began.Add(t.plan.TimeLimit)
}

// mayEndAfter reports whether a match can have a number of games. In some games, players
// take turns at a part.
func (t *transition) mayEndAfter(games int) bool {
	at := slices.IndexFunc(t.config.Game.Options, func(o engine.Option) bool { return o.Name == "rounds" })
	return at < 0 || slices.ContainsFunc(t.config.Game.Options[at].Values, func(v engine.Value) bool { return v.Name == strconv.Itoa(games) })
}

// presenceChanged updates whether an absent player is connected to the server.
func (t *transition) presenceChanged(id string) {
	at := t.seating.of(id)
	if at < 0 || t.seating.seats[at].away.IsZero() {
		return
	}
	s, here := &t.seating.seats[at], t.config.Hooks.Present(id)
	if here == s.offlineSince.IsZero() {
		return
	}
	shown := func() (all []time.Time) {
		for i, s := range t.seating.seats {
			all = append(all, t.substituteBegins(s), t.substituteFrom(i))
		}
		return all
	}
	before := shown()
	if s.offlineSince = t.now(); here {
		s.offlineSince, s.substituteAsked = time.Time{}, false
	}
	if !slices.Equal(shown(), before) {
		t.changed()
	}
}

// placeSubstitutes updates the seats on which a bot substitutes.
func (t *transition) placeSubstitutes() {
	for _, s := range t.seating.seats {
		if t.clock.substituted(s, t.plan, &t.play) && !s.substituting {
			t.presenceChanged(s.id) // a restored room does not know yet who is connected
		}
	}
	for i := range t.seating.seats {
		s := &t.seating.seats[i]
		if stands := t.substituted(*s); stands != s.substituting {
			if s.substituting = stands; stands && !s.substituteAsked {
				t.note(prose.T("A bot plays for {name} until they return.", prose.Name(s.name)))
			}
			t.changed()
		}
	}
}

// updateEmptySince updates since when no client is connected.
func (t *transition) updateEmptySince() {
	if len(t.handles()) > 0 {
		t.emptySince = time.Time{}
	} else if t.emptySince.IsZero() {
		t.emptySince = time.Now()
	}
}

// vacate removes a person from a seat. After a match has begun, the seat stays and settle
// plays for it. A zero note is omitted.
func (t *transition) vacate(at int, note prose.Text) {
	s := t.seating.seats[at]
	if !note.IsZero() {
		t.note(note)
	}
	t.after(func() { t.config.Hooks.Release(s.id, t.config.Code) })
	if s.id == t.host.id {
		t.host.id = ""
	}
	if t.stage() == lobby.Gathering {
		t.seating.seats[at] = seat{kind: lobby.SeatEmpty}
		return
	}
	t.seating.giveUp(at)
}

// dissolve removes everyone with the reason why; settle then closes the room. A running
// match becomes void.
func (t *transition) dissolve(why error, void string, note prose.Text) {
	if t.inPlay() {
		t.play.rated, t.play.void, t.play.rested = false, void, t.now()
	}
	for _, h := range t.handles() {
		t.after(func() { h.end(why) })
	}
	t.spectators.handles = nil
	for _, at := range t.seating.every(seat.here) {
		t.vacate(at, note)
	}
}

// stopWatching removes a spectator.
func (t *transition) stopWatching(h *Handle) {
	if t.spectators.drop(h) {
		t.changed()
	}
}

// clearFinished clears a finished match and returns to gathering.
func (t *transition) clearFinished() {
	if t.stage() != lobby.Gathering {
		t.gather()
		t.changed()
	}
}

// freeBotName returns a bot name that cannot be confused with a person's in the room or the
// lobby.
func (t *transition) freeBotName() string {
	taken := map[string]bool{}
	for _, s := range t.seating.seats {
		taken[lobby.FoldName(s.name)] = true
	}
	for _, h := range t.handles() {
		taken[lobby.FoldName(h.name)] = true // the seat may still have an older name
	}
	return freeBotName(func(folded string) bool { return taken[folded] || t.config.Hooks.Taken(folded) })
}

// renameBots renames bots that have the name of a person who enters, so that notes and
// messages are not ambiguous.
func (t *transition) renameBots(person string) {
	for i := range t.seating.seats {
		if s := &t.seating.seats[i]; s.kind == lobby.SeatBot && lobby.FoldName(s.name) == lobby.FoldName(person) {
			before := s.name
			s.name = t.freeBotName()
			t.note(prose.T("The bot {before} is now called {after}.", prose.Name(before), prose.Name(s.name)))
		}
	}
}

// How long a match must have waited for an absent player before the others may act.
const (
	substituteWait = time.Minute
	claimWait      = 5 * time.Minute
)

// substituteFrom returns when a player may ask for a substitute bot on a seat, or zero if
// none may. There are no substitutes in rated matches or for players who are connected.
func (t *transition) substituteFrom(at int) time.Time {
	s := t.seating.seats[at]
	held := t.clock.waitsSince(at, s, t.plan, &t.play)
	if held.IsZero() || s.substituteAsked || t.plan.Substitute == lobby.SubstituteNever || !t.clock.maySubstitute(s, &t.play) {
		return time.Time{}
	}
	if s.offlineSince.After(held) {
		held = s.offlineSince
	}
	return t.unlessClock(at, held.Add(substituteWait))
}

// unlessClock returns from, or zero if the clock of the seat runs out before it: then the
// seat is timed out and the wait starts again.
func (t *transition) unlessClock(at int, from time.Time) time.Time {
	due := t.clock.deadline(at, t.seating.seats[at], t.timed(), &t.play)
	if !due.IsZero() && !due.After(from) {
		return time.Time{}
	}
	return from
}

// claimFrom returns when a player may claim the win over an absent player, or zero if none
// may.
func (t *transition) claimFrom(at int) time.Time {
	held := t.clock.waitsSince(at, t.seating.seats[at], t.plan, &t.play)
	if held.IsZero() {
		return time.Time{}
	}
	return t.unlessClock(at, held.Add(claimWait))
}

// botPlays reports whether a bot plays on a seat, as its own or as a substitute.
func (t *transition) botPlays(s seat) bool {
	return s.kind == lobby.SeatBot || t.substituted(s)
}

// substituted reports whether a substitute bot plays on a seat. None does while no player
// is connected.
func (t *transition) substituted(s seat) bool {
	return t.seating.connected() && t.clock.substituted(s, t.plan, &t.play)
}

// substituteBegins returns when a substitute bot begins to play on a seat, or zero.
func (t *transition) substituteBegins(s seat) time.Time {
	if !t.seating.connected() {
		return time.Time{}
	}
	return t.clock.substituteBegins(s, t.plan, &t.play)
}
