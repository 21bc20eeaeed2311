package prose

import (
	"fmt"
	"math"
	"strconv"

	"parlor/engine"
	"parlor/engine/insight"
)

// An Account describes in words what could be known in a finished match.
type Account struct {
	Narrator Narrator
	Analysis insight.Analysis
	Names    []string // by seat
	Bots     []bool   // by seat: whether a bot had it; nil if unknown
	// Finished reports by seat whether a bot finished the match for its player, and
	// Substitutes by seat whether a bot made the move of a step; nil if none did.
	Finished    []bool
	Substitutes func(step int) []bool
}

// Notes explains what the analysis is and what it lacks.
func (c Account) Notes() []Text {
	notes := []Text{T("Chance: the probability that a guess was right, given everything its player could know. It is computed exactly, not estimated.")}
	if c.Analysis.Memory {
		notes = append(notes, T("The match was played from memory. This analysis assumes that players remember everything."))
	}
	switch games := c.Analysis.Dark; len(games) {
	case 0:
		if len(c.Analysis.Decisions) == 0 {
			notes = []Text{T("Nobody made a guess in this match.")}
		}
	case 1:
		notes = append(notes, T("Game {n} is too complex to analyse.", N(games[0])))
	default:
		notes = append(notes, T("Games {games} are too complex to analyse.", And(Numbers(games))))
	}
	return notes
}

// Moments describes the decisions that changed most, each in sentences of its own.
func (c Account) Moments() (told [][]Text) {
	for _, moment := range c.Analysis.Moments {
		decision := c.Analysis.Decisions[moment.Decision]
		sentences := []Text{T("Game {n}, move {move}:", N(decision.Round), N(decision.Step+1))}
		sentences = append(sentences, c.Decision(decision)...)
		for _, kind := range moment.Kinds {
			sentences = append(sentences, tellKind(kind))
		}
		told = append(told, sentences)
	}
	return told
}

// Luckiest describes the right guess of a person that was the least likely, and returns its chance.
// It returns a zero Text if all were likely.
func (c Account) Luckiest() (said Text, chance float64) {
	best := -1
	for i, d := range c.Analysis.Decisions {
		bot := int(d.Seat) < len(c.Bots) && c.Bots[d.Seat] || c.Substitutes != nil && c.Substitutes(d.Step + 1)[d.Seat]
		if d.Right && !bot && d.Chance <= luckyChance && (best < 0 || d.Chance < c.Analysis.Decisions[best].Chance) {
			best = i
		}
	}
	if best < 0 {
		return Text{}, 0
	}
	return c.guessed(c.Analysis.Decisions[best]), c.Analysis.Decisions[best].Chance
}

// luckyChance is the highest chance of a guess that Luckiest describes.
const luckyChance = 0.5

// Decision describes what was guessed, how likely it was, and which guess would have been likelier.
func (c Account) Decision(d insight.Decision) []Text {
	told := []Text{c.guessed(d)}
	if d.Missed() >= 0.005 {
		told = append(told, T("The likeliest guess was {claim}, at {chance}.", c.claim(d, d.Best), Sub(Chance(d.BestChance))))
	}
	return append(told, T("Possibilities left: {before} before, {after} after.", Sub(possibilities(d.Before)), Sub(possibilities(d.After))))
}

// guessed describes a guess and its chance.
func (c Account) guessed(d insight.Decision) Text {
	who := c.people()
	if c.Substitutes != nil {
		who.Substitutes = c.Substitutes(d.Step + 1)
	}
	name, claim, chance := who.Name(d.Seat), c.claim(d, d.Action), Sub(Chance(d.Chance))
	if d.Right {
		return T("{name} guessed {claim}, with a chance of {chance}: right.", name, claim, chance)
	}
	return T("{name} guessed {claim}, with a chance of {chance}: wrong.", name, claim, chance)
}

// claim describes what an action at a decision claims.
func (c Account) claim(d insight.Decision, action engine.Action) Arg {
	scene := Scene{View: c.Analysis.Steps[d.Step].Match.View(d.Seat), Names: c.Names, Away: make([]bool, len(c.Names)), Watching: true, Past: true}
	return Sub(c.Narrator.Claimed(action, scene))
}

// possibilities returns the number of possible worlds, rounded if it is large.
func possibilities(worlds float64) Text {
	const (
		million = 1e6
		billion = 1e9
	)
	switch {
	case worlds >= billion:
		return T("more than {n} billion", N(int(min(worlds, math.MaxInt32*billion)/billion)))
	case worlds >= million:
		return T("more than {n} million", N(int(worlds/million)))
	}
	return T("{n}", N(int(worlds)))
}

func (c Account) people() People { return People{Names: c.Names, You: engine.Watcher} }

// tellKind describes in which way a decision changed much.
func tellKind(kind insight.Kind) Text {
	switch kind {
	case insight.Decisive:
		return T("It decided the match.")
	case insight.Lucky:
		return T("It was the luckiest guess.")
	case insight.Unlucky:
		return T("It was the unluckiest guess.")
	case insight.Missing:
		return T("No other guess was so much less likely than the best one.")
	case insight.Telling:
		return T("No other guess revealed so much.")
	}
	return Text{}
}

// Players returns a table of how the guesses of each player turned out, beginning with a header row.
func (c Account) Players() [][]Text {
	rows := [][]Text{{T("PLAYER"), T("GUESSES"), T("RIGHT"), T("LUCK"), T("MISSED")}}
	for _, one := range c.Analysis.Players {
		name := T("{name}", c.people().Name(one.Seat))
		if int(one.Seat) < len(c.Bots) && c.Bots[one.Seat] {
			name = T("{name} (bot)", c.people().Name(one.Seat))
		}
		if int(one.Seat) < len(c.Finished) && c.Finished[one.Seat] {
			name = T("bot for {name}", c.people().Name(one.Seat))
		}
		rows = append(rows, []Text{
			name, T("{n}", N(one.Claims)), T("{n}", N(one.Right)),
			T("{n}", signed(one.Luck)), T("{n}", Literal(fmt.Sprintf("%.2f", hundredths(one.Missed)))),
		})
	}
	return rows
}

// hundredths rounds to hundredths and never returns a negative zero.
func hundredths(f float64) float64 { return math.Round(100*f)/100 + 0 }

// Columns explains the last two columns of Players.
func (Account) Columns() []Text {
	return []Text{
		T("Luck: right guesses minus expected right guesses."),
		T("Missed: right guesses lost by not making the likeliest guess, which is not always the best move."),
	}
}

// A Curve shows how much one player still had to find out about another, at each point of the graph.
type Curve struct {
	Of     Text      // such as "anna about bo"
	Levels []float64 // from 0, nothing, to 1, the maximum of all curves; negative if unknown
}

// Curves returns a curve for every ordered pair of seats. parts holds the indexes at which games
// begin, which is 0 for the first.
func (c Account) Curves() (curves []Curve, parts []int) {
	most, seats := 0.0, len(c.Analysis.Players)
	for i, point := range c.Analysis.Graph {
		if i == 0 || point.Round != c.Analysis.Graph[i-1].Round {
			parts = append(parts, i)
		}
		for _, left := range point.Left {
			for _, bits := range left {
				most = max(most, bits)
			}
		}
	}
	for reader := range seats {
		for owner := range seats {
			if reader == owner || most == 0 {
				continue
			}
			curve := Curve{Of: T("{name} about {owner}", c.people().Name(engine.Seat(reader)), c.people().Name(engine.Seat(owner)))}
			for _, point := range c.Analysis.Graph {
				level := -1.0
				if left := point.Left[reader]; left != nil {
					level = left[owner] / most
				}
				curve.Levels = append(curve.Levels, level)
			}
			curves = append(curves, curve)
		}
	}
	return curves, parts
}

// TellSum describes a player's decisions in the latest matches of a game of which an
// analysis is known, luck apart from skill.
func TellSum(sum insight.Sum, latest int) []Text {
	told := []Text{C("{n} of the last {latest} matches was analysed:", "{n} of the last {latest} matches were analysed:", N(sum.Matches), Literal(strconv.Itoa(latest)))}
	switch {
	case sum.Matches == latest && latest == 1:
		told[0] = T("In the last match:")
	case sum.Matches == latest:
		told[0] = C("In the last {n} match:", "In the last {n} matches:", N(latest))
	}
	if sum.Claims == 0 {
		return append(told, T("no guess with a known chance."))
	}
	mean, margin := sum.MissedEach()
	told = append(told, C("{n} guess, {right} right.", "{n} guesses, {right} right.", N(sum.Claims), N(sum.Right)),
		T("Luck: {luck}; chance alone stays within ± {range}.", signed(sum.Luck), Literal(fmt.Sprintf("%.2f", hundredths(sum.ByChance())))))
	if math.IsInf(margin, 0) {
		return append(told, T("Missed: {missed} on the only guess.", Literal(fmt.Sprintf("%.3f", mean))))
	}
	return append(told, T("Missed: {missed} ± {margin} per guess.", Literal(fmt.Sprintf("%.3f", mean)), Literal(fmt.Sprintf("%.3f", margin))))
}

// SumNotes explains the figures of TellSum.
func SumNotes() []Text {
	return []Text{
		T("Luck: right guesses minus expected right guesses. It does not measure skill."),
		T("Missed: how much less likely your guess was than the likeliest one, on average; 0 is best. It is only part of skill: the likeliest guess is not always the best move."),
		T("All figures are exact, given what the player could know. ± is a 95% confidence interval."),
	}
}

// signed returns an argument with a number rounded to hundredths, with its sign.
func signed(f float64) Arg { return Literal(fmt.Sprintf("%+.2f", hundredths(f))) }
