package local

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// botNames are given in this order, as far as nobody has them.
func botNames() []string {
	return []string{"Cecilia", "Ludovico", "Fiora", "Salai", "Beatrice", "Bramante"}
}

// addBot puts a bot on the first free seat.
func (r *room) addBot(c *handle, level engine.Level) error {
	if err := r.mayArrange(c); err != nil {
		return err
	}
	switch {
	case level < engine.FirstBot || int(level) > len(r.game.Levels):
		return fmt.Errorf("there are bots of level 1 to %d for this game", len(r.game.Levels))
	case r.takenSeats() >= r.plan.Seats:
		return errors.New("all seats are taken")
	}
	if r.stage() != lobby.Gathering {
		r.gather()
	}
	free := slices.IndexFunc(r.seats, func(s seat) bool { return s.kind == lobby.Empty })
	r.seats[free] = seat{kind: lobby.Bot, name: r.freeBotName(), level: level}
	return nil
}

// freeBotName is a bot's name that nobody can be taken for who is at the table
// or elsewhere in the lobby. Where all have been given it is one with a number.
func (r *room) freeBotName() string {
	taken := r.lobby.namesOfPeople()
	for _, s := range r.seats {
		taken[lobby.FoldName(s.name)] = true
	}
	for _, c := range r.chairs() {
		taken[lobby.FoldName(c.name)] = true // a seat keeps an older one
	}
	for number := 1; ; number++ {
		for _, name := range botNames() {
			if number > 1 {
				name += " " + strconv.Itoa(number)
			}
			if !taken[lobby.FoldName(name)] {
				return name
			}
		}
	}
}

// renameBots lets a bot give way to a person of its name who comes to the table,
// to play or to watch, so that what is said of one is never taken to be said of
// the other.
func (r *room) renameBots(person string) {
	for i := range r.seats {
		if s := &r.seats[i]; s.kind == lobby.Bot && lobby.FoldName(s.name) == lobby.FoldName(person) {
			before := s.name
			s.name = r.freeBotName()
			r.note("The bot %s is called %s from now on.", before, s.name)
		}
	}
}

func (r *room) removeBot(c *handle, at engine.Seat) error {
	if err := r.mayArrange(c); err != nil {
		return err
	}
	if at < 0 || int(at) >= len(r.seats) || r.seats[at].kind != lobby.Bot {
		return errors.New("there is no bot on that seat")
	}
	r.seats[at] = seat{kind: lobby.Empty}
	if r.stage() != lobby.Gathering {
		r.gather()
	}
	return nil
}

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

// startBots lets every bot think that has something to decide.
func (r *room) startBots() {
	if r.match == nil || !r.paused.IsZero() || time.Since(r.written.stuck) < stuckPace {
		return
	}
	for _, mover := range r.public.ToMove {
		s := &r.seats[mover]
		if s.kind != lobby.Bot && !r.standsIn(int(mover)) || s.thinking {
			continue
		}
		s.thinking = true
		t := thought{match: r.match, seen: s.seen, number: r.matches, seat: mover, level: max(s.level, engine.FirstBot), since: s.since}
		// A bot that still hangs over an earlier decision, or decides one
		// secret thing after the other, is not asked.
		t.plain = !ended(s.busy) || s.secrets >= maxSecretSteps
		idle := make(chan struct{})
		if !t.plain {
			s.busy = idle
		}
		r.lobby.work.Go(func() { r.think(t, idle) })
	}
}

// ended says whether a channel is closed or was never there.
func ended(c <-chan struct{}) bool {
	if c == nil {
		return true
	}
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// think asks the bot outside the room's goroutine and hands its answer in when
// it is due; idle is closed when the bot has finished. What nobody will see is
// handed in at once, so that the pace of what all see does not tell of it.
func (r *room) think(t thought, idle chan struct{}) {
	late := time.NewTimer(r.lobby.limits.BotTime)
	defer late.Stop()
	answers := make(chan answer, 2)
	go func() {
		defer close(idle)
		r.weigh(t, answers)
	}()
	select {
	case <-idle:
	case <-late.C:
		r.lobby.log.Warn("a bot took too long", "game", r.game.Name)
	}
	// The bot's own answer follows a simple one, which stands if it never came.
	best := answer{action: engine.Timeout}
	for len(answers) > 0 {
		best = <-answers
	}
	if !best.secret {
		pause := time.NewTimer(time.Until(nextBeat(t.since, r.lobby.limits.BotPace, time.Now())))
		defer pause.Stop()
		select {
		case <-pause.C:
		case <-r.done:
			return
		}
	}
	r.tell(func() { r.botActs(t, best) })
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
func (r *room) weigh(t thought, answers chan<- answer) {
	defer func() {
		if recover() != nil {
			r.lobby.log.Error("a bot broke", "game", r.game.Name, "at", whereabouts())
		}
	}()
	// try says what playing an action would be, and whether it can be played.
	try := func(action engine.Action) (answer, bool) {
		_, events, err := t.match.Play(t.seat, action)
		return answer{action, len(events) == 0}, err == nil
	}
	tries := 0
	for action := range t.match.Legal(t.seat) {
		if simple, ok := try(action); ok && !simple.secret {
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
	action := t.match.Think(t.seat, t.level, rand.New(rand.NewChaCha8(newSeed())))
	if own, ok := try(action); ok && action != engine.Timeout {
		answers <- own
		return
	}
	r.lobby.log.Warn("a bot wanted what cannot be played", "game", r.game.Name)
}

// botActs plays a bot's answer, unless what the bot sees has changed since it
// was asked: then settle asks it again.
func (r *room) botActs(t thought, a answer) {
	if r.match == nil || t.number != r.matches {
		return
	}
	s := &r.seats[t.seat]
	s.thinking = false
	r.redo(func() { r.seats[t.seat].thinking = false })
	if !slices.Contains(r.public.ToMove, t.seat) || !r.paused.IsZero() {
		return
	}
	if s.kind != lobby.Bot && !r.standsIn(int(t.seat)) {
		return // its person is back
	}
	if s.seen != t.seen {
		return
	}
	if a.action != engine.Timeout {
		if seen, err := r.play(t.seat, a.action); err == nil {
			if r.seats[t.seat].secrets++; seen {
				r.seats[t.seat].secrets = 0
			}
			return
		}
	}
	r.seats[t.seat].secrets = 0
	r.timeOut(t.seat)
}
