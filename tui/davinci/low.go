package davinci

import "parlor/tui/look"

// low is the table in a window that is wide and not high: small, with the log or
// the notes beside it.
type low struct{}

const (
	lowHeight = 20 // from here on whole tiles have room
	lowRoom   = 50 // the least width of the table
)

func (low) draw(b *model, width, height int) ([]string, bool) {
	side := b.sideCells(width)
	room := width - side - between
	if height >= lowHeight || room < lowRoom {
		return nil, false
	}
	t := b.smallTable(room)
	spare := height - t.height()
	if spare < 0 {
		return nil, false
	}
	t.label(spare + smallLog)
	return look.Beside(t.lines(), b.side(side, height), room+between), true
}
