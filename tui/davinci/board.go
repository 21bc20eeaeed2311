// Package davinci is the table of Da Vinci Code on the screen: racks round the
// table, the pool, a log in sentences, and the choice of tiles and numbers.
package davinci

import (
	_ "embed"
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui"
)

//go:embed rules.md
var rules string

// GameUI is all that Da Vinci Code brings to the screen.
func GameUI() tui.GameUI {
	return tui.GameUI{Game: game.Rules().Game(), Board: newBoard, Narrator: narrator().Prose(), Open: open, Lesson: lesson(), Rules: prose.ReadDocument(rules)}
}

// board is the table as one person sees it, and what that person is about to
// choose.
type board struct {
	theme tui.Theme
	inks  inks
	scene tui.Scene
	view  game.View
	who   tui.People

	focus  target // the tile the next guess is about; no seat where there is none
	number string // typed so far: "", a number, or the joker's face
	gap    int    // index into the gaps of view.Choice
	notes  notes
	own    int // place of the own tile to turn up, from 1; 0 where there is none
	fall   fall
}

// target is a tile of somebody's rack; places count from 1.
type target struct {
	seat  engine.Seat
	place int
}

func nowhere() target { return target{seat: engine.Watcher} }

func newBoard(theme tui.Theme) tui.Board {
	return &board{theme: theme, inks: newInks(theme), view: game.View{Seat: engine.Watcher, Turn: engine.Watcher}, focus: nowhere()}
}

// See implements tui.Board.
func (b *board) See(scene tui.Scene) {
	before, round := b.view, b.scene.View.Round
	b.scene = scene
	b.view, _ = scene.View.Table.(game.View)
	b.who = tui.PeopleOf(scene)

	b.followInserted(before.Log)
	b.drop(before)
	if scene.View.Round != round {
		b.fall = fall{}
		b.focus = nowhere()
		b.notes = notes{auto: b.notes.auto}
	}
	if targets := b.targets(); !slices.Contains(targets, b.focus) {
		b.focus, b.number = nearest(targets, b.focus), ""
	}
	if !b.mayGuess() {
		b.number = ""
	}
	if b.notes.open = b.notes.open && b.hasNotes(); !b.hasNotes() {
		b.notes.out = nil
	}
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
func (b *board) followInserted(before []game.Event) {
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

// rack of a seat; an empty one where there is none.
func (b *board) rack(seat engine.Seat) game.Rack {
	if seat < 0 || int(seat) >= len(b.view.Racks) {
		return game.Rack{Seat: seat}
	}
	return b.view.Racks[seat]
}

// tile that a target points at.
func (b *board) tile(t target) (game.Tile, bool) {
	tiles := b.rack(t.seat).Tiles
	if t.place < 1 || t.place > len(tiles) {
		return game.Tile{}, false
	}
	return tiles[t.place-1], true
}

// around lists the other seats as they sit, from the own left on; a watcher
// sits in the first seat's place and sees that one last.
func (b *board) around() []engine.Seat {
	n := engine.Seat(len(b.view.Racks))
	var seats []engine.Seat
	for i := engine.Seat(1); i < n; i++ {
		seats = append(seats, (b.anchor()+i)%n)
	}
	return seats
}

// anchor is the seat at the bottom of the screen.
func (b *board) anchor() engine.Seat { return max(b.view.Seat, 0) }

// targets are all hidden tiles of the others, in the order of the arrows.
func (b *board) targets() []target {
	if b.scene.Past || b.view.Seat < 0 || b.view.Phase == game.PhaseSetup || b.view.Phase == game.PhaseOver {
		return nil
	}
	var targets []target
	for _, seat := range b.around() {
		for i, tile := range b.rack(seat).Tiles {
			if !tile.Open {
				targets = append(targets, target{seat, i + 1})
			}
		}
	}
	return targets
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

// ownHidden are the places of the own hidden tiles.
func (b *board) ownHidden() []int {
	var places []int
	for i, tile := range b.rack(b.view.Seat).Tiles {
		if !tile.Open {
			places = append(places, i+1)
		}
	}
	return places
}

func (b *board) watching() bool { return b.view.Seat < 0 }

// toMove says whether the table waits for the seat.
func (b *board) toMove(seat engine.Seat) bool {
	return b.scene.View.Stage == engine.Playing && slices.Contains(b.scene.View.ToMove, seat)
}

// mine says whether this person has a decision to make in the phase.
func (b *board) mine(phases ...string) bool {
	return !b.scene.Past && !b.watching() && b.toMove(b.view.Seat) && slices.Contains(phases, b.view.Phase)
}

// mustPlace says that nothing else goes on before a gap is chosen.
func (b *board) mustPlace() bool {
	choice := b.view.Choice
	if choice == nil || len(choice.Gaps) == 0 {
		return false
	}
	if b.mine(game.PhaseSetup) {
		return b.left() == 0 && choice.Chosen == 0
	}
	return b.mine(game.PhaseGuess, game.PhaseAgain) && choice.Chosen == 0
}

// mayMove says that the gap is chosen and can be changed.
func (b *board) mayMove() bool {
	choice := b.view.Choice
	return choice != nil && choice.Chosen > 0 && len(choice.Gaps) > 1 && b.mine(game.PhaseGuess, game.PhaseAgain)
}

func (b *board) mayGuess() bool {
	return b.mine(game.PhaseGuess, game.PhaseAgain) && !b.mustPlace()
}

// left counts the tiles still to be taken in setup.
func (b *board) left() int { return max(0, b.share()-b.rack(b.view.Seat).Taken) }

// share is how many tiles everybody takes in setup.
func (b *board) share() int {
	if len(b.view.Racks) == game.MaxSeats {
		return 3
	}
	return 4
}
