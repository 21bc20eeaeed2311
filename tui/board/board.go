// Package board is what a game brings to the screen, and what the boards of all
// games share.
package board

import (
	"parlor/engine"
	"parlor/prose"
	"parlor/tui/style"
)

// Game is all that a game brings to the screen. A game is one engine.Game and one
// of these.
type Game struct {
	Game engine.Game
	// Board is a board that looks as a theme has it, and speaks by a voice.
	Board    func(*style.Theme, *prose.Voice) Board
	Narrator prose.Narrator
	// Open puts together what every seat was shown at one moment of a match that
	// has ended, by seat: a view as of a watcher who may see all of it. It
	// changes nothing in them. Nil where seats can only be looked at one by one.
	Open func([]engine.View) engine.View
	End  End
	// Emblem draws a few pieces of the game, in up to three lines of at most 20 cells; nil for none.
	Emblem func(*style.Theme) []string
	// Lesson is the game's tutorial; without steps it has none.
	Lesson prose.Lesson
	Rules  prose.Document // as players read them, in our own words
}

// End is what a game brings to the scene at the end of each game. The zero End
// just shows how it ended.
type End struct {
	// Decided tells the move by which the game ended.
	Decided func(prose.Scene) []prose.Text
	// Hidden is how many things were hidden from the reader of a view until the
	// game was over, which it is; Turned is that view with only the first up
	// of them turned up. It changes nothing in the view.
	Hidden func(engine.View) int
	Turned func(view engine.View, up int) engine.View
}

// Told returns the game as it is narrated without a screen.
func (g Game) Told() prose.Game {
	return prose.Game{Game: g.Game, Narrator: g.Narrator, Lesson: g.Lesson, Rules: g.Rules}
}

// Board draws one game's table for one player and turns keys into actions. It
// keeps what the player is about to choose, and nothing that is not in the
// newest Scene.
type Board interface {
	// See takes the newest scene. A choice begun stays as far as it still
	// makes sense.
	See(Scene)

	// Bindings are what its keys do, those that do something now the most useful
	// first: from them come the line of hints, the page of help, and why a key does
	// nothing now. A board that has seen nothing yet has them, too.
	Bindings() Bindings

	// Draw fills at most width × height cells; lines may be shorter. The frame
	// never asks for less than MinWidth × (MinHeight - 4).
	Draw(width, height int) string

	// Ask is a sentence that says what the player should do now, or for which
	// players the table waits: the frame shows it above the hints.
	Ask() prose.Text
}

// Scene is what a board draws.
type Scene = prose.Scene

// The smallest terminal in which the table is drawn; below it the player is
// told kindly.
const (
	MinWidth  = 50
	MinHeight = 16
)

// The largest screen. A larger window keeps it in its upper left corner.
const (
	MaxWidth  = 220
	MaxHeight = 70
)

// Clicker is a board on which parts of the drawing can be clicked.
type Clicker interface {
	// Click does what a part stands for that was marked with Zone, as Key does.
	Click(part string) (engine.Action, bool)
}

// Refuser is a board that says a refusal of its game by its keys, and of what
// stands on the screen.
type Refuser interface {
	// Refused is the zero Text where the rules' own words say it, and for what
	// no player can play by keys.
	Refused(*engine.Refusal) prose.Text
}

// Mover is a board that moves for a moment after something has happened. While
// nothing moves, nothing is drawn for it.
type Mover interface {
	// Moving reports whether another frame will come.
	Moving() bool
	// Step goes on by one frame.
	Step()
}

// Rest lets a board lie still at once.
func Rest(board Board) {
	if mover, moves := board.(Mover); moves {
		for mover.Moving() {
			mover.Step()
		}
	}
}
