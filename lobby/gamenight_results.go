package lobby

import (
	"cmp"
	"context"
	"slices"

	"parlor/prose"
)

// Highlight is the luckiest right guess of a person in a finished match.
type Highlight struct {
	Match  string     // Finished.ID
	Table  int        // GameNightTable.Number
	Game   string     // engine.Game.Name
	Text   prose.Text // who guessed what, and the chance of it
	Chance float64    // of the guess, from 0 to 1
}

// LineText describes a highlight with its table and its game.
func (h Highlight) LineText(game prose.Arg) prose.Text {
	return prose.T("Table {n}, {game}: {highlight}", prose.N(h.Table), game, prose.Sub(h.Text))
}

// Highlights returns the highlight of each finished match that has one. If ctx ends first, it
// returns those that are known.
type Highlights func(ctx context.Context, played []GameNightTable) []Highlight

// maxHighlights is the number of best moments of a game night.
const maxHighlights = 3

// BestMoments returns the least likely highlights, best first.
func BestMoments(all []Highlight) []Highlight {
	best := slices.Clone(all)
	slices.SortStableFunc(best, func(a, b Highlight) int { return cmp.Compare(a.Chance, b.Chance) })
	return best[:min(len(best), maxHighlights)]
}
