package lobby

import (
	"errors"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"time"

	"parlor/engine"
)

// botNames are given in this order, as far as nobody at the table has them.
func botNames() []string {
	return []string{"Cecilia", "Ludovico", "Fiora", "Salai", "Beatrice", "Bramante"}
}

// addBot puts a bot on the first free seat.
func (r *room) addBot(c *Chair, level engine.Level) error {
	if err := r.mayArrange(c); err != nil {
		return err
	}
	if r.stage() != Gathering {
		r.gather()
	}
	free := slices.IndexFunc(r.seats, func(s seat) bool { return s.kind == Empty })
	if free < 0 {
		return errors.New("all seats are taken")
	}
	for _, name := range botNames() {
		if !slices.ContainsFunc(r.seats, func(s seat) bool { return fold(s.name) == fold(name) }) {
			r.seats[free] = seat{kind: Bot, name: name, level: level}
			return nil
		}
	}
	return errors.New("there are no more bots")
}

func (r *room) removeBot(c *Chair, at engine.Seat) error {
	if err := r.mayArrange(c); err != nil {
		return err
	}
	if at < 0 || int(at) >= len(r.seats) || r.seats[at].kind != Bot {
		return errors.New("there is no bot on that seat")
	}
	r.seats[at] = seat{kind: Empty}
	if r.stage() != Gathering {
		r.gather()
	}
	return nil
}

// startBots lets every bot think that has something to decide.
func (r *room) startBots() {
	if r.match == nil {
		return
	}
	for _, mover := range r.public.ToMove {
		s := &r.seats[mover]
		if s.kind == Bot && !s.thinking {
			s.thinking = true
			due := s.since.Add(r.lobby.limits.BotPace)
			match, number, level := r.match, r.matches, s.level
			r.lobby.work.Go(func() { r.think(match, number, mover, level, due) })
		}
	}
}

// think asks the bot outside the room's goroutine and hands its action in when
// it is due. That is counted from what all could see: however long it thinks,
// and whether it decides something in secret before, its pace is the same.
func (r *room) think(match engine.Match, number int, seat engine.Seat, level engine.Level, due time.Time) {
	answer := make(chan engine.Action, 1)
	// A bot that never answers keeps this goroutine; it holds nothing else up.
	go func() {
		defer func() {
			if broken := recover(); broken != nil {
				r.lobby.log.Error("a bot broke", "game", r.game.Name, "stack", string(debug.Stack()))
				answer <- engine.Timeout
			}
		}()
		answer <- match.Think(seat, level, rand.New(rand.NewChaCha8(newSeed())))
	}()
	late := time.NewTimer(r.lobby.limits.BotTime)
	defer late.Stop()
	var action engine.Action
	select {
	case action = <-answer:
	case <-late.C:
		action = engine.Timeout
	case <-r.done:
		return
	}
	pause := time.NewTimer(time.Until(due))
	defer pause.Stop()
	select {
	case <-pause.C:
	case <-r.done:
		return
	}
	r.tell(func() { r.botActs(number, seat, action) })
}

// botActs plays a bot's action. One that is refused is played as a timeout,
// which every seat that is to move can take: a bot never holds the table up.
func (r *room) botActs(number int, seat engine.Seat, action engine.Action) {
	if r.match == nil || number != r.matches || !slices.Contains(r.public.ToMove, seat) {
		if r.match != nil && number == r.matches {
			r.seats[seat].thinking = false
		}
		return
	}
	r.seats[seat].thinking = false
	if err := r.play(seat, action); err != nil {
		r.lobby.log.Warn("a bot's action was refused", "game", r.game.Name)
		_ = r.play(seat, engine.Timeout)
	}
}
