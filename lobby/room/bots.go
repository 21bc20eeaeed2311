package room

import (
	"log/slog"
	"math/rand/v2"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// bots play for the seats that are theirs, and for those whose people are away
// where the room wants that.
type bots struct {
	*transition
	redoing
	room sender
}

// redoing is what bots need of an order that may be taken back.
type redoing interface {
	// redo has something done to the state that is put back then.
	redo(effect func())
}

// sender is how bots hand in what they have found outside the room.
type sender interface {
	// tell has an order done in its turn.
	tell(order func())
	// done is closed when no order is done any more.
	done() <-chan struct{}
}

// askAll lets every bot think that has something to decide.
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

// act plays a bot's answer, unless what the bot sees has changed since it was
// asked: then askAll asks it again.
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
		return // its person is back
	}
	b.play.substitute = s.kind == lobby.SeatPerson
	defer func() { b.play.substitute = false }()
	if a.action != engine.Timeout {
		if seen, err := b.play.act(t.seat, a.action, &b.seating, b.effects); err == nil {
			if b.seating.seats[t.seat].secrets++; seen {
				b.seating.seats[t.seat].secrets = 0
			}
			return
		}
	}
	b.seating.seats[t.seat].secrets = 0
	b.play.timeOut(t.seat, &b.seating, b.effects)
}

func (b bots) thinker() thinker {
	return thinker{
		log: b.config.Log, game: b.config.Game.Name, turns: b.config.Turns, most: b.config.Limits.BotTime, pace: b.config.Limits.BotPace,
		hand:  func(t thought, best answer) { b.room.tell(func() { b.act(t, best) }) },
		close: b.room.done(),
		told:  b.config.Thought,
	}
}

// newThought begins a thought about a decision of a seat. A bot that decides one secret
// thing after the other is not asked.
func (s *seat) newThought(at engine.Seat, p *play) thought {
	s.thinking = true
	if s.busy == nil {
		s.busy = make(chan struct{}, 1)
	}
	return thought{
		match: p.match, seen: s.seen, number: p.number, seat: at, seats: p.public.Seats, level: max(s.level, engine.FirstBot),
		since: s.since, plain: s.secrets >= maxSecretSteps, busy: s.busy,
	}
}

// thought is one decision that a bot is asked for.
type thought struct {
	match  engine.Match // immutable, so that it may be read outside the room
	seen   engine.Match // seat.seen
	number int          // of the match in its room
	seat   engine.Seat
	seats  int // at the table
	level  engine.Level
	since  time.Time // when the decision began, as far as all can tell
	plain  bool      // a simple move will do, the bot is not asked

	busy chan struct{} // mind.busy
}

// answer is an action, and whether nobody else will see it.
type answer struct {
	action engine.Action
	secret bool
}

// thinker asks bots outside the room.
type thinker struct {
	log   *slog.Logger
	game  string
	turns *Turns
	most  time.Duration         // that a bot may take; 0 is until its next beat
	pace  time.Duration         // at which bots move; not above 0 is at once
	hand  func(thought, answer) // gives the answer to the room
	close <-chan struct{}       // closed when the room has ended
	told  func(late bool)       // of each thought that comes to something that all see, when they do; nil is nobody
}

// think asks the bot and hands its answer in when it is due. What nobody will see
// is handed in at once, so that the pace of what all see does not tell of it. Once
// its time is over the bot plays the best that it has found so far and that all see:
// it misses no beat, whatever it thinks about and however busy the server is, as that
// would tell.
func (b thinker) think(t thought) {
	began := time.Now()
	until := b.deadline(t, began)
	over := time.NewTimer(time.Until(until))
	defer over.Stop()
	answers := make(chan answer, 1+int(t.level))
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.weigh(t, until, answers)
	}()
	defer letEnd(done, began.Add(longestThought))
	inTime, late := false, false
	select {
	case <-done:
		inTime = b.most > 0 || time.Until(until) > b.pace/spare
	case <-over.C:
		late = true
		b.log.Debug("a bot had no time to think to the end", "game", b.game)
	case <-b.close:
		return
	}
	// Each answer is better than those before; a timeout stands if none came.
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
		if b.told != nil {
			b.told(late) // what is decided in secret is not counted
		}
	}
	b.hand(t, best)
}

// letEnd waits for a thought, so that the lobby's end does, but for none that hangs.
func letEnd(done <-chan struct{}, latest time.Time) {
	hangs := time.NewTimer(time.Until(latest))
	defer hangs.Stop()
	select {
	case <-done:
	case <-hangs.C:
	}
}

// spare is the part of its pace, one in so many, before its beat in which a bot does
// nothing in secret any more: what it does after that might miss the beat.
const spare = 10

// longestThought is how long a bot may think that nobody waits for. One that takes
// longer hangs, and the others no longer wait for it.
const longestThought = 5 * time.Second

// deadline is when a thought that begins now has to be at its end: at the beat, so that
// the bot plays at the first one whatever it thinks.
func (b thinker) deadline(t thought, now time.Time) time.Time {
	switch {
	case b.most > 0:
		return now.Add(b.most)
	case b.pace > 0:
		return nextBeat(t.since, b.pace, now.Add(1))
	}
	return now.Add(longestThought)
}

// nextBeat is the first whole number of paces since the decision began that is
// not over yet. Whoever acts on beats only tells no more than how many it missed.
func nextBeat(since time.Time, pace time.Duration, now time.Time) time.Time {
	if pace <= 0 {
		return now
	}
	beats := max(1, int64((now.Sub(since)+pace-1)/pace))
	return since.Add(time.Duration(beats * int64(pace)))
}

// maxSimpleTries bounds the search for a simple move.
const maxSimpleTries = 64

// weigh sends a simple move, the first legal one that shows, and then the bot's
// own. Where that has to wait for its turn, or may come too late, it first sends
// what the levels below would play, the lowest first.
func (b thinker) weigh(t thought, until time.Time, answers chan<- answer) {
	defer func() {
		if recover() != nil {
			b.log.Error("a bot failed", "game", b.game, "at", whereabouts())
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

// patience is the part of its pace, one in so many, for which a bot waits until its
// last thought has ended.
const patience = 2

// reserve takes the one thought that a bot may have at a time, and reports whether it
// could: a bot that hangs is not asked again.
func (b thinker) reserve(t thought) bool {
	select {
	case t.busy <- struct{}{}:
		return true
	default:
	}
	hangs := time.NewTimer(b.pace / patience)
	defer hangs.Stop()
	select {
	case t.busy <- struct{}{}:
		return true
	case <-hangs.C:
	case <-b.close:
	}
	return false
}

// kind is that of thoughts at a level which take about as long.
func (b thinker) kind(t thought, level engine.Level) kind { return kind{b.game, t.seats, level} }

// choose sends what the bot plays at a level, if that can be played, and gives back the
// turn that it was given. One that hangs gives it back while it does.
func (b thinker) choose(t thought, level engine.Level, answers chan<- answer) {
	began := time.Now()
	hangs := time.AfterFunc(longestThought, func() {
		b.log.Warn("a bot took too long", "game", b.game)
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
	b.log.Warn("a bot chose an illegal move", "game", b.game)
}

// simple sends the first legal move that shows. A move that does not show is no
// simple one: it could be played again and again, and nothing would come of it.
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

// try says what playing an action would be, and reports whether it can be played.
func (t thought) try(action engine.Action) (answer, bool) {
	_, events, err := t.match.Play(t.seat, action)
	return answer{action, len(events) == 0}, err == nil
}
