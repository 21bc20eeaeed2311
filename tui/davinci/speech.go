package davinci

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui"
)

// words say the table without a screen.
func narrator() tui.Narrator {
	return tui.Narrator{Game: tui.Telling(sayEvents), Own: sayOwn, Turn: sayTable, Table: sayTable, Grammar: sayGrammar}
}

func sayEvents(events []game.Event, who tui.People) []string {
	var told []string
	for _, entry := range tell(events, who) {
		told = append(told, entry.text+".")
	}
	return told
}

// sayOwn tells the own rack while it is set up, and later the drawn tile.
func sayOwn(scene tui.Scene) []string {
	view, ok := scene.View.Table.(game.View)
	if !ok || view.Seat < 0 {
		return nil
	}
	mine, who := view.Racks[view.Seat], tui.PeopleOf(scene)
	switch {
	case view.Phase == game.PhaseSetup && len(mine.Tiles)+len(mine.Unplaced) > 0:
		return sayRack(view, mine, who)
	case mine.Drawn != nil:
		return []string{sayDrawn(view, *mine.Drawn, view.Seat, who)}
	}
	return nil
}

// sayTable tells the pool and every rack, the reader's own last.
func sayTable(scene tui.Scene) []string {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return nil
	}
	who := tui.PeopleOf(scene)
	told := []string{"In the pool are " + strconv.Itoa(view.Pool.Black) + " black and " + strconv.Itoa(view.Pool.White) + " white tiles."}
	for i := range view.Racks {
		seat := (max(view.Seat, 0) + 1 + engine.Seat(i)) % engine.Seat(len(view.Racks))
		told = append(told, sayRack(view, view.Racks[seat], who)...)
	}
	return told
}

// sayRack is such as "bo, seat 2, from the left: 1, black, hidden. 2, white 3, open."
func sayRack(view game.View, rack game.Rack, who tui.People) []string {
	owner := who.Name(rack.Seat) + ", seat " + rack.Seat.String()
	if who.IsYou(rack.Seat) {
		owner = "You, seat " + rack.Seat.String()
	}
	if rack.Out {
		owner += ", out"
	}
	// In setup the places of the others' tiles are not told yet.
	unordered := view.Phase == game.PhaseSetup && !who.IsYou(rack.Seat)
	var told []string
	switch {
	case len(rack.Tiles) == 0:
		told = append(told, owner+": no tiles yet.")
	case unordered:
		told = append(told, owner+": "+countTiles(rack.Tiles)+".")
	default:
		told = append(told, owner+", from the left: "+sayTiles(rack.Tiles))
	}
	for _, tile := range rack.Unplaced {
		told = append(told, "Your "+named(tile)+" has no place yet.")
	}
	if rack.Drawn != nil {
		told = append(told, sayDrawn(view, *rack.Drawn, rack.Seat, who))
	}
	return told
}

func countTiles(tiles []game.Tile) string {
	black := 0
	for _, tile := range tiles {
		if tile.Color == game.Black {
			black++
		}
	}
	return strconv.Itoa(black) + " black and " + tui.Count(len(tiles)-black, "white tile")
}

// sayTiles is such as "1, black 3, open. 2, white, hidden, not 4 or 5."
func sayTiles(tiles []game.Tile) string {
	said := make([]string, len(tiles))
	for i, tile := range tiles {
		text := strconv.Itoa(i+1) + ", " + tile.Color.String()
		if tile.Value != game.Unknown {
			text += " " + tile.Value.String()
		}
		text += map[bool]string{true: ", open", false: ", hidden"}[tile.Open]
		if len(tile.Not) > 0 {
			text += ", not " + either(tile.Not)
		}
		said[i] = text + "."
	}
	return strings.Join(said, " ")
}

// either is "4", "4 or 5", "4, 5 or joker".
func either(values []game.Value) string {
	names := make([]string, len(values))
	for i, value := range values {
		names[i] = value.String()
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

func sayDrawn(view game.View, tile game.Tile, seat engine.Seat, who tui.People) string {
	if !who.IsYou(seat) {
		return who.Name(seat) + " has drawn a " + tile.Color.String() + " tile."
	}
	text := "You have drawn " + named(tile)
	if view.Choice != nil && view.Choice.Chosen > 0 {
		text += "; it will go into gap " + strconv.Itoa(view.Choice.Chosen)
	}
	return text + "."
}

// sayGrammar tells what can be typed.
func sayGrammar(scene tui.Scene) []string {
	b := &board{view: game.View{Seat: engine.Watcher, Turn: engine.Watcher}, focus: nowhere()}
	b.See(scene)
	switch {
	case len(b.view.Racks) == 0:
		return nil
	case b.mustPlace():
		return []string{b.sayPlace()}
	case b.mine(game.PhaseSetup) && b.left() == 0:
		return []string{"Your rack stands. Type ready."}
	case b.mine(game.PhaseSetup):
		return []string{
			"Take " + tui.Count(b.left(), "tile") + ", one at a time, " + b.colors() + ". Type " + b.sayColors("take") + ".",
			"Or type deal, to leave the rest to chance.",
		}
	case b.mine(game.PhaseDraw):
		return []string{"Your turn. Draw a tile, " + b.colors() + ". Type " + b.sayColors("draw") + "."}
	case b.mine(game.PhaseShow):
		return []string{"That was wrong, and you had drawn no tile. Turn up a hidden tile of your own: type show and its place, such as show " +
			strconv.Itoa(max(1, b.own)) + "."}
	case b.mayGuess():
		return b.sayGuess()
	}
	return nil
}

// sayColors is such as "draw black, draw white or draw any".
func (b *board) sayColors(verb string) string {
	switch pool := b.view.Pool; {
	case pool.White == 0:
		return verb + " black"
	case pool.Black == 0:
		return verb + " white"
	}
	return verb + " black, " + verb + " white or " + verb + " any"
}

func (b *board) sayPlace() string {
	choice := b.view.Choice
	gaps := make([]string, len(choice.Gaps))
	for i, gap := range choice.Gaps {
		gaps[i] = strconv.Itoa(gap)
	}
	return "Choose where your " + named(choice.Tile) + " goes: type place and a gap, such as place " + gaps[0] + ". The gaps are " +
		strings.Join(gaps, ", ") + "; gap 1 is left of your first tile."
}

func (b *board) sayGuess() []string {
	example := "such as " + string(game.Guess(b.focus.seat, b.focus.place, 7)) + ". That says that tile " + strconv.Itoa(b.focus.place) +
		" of " + b.who.Name(b.focus.seat) + " is a 7."
	told := []string{"Guess a hidden tile: type guess, the seat, the place and the number, " + example}
	if b.view.Phase == game.PhaseAgain {
		told = []string{"That was right. Type stop, or guess again, " + example}
	}
	if b.view.Jokers != game.NoJokers {
		told = append(told, "For a joker, type joker in place of the number.")
	}
	if b.mayMove() {
		told = append(told, "Before that you may place your "+named(b.view.Choice.Tile)+" in another gap: "+
			strings.Join(others(*b.view.Choice), " or ")+".")
	}
	return told
}

// others are the places that a tile could have instead.
func others(choice game.Choice) []string {
	var said []string
	for _, gap := range slices.DeleteFunc(slices.Clone(choice.Gaps), func(gap int) bool { return gap == choice.Chosen }) {
		said = append(said, string(game.Place(gap)))
	}
	return said
}
