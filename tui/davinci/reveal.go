package davinci

import (
	"slices"

	game "parlor/engine/davinci"
	"parlor/prose"
)

// decided describes the last guess and its result, or what else ended the game.
func decided(view game.View, scene prose.Scene) []prose.Text {
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

// hidden returns the number of tiles that the reader learned at the end of the game.
func hidden(view game.View) int {
	count := 0
	for _, rack := range view.Racks {
		for _, tile := range rack.Tiles {
			if wasHidden(view, rack, tile) {
				count++
			}
		}
	}
	return count
}

// turned returns the view with only the first up of the hidden tiles turned up, rack by rack from
// the left.
func turned(view game.View, up int) game.View {
	view.Racks = slices.Clone(view.Racks)
	for seat := range view.Racks {
		rack := &view.Racks[seat]
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
	return view
}

func wasHidden(view game.View, rack game.Rack, tile game.Tile) bool {
	return !tile.Open && rack.Seat != view.Seat
}

// parts returns the parts of the points.
func parts(view game.View, scene prose.Scene) []prose.Part {
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
		part(prose.T("knockouts"), func(s game.Sum) int { return s.KnockOuts }),
		part(prose.T("guesses and knockouts"), func(s game.Sum) int { return s.Guesses }),
		part(prose.T("winning"), func(s game.Sum) int { return s.Won }),
		part(prose.T("hidden numbers"), func(s game.Sum) int { return s.Hidden }),
	}
}
