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

// levelHelp says how they play.
func levelHelp() []string {
	return []string{
		"Judges each tile on its own and forgets guesses.",
		"Counts all arrangements, and makes the likeliest guess.",
		"Reads what your guesses give away, and takes risks.",
		"Simulates games from each good guess; picks the best.",
	}
}

// skill is what a level can do.
type skill struct {
	recalls int     // guesses, the newest first, where nothing is written down
	counts  bool    // it knows how likely a value is, and not only that it can be
	asked   float64 // see Worlds.Believing; 1 believes in no signals
	goOn    float64 // the chance of being right from which it guesses again
	mixes   bool    // it draws the colour that its rack has less of: a mixed rack says less
	games   int     // it plays in simulations before it decides
	trust   float64 // how many of these games won a certain guess counts as
}

// everything is more than happens in a round.
const everything = 1 << 16

// What the level with signals makes of them, and how much it dares. Weights of 0.1
// and 0.4, and chances of 0.25 and 0.4, have not played better.
const (
	askedSignals = 0.25
	goOnSignals  = 0.3
)

// rolloutGames are a hundred for each of eight guesses and to stop.
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

// think chooses an action for a bot.
func think(thought engine.Thought[View, Event]) engine.Action {
	return skillOf(thought.Level).decide(thought)
}

// decide makes the guess that is the likeliest to be right, by what the level sees
// in the view, and stops when that is too risky.
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

// drawMinority takes the colour that the own rack has less of.
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

// claim is a guess, and how likely a level takes it to be right.
type claim struct {
	spot   engine.Spot
	value  Value
	chance float64
}

func (c claim) guess() engine.Action { return Guess(c.spot.Seat, c.spot.Place, c.value) }

// claims returns the guesses that may be right by a view, the likeliest first; chance
// orders such as are equal.
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

// believed returns the worlds of a view that a game has shown; see Worlds.Believing.
// They are not counted.
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

// possible returns all guesses that nothing seen rules out, where each tile is looked
// at by itself: it stands between known numbers. Its values are alike.
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
