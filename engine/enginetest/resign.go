package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// checkResigning plays whole matches by time-outs with some resignations. A seat that has
// resigned must not be to move and must not win, whatever its points, and a match must end when
// at most one seat is left.
func checkResigning[V any, E engine.GameEvent](rules engine.Rules[V, E], games int) error {
	game := rules.Game()
	for seats := rules.MinSeats; seats <= rules.MaxSeats; seats++ {
		for i, options := range optionSets(rules.Options) {
			for n := range 2 * games {
				m, err := game.Start(seats, engine.Seed{byte(i), byte(n), 7}, options)
				if err != nil {
					break // checkMatches tests refusals
				}
				random := rand.New(rand.NewPCG(uint64(i), uint64(n)))
				if err := checkResigned(game, m, random); err != nil {
					return fmt.Errorf("a match of %d seats with %v: %w", seats, options, err)
				}
			}
		}
	}
	return nil
}

func checkResigned(game engine.Game, m engine.Match, random *rand.Rand) error {
	seats := m.Record().Seats
	gone := make([]bool, seats)
	for moves := 0; len(m.ToMove()) > 0; moves++ {
		if moves == 9*maxMoves {
			return errors.New("the match does not end")
		}
		move := engine.Move{Seat: m.ToMove()[0], Action: engine.Timeout}
		if random.IntN(20*seats) == 0 {
			move = engine.Move{Seat: engine.Seat(random.IntN(seats)), Action: engine.Resign}
		}
		next, _, err := m.Play(move.Seat, move.Action)
		switch {
		case err != nil && move.Action == engine.Timeout:
			return fmt.Errorf("seat %v is to move, and the clock is refused: %w", move.Seat, err)
		case err != nil:
			if err := isRefusal(err); err != nil {
				return err
			}
			continue
		case move.Action == engine.Resign && gone[move.Seat]:
			return fmt.Errorf("seat %v resigned twice", move.Seat)
		case move.Action == engine.Resign:
			gone[move.Seat] = true
		}
		m = next
		if err := checkGone(m, gone); err != nil {
			return fmt.Errorf("after %v: %w", m.Record().Moves, err)
		}
	}
	return checkRecord(game, m)
}

// checkGone returns an error if a seat that has resigned is to move or is among the winners, or
// if the match does not end as the number of remaining seats requires.
func checkGone(m engine.Match, gone []bool) error {
	stay := 0
	for seat, out := range gone {
		switch {
		case !out:
			stay++
		case slices.Contains(m.ToMove(), engine.Seat(seat)):
			return fmt.Errorf("seat %v has resigned and is to move", engine.Seat(seat))
		case slices.Contains(m.View(engine.Watcher).Winners, engine.Seat(seat)):
			return fmt.Errorf("seat %v has resigned and is among the winners", engine.Seat(seat))
		}
	}
	view := m.View(engine.Watcher)
	switch {
	case view.Stage == engine.Interval && stay < min(2, len(gone)):
		return fmt.Errorf("the match goes on with %d of %d seats", stay, len(gone))
	case view.Stage == engine.Over && (len(view.Winners) == 0) != (stay == 0):
		return fmt.Errorf("%d seats stayed, and the winners are %v", stay, view.Winners)
	}
	return nil
}
