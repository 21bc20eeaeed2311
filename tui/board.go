// Package tui is what a person sees: the hall, the form for a new room, the
// table, help. Each game brings a Board that draws its part of the table; the
// rest is the same for all.
package tui

import (
	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/prose"
)

// GameUI is all that a game brings to the screen. A game is one engine.Game and
// one GameUI.
type GameUI struct {
	Game engine.Game
	// Board is a board that looks as a theme has it, and speaks by a voice.
	Board    func(Theme, *prose.Voice) Board
	Narrator prose.Narrator
	// Open puts together what every seat was shown at one moment of a match that
	// has ended, by seat: a view as of a watcher to whom all of it is open. It
	// changes nothing in them. Nil where seats can only be looked at one by one.
	Open func([]engine.View) engine.View
	// Lesson is the game's tutorial; without steps it has none.
	Lesson Lesson
	Rules  prose.Document // as players read them, in our own words
}

// Told is the game as it is told without a screen.
func (g GameUI) Told() prose.Game {
	return prose.Game{Game: g.Game, Narrator: g.Narrator, Lesson: g.Lesson, Rules: g.Rules}
}

// Board draws one game's table for one person and turns keys into actions. It
// keeps what the person is about to choose, and nothing that is not in the
// newest Scene.
type Board interface {
	// See takes the newest scene. A choice begun stays as far as it still
	// makes sense.
	See(Scene)

	// Key handles a key: it returns the action to play, empty for none, and
	// whether the key did something. Where it did not although Keys lists it,
	// the frame says whose turn it is, or what the board asks.
	Key(tea.KeyPressMsg) (engine.Action, bool)

	// Draw fills at most width × height cells; lines may be shorter. The frame
	// never asks for less than MinWidth × (MinHeight - 4).
	Draw(width, height int) string

	// Hints name what can be done now, the most useful first: the frame shows
	// as many as fit on its bottom line.
	Hints() []Hint

	// Ask is a sentence that says what the person should do now, or for whom
	// the table waits: the frame shows it above the hints.
	Ask() prose.Text

	// Keys lists every key of the board for the help screen, as they are named
	// on the keyboard: "b w r", "enter, r", "j or -", "0 – 11".
	Keys() []Hint
}

// Hint is a key and what it does, such as "enter" and "guess".
type Hint struct {
	Key    string
	Does   prose.Text
	Leaves bool // it leads out of what is on the screen: never left out for want of room
}

// Press is the hint of a key.
func Press(key string, does prose.Text) Hint { return Hint{Key: key, Does: does} }

// Leave is the hint of a key that leads out.
func Leave(key string, does prose.Text) Hint { return Hint{key, does, true} }

// Scene is what a board draws.
type Scene = prose.Scene

// The smallest terminal in which the table is drawn; below it the person is
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
