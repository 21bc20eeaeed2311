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

// worthTelling are the events that need words.
func worthTelling(events []game.Event) []game.Event {
	return slices.DeleteFunc(slices.Clone(events), func(event game.Event) bool { return tell(event, prose.People{}).IsZero() })
}

// drawLog is the newest of what happened, as much as there is room for. Rows and
// codes stand on the boards.
func (b *model) drawLog(width, lines int) []string {
	brief := slices.DeleteFunc(slices.Clone(b.told), func(event game.Event) bool {
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
func (b *model) entry(events []game.Event, width int) func(i int) []string {
	return func(i int) []string {
		return look.Wrapped(b.Say(b.brief(events[i])), b.Theme.Faint, width)
	}
}

// brief tells an event as the log has room for: a row by its letters and pegs.
func (b *model) brief(event game.Event) prose.Text {
	if event.Kind != game.EventRow || event.Code == "" {
		return tell(event, b.People)
	}
	pegs := "●" + strconv.Itoa(event.Pegs.Black) + "○" + strconv.Itoa(event.Pegs.White)
	return b.People.Say(event.Seat, "You guessed {code} in row {n}: {pegs}.", "{name} guessed {code} in row {n}: {pegs}.",
		prose.Literal(strings.ToUpper(event.Code)), prose.N(event.Round), prose.Literal(pegs))
}
