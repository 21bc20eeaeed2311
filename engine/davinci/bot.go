package davinci

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// The levels of the bot.
const (
	Beginner engine.Level = engine.FirstBot + iota
	Exact
	Signals
	Rollouts
)

// levelTitles returns the names of the levels.
func levelTitles() []string { return []string{"beginner", "exact", "signals", "rollouts"} }

// levelHelp describes how the levels play.
func levelHelp() []string {
	return []string{
		"Judges each tile on its own and forgets guesses.",
		"Counts all arrangements, and makes the likeliest guess.",
		"Reads what your guesses give away, and takes risks.",
		"Simulates games from each good guess; picks the best.",
	}
}

// skill holds the abilities of a level.
type skill struct {
	recalls int     // number of the newest guesses that it remembers under the memory option
	counts  bool    // uses the probabilities of values, and not only which are possible
	asked   float64 // see Worlds.Believing; 1 ignores signals
	goOn    float64 // minimum chance for another guess
	mixes   bool    // draws the rarer colour of its rack, because a mixed rack reveals less
	games   int     // number of simulated games before it decides
	trust   float64 // weight of the chance of a guess, in won games
}

// everything is greater than the number of events of a round.
const everything = 1 << 16

// The parameters of the level that uses signals. Weights of 0.1 and 0.4, and chances of 0.25 and
// 0.4, were not stronger in tests.
const (
	askedSignals = 0.25
	goOnSignals  = 0.3
)

// rolloutGames is a hundred for each of eight guesses and for stopping.
const rolloutGames = 900

func skillOf(level engine.Level) skill {
	switch level {
	case Beginner:
		return skill{recalls: 2, asked: 1, goOn: 0.5}
	case Exact:
		return skill{recalls: 8, counts: true, asked: 1, goOn: 0.5}
	}
	able := skill{recalls: everything, counts: true, asked: askedSignals, goOn: goOnSignals, mixes: true}
	if level > Signals {
		able.games, able.trust = rolloutGames, 40
	}
	return able
}

// think chooses the action of a bot.
func think(thought engine.Thought[View, Event]) engine.Action {
	return skillOf(thought.Level).decide(thought)
}

// decide returns the guess that is most likely right according to what the level sees, or stops if
// the risk is too high.
func (s skill) decide(thought engine.Thought[View, Event]) engine.Action {
	view, random := thought.View, thought.Random
	own := view.Racks[view.Seat]
	if c := view.Choice; c != nil && c.Chosen == 0 {
		return Place(c.Gaps[random.IntN(len(c.Gaps))])
	}
	if view.Phase == PhaseSetup {
		if own.Taken == setupTiles(len(view.Racks)) {
			return Ready
		}
		return Deal
	}
	known := recalled(view, thought.Heard, s.recalls)
	if s.games > 0 {
		return s.rollOut(thought, known)
	}
	switch view.Phase {
	case PhaseDraw:
		if s.mixes {
			return drawMinority(view, own)
		}
		return DrawAny
	case PhaseShow:
		return showAny(own, random)
	}
	best := s.claims(known, random)[0]
	if view.Phase == PhaseAgain && best.chance < s.goOn {
		return Stop
	}
	return best.guess()
}

// drawMinority draws the rarer colour of the own rack.
func drawMinority(view View, own Rack) engine.Action {
	var count [2]int
	for _, one := range own.Tiles {
		count[one.Color]++
	}
	switch {
	case view.Pool.White == 0 || (view.Pool.Black > 0 && count[Black] < count[White]):
		return Draw(Black)
	case view.Pool.Black == 0 || count[White] < count[Black]:
		return Draw(White)
	}
	return DrawAny
}

func showAny(own Rack, random *rand.Rand) engine.Action {
	var hidden []int
	for place, one := range own.Tiles {
		if !one.Open {
			hidden = append(hidden, place+1)
		}
	}
	return Show(hidden[random.IntN(len(hidden))])
}

// claim is a guess with its estimated chance.
type claim struct {
	spot   engine.Spot
	value  Value
	chance float64
}

func (c claim) guess() engine.Action { return Guess(c.spot.Seat, c.spot.Place, c.value) }

// claims returns the guesses that may be right, the likeliest first. Equal ones are in random
// order.
func (s skill) claims(view View, random *rand.Rand) []claim {
	if s.counts {
		return likely(believed(view, s.asked), random)
	}
	return sorted(possible(allConstraints(view)), random)
}

func sorted(all []claim, random *rand.Rand) []claim {
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	slices.SortStableFunc(all, func(a, b claim) int { return cmp.Compare(b.chance, a.chance) })
	return all
}

// believed returns the worlds of a view of a game in progress; see Worlds.Believing. They are not
// counted yet.
func believed(view View, asked float64) *Worlds {
	var w *Worlds
	if view.Phase != PhaseSetup && plausible(view) {
		w = solve(allConstraints(view).believing(view, asked))
	}
	if w == nil || w.total == 0 {
		panic("davinci: a bot has a view that no game shows")
	}
	w.view, w.count = view, 0
	return w
}

// likely returns all guesses that are right in some world.
func likely(w *Worlds, random *rand.Rand) []claim {
	var all []claim
	for i, spot := range w.constraints.spots {
		for v, chance := range w.odds[i] {
			if spot.Place > 0 && chance > 0 {
				all = append(all, claim{spot: spot, value: Value(v - 1), chance: chance})
			}
		}
	}
	return sorted(all, random)
}

// possible returns all guesses that are consistent with the known numbers around each tile by
// itself. All values of a tile have the same chance.
func possible(p *constraints) []claim {
	var all []claim
	for _, r := range p.rows {
		for _, one := range r.pieces {
			if one.spot == none || p.spots[one.spot].Place == 0 {
				continue
			}
			var can []Value
			if p.joker[one.color] && one.mayBeJoker() {
				can = append(can, Joker)
			}
			for value := range MaxNumber + 1 {
				if one.can.has(int(idOf(one.color, value))) {
					can = append(can, value)
				}
			}
			for _, value := range can {
				all = append(all, claim{spot: p.spots[one.spot], value: value, chance: 1 / float64(len(can))})
			}
		}
	}
	return all
}
