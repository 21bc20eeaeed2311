// Package davinci is the table of Da Vinci Code on the screen: racks round the
// table, the pool, a log in sentences, and the choice of tiles and numbers.
package davinci

import (
	_ "embed"
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/look"
)

//go:embed rules.md
var rules string

// Game returns all that Da Vinci Code brings to the screen.
func Game() board.Game {
	return board.Game{
		Game: game.Rules().Game(), Board: newBoard, Narrator: narrator(), Open: board.OpenAll(open), End: board.EndOf(decided, hidden, turned), Lesson: lesson(), Rules: prose.ReadDocument(rules),
	}
}

// open shows every rack as its owner saw it.
func open(table *game.View, seats []game.View) {
	table.Seat, table.Choice, table.Racks = engine.Watcher, nil, slices.Clone(table.Racks)
	for seat := range table.Racks {
		table.Racks[seat] = seats[seat].Racks[seat]
	}
}

// model is the board: it hands scenes and keys to its components, and lays them out.
type model struct {
	*guesser // what the player is about to do
	*falling // the board moves while tiles fall
	board.Drawing[state]

	prompt   *prompt
	controls *controls
	racks    *racks
	pool     *poolView
	plates   *nameplates
	pad      *notesView
	clues    *clueView
	side     *sidePanel
}

// state is all that the board is drawn from.
type state struct {
	scene, frames, gap, own int
	number                  string
	notes                   board.NotesState[target]
	log                     board.LogState
}

func newBoard(theme *look.Theme, voice *prose.Voice) board.Board {
	p, inks := &position{Kit: board.NewKit(theme, voice)}, newInks(theme)
	notes := &notepad{position: p}
	g := &guesser{picker: &picker{notepad: notes, log: &eventLog{position: p}}}
	m := &model{guesser: g, falling: &falling{}, prompt: &prompt{g}, plates: &nameplates{p}, clues: &clueView{g}}
	m.controls = &controls{guesser: g, keys: newTableKeys()}
	m.racks = &racks{guesser: g, falling: m.falling, inks: inks}
	m.pool = &poolView{guesser: g, inks: inks, controls: m.controls}
	m.pad = &notesView{notepad: notes, inks: inks, controls: m.controls}
	m.side = &sidePanel{guesser: g, pad: m.pad, clues: m.clues, aside: &m.Aside}
	m.take(board.Scene{})
	return m
}

// See implements board.Board.
func (m *model) See(scene board.Scene) {
	before := m.view
	begins := m.take(scene)
	m.log.see()
	if begins {
		m.begin()
	} else {
		m.followInserted(before.Log)
		m.drop(before, m.view)
	}
	m.seeTargets()
	m.seeOwn(before)
}

// begin forgets what was done in an earlier game.
func (m *model) begin() {
	m.Move(0)
	m.log.Close()
	m.notes.Clear()
	m.point(nowhere())
}

// Bindings implements board.Board. What goes on with the game stands first, then
// where it is done, and the notes and the log last.
func (m *model) Bindings() []board.Binding { return m.Collect(m.controls.bindings()) }

// Click implements board.Clicker: a key is pressed, a tile is chosen.
func (m *model) Click(part string) (engine.Action, bool) {
	if key, is := board.Clicked(part); is {
		return keys.Press(m.Bindings(), key)
	}
	return "", m.click(part)
}

// Ask implements board.Board.
func (m *model) Ask() prose.Text { return m.prompt.ask() }

// Draw implements board.Board.
func (m *model) Draw(width, height int) string {
	if len(m.view.Racks) == 0 || width < 1 || height < 1 {
		return ""
	}
	now := state{m.Scenes, m.Left(), m.gap, m.own, m.number, m.notes.State(), m.log.State()}
	return m.Lines(now, width, height, m.draw)
}

// draw draws the roomiest layout that fits.
func (m *model) draw(width, height int) []string {
	for _, l := range m.layouts() {
		if lines, fits := l.draw(m, width, height); fits {
			return clip(lines, width, height)
		}
	}
	return nil
}
