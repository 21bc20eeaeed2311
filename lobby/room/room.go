// Package room is one table: an actor with one inbox, and the parts of what goes
// on there, each owning its state: seating, clock, bots, spectators, host, talk
// and play. Readers get the latest whole update through a one-slot channel, so
// that nobody waits for anybody's terminal.
package room

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// Sentences that end a hold or refuse an order.
var (
	errTakenOver  = errors.New("you opened this table in another terminal")
	errRoomEmpty  = errors.New("the room has closed: everybody has left")
	errRoomBroke  = errors.New("something broke in this room and it has closed; we are sorry")
	errNotHost    = errors.New("only the host can do that")
	errInPlay     = errors.New("not while the match is played")
	errHoldEnded  = errors.New("you are not at this table any more")
	errNotWritten = errors.New("the server cannot write that down just now, so it has not happened; try again in a moment")
	errNoSeatHere = errors.New("you have no seat there")
	errKicked     = errors.New("the host sent you away from this table")
)

// Room is a table. Its exported methods may be called from any goroutine; all
// else belongs to the goroutine of Run.
type Room struct {
	config Config
	mail   mailbox

	state
	step      step
	ledger    ledger
	presenter presenter
}

// taken is the order that the room does now, as the ledger knows it.
type taken struct {
	*step
	*mailbox
}

func (t taken) takeBack(why error) {
	if t.step.takeBack() {
		t.refuse(why)
	}
}

// New makes a room with a plan that the house has checked, whose title was made
// from the name of titled unless that is empty. Run lets it begin.
func New(config Config, plan lobby.Plan, titled string) *Room {
	r := &Room{
		config: config, mail: newMailbox(config.Limits.Inbox), state: state{plan: plan, titled: titled},
	}
	r.ledger = ledger{config: &r.config, state: &r.state, deed: taken{&r.step, &r.mail}}
	r.presenter = presenter{config: &r.config, slow: r.hangUpSlow}
	r.gather()
	return r
}

// Done is closed when the room has ended.
func (r *Room) Done() <-chan struct{} { return r.mail.done }

// Holders are the identities of those who have a seat. It is for a room that
// does not run yet.
func (r *Room) Holders() (ids []string) {
	for _, s := range r.seating.seats {
		if s.here() {
			ids = append(ids, s.id)
		}
	}
	return ids
}

// Run is the room's goroutine. It returns when the room has closed, or ctx ends
// because the server stops.
func (r *Room) Run(ctx context.Context) {
	defer func() { r.mail.close(r.closing) }()
	r.ledger.append = func(entry lobby.Entry) error { return r.config.Journal.Append(ctx, r.config.Code, entry) }
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	drain := r.config.Drain
	if r.ledger.written.number > 0 {
		r.take(func() {}) // it was brought back
	}
	for r.closing == nil || r.ledger.pending != nil {
		select {
		case m := <-r.mail.inbox:
			r.receive(m)
		case <-timer.C:
			r.wake()
		case <-drain:
			drain = nil
			r.receive(message{do: r.beDrained})
		case <-ctx.Done():
			r.stop()
		}
		timer.Reset(time.Until(r.nextWake()))
		r.mail.answer()
	}
	r.ledger.putAway(context.WithoutCancel(ctx))
	r.config.House.Closed(r.config.Code)
	for _, h := range r.handles() {
		h.end(r.closing)
	}
}

// receive does what a message asks for. While nobody knows whether the entry of
// an earlier one was written, only looks are done, and show what was before.
func (r *Room) receive(m message) {
	switch {
	case m.looks:
		r.guard(m.do)
	case r.ledger.pending == nil:
		r.take(m.do)
	default:
		r.mail.putOff(m)
	}
}

// wake does what is due by now.
func (r *Room) wake() {
	if r.ledger.pending == nil {
		r.take(r.tick)
		return
	}
	r.repeat()
	for r.ledger.pending == nil && r.closing == nil {
		next, more := r.mail.next()
		if !more {
			return
		}
		r.mail.answer() // before another order can fail: its reason would be told to all
		r.take(next)
	}
}

// repeat asks the journal once more for the entry that nobody knows of. The clocks
// have stood since it was given first.
func (r *Room) repeat() {
	since := r.ledger.pending.since
	r.guard(r.ledger.repeat)
	r.mail.withhold(r.ledger.pending != nil)
	if r.ledger.pending != nil {
		return
	}
	if !r.clock.stopped() {
		r.clock.shift(&r.seating, time.Since(since))
	}
	r.guard(r.show)
}

// stop closes the room with the server, whatever is pending: the journal knows
// what was written, and a next start finds it.
func (r *Room) stop() {
	r.closing = lobby.ErrStopping
	if r.ledger.giveUp() {
		r.mail.withhold(false)
		r.mail.refuse(lobby.ErrNoAnswer)
	}
}

// take runs one order and what follows from it, makes that durable, and only
// then lets anybody see it. What cannot be made durable is taken back.
func (r *Room) take(order func()) {
	r.step = newStep(&r.state)
	r.guard(order)
	if r.closing == nil {
		r.guard(r.settle)
	}
	r.guard(func() { r.ledger.commit(r.step.probe) })
	r.mail.withhold(r.ledger.pending != nil)
	if r.ledger.pending == nil {
		r.guard(r.show)
	}
}

// guard closes the room, and nothing else, when something breaks in it.
func (r *Room) guard(step func()) {
	defer func() {
		if broken := recover(); broken != nil {
			r.closing = errRoomBroke
			r.config.Log.Error("a room broke and was closed", "room", r.config.Code, "game", r.config.Game.Name,
				"kind", fmt.Sprintf("%T", broken), "at", whereabouts())
		}
	}()
	step()
}

// whereabouts is the stack of a panic as functions and lines only. Neither the
// panic's text nor the arguments that a full stack trace prints may come into
// a log: they could be somebody's tiles.
func whereabouts() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var at []string
	for {
		frame, more := frames.Next()
		at = append(at, fmt.Sprintf("%s:%d", frame.Function, frame.Line))
		if !more {
			return strings.Join(at, " < ")
		}
	}
}

// show lets everybody see what is: the readers, the bots, the hall. Of a room
// that closes, watchers see how the match in it ended.
func (r *Room) show() {
	ending := errors.Is(r.closing, errRoomEmpty) && len(r.play.ended) > 0
	if r.closing != nil && !r.drained && !ending {
		return
	}
	r.presenter.publish(&r.state, r.step.news)
	if r.closing != nil {
		return
	}
	r.startBots()
	r.presenter.describe(&r.state, r.step.news)
}

// settle brings everything in line after an order: those who left, the host,
// the bots.
func (r *Room) settle() {
	empty := !r.seating.inhabited()
	r.play.resign(r.everySeat(func(s seat) bool { return s.left || empty }), &r.seating, &r.step)
	if !r.inPlay() {
		r.clock = clock{} // a match that has ended is not paused
	}
	if empty {
		r.closing = errRoomEmpty
		return
	}
	if r.drained && r.stage() != engine.Playing {
		r.closing = lobby.ErrStopping
		return
	}
	r.host.pass(&r.seating, &r.step)
	r.watchQuiet()
	r.standIn()
}

// everySeat are the numbers of the seats that a question is true of.
func (r *Room) everySeat(is func(seat) bool) (all []int) {
	for i, s := range r.seating.seats {
		if is(s) {
			all = append(all, i)
		}
	}
	return all
}

// standIn notes for whom a bot plays now.
func (r *Room) standIn() {
	for i := range r.seating.seats {
		s := &r.seating.seats[i]
		if stands := r.clock.standsIn(*s, r.plan, &r.play); stands != s.standing {
			s.standing = stands
			r.step.changed()
		}
	}
}

// tick does what is due by now.
func (r *Room) tick() {
	now := time.Now()
	// Only writing tells whether the room can be written again.
	r.step.probe = !r.ledger.stuck.IsZero()
	due := func(at time.Time) bool { return !at.IsZero() && !at.After(now) }
	for i := range r.seating.seats {
		if due(r.clock.deadline(i, r.seating.seats[i], r.plan, &r.play)) {
			r.play.timeOut(engine.Seat(i), &r.seating, &r.step)
		}
	}
	for i := range r.seating.seats {
		if due(r.graceEnd(r.seating.seats[i])) {
			r.vacate(i, "%s did not come back.")
		}
	}
	if due(r.idleEnd()) {
		r.vacateAll()
	}
}

// nextWake is when wake has something to do, in an hour at the latest.
func (r *Room) nextWake() time.Time {
	if due := r.ledger.due(); !due.IsZero() {
		return due
	}
	latest := time.Now().Add(time.Hour)
	if due := r.nextDue(); !due.IsZero() && due.Before(latest) {
		return due
	}
	return latest
}

// nextDue is when tick has something to do; zero where nothing will be due unless
// somebody does something.
func (r *Room) nextDue() (wake time.Time) {
	sooner := func(at time.Time) {
		if !at.IsZero() && (wake.IsZero() || at.Before(wake)) {
			wake = at
		}
	}
	for i, s := range r.seating.seats {
		sooner(r.clock.deadline(i, s, r.plan, &r.play))
		sooner(r.graceEnd(s))
		sooner(r.clock.standInBegins(s, r.plan, &r.play))
	}
	sooner(r.host.gone(&r.seating))
	sooner(r.idleEnd())
	return wake
}

// beDrained tells the people that the server will stop.
func (r *Room) beDrained() {
	r.step.makeIrrevocable()
	r.drained, r.stops = true, r.config.House.Stops()
	r.step.note("The server is going to stop: this round may end, and no other begins.")
}

// startBots lets every bot think that has something to decide.
func (r *Room) startBots() {
	if r.play.match == nil || r.clock.stopped() || r.ledger.failing() {
		return
	}
	for _, mover := range r.play.public.ToMove {
		s := &r.seating.seats[mover]
		if s.kind != lobby.Bot && !r.clock.standsIn(*s, r.plan, &r.play) || s.thinking {
			continue
		}
		t, idle := s.ask(mover, &r.play)
		r.config.Go(func() { r.thinker().think(t, idle) })
	}
}

func (r *Room) thinker() thinker {
	return thinker{
		log: r.config.Log, game: r.config.Game.Name, most: r.config.Limits.BotTime, pace: r.config.Limits.BotPace,
		hand:  func(t thought, best answer) { r.mail.tell(func() { r.botActs(t, best) }) },
		close: r.mail.ended(),
	}
}

// botActs plays a bot's answer, unless what the bot sees has changed since it
// was asked: then settle asks it again.
func (r *Room) botActs(t thought, a answer) {
	if r.play.match == nil || t.number != r.play.number {
		return
	}
	s := &r.seating.seats[t.seat]
	s.thinking = false
	r.step.redo(func() { r.seating.seats[t.seat].thinking = false })
	if !r.play.toMove(t.seat) || r.clock.stopped() || s.seen != t.seen {
		return
	}
	if s.kind != lobby.Bot && !r.clock.standsIn(*s, r.plan, &r.play) {
		return // its person is back
	}
	if a.action != engine.Timeout {
		if seen, err := r.play.do(t.seat, a.action, &r.seating, &r.step); err == nil {
			if r.seating.seats[t.seat].secrets++; seen {
				r.seating.seats[t.seat].secrets = 0
			}
			return
		}
	}
	r.seating.seats[t.seat].secrets = 0
	r.play.timeOut(t.seat, &r.seating, &r.step)
}
