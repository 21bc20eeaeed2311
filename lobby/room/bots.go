package room

import (
	"strconv"

	"parlor/engine"
	"parlor/lobby"
)

// bots play for the seats that are theirs, and for those whose people are away
// where the room wants that.
type bots struct {
	*table
	redoing
	inbox inbox
}

// redoing is what bots need of an order that may be taken back.
type redoing interface {
	// redo has something done to the state that is put back then.
	redo(effect func())
}

// inbox is where bots hand in what they have found outside the room.
type inbox interface {
	// tell has an order done in its turn.
	tell(order func())
	// ended is closed when no order is done any more.
	ended() <-chan struct{}
}

// mind is what the bots keep of a seat, that of a person included for whom one
// plays.
type mind struct {
	thinking bool          // an answer is on its way
	busy     chan struct{} // one slot, taken while the bot thinks; nil before it has
	secrets  int           // what it has done since anybody saw it do something
	standing bool          // it plays for a person who is away
}

// start lets every bot think that has something to decide.
func (b bots) start() {
	if b.play.match == nil || b.clock.stopped() {
		return
	}
	for _, mover := range b.play.public.ToMove {
		s := &b.seating.seats[mover]
		if !b.botPlays(*s) || s.thinking {
			continue
		}
		t := s.ask(mover, &b.play)
		b.config.Go(func() { b.thinker().think(t) })
	}
}

// act plays a bot's answer, unless what the bot sees has changed since it was
// asked: then start asks it again.
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
	b.play.substitute = s.kind == lobby.Person
	defer func() { b.play.substitute = false }()
	if a.action != engine.Timeout {
		if seen, err := b.play.do(t.seat, a.action, &b.seating, b.effects); err == nil {
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
		hand:  func(t thought, best answer) { b.inbox.tell(func() { b.act(t, best) }) },
		close: b.inbox.ended(),
		told:  b.config.Thought,
	}
}

// ask begins a thought about a decision of a seat. A bot that decides one secret
// thing after the other is not asked.
func (s *seat) ask(at engine.Seat, p *play) thought {
	s.thinking = true
	if s.busy == nil {
		s.busy = make(chan struct{}, 1)
	}
	return thought{
		match: p.match, seen: s.seen, number: p.number, seat: at, seats: p.public.Seats, level: max(s.level, engine.FirstBot),
		since: s.since, plain: s.secrets >= maxSecretSteps, busy: s.busy,
	}
}

// freeBotName is a bot's name that nobody is called, nor could be taken for.
// Where all have been given it is one with a number.
func freeBotName(taken func(folded string) bool) string {
	for number := 1; ; number++ {
		for _, name := range lobby.BotNames() {
			if number > 1 {
				name += " " + strconv.Itoa(number)
			}
			if !taken(lobby.FoldName(name)) {
				return name
			}
		}
	}
}
