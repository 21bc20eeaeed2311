// Package board defines what a game provides for the screen, and contains what the boards of all
// games share.
package board

import (
	"parlor/engine"
	"parlor/prose"
	"parlor/tui/style"
)

// Game is everything that a game provides for the screen, together with its engine.Game.
type Game struct {
	Game engine.Game
	// Board returns a new board that uses a theme and a voice.
	Board    func(*style.Theme, *prose.Voice) Board
	Narrator prose.Narrator
	// Open combines the views of all seats at one step of a finished match into a spectator's view
	// that shows everything. It does not change the views. It is nil for games that can only be
	// viewed seat by seat.
	Open func([]engine.View) engine.View
	End  End
	// Emblem draws a few pieces of the game in up to three lines of at most 20 cells. It may be
	// nil.
	Emblem func(*style.Theme) []string
	// Lesson is the tutorial of the game. It may have no steps.
	Lesson prose.Lesson
	Rules  prose.Document // for players, in the words of this project
}

// End describes the end of a game for the final scene. The zero End only shows the result.
type End struct {
	// Decided describes the move that ended the game.
	Decided func(prose.Scene) []prose.Text
	// Hidden returns how many items were hidden from the reader of a view until the game ended.
	// Turned returns that view with only the first up of them uncovered. Neither changes the view.
	Hidden func(engine.View) int
	Turned func(view engine.View, up int) engine.View
}

// Told returns the parts of the game that text mode needs.
func (g Game) Told() prose.Game {
	return prose.Game{Game: g.Game, Narrator: g.Narrator, Lesson: g.Lesson, Rules: g.Rules}
}

// Board draws the table of one game for one player and turns keys into actions. Its only state
// apart from the newest Scene is what the player is about to choose.
type Board interface {
	// See takes the newest scene. A choice that the player has begun is kept as far as it is still
	// possible.
	See(Scene)

	// Bindings returns the keys of the board, the most useful ones first. The line of hints, the
	// help page and the explanation of keys without effect come from them. A board without a scene
	// has bindings, too.
	Bindings() Bindings

	// Draw draws the board in at most width × height cells. Lines may be shorter. The frame never
	// asks for less than MinWidth × (MinHeight - 4).
	Draw(width, height int) string

	// Ask returns a sentence that says what the player should do now, or for which players the game
	// waits. The frame shows it above the hints.
	Ask() prose.Text
}

// Scene is what a board shows.
type Scene = prose.Scene

// The smallest terminal in which a board is drawn. In a smaller one, the player sees a message
// instead.
const (
	MinWidth  = 50
	MinHeight = 16
)

// The largest size of the screen. In a larger window, it occupies the upper left corner.
const (
	MaxWidth  = 220
	MaxHeight = 70
)

// Clicker is a board with parts that can be clicked.
type Clicker interface {
	// Click performs the click on a part that was marked with Zone.
	Click(part string) (engine.Action, bool)
}

// Refuser is a board that words the refusals of its game itself, by its keys and what is on the
// screen.
type Refuser interface {
	// Refused returns the text of a refusal, or the zero Text if the text of the rules is good
	// enough or no key can cause the refusal.
	Refused(*engine.Refusal) prose.Text
}

// Mover is a board with animations. It is not redrawn while nothing moves.
type Mover interface {
	// Moving reports whether another frame is due.
	Moving() bool
	// Step advances the animation by one frame.
	Step()
}

// Rest ends the animation of a board.
func Rest(board Board) {
	if mover, moves := board.(Mover); moves {
		for mover.Moving() {
			mover.Step()
		}
	}
}
