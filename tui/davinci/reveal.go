package davinci

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
)

// end returns what the end of a game shows one after the other: the tiles that others
// kept hidden.
func end() board.End { return board.End{Decided: decided, Hidden: hidden, Turned: turned} }

// decided tells the last guess with what came of it, or what else ended the game.
func decided(scene prose.Scene) []prose.Text {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return nil
	}
	ends := []game.EventKind{game.EventGuessed, game.EventResigned, game.EventTimedOut}
	for i, event := range slices.Backward(view.Log) {
		if !slices.Contains(ends, event.Kind) {
			continue
		}
		last := slices.DeleteFunc(slices.Clone(view.Log[i:]), func(event game.Event) bool {
			return event.Kind == game.EventWon || event.Kind == game.EventKept
		})
		return tellWhole(last, scene.People())
	}
	return nil
}

// hidden counts the tiles that the view's reader learned when the game was over.
func hidden(view engine.View) int {
	table, _ := view.Table.(game.View)
	count := 0
	for _, rack := range table.Racks {
		for _, tile := range rack.Tiles {
			if wasHidden(view, rack, tile) {
				count++
			}
		}
	}
	return count
}

// turned turns the tiles up rack by rack, each from its owner's left.
func turned(view engine.View, up int) engine.View {
	table, ok := view.Table.(game.View)
	if !ok {
		return view
	}
	table.Racks = slices.Clone(table.Racks)
	for seat := range table.Racks {
		rack := &table.Racks[seat]
		rack.Tiles = slices.Clone(rack.Tiles)
		for i := range rack.Tiles {
			if !wasHidden(view, *rack, rack.Tiles[i]) {
				continue
			}
			if up--; up < 0 {
				rack.Tiles[i].Value = game.Unknown
			}
		}
	}
	view.Table = table
	return view
}

func wasHidden(view engine.View, rack game.Rack, tile game.Tile) bool {
	return !tile.Open && rack.Seat != view.Seat
}

// parts returns what the points are made of.
func parts(scene prose.Scene) []prose.Part {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return nil
	}
	sums := game.Sums(view, scene.View.Options["points"])
	if sums == nil {
		return nil
	}
	part := func(label prose.Text, of func(game.Sum) int) prose.Part {
		points := make([]float64, len(sums))
		for seat, sum := range sums {
			points[seat] = float64(of(sum))
		}
		return prose.Part{For: label, Points: points}
	}
	return []prose.Part{
		part(prose.T("right guesses"), func(s game.Sum) int { return s.Right }),
		part(prose.T("knocking out"), func(s game.Sum) int { return s.KnockOuts }),
		part(prose.T("guesses and knocking out"), func(s game.Sum) int { return s.Guesses }),
		part(prose.T("winning"), func(s game.Sum) int { return s.Won }),
		part(prose.T("hidden numbers"), func(s game.Sum) int { return s.Hidden }),
	}
}
