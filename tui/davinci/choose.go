package davinci

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui/board"
)

// along is where a key leads from one of n places in a row.
func along(key string, at, n int) int {
	switch key {
	case "left", "[":
		at--
	case "right", "]":
		at++
	case "home":
		at = 0
	case "end":
		at = n - 1
	}
	return max(0, min(at, n-1))
}

// chooseGap goes over the gaps of a tile that has none yet.
func (b *model) chooseGap(key string) engine.Action {
	b.gap = along(key, b.gap, len(b.view.Choice.Gaps))
	return ""
}

// place puts the tile into the gap.
func (b *model) place(string) engine.Action { return game.Place(b.view.Choice.Gaps[b.gap]) }

// moveGap changes the gap that was chosen, at once.
func (b *model) moveGap(key string) engine.Action {
	gaps := b.view.Choice.Gaps
	next := along(key, b.gap, len(gaps))
	if next == b.gap {
		return ""
	}
	return game.Place(gaps[next])
}

// chooseOwn goes over the own hidden tiles.
func (b *model) chooseOwn(key string) engine.Action {
	if places := b.ownHidden(); len(places) > 0 {
		b.own = places[along(key, slices.Index(places, b.own), len(places))]
	}
	return ""
}

// show turns up the own tile.
func (b *model) show(string) engine.Action { return game.Show(b.own) }

// chooseTile goes round the hidden tiles of the others; it is open at any time, for
// looking at what is known of a tile.
func (b *model) chooseTile(key string) engine.Action {
	targets := b.targets()
	at, last := max(0, slices.Index(targets, b.focus())), len(targets)-1
	switch {
	case key == "left" && at == 0:
		at = last
	case key == "right" && at == last:
		at = 0
	default:
		at = along(key, at, len(targets))
	}
	b.point(targets[at])
	return ""
}

// chooseRow goes round the others' racks, to the tile there that is nearest in
// place.
func (b *model) chooseRow(key string) engine.Action {
	owners, step := b.owners(), 1
	if key == "up" {
		step = -1
	}
	was := b.focus()
	if next := owners[board.Round(slices.Index(owners, was.seat), step, len(owners))]; next != was.seat {
		b.point(nearest(b.targets(), target{next, was.place}))
	}
	return ""
}

// nearest is the target of the same rack that is closest to where the focus
// was, or else the first of all.
func nearest(targets []target, was target) target {
	best, distance := nowhere(), 0
	for _, t := range targets {
		away := max(t.place-was.place, was.place-t.place)
		if t.seat == was.seat && (best.seat != was.seat || away < distance) {
			best, distance = t, away
		}
	}
	if best.seat < 0 && len(targets) > 0 {
		return targets[0]
	}
	return best
}
