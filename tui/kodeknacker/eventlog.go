package kodeknacker

import (
	"strconv"
	"strings"

	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// eventLog is the log of the game: the events that need words.
type eventLog struct {
	*palette
	board.Log

	places []int // of the events among all of the game
}

// see goes on with the scene of the table.
func (l *eventLog) see() {
	l.places = l.places[:0]
	for i, event := range l.view.Log {
		if !tell(event, prose.People{}).IsZero() {
			l.places = append(l.places, i)
		}
	}
	l.On(len(l.places), l.InPlay(), l.drawEvent)
}

// drawEvent draws an event as the log has room for: a row by its letters and pegs.
func (l *eventLog) drawEvent(i, width int) []string {
	event, who := l.view.Log[l.places[i]], l.Scene.PeopleAt(l.places[i])
	text := tell(event, who)
	if event.Kind == game.EventRow && event.Code != "" {
		pegs := "●" + strconv.Itoa(event.Pegs.Black) + "○" + strconv.Itoa(event.Pegs.White)
		text = who.Say(event.Seat, "You guessed {code} in row {n}: {pegs}.", "{name} guessed {code} in row {n}: {pegs}.",
			prose.Literal(strings.ToUpper(event.Code)), prose.N(event.Round), prose.Literal(pegs))
	}
	return look.Wrapped(l.Say(text), l.Theme.Faint, width)
}

// isDrawn reports whether an event stands on the boards: rows and codes do.
func (l *eventLog) isDrawn(i int) bool {
	kind := l.view.Log[l.places[i]].Kind
	return kind == game.EventRow || kind == game.EventCode
}

// beside returns what happened, as much as there is room for, below other lines. If the
// log is open, it takes their place.
func (l *eventLog) beside(above []string, width, height int) []string {
	if l.Opened() {
		return l.read(width, height)
	}
	above = append(above, "")
	return append(above, l.Newest(width, height-len(above), l.isDrawn)...)
}

// read returns the log that is open, with its title and what the pegs mean.
func (l *eventLog) read(width, height int) []string {
	pegs := look.Flow(l.pegItems(), width, 2)
	lines := l.DrawLog(&l.Log, prose.T("What happened"), width, height-len(pegs)-1)
	return append(append(lines, ""), pegs...)
}
