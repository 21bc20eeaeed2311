package room

import (
	"log/slog"
	"math/rand/v2"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// bots plays for the bots' seats, and for absent people who are substituted.
type bots struct {
	*transition
	redoing
	room sender
}

// redoing is the part of tx that bots use to handle failed writes.
type redoing interface {
	// redo registers an effect to apply to the restored state.
	redo(effect func())
}

// sender sends computed moves back to the room's goroutine.
type sender interface {
	// tell enqueues an order.
	tell(order func())
	// done returns a channel that is closed when the room accepts no more orders.
	done() <-chan struct{}
}

// askAll starts a computation for every bot that has to move.
func (b bots) askAll() {
	if b.play.match == nil || b.clock.stopped() {
		return
	}
	for _, mover := range b.play.public.ToMove {
		s := &b.seating.seats[mover]
		if !b.botPlays(*s) || s.thinking {
			continue
		}
		t := s.newThought(mover, &b.play)
		b.config.Go(func() { b.thinker().think(t) })
	}
}

// act plays a bot's answer. It is dropped if the bot's view has changed since; askAll then
// asks again.
func (b bots) act(t thought, a answer) {
	if b.play.match == nil || t.number != b.play.number {
		return
	}
	s := &b.seating.seats[t.seat]
	s.thinking = false
	b.redo(func() { b.seating.seats[t.seat].thinking = false })
	if !b.play.toMove(t.seat) || b.clock.stopped() || s.seen != t.seen {
		return
	}
	if !b.botPlays(*s) {
		return // the person has returned
	}
	b.play.substitute = s.kind == lobby.SeatPerson
	defer func() { b.play.substitute = false }()
	if a.action != engine.Timeout {
		if seen, err := b.play.act(t.seat, a.action, &b.seating, b.effects); err == nil {
			if b.seating.seats[t.seat].secretMoves++; seen {
				b.seating.seats[t.seat].secretMoves = 0
			}
			return
		}
	}
	b.seating.seats[t.seat].secretMoves = 0
	b.play.timeOut(t.seat, &b.seating, b.effects)
}

func (b bots) thinker() thinker {
	return thinker{
		log: b.config.Log, game: b.config.Game.Name, turns: b.config.BotLimiter, most: b.config.Limits.BotTime, pace: b.config.Limits.BotPace,
		submit:  func(t thought, best answer) { b.room.tell(func() { b.act(t, best) }) },
		close:   b.room.done(),
		counted: b.config.Thought,
	}
}

// newThought returns a request for a move of a seat. After maxSecretSteps secret moves in a
// row, a simple move is played without asking the bot.
func (s *seat) newThought(at engine.Seat, p *play) thought {
	s.thinking = true
	if s.busy == nil {
		s.busy = make(chan struct{}, 1)
	}
	return thought{
		match: p.match, seen: s.seen, number: p.number, seat: at, seats: p.public.Seats, level: max(s.level, engine.FirstBot),
		since: s.since, plain: s.secretMoves >= maxSecretSteps, busy: s.busy,
	}
}

// thought is a request for one move of a bot.
type thought struct {
	match  engine.Match // immutable, so that it may be read outside the room
	seen   engine.Match // seat.seen
	number int          // number of the match in its room
	seat   engine.Seat
	seats  int // number of seats
	level  engine.Level
	since  time.Time // when the decision began, according to public information
	plain  bool      // play a simple move without asking the bot

	busy chan struct{} // botState.busy
}

// answer is an action with whether it is secret.
type answer struct {
	action engine.Action
	secret bool
}

// thinker computes moves of bots outside the room.
type thinker struct {
	log     *slog.Logger
	game    string
	turns   *BotLimiter
	most    time.Duration         // time limit of a bot; 0 means until its next beat
	pace    time.Duration         // interval of the beats at which bots move; 0 or less means at once
	submit  func(thought, answer) // sends the answer to the room
	close   <-chan struct{}       // closed when the room has ended
	counted func(late bool)       // optional; called after each computation of a visible move
}

// think computes a move and submits it when it is due. Visible moves are submitted on the
// next beat and secret ones at once, so that the rhythm of visible moves reveals nothing.
// When its time is over, the bot plays the best visible move so far: a missed beat would
// reveal how hard the bot had to think or how busy the server is.
func (b thinker) think(t thought) {
	began := time.Now()
	until := b.deadline(t, began)
	over := time.NewTimer(time.Until(until))
	defer over.Stop()
	answers := make(chan answer, 1+int(t.level))
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.compute(t, until, answers)
	}()
	defer waitFor(done, began.Add(maxThought))
	inTime, late := false, false
	select {
	case <-done:
		inTime = b.most > 0 || time.Until(until) > b.pace/secretMargin
	case <-over.C:
		late = true
		b.log.Debug("bot stopped at its time limit", "game", b.game)
	case <-b.close:
		return
	}
	// Each answer is better than the one before. Without any, the seat times out.
	best := answer{action: engine.Timeout}
	for len(answers) > 0 {
		if next := <-answers; inTime || !next.secret {
			best = next
		}
	}
	if !best.secret {
		pause := time.NewTimer(time.Until(nextBeat(t.since, b.pace, time.Now())))
		defer pause.Stop()
		select {
		case <-pause.C:
		case <-b.close:
			return
		}
		if b.counted != nil {
			b.counted(late) // counting secret moves would reveal them
		}
	}
	b.submit(t, best)
}

// waitFor waits for a computation, so that the shutdown of the lobby includes it, but not
// for one that hangs.
func waitFor(done <-chan struct{}, latest time.Time) {
	hangs := time.NewTimer(time.Until(latest))
	defer hangs.Stop()
	select {
	case <-done:
	case <-hangs.C:
	}
}

// secretMargin is the fraction 1/secretMargin of the pace before a beat in which a bot makes no
// more secret moves, because such a move could make it miss the beat.
const secretMargin = 10

// maxThought is the time after which a computation without a limit counts as hanging.
// Others no longer wait for it.
const maxThought = 5 * time.Second

// deadline returns when a computation that begins now must have ended: by its time limit,
// or at the next beat.
func (b thinker) deadline(t thought, now time.Time) time.Time {
	switch {
	case b.most > 0:
		return now.Add(b.most)
	case b.pace > 0:
		return nextBeat(t.since, b.pace, now.Add(1))
	}
	return now.Add(maxThought)
}

// nextBeat returns the first beat, a multiple of pace after since, that is not before now. Moving
// only on beats reveals nothing but the number of missed beats.
func nextBeat(since time.Time, pace time.Duration, now time.Time) time.Time {
	if pace <= 0 {
		return now
	}
	beats := max(1, int64((now.Sub(since)+pace-1)/pace))
	return since.Add(time.Duration(beats * int64(pace)))
}

// maxSimpleTries bounds the search for a simple move.
const maxSimpleTries = 64

// compute sends a simple move and then the bot's own. If the bot must wait for the limiter
// or may be late, it first sends the moves of all lower levels.
func (b thinker) compute(t thought, until time.Time, answers chan<- answer) {
	defer func() {
		if recover() != nil {
			b.log.Error("bot failed", "game", b.game, "at", stackLines())
		}
	}()
	t.simple(answers)
	if t.plain || !b.reserve(t) {
		return
	}
	defer func() { <-t.busy }()
	if b.turns.tryAcquire(b.kind(t, t.level), until) {
		b.choose(t, t.level, answers)
		return
	}
	for level := engine.FirstBot; level <= t.level; level++ {
		if b.turns.acquire(b.kind(t, level), until, b.close) {
			b.choose(t, level, answers)
		}
	}
}

// busyWait is the fraction 1/busyWait of the pace for which a bot waits until its last
// computation has ended.
const busyWait = 2

// reserve claims the only computation that a bot may have at a time. It returns false if
// the last one hangs.
func (b thinker) reserve(t thought) bool {
	select {
	case t.busy <- struct{}{}:
		return true
	default:
	}
	hangs := time.NewTimer(b.pace / busyWait)
	defer hangs.Stop()
	select {
	case t.busy <- struct{}{}:
		return true
	case <-hangs.C:
	case <-b.close:
	}
	return false
}

// kind returns the kind of a computation at a level.
func (b thinker) kind(t thought, level engine.Level) kind { return kind{b.game, t.seats, level} }

// choose sends the bot's move at a level, if it is legal, and releases the limiter. A
// computation that hangs releases it after maxThought.
func (b thinker) choose(t thought, level engine.Level, answers chan<- answer) {
	began := time.Now()
	hangs := time.AfterFunc(maxThought, func() {
		b.log.Warn("bot took too long", "game", b.game)
		b.turns.giveBack()
	})
	defer func() {
		if hangs.Stop() {
			b.turns.measured(b.kind(t, level), time.Since(began))
			b.turns.giveBack()
		}
	}()
	action := t.match.Think(t.seat, level, rand.New(rand.NewChaCha8(lobby.NewSeed())))
	if own, ok := t.try(action); ok && action != engine.Timeout {
		answers <- own
		return
	}
	b.log.Warn("bot chose an illegal move", "game", b.game)
}

// simple sends the first legal move that is visible. A secret one could be repeated forever
// without effect.
func (t thought) simple(answers chan<- answer) {
	tries := 0
	for action := range t.match.Legal(t.seat) {
		if simple, ok := t.try(action); ok && !simple.secret {
			answers <- simple
			return
		}
		if tries++; tries == maxSimpleTries {
			return
		}
	}
}

// try plays an action on a copy of the match and reports whether it is legal.
func (t thought) try(action engine.Action) (answer, bool) {
	_, events, err := t.match.Play(t.seat, action)
	return answer{action, len(events) == 0}, err == nil
}
