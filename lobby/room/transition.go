package room

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// transition is the state of a room as an order finds it, with what the order may have
// done beside that. What several kinds of orders do stands here.
type transition struct {
	*state
	effects
	config *Config
}

// drain tells the people that the server will stop.
func (t *transition) drain() {
	t.drained, t.stops = true, t.config.House.Stops()
	t.note(prose.T("The server will stop soon. This game can still be finished, but no new one begins."))
}

// settle brings everything in line after an order: those who left, the host,
// the bots.
func (t *transition) settle() {
	empty := !t.seating.inhabited()
	if t.play.void == "" {
		t.play.resign(t.seating.every(func(s seat) bool { return s.left || empty }), &t.seating, t.effects)
	}
	if !t.inPlay() {
		t.clock = clock{} // a match that has ended is not paused
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
	t.watchQuiet()
	t.placeSubstitutes()
}

// meet notes whether somebody who is away from the table is connected to the server.
func (t *transition) meet(id string) {
	at := t.seating.of(id)
	if at < 0 || t.seating.seats[at].away.IsZero() {
		return
	}
	s, here := &t.seating.seats[at], t.config.House.Present(id)
	if here == s.lost.IsZero() {
		return
	}
	shown := func() (all []time.Time) {
		for i, s := range t.seating.seats {
			all = append(all, t.substituteBegins(s), t.substituteFrom(i))
		}
		return all
	}
	before := shown()
	if s.lost = t.now(); here {
		s.lost, s.lent = time.Time{}, false
	}
	if !slices.Equal(shown(), before) {
		t.changed()
	}
}

// placeSubstitutes notes for whom a bot plays now.
func (t *transition) placeSubstitutes() {
	for _, s := range t.seating.seats {
		if t.clock.substituted(s, t.plan, &t.play) && !s.standing {
			t.meet(s.id) // a room that was brought back does not know yet who is here
		}
	}
	for i := range t.seating.seats {
		s := &t.seating.seats[i]
		if stands := t.substituted(*s); stands != s.standing {
			if s.standing = stands; stands && !s.lent {
				t.note(prose.T("A bot plays for {name} until they are back.", prose.Name(s.name)))
			}
			t.changed()
		}
	}
}

// watchQuiet notes since when nobody is connected.
func (t *transition) watchQuiet() {
	if len(t.handles()) > 0 {
		t.quiet = time.Time{}
	} else if t.quiet.IsZero() {
		t.quiet = time.Now()
	}
}

// vacate takes a person off a seat. Once a match has begun the seat stays,
// without them: settle plays for it. Nothing is noted where note is zero.
func (t *transition) vacate(at int, note prose.Text) {
	s := t.seating.seats[at]
	if !note.IsZero() {
		t.note(note)
	}
	t.after(func() { t.config.House.Release(s.id, t.config.Code) })
	if s.id == t.host.id {
		t.host.id = ""
	}
	if t.stage() == lobby.Gathering {
		t.seating.seats[at] = seat{kind: lobby.SeatEmpty}
		return
	}
	t.seating.giveUp(at)
}

// dissolve sends everybody away and tells them why; settle closes a room where
// nobody is left. A match in which nobody lost by their play counts for nobody.
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

// stopWatching takes a spectator off the list.
func (t *transition) stopWatching(h *Handle) {
	if t.spectators.drop(h) {
		t.changed()
	}
}

// gatherAnew puts a match away that has ended.
func (t *transition) gatherAnew() {
	if t.stage() != lobby.Gathering {
		t.gather()
		t.changed()
	}
}

// freeBotName is a bot's name that nobody can be taken for who is at the table
// or elsewhere in the lobby.
func (t *transition) freeBotName() string {
	taken := map[string]bool{}
	for _, s := range t.seating.seats {
		taken[lobby.FoldName(s.name)] = true
	}
	for _, h := range t.handles() {
		taken[lobby.FoldName(h.name)] = true // a seat keeps an older one
	}
	return freeBotName(func(folded string) bool { return taken[folded] || t.config.House.Taken(folded) })
}

// renameBots lets a bot give way to a person of its name who comes to the table,
// to play or to watch, so that what is said of one is never taken to be said of
// the other.
func (t *transition) renameBots(person string) {
	for i := range t.seating.seats {
		if s := &t.seating.seats[i]; s.kind == lobby.SeatBot && lobby.FoldName(s.name) == lobby.FoldName(person) {
			before := s.name
			s.name = t.freeBotName()
			t.note(prose.T("The bot {before} is called {after} from now on.", prose.Name(before), prose.Name(s.name)))
		}
	}
}

// How long the table has to have waited for somebody who is away before the others
// may do something about it.
const (
	substituteWait = time.Minute
	claimWait      = 5 * time.Minute
)

// substituteFrom is from when on a player may let a bot play for a seat; zero where
// none may. In a match that counts nobody plays for anybody else, nor does a bot for
// a player who is connected.
func (t *transition) substituteFrom(at int) time.Time {
	s := t.seating.seats[at]
	held := t.clock.held(at, s, t.plan, &t.play)
	if held.IsZero() || s.lent || t.plan.Substitute == lobby.SubstituteNever || !t.clock.maySubstitute(s, &t.play) {
		return time.Time{}
	}
	if s.lost.After(held) {
		held = s.lost
	}
	return t.unlessClock(at, held.Add(substituteWait))
}

// unlessClock is from; zero where the clock of a seat runs out before: then the rules
// move for it, and the next decision is waited for anew.
func (t *transition) unlessClock(at int, from time.Time) time.Time {
	due := t.clock.deadline(at, t.seating.seats[at], t.timed(), &t.play)
	if !due.IsZero() && !due.After(from) {
		return time.Time{}
	}
	return from
}

// claimFrom is from when on a player may claim the game from who has a seat; zero
// where none may.
func (t *transition) claimFrom(at int) time.Time {
	held := t.clock.held(at, t.seating.seats[at], t.plan, &t.play)
	if held.IsZero() {
		return time.Time{}
	}
	return t.unlessClock(at, held.Add(claimWait))
}

// botPlays reports whether a bot plays on a seat, as its own or for a person who
// is away.
func (t *transition) botPlays(s seat) bool {
	return s.kind == lobby.SeatBot || t.substituted(s)
}

// substituted reports whether a substitute bot plays for a seat: while no player is
// connected, none does.
func (t *transition) substituted(s seat) bool {
	return t.seating.connected() && t.clock.substituted(s, t.plan, &t.play)
}

// substituteBegins is when a substitute bot begins to play for a seat; zero if none does,
// and while no player is connected.
func (t *transition) substituteBegins(s seat) time.Time {
	if !t.seating.connected() {
		return time.Time{}
	}
	return t.clock.substituteBegins(s, t.plan, &t.play)
}
