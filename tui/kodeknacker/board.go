// Package kodeknacker is the board of Kodeknacker on the screen: both boards
// side by side, pegs that differ by shape, colours that bear a letter, a
// private pad of candidates.
package kodeknacker

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

//go:embed rules.md
var rules string

// Game is all that Kodeknacker brings to the screen.
func Game() board.Game {
	return board.Game{
		Game:     game.Rules().Game(),
		Board:    func(theme look.Theme, voice *prose.Voice) board.Board { return &model{theme: theme, voice: voice} },
		Narrator: narrator(),
		Open:     open,
		Lesson:   lesson(),
		Rules:    prose.ReadDocument(rules),
	}
}

// board draws the newest scene and keeps what the person is about to choose.
type model struct {
	theme  look.Theme
	voice  *prose.Voice
	scene  board.Scene
	people prose.People
	view   game.View

	line   []byte // letters being filled, 0 where none
	cursor int
	pad    pad
	rows   board.Rows      // where not all of them fit
	cells  map[cell]string // with their styles, as the theme has them
}

func (b *model) See(scene board.Scene) {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return
	}
	before, hadRound := b.view, b.scene.View.Round
	b.scene, b.people, b.view = scene, scene.People(), view
	if hadRound != scene.View.Round || before.Phase == game.PhaseOver && view.Phase != game.PhaseOver {
		b.pad = pad{}
	}
	if !b.hasPad() {
		b.pad.open = false // it would stand before the end
	}
	b.fillPad()
	if len(b.line) != view.Positions || before.Phase != view.Phase || before.Round != view.Round {
		b.clear()
	}
}

func (b *model) clear() {
	b.line, b.cursor = make([]byte, b.view.Positions), 0
	b.rows.Newest()
}

// active says whether the person has to make a code or to guess.
func (b *model) active() bool { return due(b.scene, b.view) }

func (b *model) hasPad() bool {
	return b.view.Seat >= 0 && !b.scene.Past && !b.view.Memory && b.view.Phase == game.PhasePlay
}

func (b *model) letters() string { return game.Letters(b.view.Colors) }

// Click implements board.Clicker: a place is chosen, a colour put there.
func (b *model) Click(part string) (engine.Action, bool) {
	what, which, _ := strings.Cut(part, " ")
	switch n, err := strconv.Atoi(which); {
	case what == "color" && len(which) == 1:
		return b.Key(tea.KeyPressMsg{Code: rune(which[0]), Text: which})
	case what == "place" && err == nil && b.active() && !b.pad.open && n >= 0 && n < b.view.Positions:
		b.cursor = n
		return "", true
	}
	return "", false
}

func (b *model) Key(key tea.KeyPressMsg) (engine.Action, bool) {
	name := key.String()
	switch {
	case b.rows.Key(name):
		return "", true
	case b.hasPad() && (name == "tab" || b.pad.open):
		used := b.pad.key(name, b.view.Positions, b.letters())
		b.pad.auto = b.pad.auto && b.scene.Aided
		b.fillPad()
		return "", used
	case !b.active():
		return "", false
	}
	b.rows.Newest()
	return b.keyLine(name)
}

// keyLine fills the row that is played, or the own code.
func (b *model) keyLine(name string) (engine.Action, bool) {
	n := b.view.Positions
	switch name {
	case "left":
		b.cursor = (b.cursor + n - 1) % n
	case "right", "space":
		b.cursor = (b.cursor + 1) % n
	case "home":
		b.cursor = 0
	case "end":
		b.cursor = n - 1
	case "up":
		b.turn(+1)
	case "down":
		b.turn(-1)
	case "backspace":
		b.back()
	case "delete", "-":
		b.line[b.cursor] = 0
	case "enter":
		return b.done(), b.full()
	case "esc":
		filled := slices.ContainsFunc(b.line, func(letter byte) bool { return letter != 0 })
		b.clear()
		return "", filled
	default:
		return "", b.put(name)
	}
	return "", true
}

// put sets a letter, or the colour with that digit, under the cursor.
func (b *model) put(name string) bool {
	if len(name) != 1 {
		return false
	}
	at := strings.IndexByte(b.letters(), name[0])
	if at < 0 {
		at = strings.IndexByte("1234567890"[:b.view.Colors], name[0])
	}
	if at < 0 {
		return false
	}
	b.line[b.cursor] = b.letters()[at]
	b.cursor = min(b.cursor+1, b.view.Positions-1)
	return true
}

// turn goes through the colours.
func (b *model) turn(step int) {
	at := strings.IndexByte(b.letters(), b.line[b.cursor]) // -1 where none
	if at < 0 && step < 0 {
		at = 0
	}
	b.line[b.cursor] = b.letters()[(at+step+b.view.Colors)%b.view.Colors]
}

func (b *model) back() {
	if b.line[b.cursor] == 0 && b.cursor > 0 {
		b.cursor--
	}
	b.line[b.cursor] = 0
}

func (b *model) full() bool { return !slices.Contains(b.line, 0) }

func (b *model) done() engine.Action {
	switch {
	case !b.full():
		return ""
	case b.view.Phase == game.PhaseSet:
		return game.Code(string(b.line))
	}
	return game.Guess(string(b.line))
}

// fillPad looks over the codes that are left, where the person wants that.
func (b *model) fillPad() {
	b.pad.can = nil
	if b.pad.auto && b.hasPad() {
		b.pad.can, _ = game.Candidates(b.view)
	}
}
