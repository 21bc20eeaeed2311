package local

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// botStandIn is how long somebody is away before a bot plays for him where the
// room wants that: a line that drops for a moment costs no decision.
const botStandIn = 10 * time.Second

// mayHost says why somebody cannot use the host's hands.
func (r *room) mayHost(c *handle) error {
	if c.seat == engine.Watcher || c.visit.id != r.host {
		return errNotHost
	}
	return nil
}

// kick sends somebody away by name. In a match a bot plays on for them, so that
// nobody wins by it.
func (r *room) kick(c *handle, name string, keepOut bool) error {
	if err := r.mayHost(c); err != nil {
		return err
	}
	wanted := lobby.FoldName(name)
	for i, s := range r.seats {
		if !s.here() || lobby.FoldName(s.name) != wanted {
			continue
		}
		if s.id == r.host {
			return errors.New("that is you; to go, leave the table")
		}
		if r.protects(i) {
			return errors.New("this match counts for ratings: whoever plays it can be sent away only after being away for a while")
		}
		if err := r.keepOut(s.id, keepOut); err != nil {
			return err
		}
		if sent := s.chair; sent != nil {
			r.after(func() { sent.end(errKicked) })
		}
		if r.inPlay() {
			r.replace(i)
			return nil
		}
		r.vacate(i, "The host sent %s away.")
		return nil
	}
	for _, w := range r.watchers {
		if lobby.FoldName(w.name) == wanted {
			if err := r.keepOut(w.visit.id, keepOut); err != nil {
				return err
			}
			r.after(func() { w.end(errKicked) })
			r.note("The host sent %s away.", w.name)
			r.dropWatcher(w)
			return nil
		}
	}
	return fmt.Errorf("nobody here is called %s", lobby.CleanText(name, r.lobby.limits.NameCells))
}

// maxBanned bounds how many people a room keeps out. Nobody is let in again
// because somebody else is kept out: one more than these is refused.
const maxBanned = 100

// keepOut keeps somebody out of the room from now on, where that is wanted.
func (r *room) keepOut(id string, wanted bool) error {
	mark := banMark(r.code, id)
	switch {
	case !wanted || r.banned[mark]:
		return nil
	case len(r.banned) >= maxBanned:
		return fmt.Errorf("this room keeps out %d people already, and no more; send them away without keeping them out, or play in a private room", maxBanned)
	}
	banned := map[string]bool{mark: true}
	maps.Copy(banned, r.banned)
	r.banned = banned
	return nil
}

// banMark is what a room remembers of somebody whom it keeps out. It is a hash,
// so that no identity is kept for it, and another one in every room.
func banMark(room, id string) string {
	sum := sha256.Sum256([]byte("parlor keeps out " + room + " " + id))
	return hex.EncodeToString(sum[:16])
}

// handOver makes somebody present the host.
func (r *room) handOver(c *handle, to engine.Seat) error {
	if err := r.mayHost(c); err != nil {
		return err
	}
	if to < 0 || int(to) >= len(r.seats) || !r.seats[to].here() || r.seats[to].chair == nil {
		return errors.New("nobody is there on that seat to be the host")
	}
	if r.seats[to].id != r.host {
		r.host, r.standIn = r.seats[to].id, false
		r.note("%s is the host now.", r.seats[to].name)
	}
	return nil
}

// swap lets two seats change places.
func (r *room) swap(c *handle, one, other engine.Seat) error {
	if err := r.mayArrange(c); err != nil {
		return err
	}
	for _, at := range []engine.Seat{one, other} {
		if at < 0 || int(at) >= len(r.seats) {
			return fmt.Errorf("there is no seat %v", at)
		}
	}
	if r.stage() != lobby.Gathering {
		r.gather() // the seats of a match that has ended stay as they were
	}
	if int(max(one, other)) >= len(r.seats) {
		return errors.New("there are not so many seats any more")
	}
	r.seats[one], r.seats[other] = r.seats[other], r.seats[one]
	r.renumber()
	return nil
}

// pause notes who wants the match to stand still. Those who are away are not
// asked; one who wants to go on is enough for that.
func (r *room) pause(c *handle, pause bool) error {
	switch {
	case c.seat == engine.Watcher:
		return engine.Refuse(engine.NotYourTurn, "Only people with a seat are asked; you are watching.")
	case !r.inPlay():
		return engine.Refuse(engine.NotLegal, "There is nothing to pause: no match is played.")
	case !pause:
		r.seats[c.seat].pause = false
		r.resume(c.name)
		return nil
	}
	r.seats[c.seat].pause = true
	for _, s := range r.seats {
		if s.here() && s.chair != nil && !s.pause {
			r.note("%s asks for a pause.", c.name)
			return nil
		}
	}
	if r.paused.IsZero() {
		r.paused = time.Now()
		r.note("The match is paused.")
	}
	return nil
}

// resume lets the clocks go on where they stood.
func (r *room) resume(name string) {
	for i := range r.seats {
		r.seats[i].pause = false
	}
	if r.paused.IsZero() {
		return
	}
	stood := time.Since(r.paused)
	for i := range r.seats {
		r.seats[i].since = r.seats[i].since.Add(stood)
	}
	r.paused = time.Time{}
	r.note("%s goes on with the match.", name)
}

// stands says whether the clock of a seat stands still: in a pause, and where
// the room waits for somebody who is away.
func (r *room) stands(i int) bool {
	s := r.seats[i]
	return !r.paused.IsZero() || (r.plan.Absent == lobby.AbsentWait && s.here() && !s.away.IsZero())
}

// standsIn says whether a bot plays for a seat whose person is away.
func (r *room) standsIn(i int) bool {
	s := r.seats[i]
	return r.plan.Absent == lobby.AbsentBot && r.inPlay() && s.here() && !s.away.IsZero() && time.Since(s.away) >= botStandIn
}

// standInBegins is when a bot begins to play for a seat; zero where it does not.
func (r *room) standInBegins(i int) time.Time {
	s := r.seats[i]
	if r.plan.Absent != lobby.AbsentBot || !r.inPlay() || !s.here() || s.away.IsZero() || r.standsIn(i) {
		return time.Time{}
	}
	return s.away.Add(botStandIn)
}

// showEyes notes whether watchers may see what a seat sees.
func (r *room) showEyes(c *handle, show bool) error {
	if c.seat == engine.Watcher {
		return engine.Refuse(engine.NotYourTurn, "Only people with a seat can show what they see; you are watching.")
	}
	if s := &r.seats[c.seat]; s.eyes != show {
		s.eyes = show
		r.note(map[bool]string{true: "%s lets watchers see what is in hand.", false: "%s no longer shows watchers what is in hand."}[show], s.name)
	}
	return nil
}

// follow lets a watcher see with somebody's eyes.
func (r *room) follow(c *handle, seat engine.Seat) error {
	switch {
	case c.seat != engine.Watcher:
		return errors.New("only watchers can follow somebody's eyes")
	case seat != engine.Watcher && (seat < 0 || int(seat) >= len(r.seats)):
		return fmt.Errorf("there is no seat %v", seat)
	case seat != engine.Watcher && !r.seats[seat].eyes:
		return fmt.Errorf("%s does not show watchers what is in hand", r.seats[seat].name)
	}
	c.eyes = seat
	return nil
}

// followed is what a watcher shows: the public view, or a seat's own view of
// some moves ago where its person allows it.
func (r *room) followed(w *handle, shared lobby.Update) lobby.Update {
	if w.eyes == engine.Watcher || r.match == nil || int(w.eyes) >= len(r.seats) || !r.seats[w.eyes].eyes {
		return shared
	}
	seen := r.seats[w.eyes].seen
	if delay := r.plan.EyesDelay; delay > 0 && r.stage() == engine.Playing {
		if len(r.past) < delay {
			return shared
		}
		seen = r.past[len(r.past)-delay]
	}
	shared.Follows = w.eyes
	shared.Match = w.view(seen, w.eyes)
	return shared
}

// heard is the chat as watchers hear it, or as players do. What was said apart
// is theirs too once no round is played.
func (r *room) heard(watcher bool) []lobby.Line {
	lines := r.talk.Lines()
	if watcher || r.stage() != engine.Playing || !slices.ContainsFunc(lines, func(l lobby.Line) bool { return l.Apart }) {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(lines), func(l lobby.Line) bool { return l.Apart })
}

// beDrained tells the people that the server will stop.
func (r *room) beDrained() {
	r.step.keep = true
	r.drained = true
	r.note("The server is going to stop: this round may end, and no other begins.")
}

// drainEnd is when the server stops at the latest.
func (r *room) drainEnd() time.Time {
	if !r.drained {
		return time.Time{}
	}
	r.lobby.mu.Lock()
	defer r.lobby.mu.Unlock()
	return r.lobby.ends
}
