// Package davinci is the table of Da Vinci Code on the screen: racks round the
// table, the pool, a log in sentences, and the choice of tiles and numbers.
package davinci

import (
	_ "embed"
	"slices"

	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

//go:embed rules.md
var rules string

// Game is all that Da Vinci Code brings to the screen.
func Game() board.Game {
	return board.Game{
		Game: game.Rules().Game(), Board: newBoard, Narrator: narrator(), Open: open, Lesson: lesson(), Rules: prose.ReadDocument(rules),
	}
}

// model is the table as one person sees it, and what that person is about to
// choose.
type model struct {
	position
	inks inks
	told []entry // what happened, the oldest first

	focus   target // the tile the next guess is about; no seat where there is none
	number  string // typed so far: "", a number, or the joker's face
	gap     int    // index into the gaps of view.Choice
	page    page
	notes   notes
	reading reading
	own     int // place of the own tile to turn up, from 1; 0 where there is none
	fall    fall
}

func newBoard(theme look.Theme, voice *prose.Voice) board.Board {
	b := &model{inks: newInks(theme), focus: nowhere()}
	b.Kit = board.NewKit(theme, voice)
	b.take(board.Scene{})
	return b
}

// See implements board.Board.
func (b *model) See(scene board.Scene) {
	before, told := b.view, len(b.told)
	begins := b.take(scene)
	b.told = tell(b.view.Log, b.People)
	if b.reading.back > 0 { // what is being read stays
		b.reading.back += max(0, len(b.told)-told)
	}

	b.followInserted(before.Log)
	b.drop(before)
	if begins {
		b.fall = fall{}
		b.focus = nowhere()
		b.page, b.notes = tablePage, notes{auto: b.notes.auto}
	}
	if targets := b.targets(); !slices.Contains(targets, b.focus) {
		b.focus, b.number = nearest(targets, b.focus), ""
	}
	if !b.mayGuess() {
		b.number = ""
	}
	if !b.hasNotes() {
		b.notes.out = nil
	}
	b.turnPage()
	b.fill()
	if before.Choice == nil || b.view.Choice == nil || !slices.Equal(before.Choice.Gaps, b.view.Choice.Gaps) {
		b.gap = 0
	}
	if choice := b.view.Choice; choice != nil && choice.Chosen > 0 {
		b.gap = max(0, slices.Index(choice.Gaps, choice.Chosen))
	}
	if mine := b.ownHidden(); !slices.Contains(mine, b.own) {
		b.own = 0
		if len(mine) > 0 {
			b.own = mine[0]
		}
	}
}

// followInserted keeps the focus on its tile when another one has just come
// into that rack left of it.
func (b *model) followInserted(before []game.Event) {
	if len(b.view.Log) < len(before) {
		return
	}
	for _, event := range b.view.Log[len(before):] {
		if event.Kind != game.EventKept && event.Kind != game.EventAdded {
			continue
		}
		b.notes.shift(event.Seat, event.Place)
		if event.Seat == b.focus.seat && event.Place <= b.focus.place {
			b.focus.place++
		}
	}
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
