package davinci

import (
	"slices"
	"strings"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
)

// position is a scene with what its reader can derive from it, on a screen or in text mode.
type position struct {
	board.Kit
	view game.View
}

// positionOf returns the position of a scene.
func positionOf(scene prose.Scene) *position {
	p := &position{}
	p.take(scene)
	return p
}

// take stores a scene, and reports whether a new game begins with it. The view is empty if the
// scene has none of this game.
func (p *position) take(scene prose.Scene) (begins bool) {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		view = game.View{Seat: engine.Watcher, Turn: engine.Watcher}
	}
	p.view = view
	return p.Take(scene)
}

// target is a tile of a player's rack. Positions count from 1.
type target struct {
	seat  engine.Seat
	place int
}

func nowhere() target { return target{seat: engine.Watcher} }

// rack returns the rack of a seat, or an empty rack.
func (p *position) rack(seat engine.Seat) game.Rack {
	if seat < 0 || int(seat) >= len(p.view.Racks) {
		return game.Rack{Seat: seat}
	}
	return p.view.Racks[seat]
}

// tile returns the tile of a target.
func (p *position) tile(t target) (game.Tile, bool) {
	tiles := p.rack(t.seat).Tiles
	if t.place < 1 || t.place > len(tiles) {
		return game.Tile{}, false
	}
	return tiles[t.place-1], true
}

// around returns the other seats in order of play, beginning after the own seat. For a spectator,
// seat 1 is the last.
func (p *position) around() []engine.Seat {
	n := engine.Seat(len(p.view.Racks))
	var seats []engine.Seat
	for i := engine.Seat(1); i < n; i++ {
		seats = append(seats, (p.anchor()+i)%n)
	}
	return seats
}

// seats returns all seats. The one at the bottom of the screen is last.
func (p *position) seats() []engine.Seat { return append(p.around(), p.anchor()) }

// anchor returns the seat at the bottom of the screen.
func (p *position) anchor() engine.Seat { return max(p.view.Seat, 0) }

// targets returns all hidden tiles of the others, in the order of the arrow keys.
func (p *position) targets() []target {
	if p.Scene.Past || p.view.Seat < 0 || p.view.Phase == game.PhaseSetup || p.view.Phase == game.PhaseOver {
		return nil
	}
	var targets []target
	for _, seat := range p.around() {
		for i, tile := range p.rack(seat).Tiles {
			if !tile.Open {
				targets = append(targets, target{seat, i + 1})
			}
		}
	}
	return targets
}

// owners returns the seats of the targets, in order.
func (p *position) owners() (seats []engine.Seat) {
	for _, t := range p.targets() {
		if len(seats) == 0 || seats[len(seats)-1] != t.seat {
			seats = append(seats, t.seat)
		}
	}
	return seats
}

// ownHidden returns the positions of the own hidden tiles.
func (p *position) ownHidden() []int {
	var places []int
	for i, tile := range p.rack(p.view.Seat).Tiles {
		if !tile.Open {
			places = append(places, i+1)
		}
	}
	return places
}

func (p *position) watching() bool { return p.view.Seat < 0 }

// toMove reports whether the game waits for a seat.
func (p *position) toMove(seat engine.Seat) bool {
	return p.Scene.View.Stage == engine.Playing && slices.Contains(p.Scene.View.ToMove, seat)
}

// mine reports whether the player has to decide in one of the phases.
func (p *position) mine(phases ...string) bool {
	return !p.watching() && p.Yours() && slices.Contains(phases, p.view.Phase)
}

// mustPlace reports whether the player has to choose a gap first.
func (p *position) mustPlace() bool {
	choice := p.view.Choice
	if choice == nil || len(choice.Gaps) == 0 {
		return false
	}
	if p.mine(game.PhaseSetup) {
		return p.left() == 0 && choice.Chosen == 0
	}
	return p.mine(game.PhaseGuess, game.PhaseAgain) && choice.Chosen == 0
}

// mayMove reports whether a gap was chosen that can still be changed.
func (p *position) mayMove() bool {
	choice := p.view.Choice
	return choice != nil && choice.Chosen > 0 && len(choice.Gaps) > 1 && p.mine(game.PhaseGuess, game.PhaseAgain)
}

func (p *position) mayGuess() bool {
	return p.mine(game.PhaseGuess, game.PhaseAgain) && !p.mustPlace()
}

// left returns the number of tiles still to be taken in the setup.
func (p *position) left() int { return max(0, p.share()-p.rack(p.view.Seat).Taken) }

// share returns the number of tiles that each seat takes in the setup.
func (p *position) share() int {
	if len(p.view.Racks) == game.MaxSeats {
		return 3
	}
	return 4
}

// clauseMark separates clauses on one line.
const clauseMark = " · "

// joined returns clauses on one line.
func (p *position) joined(clauses []prose.Text) prose.Arg {
	return prose.Literal(strings.Join(p.Voice.SayAll(clauses), clauseMark))
}
