package insight

import (
	"math"
	"slices"

	"parlor/engine"
)

// reader computes the worlds of the seats of a match. Worlds are expensive: each is computed at
// most once, on demand.
type reader struct {
	game  engine.Game
	steps []engine.Step
	known map[eyes]engine.Worlds
	dark  []int // the games with a claim whose chance cannot be computed, ascending
}

// eyes is a seat at a step.
type eyes struct {
	step int
	seat engine.Seat
}

// worlds returns what is possible for a seat at a step, or nil if that cannot be computed.
func (r *reader) worlds(step int, seat engine.Seat) engine.Worlds {
	at := eyes{step, seat}
	worlds, made := r.known[at]
	if !made {
		worlds = r.game.Worlds(r.steps[step].Match.View(seat))
		r.known[at] = worlds
	}
	return worlds
}

// decisions returns the moves with claims whose chance can be computed.
func (r *reader) decisions() (all []Decision) {
	for i, step := range r.steps[1:] {
		claims := r.game.Claims(step.Move)
		if len(claims) == 0 {
			continue
		}
		before, after := r.worlds(i, step.Move.Seat), r.worlds(i+1, step.Move.Seat)
		if before == nil || after == nil {
			if round := r.steps[i].Round; !slices.Contains(r.dark, round) {
				r.dark = append(r.dark, round)
			}
			continue
		}
		chance, is := before.Chance(step.Move.Action)
		if !is {
			continue
		}
		one := Decision{
			Step: i, Round: r.steps[i].Round, Seat: step.Move.Seat, Action: step.Move.Action,
			Right: holds(after, claims), Chance: chance, Before: before.Count(), After: after.Count(),
			Ended: r.ended(i + 1),
		}
		one.Best, one.BestChance = before.Best()
		all = append(all, one)
	}
	return all
}

// ended reports whether a game has ended at a step.
func (r *reader) ended(step int) bool {
	return r.steps[step].Match.View(engine.Watcher).Stage != engine.Playing
}

// holds reports whether claims are certainly true.
func holds(worlds engine.Worlds, claims []engine.Claim) bool {
	return !slices.ContainsFunc(claims, func(one engine.Claim) bool {
		odds := worlds.Odds(one.Spot)
		return len(odds) != 1 || odds[0].Value != one.Value
	})
}

// graph returns points at evenly spread moves of the match, before decisions if there are enough of
// them.
func (r *reader) graph(seats int, decisions []Decision) (points []Point) {
	var moments, claims []int
	for i, step := range r.steps[1:] {
		if step.Move.Action != engine.Next && len(step.Events) > 0 {
			moments = append(moments, i)
		}
	}
	for _, one := range decisions {
		claims = append(claims, one.Step)
	}
	if len(claims) >= MaxPoints {
		moments = claims
	}
	shown := min(len(moments), MaxPoints)
	for n := range shown {
		step := moments[n*len(moments)/shown]
		point := Point{Step: step, Round: r.steps[step].Round, Left: make([][]float64, seats)}
		told := false
		for seat := range point.Left {
			point.Left[seat] = left(r.worlds(step, engine.Seat(seat)), seats)
			told = told || point.Left[seat] != nil
		}
		if told {
			points = append(points, point)
		}
	}
	return points
}

// left returns the number of unknown bits by owner: the logarithm of the number of worlds, divided
// in proportion to the entropy of each owner's spots.
func left(worlds engine.Worlds, seats int) []float64 {
	if worlds == nil {
		return nil
	}
	byOwner, sum := make([]float64, seats), 0.0
	for _, spot := range worlds.Hidden() {
		unsure := entropy(worlds.Odds(spot))
		byOwner[spot.Seat] += unsure
		sum += unsure
	}
	if sum == 0 {
		return byOwner
	}
	all := math.Log2(worlds.Count())
	for owner := range byOwner {
		byOwner[owner] *= all / sum
	}
	return byOwner
}

// entropy returns the entropy of a value, in bits.
func entropy(odds []engine.Odds) (bits float64) {
	for _, one := range odds {
		bits -= one.Chance * math.Log2(one.Chance)
	}
	return bits
}
