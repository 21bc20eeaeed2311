package masterdice

import (
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// eventLog is the log of the game.
type eventLog struct {
	*position
	board.Log
}

// drawEvent draws an event: rows with symbols, as the log has room for.
func (l *eventLog) drawEvent(i, width int) []string {
	return look.Wrapped(l.Say(tell(l.view.Log[i], l.Scene.PeopleAt(i), inSymbols)), l.Theme.Faint, width)
}

// beside returns what happened below other lines, in so many lines. If the log is open,
// it takes their place.
func (l *eventLog) beside(above []string, width, height int) []string {
	if l.Opened() {
		return l.read(width, height)
	}
	return append(append(above, ""), l.Draw(width, height-len(above)-1)...)
}

// read returns the log that is open, with its title and what the counts in it mean.
func (l *eventLog) read(width, height int) []string {
	var legend []string
	if l.shown().Open {
		legend = append([]string{""}, look.Wrapped(l.legend(), l.Theme.Faint, width)...)
	}
	return append(l.DrawLog(&l.Log, prose.T("What happened"), width, height-len(legend)), legend...)
}

// page returns the log in place of the board.
func (l *eventLog) page(width, height int) []string {
	return look.Indented(l.read(width-2, height), 1)
}
