package kodeknacker

import (
	"slices"
	"strconv"
	"strings"

	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// logged is an event with its place among all of the game.
type logged struct {
	game.Event

	place int
}

// worthTelling are the events that need words.
func worthTelling(events []game.Event) (told []logged) {
	for i, event := range events {
		if !tell(event, prose.People{}).IsZero() {
			told = append(told, logged{event, i})
		}
	}
	return told
}

// drawLog is the newest of what happened, as much as there is room for. Rows and
// codes stand on the boards.
func (b *model) drawLog(width, lines int) []string {
	brief := slices.DeleteFunc(slices.Clone(b.told), func(event logged) bool {
		return event.Kind == game.EventRow || event.Kind == game.EventCode
	})
	return board.Newest(len(brief), lines, b.entry(brief, width))
}

// readLog is all of the log, which is open, with its title and what the pegs mean.
func (b *model) readLog(width, height int) []string {
	pegs := look.Flow([]string{b.Theme.Faint.Render(b.pegTexts()[0]), b.Theme.Faint.Render(b.pegTexts()[1])}, width, 2)
	lines := b.DrawLog(&b.log, prose.T("What happened"), width, height-len(pegs)-1, b.entry(b.told, width))
	return append(append(lines, ""), pegs...)
}

// entry draws one of some events.
func (b *model) entry(events []logged, width int) func(i int) []string {
	return func(i int) []string {
		return look.Wrapped(b.Say(b.brief(events[i])), b.Theme.Faint, width)
	}
}

// brief tells an event as the log has room for: a row by its letters and pegs.
func (b *model) brief(event logged) prose.Text {
	who := b.Scene.PeopleAt(event.place)
	if event.Kind != game.EventRow || event.Code == "" {
		return tell(event.Event, who)
	}
	pegs := "●" + strconv.Itoa(event.Pegs.Black) + "○" + strconv.Itoa(event.Pegs.White)
	return who.Say(event.Seat, "You guessed {code} in row {n}: {pegs}.", "{name} guessed {code} in row {n}: {pegs}.",
		prose.Literal(strings.ToUpper(event.Code)), prose.N(event.Round), prose.Literal(pegs))
}
