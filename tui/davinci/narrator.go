package davinci

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
)

// narration describes a position in sentences.
type narration struct{ *position }

func narrationOf(scene prose.Scene) *narration { return &narration{positionOf(scene)} }

func tellWhole(events []game.Event, who prose.People) (all []prose.Text) {
	for _, entry := range tell(events, who) {
		all = append(all, entry.whole...)
	}
	return all
}

// tellOwn describes the own row during the setup, and later the drawn tile.
func tellOwn(scene prose.Scene) []prose.Text {
	p := narrationOf(scene)
	if p.watching() {
		return nil
	}
	mine := p.rack(p.view.Seat)
	switch {
	case p.view.Phase == game.PhaseSetup && len(mine.Tiles)+len(mine.Unplaced) > 0:
		return p.tellRack(mine)
	case mine.Drawn != nil:
		return []prose.Text{p.tellDrawn(mine)}
	}
	return nil
}

// tellTable describes the pool and every row, the reader's own last.
func tellTable(scene prose.Scene) []prose.Text {
	p := narrationOf(scene)
	if len(p.view.Racks) == 0 {
		return nil
	}
	all := []prose.Text{tellPool(p.view.Pool)}
	for _, seat := range p.seats() {
		all = append(all, p.tellRack(p.rack(seat))...)
	}
	return all
}

// tellRack describes a row, such as "bo, seat 2, from the left: (1) hidden black, (2) open white
// 3."
func (p *narration) tellRack(rack game.Rack) []prose.Text {
	all := []prose.Text{p.tellTiles(rack)}
	for _, tile := range rack.Unplaced {
		all = append(all, prose.T("Your {tile} has no place yet.", prose.Sub(named(tile))))
	}
	if rack.Drawn != nil {
		all = append(all, p.tellDrawn(rack))
	}
	return all
}

func (p *narration) tellTiles(rack game.Rack) prose.Text {
	place := prose.N(int(rack.Seat) + 1)
	tiles := make([]prose.Text, len(rack.Tiles))
	for i, tile := range rack.Tiles {
		tiles[i] = tellTile(i+1, tile)
	}
	switch list := prose.List(tiles); {
	case len(tiles) == 0:
		return p.People.Say(rack.Seat, "You, seat {seat}: no tiles yet.", "{name}, seat {seat}: no tiles yet.", place)
	case p.view.Phase == game.PhaseSetup && !p.People.IsYou(rack.Seat): // their positions are not known yet
		return p.People.Say(rack.Seat, "You, seat {seat}: {tiles}.", "{name}, seat {seat}: {tiles}.", place, countedOf(rack.Tiles))
	case rack.Out:
		return p.People.Say(rack.Seat, "You, seat {seat}, out, from the left: {tiles}.", "{name}, seat {seat}, out, from the left: {tiles}.", place, list)
	default:
		return p.People.Say(rack.Seat, "You, seat {seat}, from the left: {tiles}.", "{name}, seat {seat}, from the left: {tiles}.", place, list)
	}
}

// countedOf describes tiles of which only the colours are known.
func countedOf(tiles []game.Tile) prose.Arg {
	black := 0
	for _, tile := range tiles {
		if tile.Color == game.Black {
			black++
		}
	}
	return prose.Sub(counted(black, len(tiles)-black))
}

// tellTile describes a tile of a row.
func tellTile(place int, tile game.Tile) prose.Text {
	n, name := prose.N(place), prose.Sub(named(tile))
	switch {
	case tile.Open:
		return prose.T("({n}) open {tile}", n, name)
	case len(tile.Not) > 0:
		return prose.T("({n}) hidden {tile}, not {values}", n, name, prose.Or(values(tile.Not)))
	}
	return prose.T("({n}) hidden {tile}", n, name)
}

// tellDrawn describes the separate tile.
func (p *narration) tellDrawn(rack game.Rack) prose.Text {
	choice := p.view.Choice
	switch tile := prose.Sub(named(*rack.Drawn)); {
	case !p.People.IsYou(rack.Seat):
		return prose.T("{name} has drawn {tile}.", p.People.Name(rack.Seat), prose.Sub(tileOf(rack.Drawn.Color)))
	case choice != nil && choice.Chosen > 0:
		return prose.T("The tile you drew is {tile}; it will go into gap {n}.", tile, prose.N(choice.Chosen))
	default:
		return prose.T("The tile you drew is {tile}.", tile)
	}
}

// tellGrammar describes what can be typed.
func tellGrammar(scene prose.Scene) []prose.Text {
	p := narrationOf(scene)
	switch {
	case len(p.view.Racks) == 0:
		return nil
	case p.mustPlace():
		return p.grammarOfPlace()
	case p.mine(game.PhaseSetup) && p.left() == 0:
		return []prose.Text{prose.T("Your row is complete."), prose.T("Type {ready} when you are ready.", typed(game.Ready))}
	case p.mine(game.PhaseSetup):
		return []prose.Text{
			p.askTake(), p.grammarOfColors(game.Take, game.TakeAny),
			prose.T("Or type {deal} to take the rest at random.", typed(game.Deal)),
		}
	case p.mine(game.PhaseDraw):
		return []prose.Text{p.askDraw(), p.grammarOfColors(game.Draw, game.DrawAny)}
	case p.mine(game.PhaseShow):
		return p.grammarOfShow()
	case p.mayGuess():
		return p.grammarOfGuess()
	}
	return nil
}

// typed returns an action as a player types it.
func typed(action engine.Action) prose.Arg { return prose.Literal(string(action)) }

// grammarOfColors describes actions with a colour, such as "Type draw black, draw white or draw
// any."
func (p *narration) grammarOfColors(of func(game.Color) engine.Action, random engine.Action) prose.Text {
	words := []string{string(of(game.Black)), string(of(game.White)), string(random)}
	switch pool := p.view.Pool; {
	case pool.White == 0:
		words = words[:1]
	case pool.Black == 0:
		words = words[1:2]
	}
	return prose.T("Type {commands}.", prose.Or(prose.Literals(words)))
}

func (p *narration) grammarOfPlace() []prose.Text {
	choice := p.view.Choice
	return []prose.Text{
		prose.T("Choose where your {tile} goes: type {place} and a gap, such as {example}.",
			prose.Sub(named(choice.Tile)), prose.Literal("place"), typed(game.Place(choice.Gaps[0]))),
		prose.T("You can choose gap {gaps}.", prose.Or(prose.Numbers(choice.Gaps))),
		prose.T("Gap 1 is left of your first tile."),
	}
}

func (p *narration) grammarOfShow() []prose.Text {
	example := 1
	if mine := p.ownHidden(); len(mine) > 0 {
		example = mine[0]
	}
	return []prose.Text{
		prose.T("You guessed wrong, and you had not drawn a tile."),
		prose.T("Choose one of your hidden tiles to turn up: type {show} and its place, such as {example}.",
			prose.Literal("show"), typed(game.Show(example))),
	}
}

func (p *narration) grammarOfGuess() []prose.Text {
	targets := p.targets()
	if len(targets) == 0 {
		return nil
	}
	at, example := targets[0], p.exampleGuess()
	all := []prose.Text{
		prose.T("Guess a hidden tile: type {guess}, the seat, the place and the number, such as {example}.", prose.Literal("guess"), example),
	}
	if p.view.Phase == game.PhaseAgain {
		all = []prose.Text{prose.T("You guessed right: type {stop}, or guess again, such as {example}.", typed(game.Stop), example)}
	}
	all = append(all, prose.T("Your guess would be {value} for {tile}.", prose.N(int(exampleValue)), prose.Sub(whose(p.People, at))))
	if p.view.Jokers != game.NoJokers {
		all = append(all, prose.T("For a joker, type {joker} instead of the number.", prose.Literal(game.Joker.String())))
	}
	if p.mayMove() {
		all = append(all, prose.T("Before that you can still move your {tile}: type {commands}.",
			prose.Sub(named(p.view.Choice.Tile)), prose.Or(prose.Literals(others(*p.view.Choice)))))
	}
	return all
}

// exampleValue is the number in the example of a guess.
const exampleValue game.Value = 7

// exampleGuess returns a guess of the first tile that can be guessed.
func (p *narration) exampleGuess() prose.Arg {
	at := target{1, 3}
	if targets := p.targets(); len(targets) > 0 {
		at = targets[0]
	}
	return typed(game.Guess(at.seat, at.place, exampleValue))
}

// tellClaim describes the claim of a guess, such as "black 7 for tile 3 of bo".
func tellClaim(action engine.Action, scene prose.Scene) prose.Text {
	p := narrationOf(scene)
	claims := game.Rules().Claims(engine.Move{Seat: p.view.Seat, Action: action})
	if len(claims) != 1 {
		return prose.Text{}
	}
	at, value := claims[0].Spot, game.Unknown
	if value.UnmarshalText([]byte(claims[0].Value)) != nil || int(at.Seat) >= len(p.view.Racks) || at.Place > len(p.view.Racks[at.Seat].Tiles) {
		return prose.Text{}
	}
	tile := game.Tile{Color: p.view.Racks[at.Seat].Tiles[at.Place-1].Color, Value: value}
	return prose.T("{value} for {tile}", prose.Sub(named(tile)), prose.Sub(whose(p.People, target{at.Seat, at.Place})))
}

// others returns the other positions that a tile could have, as they are typed.
func others(choice game.Choice) []string {
	var words []string
	for _, gap := range slices.DeleteFunc(slices.Clone(choice.Gaps), func(gap int) bool { return gap == choice.Chosen }) {
		words = append(words, string(game.Place(gap)))
	}
	return words
}
