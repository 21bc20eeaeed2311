// Package kodeknacker is the board of Kodeknacker on the screen: both boards
// side by side, pegs that differ by shape, colours that bear a letter, and
// private notes.
package kodeknacker

import (
	_ "embed"
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/look"
)

//go:embed rules.md
var rules string

// Game is all that Kodeknacker brings to the screen.
func Game() board.Game {
	return board.Game{
		Game:     game.Rules().Game(),
		Board:    func(theme *look.Theme, voice *prose.Voice) board.Board { return newModel(theme, voice) },
		Narrator: narrator(),
		Open:     open,
		End:      end(),
		Lesson:   lesson(),
		Rules:    prose.ReadDocument(rules),
	}
}

// model draws the newest scene and keeps what the person is about to choose.
type model struct {
	board.Kit
	board.Aside
	view game.View
	keys boardKeys

	line  board.Line[byte] // letters being filled
	notes board.Notes[int] // a row for each colour, a column for each place
	log   board.Log
	told  []logged        // all that the log has
	rows  board.Rows      // where not all of them fit
	cells map[cell]string // with their styles, as the theme has them
}

func newModel(theme *look.Theme, voice *prose.Voice) *model {
	b := &model{Kit: board.NewKit(theme, voice)}
	b.keys, b.line.Touched = b.newKeys(leastColors), b.rows.Newest
	return b
}

// See implements board.Board.
func (b *model) See(scene board.Scene) {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return
	}
	before, begins := b.view, b.Take(scene)
	b.view = view
	if view.Colors != before.Colors {
		b.keys = b.newKeys(view.Colors)
	}
	if begins {
		b.notes.Clear()
	}
	b.notes.On(b.grid())
	b.told = worthTelling(view.Log)
	b.log.On(len(b.told), b.InPlay())
	if len(b.line.Places) != view.Positions || before.Phase != view.Phase || before.Round != view.Round {
		b.clear()
	}
}

func (b *model) clear() {
	b.line.Clear(b.view.Positions)
	b.rows.Newest()
}

func (b *model) letters() string { return game.Letters(b.view.Colors) }

// Click implements board.Clicker: a place is chosen, a colour put there, a key
// pressed.
func (b *model) Click(part string) (engine.Action, bool) {
	if name, is := board.Clicked(part); is {
		return keys.Press(b.Bindings(), name)
	}
	what, which, _ := strings.Cut(part, " ")
	switch n, err := strconv.Atoi(which); {
	case what == "color" && len(which) == 1:
		return keys.Press(b.Bindings(), which)
	case what == "place" && err == nil && b.choosing() && n >= 0 && n < b.view.Positions:
		b.line.At = n
		return "", true
	}
	return "", false
}
