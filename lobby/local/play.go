package local

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// intervalClock is the least time to say next between two rounds.
const intervalClock = 30 * time.Second

// longestAction in bytes; no game's notation comes near it.
const longestAction = 200

// maxSecretSteps bounds how often the clock acts for a seat before something
// of it shows. Games need two or three.
const maxSecretSteps = 32

// mayArrange says why somebody cannot arrange the table now.
func (r *room) mayArrange(c *handle) error {
	switch {
	case c.seat == engine.Watcher || c.visit.id != r.host:
		return errNotHost
	case r.inPlay():
		return errInPlay
	}
	return nil
}

// change replaces the plan; a match that has ended is put away.
func (r *room) change(c *handle, plan lobby.Plan) error {
	if err := r.mayArrange(c); err != nil {
		return err
	}
	plan.Game = r.game.Name
	_, plan, err := r.lobby.check(plan, c.name)
	if err != nil {
		return err
	}
	if taken := r.takenSeats(); plan.Seats < taken {
		return fmt.Errorf("%d seats are taken; nobody is sent away by a change", taken)
	}
	if plan.Title != r.plan.Title {
		r.titled = r.lobby.titledBy(plan, c.visit.id, c.name)
	}
	r.plan = plan
	r.gather()
	r.note("The host changed the table.")
	return nil
}

func (r *room) takenSeats() int {
	n := 0
	for _, s := range r.seats {
		if s.taken() {
			n++
		}
	}
	return n
}

// start begins the match with those who are there, or another one after its
// end. Free seats are dropped, so that seats may move up.
func (r *room) start(c *handle) error {
	if r.stage() == engine.Interval && c.seat != engine.Watcher && c.visit.id == r.host {
		return r.goOn()
	}
	if err := r.mayArrange(c); err != nil {
		return err
	}
	return r.begin()
}

// goOn begins the next round without waiting for the slowest.
func (r *room) goOn() error {
	for _, waiting := range slices.Clone(r.public.ToMove) {
		if _, err := r.play(waiting, engine.Next); err != nil {
			return err
		}
	}
	return nil
}

// begin deals the match to everybody who is there.
func (r *room) begin() error {
	n := r.takenSeats()
	if r.drained {
		return lobby.ErrStopping
	}
	if n < r.game.MinSeats {
		if r.stage() != lobby.Gathering {
			r.gather() // so that somebody can come
		}
		return fmt.Errorf("%s needs at least %d players: add a bot, or wait for somebody", r.game.Title, r.game.MinSeats)
	}
	seed := r.lobby.seed()
	match, err := r.game.Start(n, seed, r.plan.Options)
	if err != nil {
		return err
	}
	r.seats = slices.DeleteFunc(r.seats, func(s seat) bool { return !s.taken() })
	public := match.View(engine.Watcher)
	r.match, r.public = match, &public
	r.past, r.paused = nil, time.Time{}
	r.id, r.began, r.played, r.proof = newID(), time.Now(), nil, seed.Commitment()
	r.matches++
	for i := range r.seats {
		r.seats[i].seen, r.seats[i].thinking, r.seats[i].since = match, false, time.Now()
		r.seats[i].began = r.seats[i].id
	}
	r.unready()
	r.renumber()
	r.note("The match begins.")
	r.beRated()
	return nil
}

func errPaused() error {
	return engine.Refuse(engine.NotLegal, "The match is paused; it goes on when somebody at the table says so.")
}

// ready notes who wants to go on, and goes on once everybody does.
func (r *room) ready(c *handle, ready bool) error {
	switch {
	case c.seat == engine.Watcher:
		return engine.Refuse(engine.NotYourTurn, "Only people with a seat are asked; you are watching.")
	case r.stage() == engine.Playing:
		return engine.Refuse(engine.NotLegal, "The round is under way.")
	case r.stage() == engine.Interval && !ready:
		return engine.Refuse(engine.NotLegal, "Between two rounds ready cannot be taken back.")
	case r.stage() == engine.Interval && !r.paused.IsZero():
		return errPaused()
	case r.stage() == engine.Interval:
		_, err := r.play(c.seat, engine.Next)
		return err
	}
	r.seats[c.seat].ready = ready
	for _, s := range r.seats {
		if !s.taken() && r.stage() == lobby.Gathering || s.here() && !s.ready {
			return nil
		}
	}
	return r.begin()
}

// unready forgets who was ready.
func (r *room) unready() {
	for i := range r.seats {
		r.seats[i].ready = false
	}
}

// say tells everybody what somebody said. What is too long is not cut, so that
// nobody is misquoted.
func (r *room) say(c *handle, text string) error {
	clean, err := c.visit.utter(text)
	if err != nil {
		return err
	}
	watcher := c.seat == engine.Watcher
	r.talk = r.talk.Said(lobby.Line{
		At: time.Now(), Name: c.name, Watcher: watcher, Text: clean,
		Apart: watcher && r.plan.Apart && r.stage() == engine.Playing,
	}, c.visit.id)
	return nil
}

// act plays a person's action.
func (r *room) act(c *handle, action engine.Action) error {
	switch {
	case c.seat == engine.Watcher:
		return engine.Refuse(engine.NotYourTurn, "Only people with a seat can play; you are watching.")
	case r.match == nil:
		return engine.Refuse(engine.NotYourTurn, "The match has not begun.")
	case !r.paused.IsZero() && action != engine.Resign:
		return errPaused()
	case action == engine.Timeout || len(action) > longestAction:
		return engine.Refuse(engine.NotAnAction, "That is no action of this game.")
	}
	_, err := r.play(c.seat, action)
	return err
}

// play plays an action and starts the clocks that come of it; seen says
// whether the table saw anything of it. What it makes new follows from that
// alone: something that all saw makes every view new and is remembered for those
// who lag behind, and a secret action makes the actor's view new and leaves no
// other trace, in no view, no past and no clock. A decision's clock starts when
// its seat comes to move, and anew after an own action that all could see.
func (r *room) play(seat engine.Seat, action engine.Action) (seen bool, err error) {
	next, events, err := r.match.Play(seat, action)
	if err != nil {
		return false, err
	}
	r.played = append(r.played, engine.Move{Seat: seat, Action: action})
	if seen = len(events) > 0; !seen {
		r.match, r.seats[seat].seen = next, next
		return false, nil
	}
	r.remember(r.match)
	before, now := r.public, next.View(engine.Watcher)
	r.match, r.public = next, &now
	r.events = append(r.events, events...)
	for i := range r.seats {
		r.seats[i].seen = next
	}
	anew := before.Stage != r.public.Stage || before.Round != r.public.Round
	for _, mover := range r.public.ToMove {
		if anew || mover == seat || !slices.Contains(before.ToMove, mover) {
			r.seats[mover].since = time.Now()
		}
	}
	if r.public.Stage == engine.Over && before.Stage != engine.Over {
		r.rested, r.paused = time.Now(), time.Time{}
		r.ended = append(r.ended, next)
	}
	return true, nil
}

// remember keeps the match as it stood before something that all saw, as far
// back as watchers lag.
func (r *room) remember(match engine.Match) {
	r.past = append(slices.Clip(r.past), match)
	r.past = r.past[max(0, len(r.past)-lobby.MaxEyesDelay):]
}

// timeOut decides for a seat until something of it shows. Were the clock to
// settle only what is secret, such as a roll that nobody saw, and then start
// anew, the table would learn that there was something secret to settle.
func (r *room) timeOut(seat engine.Seat) {
	for range maxSecretSteps {
		seen, err := r.play(seat, engine.Timeout)
		if err != nil {
			panic(errors.New("a seat that is to move cannot be timed out"))
		}
		if seen {
			return
		}
	}
	r.seats[seat].since = time.Now()
}

// deadline is when a seat's decision times out; zero where it does not.
func (r *room) deadline(i int) time.Time {
	clock := r.plan.Clock
	if clock == 0 || r.match == nil || r.stands(i) || !slices.Contains(r.public.ToMove, engine.Seat(i)) {
		return time.Time{}
	}
	if r.public.Stage == engine.Interval {
		clock = max(clock, intervalClock)
	}
	return r.seats[i].since.Add(clock)
}

// playForLeft resigns, or says next, for seats whose person has left for good.
func (r *room) playForLeft() {
	var left []int
	for i, s := range r.seats {
		if s.left {
			left = append(left, i)
		}
	}
	r.resign(left)
}

// concede ends a match that nobody is left to play: bots resign too, once all
// people have, so that who stayed longest has come before all who went earlier.
func (r *room) concede() {
	var all []int
	for i := range r.seats {
		all = append(all, i)
	}
	r.resign(all)
}

// resign resigns, or says next, for seats until there is nothing more to say for
// them: one of them may end a round and another begin the next. In each round
// those who left first resign first, and bots last.
func (r *room) resign(seats []int) {
	if r.match == nil {
		return
	}
	slices.SortStableFunc(seats, func(a, b int) int {
		one, other := r.seats[a], r.seats[b]
		if one.left != other.left {
			return map[bool]int{true: -1, false: 1}[one.left]
		}
		return cmp.Compare(one.gone, other.gone)
	})
	// Each seat has at most two things to say in a round.
	for range 2 * r.public.Rounds {
		if !r.resignOnce(seats) {
			return
		}
	}
}

// resignOnce says what is to be said for seats at one stage of one round, and
// reports whether there was anything.
func (r *room) resignOnce(seats []int) (said bool) {
	stage, round := r.public.Stage, r.public.Round
	for _, i := range seats {
		if !r.inPlay() || r.public.Stage != stage || r.public.Round != round {
			return said
		}
		action := engine.Resign
		if stage == engine.Interval {
			action = engine.Next
		}
		// It is refused where the seat is out or ready already.
		if _, err := r.play(engine.Seat(i), action); err == nil {
			said = true
		}
	}
	return said
}
