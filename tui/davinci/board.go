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
		Game: game.Rules().Game(), Board: newBoard, Narrator: narrator(), Open: open, End: end(), Lesson: lesson(), Rules: prose.ReadDocument(rules),
	}
}

// model is the table as one person sees it, and what that person is about to
// choose.
type model struct {
	position
	board.Motion
	board.Aside
	keys   tableKeys
	table  []board.Binding // as they were last asked for
	inks   inks
	told   []entry  // what happened, the oldest first
	fallen []target // the tiles that move, while something does; place 0 stands apart

	number string // typed so far: "", a number, or the joker's face
	gap    int    // index into the gaps of view.Choice
	own    int    // place of the own tile to turn up, from 1; 0 where there is none
	notes  board.Notes[target]
	log    board.Log
}

func newBoard(theme *look.Theme, voice *prose.Voice) board.Board {
	b := &model{keys: newTableKeys(), inks: newInks(theme)}
	b.Kit = board.NewKit(theme, voice)
	b.take(board.Scene{})
	return b
}

// See implements board.Board.
func (b *model) See(scene board.Scene) {
	before := b.view
	begins := b.take(scene)
	if b.told = tell(b.view.Log, b.People); b.Scene.Logged == len(b.view.Log) && b.Scene.Logged > 0 { // with the option memory, a part of it is forgotten
		b.told = tellBy(b.view.Log, b.Scene.PeopleAt)
	}
	b.log.On(len(b.told), b.InPlay() && b.view.Phase != game.PhaseOver, func(i, width int) []string { return b.entryLines(b.told[i], width) })
	if begins {
		b.begin()
	} else {
		b.followInserted(before.Log)
		b.drop(before)
	}
	b.seeTargets()
	b.seeOwn(before)
}

// begin forgets what was done in an earlier game.
func (b *model) begin() {
	b.Move(0)
	b.log.Close()
	b.notes.Clear()
	b.point(nowhere())
}

// seeTargets keeps the focus and what is typed and noted as far as there is what it
// is about.
func (b *model) seeTargets() {
	if targets := b.targets(); !slices.Contains(targets, b.focus()) {
		b.number = ""
		b.point(nearest(targets, b.focus()))
	}
	if !b.mayGuess() {
		b.number = ""
	}
	b.notes.On(b.grid())
}

// seeOwn keeps the choice of a gap, and of a tile of one's own.
func (b *model) seeOwn(before game.View) {
	choice := b.view.Choice
	if before.Choice == nil || choice == nil || !slices.Equal(before.Choice.Gaps, choice.Gaps) {
		b.gap = 0
	}
	if choice != nil && choice.Chosen > 0 {
		b.gap = max(0, slices.Index(choice.Gaps, choice.Chosen))
	}
	if mine := b.ownHidden(); !slices.Contains(mine, b.own) {
		b.own = 0
		if len(mine) > 0 {
			b.own = mine[0]
		}
	}
}

// followInserted keeps the focus and the notes with their tiles when another one has
// just come into that rack left of them.
func (b *model) followInserted(before []game.Event) {
	if len(b.view.Log) < len(before) {
		return
	}
	for _, event := range b.view.Log[len(before):] {
		if event.Kind != game.EventKept && event.Kind != game.EventAdded {
			continue
		}
		b.notes.Shift(func(at target) target {
			if at.seat == event.Seat && at.place >= event.Place {
				at.place++
			}
			return at
		})
	}
}
