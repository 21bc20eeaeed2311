package davinci

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
)

// mostNamed is the maximum number of possible values that are listed individually.
const mostNamed = 6

// tellWhy describes the possible values of a tile, or their number if there are many, and the facts
// from which that follows, such as "It can only be 7: you have black 9, face up you see black 6,
// tile 3 of bo is not 8."
func tellWhy(hint prose.Hint, scene prose.Scene) prose.Text {
	p := narrationOf(scene)
	facts := factsOf(hint.Facts)
	if len(facts) == 0 {
		return prose.Text{}
	}
	var clauses []prose.Text
	if own := p.tilesOf(facts, game.FactOwn); len(own) > 0 {
		clauses = append(clauses, prose.T("you have {tiles}", prose.And(own)))
	}
	if open := p.tilesOf(facts, game.FactOpen); len(open) > 0 {
		clauses = append(clauses, prose.T("you see {tiles} face up", prose.And(open)))
	}
	clauses = append(clauses, p.wrongGuesses(facts)...)
	var hide []engine.Seat
	for _, one := range facts {
		if one.Kind == game.FactRack {
			hide = append(hide, one.Seat)
		}
	}
	if len(hide) > 0 {
		clauses = append(clauses, prose.T("the hidden tiles of {names} need numbers, too", prose.And(p.People.Who(hide))))
	}
	if len(hint.Can) > mostNamed {
		return prose.T("It can have {n} values: {facts}.", prose.N(len(hint.Can)), prose.List(clauses))
	}
	return prose.T("It can only be {values}: {facts}.", prose.Or(values(valuesOf(hint.Can))), prose.List(clauses))
}

// valuesOf returns the values of odds, in order.
func valuesOf(all []engine.Odds) []game.Value {
	var list []game.Value
	for _, one := range all {
		for value := game.Joker; value <= game.MaxNumber; value++ {
			if value.String() == one.Value {
				list = append(list, value)
			}
		}
	}
	return list
}

func factsOf(all []engine.Fact) []game.Fact {
	facts := make([]game.Fact, 0, len(all))
	for _, one := range all {
		if fact, is := one.(game.Fact); is {
			facts = append(facts, fact)
		}
	}
	return facts
}

// tilesOf returns the tiles of the facts of a kind, in the order of a row.
func (p *narration) tilesOf(facts []game.Fact, kind game.FactKind) []prose.Text {
	facts = slices.DeleteFunc(slices.Clone(facts), func(one game.Fact) bool { return one.Kind != kind })
	slices.SortFunc(facts, func(a, b game.Fact) int { return 2*int(a.Value-b.Value) + int(a.Color-b.Color) })
	tiles := make([]prose.Text, len(facts))
	for i, one := range facts {
		tiles[i] = named(game.Tile{Color: one.Color, Value: one.Value})
	}
	return tiles
}

// wrongGuesses returns the values that hidden tiles are known not to have, each tile once.
func (p *narration) wrongGuesses(facts []game.Fact) (clauses []prose.Text) {
	var at []target
	not := map[target][]game.Value{}
	for _, one := range facts {
		if one.Kind != game.FactWrong {
			continue
		}
		tile := target{one.Seat, one.Place}
		if not[tile] == nil {
			at = append(at, tile)
		}
		not[tile] = append(not[tile], one.Value)
	}
	for _, tile := range at {
		clauses = append(clauses, prose.T("{tile} is not {values}", prose.Sub(whose(p.People, tile)), prose.Or(values(not[tile]))))
	}
	return clauses
}
