package kodeknacker

import (
	"slices"

	game "parlor/engine/kodeknacker"
	"parlor/tui/board"
	"parlor/tui/look"
)

// drawSmall is for windows in which not all has room at once: the code while it
// is made, the rows while they are guessed, the notes, or the log.
func (b *model) drawSmall(width, height int) []string {
	switch {
	case b.log.Opened():
		return look.Indented(b.readLog(width-2, height), 1)
	case b.view.Phase == game.PhaseSet:
		return b.drawSmallSet(width)
	}
	key := b.drawSmallKey(width)
	below := b.drawBelow(width, height-b.view.Rows-len(key)-smallHeads)
	if b.notes.Opened() && below == nil {
		return b.drawSmallNotes(width, height)
	}
	lines := b.drawBoards(b.narrow(width), height-len(key)-len(below))
	return slices.Concat(lines, key, below)
}

// smallHeads is how many lines the words above the rows and the codes below them
// take at most.
const smallHeads = 6

// drawBelow is the notes and what happened, below all rows in a window that is narrow
// and high; nil where they have no room.
func (b *model) drawBelow(width, room int) []string {
	lines := []string{""}
	if b.notes.Can() {
		lines = append(append(lines, look.Indented(b.drawNotes(normalNotes()), 1)...), "")
	}
	if b.notes.Opened() {
		lines = append(append(lines, look.Indented(look.Flow(b.notesKeys(), width-1, 2), 1)...), "")
	}
	if len(lines) > room {
		return nil
	}
	return append(lines, look.Indented(b.drawLog(width-1, room-len(lines)), 1)...)
}

// narrow is the pair of boards that fits a width with the most to see on it: the
// own rows are to be filled, the other's only read.
func (b *model) narrow(width int) pair {
	const gutter = 1
	tries := [][2]scale{{normal(), normal()}, {normal(), compact()}, {tight(), compact()}, {tight(), brief()}}
	for i, s := range tries {
		left, right := s[0].row(b.view.Positions), s[1].row(b.view.Positions)
		if free := width - left - gutter - right; free >= 0 || i == len(tries)-1 {
			between := min(free/2, 4)
			left += between
			return pair{scales: s, widths: [2]int{left, width - left - gutter}, column: left + gutter}
		}
	}
	return pair{}
}

// drawSmallKey is what one reads the boards by, on few lines.
func (b *model) drawSmallKey(width int) []string {
	items := b.colourItems()
	for _, text := range b.pegTexts() {
		items = append(items, b.Theme.Faint.Render(text))
	}
	return look.Indented(look.Flow(items, width-1, 2), 1)
}

// colourItems are the colours to be chosen; with their names where no notes are.
func (b *model) colourItems() []string {
	if b.notes.Can() {
		line := ""
		for _, letter := range []byte(b.letters()) {
			line += board.Zone(b.drawn(cell{letter, " ", " ", true}), "color "+string(letter))
		}
		return []string{line}
	}
	var items []string
	for _, letter := range []byte(b.letters()) {
		items = append(items, board.Zone(b.drawn(cell{letter, "", "", true})+" "+b.Say(colour(letter)), "color "+string(letter)))
	}
	return items
}

// drawSmallSet is who has made a code, with the own one while it is made and any
// that the reader may know.
func (b *model) drawSmallSet(width int) []string {
	lines := []string{""}
	for _, seat := range b.order() {
		made, style := b.People.Say(seat, "You are making your code.", "{name} is making a code."), b.Theme.Faint
		if b.view.Boards[seat].CodeSet {
			made, style = b.People.Say(seat, "You have made your code.", "{name} has made a code."), b.Theme.Text
		}
		lines = append(lines, look.Indented(look.Wrapped(b.Say(made), style, width-1), 1)...)
		if b.People.IsYou(seat) || b.view.Boards[seat].Code != "" {
			lines = append(lines, b.drawSecret(seat, normal(), width)...)
		}
		lines = append(lines, "")
	}
	return append(lines, b.drawSmallKey(width)...)
}

// drawSmallNotes is the notes with the own rows beside them, and the keys that they have.
func (b *model) drawSmallNotes(width, height int) []string {
	const gutter = 1
	column := b.notesWidth(normalNotes()) + 1 + gutter
	left := look.Indented(b.drawNotes(normalNotes()), 1)
	room := width - column
	s := tight()
	for _, one := range []scale{compact(), brief()} {
		if s.row(b.view.Positions) > room {
			s = one
		}
	}
	text, style := b.guessesText(b.view.Seat, room)
	lines := look.Wrapped(text, style, room)
	keys := b.drawNotesKeys(room, height-len(lines)-leastRows)
	lines = append(lines, b.drawRows(b.view.Boards[b.view.Seat], s, b.window(s, height-len(lines)-len(keys)), room, true)...)
	for len(lines)+len(keys) < height {
		lines = append(lines, "")
	}
	return look.Beside(left, append(lines, keys...), column)
}

// leastRows is how many lines of rows are seen beside the notes at least.
const leastRows = 5

// drawNotesKeys are the keys of the notes in so many cells; with what the pegs mean
// where so many lines have room for it.
func (b *model) drawNotesKeys(width, lines int) []string {
	items := b.notesKeys()
	keys := look.Flow(items, width, 2)
	for _, text := range b.pegTexts() {
		items = append(items, b.Theme.Faint.Render(text))
	}
	if all := look.Flow(items, width, 2); len(all) <= lines {
		return all
	}
	return keys
}
