package davinci

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
)

// notes are what the person has ruled out, tile by tile. They stay on this
// screen.
type notes struct {
	auto  bool             // what follows from the view is filled in
	out   map[note]bool    // ruled out by hand
	value game.Value       // under the cursor
	can   [][][]game.Value // what follows from the view, by seat and place; nil where it is not filled in
}

// note is a value at a tile.
type note struct {
	target
	value game.Value
}

// hasNotes says whether there is something to take notes of; there are none
// under the memory option.
func (b *model) hasNotes() bool { return !b.view.Memory && len(b.targets()) > 0 }

// shift keeps the notes of a rack with their tiles when one has come in at a
// place.
func (n *notes) shift(seat engine.Seat, place int) {
	moved := map[note]bool{}
	for at := range n.out {
		if at.seat == seat && at.place >= place {
			at.place++
		}
		moved[at] = true
	}
	n.out = moved
}

// fill works out what follows from the view, where the person wants that and
// the room allows it.
func (b *model) fill() {
	b.notes.can = nil
	if b.notes.auto && b.Scene.Aided && b.hasNotes() {
		b.notes.can = game.Candidates(b.view)
	}
}

// lowest is the first value that can be noted.
func (b *model) lowest() game.Value {
	if b.view.Jokers == game.NoJokers {
		return 0
	}
	return game.Joker
}

// keyNotes handles a key while the notes are open.
func (b *model) keyNotes(key string) bool {
	n := &b.notes
	n.value = max(n.value, b.lowest())
	switch key {
	case "tab", "esc", "enter":
		b.page = tablePage
	case "left":
		n.value = max(n.value-1, b.lowest())
	case "right":
		n.value = min(n.value+1, game.MaxNumber)
	case "up", "down":
		all := b.targets()
		at := slices.Index(all, b.focus) + map[string]int{"up": -1, "down": 1}[key]
		b.focus = all[max(0, min(at, len(all)-1))]
	case "x", "space", "-":
		n.toggle(note{b.focus, n.value})
	case "a":
		n.auto = !n.auto && b.Scene.Aided
	default:
		return false
	}
	b.fill()
	return true
}

func (n *notes) toggle(at note) {
	if n.out[at] {
		delete(n.out, at)
		return
	}
	if n.out == nil {
		n.out = map[note]bool{}
	}
	n.out[at] = true
}

// ruledOut says whether a value is marked as impossible: by the person, by a
// wrong guess, or because it follows.
func (b *model) ruledOut(at note, tile game.Tile) bool {
	if b.notes.out[at] || slices.Contains(tile.Not, at.value) {
		return true
	}
	return b.notes.can != nil && !slices.Contains(b.notes.can[at.seat][at.place-1], at.value)
}
