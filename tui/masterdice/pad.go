package masterdice

import game "parlor/engine/masterdice"

// pad is the person's own marks, one for each column and value. They stay on
// this screen.
type pad struct {
	open   bool
	column int
	value  int // 0 for value 1
	marks  [game.Columns][game.Faces]mark
	auto   bool // what follows from the rows is filled in
}

type mark int

const (
	unmarked mark = iota
	ruledOut
	certain
)

// key handles a key while the pad is open, or the one that opens it.
func (p *pad) key(name string) bool {
	at := &p.marks[p.column][p.value]
	switch name {
	case "tab", "esc", "enter":
		p.open = !p.open
	case "left", "h":
		p.value = (p.value + game.Faces - 1) % game.Faces
	case "right", "l":
		p.value = (p.value + 1) % game.Faces
	case "up", "k":
		p.column = (p.column + game.Columns - 1) % game.Columns
	case "down", "j":
		p.column = (p.column + 1) % game.Columns
	case "1", "2", "3", "4", "5", "6":
		p.value = int(name[0] - '1')
		p.marks[p.column][p.value].toggle(ruledOut)
	case "x", "space", "-":
		at.toggle(ruledOut)
	case "o", "+":
		at.toggle(certain)
	case "backspace", "delete":
		*at = unmarked
	case "a":
		p.auto = !p.auto
	default:
		return false
	}
	return true
}

func (m *mark) toggle(to mark) {
	if *m == to {
		to = unmarked
	}
	*m = to
}
