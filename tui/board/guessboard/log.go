package guessboard

import (
	"strconv"
	"strings"

	"parlor/engine/codebreak"
	"parlor/prose"
	"parlor/tui/style"
)

// eventLog is the log of the game: the events that are not visible on the boards.
type eventLog struct {
	*symbols

	places []int // indexes of these events among all events of the game
}

// see adds the events of the newest scene.
func (l *eventLog) see() {
	l.places = l.places[:0]
	for i, event := range l.View.Log {
		if event.Kind != codebreak.EventGuessed && event.Kind != codebreak.EventRound { // the rows show these
			l.places = append(l.places, i)
		}
	}
	l.Log.On(len(l.places), l.InPlay(), l.drawEvent)
}

// drawEvent draws an event of the log in short form. A row is given by its letters and its numbers
// of pegs.
func (l *eventLog) drawEvent(i, width int) []string {
	event, who := l.View.Log[l.places[i]], l.Scene.PeopleAt(l.places[i])
	text := l.kind.tell(event, who)
	if event.Kind == codebreak.EventRow && event.Code != "" {
		pegs := "●" + strconv.Itoa(event.Pegs.Black) + "○" + strconv.Itoa(event.Pegs.White)
		text = who.Say(event.Seat, "You guessed {code} in row {n}: {pegs}.", "{name} guessed {code} in row {n}: {pegs}.",
			prose.Literal(strings.ToUpper(event.Code)), prose.N(event.Round), prose.Literal(pegs))
	}
	return style.Wrapped(l.Say(text), l.Theme.Faint, width)
}

// isDrawn reports whether the boards show an event, as they do for rows and codes.
func (l *eventLog) isDrawn(i int) bool {
	kind := l.View.Log[l.places[i]].Kind
	return kind == codebreak.EventRow || kind == codebreak.EventCode
}

// signs returns the meaning of the pegs in the log.
func (l *eventLog) signs(width int) []string { return style.Flow(l.pegItems(), width, 2) }
