package room

import (
	"log/slog"
	"math/rand/v2"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// thought is one decision that a bot is asked for.
type thought struct {
	match  engine.Match // immutable, so that it may be read outside the room
	seen   engine.Match // seat.seen
	number int          // of the match in its room
	seat   engine.Seat
	level  engine.Level
	since  time.Time // when the decision began, as far as all can tell
	plain  bool      // a simple move will do, the bot is not asked
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
	most  time.Duration         // that a bot may take
	pace  time.Duration         // at which bots move; not above 0 is at once
	hand  func(thought, answer) // gives the answer to the room
	close <-chan struct{}       // closed when the room has ended
}

// think asks the bot and hands its answer in when it is due; idle is closed when
// the bot has finished. What nobody will see is handed in at once, so that the
// pace of what all see does not tell of it.
func (b thinker) think(t thought, idle chan struct{}) {
	late := time.NewTimer(b.most)
	defer late.Stop()
	answers := make(chan answer, 2)
	go func() {
		defer close(idle)
		b.weigh(t, answers)
	}()
	select {
	case <-idle:
	case <-late.C:
		b.log.Warn("a bot took too long", "game", b.game)
	}
	// The bot's own answer follows a simple one, which stands if it never came.
	best := answer{action: engine.Timeout}
	for len(answers) > 0 {
		best = <-answers
	}
	if !best.secret {
		pause := time.NewTimer(time.Until(nextBeat(t.since, b.pace, time.Now())))
		defer pause.Stop()
		select {
		case <-pause.C:
		case <-b.close:
			return
		}
	}
	b.hand(t, best)
}

// nextBeat is the first whole number of paces since the decision began that is
// not over yet. A bot that needs longer than one pace acts on a later beat, so
// that only how many it missed can be told.
func nextBeat(since time.Time, pace time.Duration, now time.Time) time.Time {
	if pace <= 0 {
		return now
	}
	beats := max(1, int64((now.Sub(since)+pace-1)/pace))
	return since.Add(time.Duration(beats * int64(pace)))
}

// maxSimpleTries bounds the search for a simple move.
const maxSimpleTries = 64

// weigh sends a simple move, the first legal one that shows, and then the
// bot's own, if that can be played. A move that does not show is no simple
// move: it could be played again and again, and nothing would come of it.
func (b thinker) weigh(t thought, answers chan<- answer) {
	defer func() {
		if recover() != nil {
			b.log.Error("a bot failed", "game", b.game, "at", whereabouts())
		}
	}()
	tries := 0
	for action := range t.match.Legal(t.seat) {
		if simple, ok := t.try(action); ok && !simple.secret {
			answers <- simple
			break
		}
		if tries++; tries == maxSimpleTries {
			break
		}
	}
	if t.plain {
		return
	}
	action := t.match.Think(t.seat, t.level, rand.New(rand.NewChaCha8(lobby.DrawSeed())))
	if own, ok := t.try(action); ok && action != engine.Timeout {
		answers <- own
		return
	}
	b.log.Warn("a bot chose an illegal move", "game", b.game)
}

// try says what playing an action would be, and reports whether it can be played.
func (t thought) try(action engine.Action) (answer, bool) {
	_, events, err := t.match.Play(t.seat, action)
	return answer{action, len(events) == 0}, err == nil
}
