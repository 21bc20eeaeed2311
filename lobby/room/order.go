package room

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// maxGiven is how many orders a room knows again. Whoever repeats one does so
// while a connection is made anew, and nobody gives so many in that time.
const maxGiven = 256

// given are the orders that were done last. It is a value.
type given struct {
	orders []givenOrder
}

// givenOrder is an order that was done, and who gave it.
type givenOrder struct {
	by string // Identity.ID
	id lobby.OrderID
}

func (g *given) has(by string, id lobby.OrderID) bool {
	return id != "" && slices.Contains(g.orders, givenOrder{by, id})
}

func (g *given) add(by string, id lobby.OrderID) {
	if id != "" {
		g.orders = append(slices.Clip(g.orders), givenOrder{by, id})
		g.orders = g.orders[max(0, len(g.orders)-maxGiven):]
	}
}

// carryOut does an order, unless it was done already.
func (r *Room) carryOut(h *Handle, order lobby.Order) error {
	by := h.guest.ID()
	if r.given.has(by, order.ID) {
		return nil
	}
	if err := r.obey(h, order.Do); err != nil {
		return err
	}
	r.given.add(by, order.ID)
	return nil
}

// obey does what an order asks for.
func (r *Room) obey(h *Handle, do lobby.Do) error {
	switch do := do.(type) {
	case lobby.Play:
		return r.act(h, do.Action)
	case lobby.Start:
		return r.start(h)
	case lobby.Ready:
		return r.ready(h, do.Ready)
	case lobby.Say:
		return r.say(h, do.Text)
	case lobby.Pause:
		return r.pause(h, do.Pause)
	case lobby.ShowEyes:
		return r.showEyes(h, do.Show)
	case lobby.Follow:
		return r.follow(h, do.Seat)
	case lobby.ListLegal:
		r.list(h)
		return nil
	case lobby.Leave:
		r.leave(h)
		return nil
	}
	return r.obeyHost(h, do)
}

// obeyHost does what only the host may ask for.
func (r *Room) obeyHost(h *Handle, do lobby.Do) error {
	may := r.mayArrange
	switch do.(type) {
	case lobby.Kick, lobby.HandOver:
		may = r.mayHost // also while a match is played
	}
	if err := may(h); err != nil {
		return err
	}
	switch do := do.(type) {
	case lobby.Kick:
		return r.kick(do.Name, do.KeepOut)
	case lobby.HandOver:
		return r.handOver(do.To)
	case lobby.Swap:
		return r.swap(do.One, do.Other)
	case lobby.AddBot:
		return r.addBot(do.Level)
	case lobby.RemoveBot:
		return r.removeBot(do.Seat)
	case lobby.Change:
		return r.change(h, do.Plan)
	}
	return fmt.Errorf("a room does not know the order %T", do)
}

// mayHost says why somebody cannot give a host's orders.
func (r *Room) mayHost(h *Handle) error {
	if !r.host.is(h) {
		return errNotHost
	}
	return nil
}

// mayArrange says why somebody cannot arrange the table now.
func (r *Room) mayArrange(h *Handle) error {
	switch {
	case !r.host.is(h):
		return errNotHost
	case r.inPlay():
		return errInPlay
	}
	return nil
}

// longestAction in bytes; no game's notation comes near it.
const longestAction = 200

// act plays a person's action.
func (r *Room) act(h *Handle, action engine.Action) error {
	switch {
	case h.seat == engine.Watcher:
		return engine.Refuse(engine.NotYourTurn, "Only people with a seat can play; you are watching.")
	case r.play.match == nil:
		return engine.Refuse(engine.NotYourTurn, "The match has not begun.")
	case r.clock.stopped() && action != engine.Resign:
		return errPaused()
	case action == engine.Timeout || len(action) > longestAction:
		return engine.Refuse(engine.NotAnAction, "That is no action of this game.")
	}
	_, err := r.play.do(h.seat, action, &r.seating, &r.step)
	return err
}

func errPaused() error {
	return engine.Refuse(engine.NotLegal, "The match is paused; it goes on when somebody at the table says so.")
}

// ready notes who wants to go on, and goes on once everybody does.
func (r *Room) ready(h *Handle, ready bool) error {
	switch {
	case h.seat == engine.Watcher:
		return engine.Refuse(engine.NotYourTurn, "Only people with a seat are asked; you are watching.")
	case r.stage() == engine.Playing:
		return engine.Refuse(engine.NotLegal, "The round is under way.")
	case r.stage() == engine.Interval && !ready:
		return engine.Refuse(engine.NotLegal, "Between two rounds ready cannot be taken back.")
	case r.stage() == engine.Interval && r.clock.stopped():
		return errPaused()
	case r.stage() == engine.Interval:
		_, err := r.play.do(h.seat, engine.Next, &r.seating, &r.step)
		return err
	}
	if own := &r.seating.seats[h.seat].ready; *own != ready {
		*own = ready
		r.step.changed()
	}
	if !r.seating.ready(r.stage() == lobby.Gathering) {
		return nil
	}
	return r.begin()
}

// start begins the match with those who are there, or another one after its
// end, or the next round without waiting for the slowest. Free seats are
// dropped, so that seats may move up.
func (r *Room) start(h *Handle) error {
	if r.stage() == engine.Interval && r.host.is(h) {
		for _, waiting := range slices.Clone(r.play.public.ToMove) {
			if _, err := r.play.do(waiting, engine.Next, &r.seating, &r.step); err != nil {
				return err
			}
		}
		return nil
	}
	if err := r.mayArrange(h); err != nil {
		return err
	}
	return r.begin()
}

// begin deals the match to everybody who is there.
func (r *Room) begin() error {
	n, game := r.seating.taken(), r.config.Game
	if r.drained {
		return lobby.ErrStopping
	}
	if n < game.MinSeats {
		r.gatherAnew() // so that somebody can come
		return fmt.Errorf("%s needs at least %d players: add a bot, or wait for somebody", game.Title, game.MinSeats)
	}
	seed := r.config.Seed()
	match, err := game.Start(n, seed, r.plan.Options)
	if err != nil {
		return err
	}
	r.seating.onlyTaken()
	r.clock = clock{}
	r.play.begin(match, seed)
	r.seating.deal(match)
	r.step.note("The match begins.")
	if r.plan.Rated {
		r.play.rate(&r.seating, &r.step)
	}
	return nil
}

// gatherAnew puts a match away that has ended.
func (r *Room) gatherAnew() {
	if r.stage() != lobby.Gathering {
		r.gather()
		r.step.changed()
	}
}

// say tells everybody what somebody said. What is too long is not cut, so that
// nobody is misquoted.
func (r *Room) say(h *Handle, text string) error {
	clean, err := h.guest.Utter(text)
	if err != nil {
		return err
	}
	watcher := h.seat == engine.Watcher
	apart := watcher && r.plan.Apart && r.stage() == engine.Playing
	r.talk = r.talk.Said(lobby.Line{At: time.Now(), Name: h.name, Watcher: watcher, Text: clean, Apart: apart}, h.guest.ID())
	if !apart {
		r.step.changed()
		return nil
	}
	for _, w := range r.watch.watchers {
		r.step.changedOf(w)
	}
	return nil
}

// pause notes who wants the match to stand still. Those who are away are not
// asked; one who wants to go on is enough for that.
func (r *Room) pause(h *Handle, pause bool) error {
	switch {
	case h.seat == engine.Watcher:
		return engine.Refuse(engine.NotYourTurn, "Only people with a seat are asked; you are watching.")
	case !r.inPlay():
		return engine.Refuse(engine.NotLegal, "There is nothing to pause: no match is played.")
	case !pause:
		r.goOn(h.name)
		return nil
	}
	if own := &r.seating.seats[h.seat]; !own.pause {
		own.pause = true
		r.step.changed()
	}
	if slices.ContainsFunc(r.seating.seats, func(s seat) bool { return s.here() && s.handle != nil && !s.pause }) {
		r.step.note("%s asks for a pause.", h.name)
	} else if !r.clock.stopped() {
		r.clock.stop()
		r.step.note("The match is paused.")
	}
	return nil
}

// goOn ends a pause, and what was asked of one.
func (r *Room) goOn(name string) {
	if slices.ContainsFunc(r.seating.seats, func(s seat) bool { return s.pause }) {
		r.step.changed()
	}
	if r.clock.goOn(&r.seating) {
		r.step.note("%s goes on with the match.", name)
	}
}

// showEyes notes whether watchers may see what a seat sees.
func (r *Room) showEyes(h *Handle, show bool) error {
	if h.seat == engine.Watcher {
		return engine.Refuse(engine.NotYourTurn, "Only people with a seat can show what they see; you are watching.")
	}
	if s := &r.seating.seats[h.seat]; s.eyes != show {
		s.eyes = show
		r.step.note(map[bool]string{true: "%s lets watchers see what is in hand.", false: "%s no longer shows watchers what is in hand."}[show], s.name)
	}
	return nil
}

// follow lets a watcher see with somebody's eyes.
func (r *Room) follow(h *Handle, seat engine.Seat) error {
	switch {
	case h.seat != engine.Watcher:
		return errors.New("only watchers can follow somebody's eyes")
	case seat != engine.Watcher && !r.seating.has(seat):
		return fmt.Errorf("there is no seat %v", seat)
	case seat != engine.Watcher && !r.seating.seats[seat].eyes:
		return fmt.Errorf("%s does not show watchers what is in hand", r.seating.seats[seat].name)
	}
	before := r.watch.perspective(h, &r.seating, &r.play, r.plan.EyesDelay)
	h.eyes = seat
	if r.watch.perspective(h, &r.seating, &r.play, r.plan.EyesDelay) != before {
		r.step.changedOf(h)
	}
	return nil
}

// list lets a hold know what is legal from now on.
func (r *Room) list(h *Handle) {
	if h.lists {
		return
	}
	h.lists = true
	if h.seat != engine.Watcher && h.legal(r.seating.seats[h.seat].seen, h.seat) != nil {
		r.step.changedOf(h)
	}
}
