package davinci

import (
	"math"
	"math/rand/v2"

	"parlor/engine"
)

// rolloutMove is a decision to be compared by simulations.
type rolloutMove struct {
	action engine.Action
	chance float64 // chance that a guess is right; 0 for other moves
	do     func(*round)
}

// rollOut decides by simulated games.
func (s skill) rollOut(thought engine.Thought[View, Event], known View) engine.Action {
	w, own := believed(known, s.asked), known.Racks[known.Seat]
	var moves []rolloutMove
	switch known.Phase {
	case PhaseDraw:
		moves = drawMoves(known, own, thought.Random)
	case PhaseShow:
		moves = showMoves(own, thought.Random)
	default:
		moves = s.guessMoves(known, likely(w, thought.Random))
	}
	games := s.games
	if thought.Simulations > 0 {
		games = min(games, thought.Simulations)
	}
	return s.compare(thought, w, moves, games)
}

// compare plays each of the moves in many worlds to the end of the round, and returns the most
// successful one. The worse half of the moves is dropped repeatedly, and the others are played in
// more worlds. If there are too few games, it returns the first move, which is that of the level
// below.
func (s skill) compare(thought engine.Thought[View, Event], w *Worlds, moves []rolloutMove, games int) engine.Action {
	moves = moves[:min(len(moves), max(2, games/leastTrials))]
	plan := halvings(len(moves), games)
	if len(plan) == 0 {
		return moves[0].action
	}
	trials := make([]trial, len(moves))
	for i, move := range moves {
		trials[i] = trial{move: move, prior: s.trust * move.chance}
		if move.action == Stop {
			trials[i].prior = s.trust * s.goOn
		}
	}
	worlds := 0
	for _, n := range plan {
		worlds += n
	}
	r, from := newRolling(thought, w, worlds), 0
	for _, n := range plan {
		for i := range trials {
			for world := from; world < from+n; world++ {
				r.try(&trials[i], world)
			}
		}
		from += n
		trials = best(trials)
	}
	return trials[0].move.action
}

// leastTrials is the minimum number of games per move; with fewer games, fewer moves are compared.
const leastTrials = 8

// halvings returns the number of worlds for each remaining move, when half of the moves are dropped
// repeatedly and each round plays the same number of games. It is empty if there are too few games
// or moves.
func halvings(moves, games int) []int {
	stages := 0
	for n := moves; n > 1; n /= 2 {
		stages++
	}
	var plan []int
	for n := moves; n > 1; n /= 2 {
		worlds := games / stages / n
		if worlds == 0 {
			return nil
		}
		plan = append(plan, worlds)
	}
	return plan
}

// best returns the better half of trials, best first.
func best(trials []trial) []trial {
	for i := range trials {
		for j := i; j > 0 && trials[j].worth() > trials[j-1].worth(); j-- {
			trials[j], trials[j-1] = trials[j-1], trials[j]
		}
	}
	return trials[:max(1, len(trials)/2)]
}

// trial is the success of a move.
type trial struct {
	move  rolloutMove
	prior float64    // value assumed before the first game
	sum   [2]float64 // sums of the values, for wrong and right guesses
	n     [2]int
}

// worth returns the value of a move. It weights right and wrong guesses by their chances instead of
// their frequencies.
func (t *trial) worth() float64 {
	n, right := float64(t.n[0]+t.n[1]), t.move.chance
	if t.n[0] == 0 || t.n[1] == 0 {
		return (t.prior + t.sum[0] + t.sum[1]) / n
	}
	return t.prior/n + (1-right)*t.sum[0]/float64(t.n[0]) + right*t.sum[1]/float64(t.n[1])
}

// rolling holds what all simulated games have in common.
type rolling struct {
	from   round // hidden tiles are noTile; tiles in no rack are remaining
	spots  []engine.Spot
	worlds [][]Value
	seeds  []quickChance
	stakes stakes
	seat   int
	rule   policy
	now    round
}

func newRolling(thought engine.Thought[View, Event], w *Worlds, worlds int) *rolling {
	r := &rolling{
		from: roundFrom(w.view, thought.Options["points"]), spots: w.constraints.spots, worlds: w.Draws(thought.Random, worlds),
		seeds: make([]quickChance, worlds), stakes: newStakes(thought), seat: int(w.view.Seat),
	}
	for i := range r.seeds {
		r.seeds[i] = quickChance(thought.Random.Uint64())
	}
	return r
}

// try plays a move in a world.
func (r *rolling) try(t *trial, world int) {
	chance := r.seeds[world]
	r.now = r.from
	r.now.fill(r.spots, r.worlds[world], &chance)
	before := r.now.scores[r.seat]
	t.move.do(&r.now)
	right := index(r.now.scores[r.seat] > before) // only a right guess scores
	r.now.playOut(&r.rule, &chance)
	t.sum[right] += r.stakes.worth(&r.now)
	t.n[right]++
}

// roundFrom rebuilds the state of a round from a view, without the values of hidden tiles. points
// is the value of option points.
func roundFrom(view View, points string) round {
	r := round{
		inPlay: 1<<firstJoker - 1, seats: len(view.Racks), turn: int(view.Turn), winner: none, hand: noTile,
		pool:   [2]int{view.Pool.Black, view.Pool.White},
		strict: view.Jokers == StrictJokers, sum: points != Classic && points != Single,
	}
	if view.Jokers != NoJokers {
		r.inPlay |= jokersOnly
	}
	asked := askedHaving(view)
	for seat, rack := range view.Racks {
		r.racks[seat].out = rack.Out
		for place, one := range rack.Tiles {
			r.racks[seat].insert(place, tileFrom(one, asked[seat][place+1]))
			if one.Open {
				r.open |= idOf(one.Color, one.Value).bit()
			}
			if one.Value != Unknown {
				r.own[seat] |= idOf(one.Color, one.Value).bit()
			}
		}
		if rack.Drawn != nil && engine.Seat(seat) == view.Turn {
			r.hand, r.asked = idOf(rack.Drawn.Color, rack.Drawn.Value), setOf(rack.Drawn.Color, asked[seat][0])
			r.own[seat] |= r.hand.bit()
		}
	}
	for seat, points := range view.Points {
		r.scores[seat] = int(points)
	}
	for r.phase.String() != view.Phase {
		r.phase++
	}
	if r.hand != noTile {
		r.gap = firstBit(r.gaps())
		if c := view.Choice; c != nil && c.Chosen > 0 {
			r.gap = c.Chosen - 1
		}
	}
	return r
}

func tileFrom(one Tile, asked values) tile {
	fast := tile{id: noTile, color: one.Color, open: one.Open, asked: setOf(one.Color, asked)}
	if one.Value != Unknown {
		fast.id = idOf(one.Color, one.Value)
	}
	for _, value := range one.Not {
		fast.not |= idOf(one.Color, value).bit()
	}
	return fast
}

// setOf returns values as a set of tiles of a colour.
func setOf(color Color, all values) tileSet {
	var set tileSet
	for value := Joker; value <= MaxNumber; value++ {
		if all.has(value) {
			set |= idOf(color, value).bit()
		}
	}
	return set
}

// fill sets the hidden tiles to the values of a world, and shuffles the remaining ones for the
// pool.
func (r *round) fill(spots []engine.Spot, world []Value, chance *quickChance) {
	for i, spot := range spots {
		one := &r.racks[spot.Seat].tiles[spot.Place-1]
		one.id = idOf(one.color, world[i])
		r.own[spot.Seat] |= one.id.bit()
	}
	left := r.inPlay &^ (r.own[0] | r.own[1] | r.own[2] | r.own[3])
	for ; left != 0; left &= left - 1 {
		id := lowest(left)
		n := r.left[id.color()]
		at := chance.below(n + 1)
		stack := &r.stacks[id.color()]
		stack[n], stack[at] = stack[at], id
		r.left[id.color()]++
	}
	r.left = [2]int{min(r.left[Black], r.pool[Black]), min(r.left[White], r.pool[White])}
}

// stakes describes the value of a round.
type stakes struct {
	seat   int
	totals []float64 // points of the previous rounds; nil without points
	left   int       // number of rounds to come
	spread float64   // spread of the points to come
}

// The difference of points by which a round distinguishes two players, on a logistic scale.
const (
	spreadSum   = 16
	spreadNoSum = 7
)

func newStakes(thought engine.Thought[View, Event]) stakes {
	s := stakes{seat: int(thought.View.Seat), left: thought.Left}
	if len(thought.View.Points) == 0 {
		return s
	}
	s.totals, s.spread = thought.Totals, spreadSum*math.Sqrt(float64(thought.Left))
	if thought.Options["points"] == Classic {
		s.spread = spreadNoSum * math.Sqrt(float64(thought.Left))
	}
	return s
}

// worth returns the share of the match that the seat has won at the end of a round, or its chance
// to win.
func (s stakes) worth(r *round) float64 {
	if s.totals == nil {
		return float64(index(r.winner == s.seat))
	}
	own, ahead, level, odds := s.total(r, s.seat), 0, 0, 0.0
	for seat := range r.seats {
		lead := s.total(r, seat) - own
		ahead += index(lead > 0)
		level += index(lead == 0)
		if s.left > 0 {
			odds += math.Exp(lead / s.spread)
		}
	}
	switch {
	case s.left > 0:
		return 1 / odds
	case ahead > 0:
		return 0
	}
	return 1 / float64(level)
}

func (s stakes) total(r *round, seat int) float64 {
	return s.totals[seat] + float64(r.scores[seat])
}

// guessMoves returns the likeliest guesses, and stopping if it is possible. The choice of the level
// below is first.
func (s skill) guessMoves(view View, claims []claim) []rolloutMove {
	var moves []rolloutMove
	for _, one := range claims[:min(len(claims), mostGuesses)] {
		moves = append(moves, rolloutMove{action: one.guess(), chance: one.chance, do: func(r *round) {
			r.guess(int(one.spot.Seat), one.spot.Place-1, idOf(tileColor(view, one.spot), one.value))
		}})
	}
	if view.Phase != PhaseAgain {
		return moves
	}
	stop := rolloutMove{action: Stop, do: (*round).stop}
	if claims[0].chance < s.goOn {
		return append([]rolloutMove{stop}, moves...)
	}
	return append(moves[:1:1], append([]rolloutMove{stop}, moves[1:]...)...)
}

// mostGuesses is the maximum number of guesses that are compared.
const mostGuesses = 8

func tileColor(view View, spot engine.Spot) Color {
	return view.Racks[spot.Seat].Tiles[spot.Place-1].Color
}

// drawMoves returns the available colours. The choice of the level below is first.
func drawMoves(view View, own Rack, random *rand.Rand) []rolloutMove {
	if view.Pool.Black == 0 || view.Pool.White == 0 {
		return []rolloutMove{{action: drawMinority(view, own)}}
	}
	colors, rule := [2]Color{Black, White}, drawMinority(view, own)
	if rule == Draw(White) || rule == DrawAny && random.IntN(2) == 0 {
		colors = [2]Color{White, Black}
	}
	var moves []rolloutMove
	for _, color := range colors {
		moves = append(moves, rolloutMove{action: Draw(color), do: func(r *round) { r.draw(color) }})
	}
	return moves
}

// showMoves returns the own hidden tiles.
func showMoves(own Rack, random *rand.Rand) []rolloutMove {
	var moves []rolloutMove
	for place, one := range own.Tiles {
		if !one.Open {
			moves = append(moves, rolloutMove{action: Show(place + 1), do: func(r *round) { r.show(place) }})
		}
	}
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return moves
}
