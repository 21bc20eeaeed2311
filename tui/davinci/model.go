package davinci

import (
	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/board/racks"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// model is the board. It passes scenes and keys to its components and arranges them.
type model struct {
	*guesser // the player's next action
	*falling // the board is animated while tiles fall
	board.Drawing[state]

	prompt   *prompt
	controls *controls
	racks    *rackView
	pool     *poolView
	plates   *nameplates
	pad      *notesView
	clues    *clueView
	side     *sidePanel
}

// state holds everything that determines the drawing.
type state struct {
	scene, frames, gap, own int
	number                  string
	notes                   board.NotesState[target]
	log                     board.LogState
}

func newBoard(theme *style.Theme, voice *prose.Voice) board.Board {
	p := &position{Kit: board.NewKit(theme, voice)}
	draws := newRenderer(theme)
	notes := &notepad{position: p}
	g := &guesser{picker: &picker{notepad: notes, log: &eventLog{position: p}}}
	m := &model{guesser: g, falling: &falling{}, prompt: &prompt{g}, plates: &nameplates{p}, clues: &clueView{g}}
	m.controls = &controls{g}
	m.racks = &rackView{g, m.falling, draws}
	m.pool = &poolView{guesser: g, renderer: draws, controls: m.controls}
	m.pad = &notesView{notepad: notes, renderer: draws, controls: m.controls}
	m.side = &sidePanel{guesser: g, pad: m.pad, clues: m.clues, aside: &m.Aside}
	m.take(board.Scene{})
	return m
}

// newRenderer returns a racks.Renderer whose tiles can be clicked.
func newRenderer(theme *style.Theme) *racks.Renderer {
	return racks.New(theme, func(seat engine.Seat, place int) string { return target{seat, place}.zone() })
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

// begin resets the board for a new game.
func (m *model) begin() {
	m.Move(0)
	m.log.Close()
	m.notes.Clear()
	m.point(nowhere())
}

// Bindings implements board.Board. The keys that continue the game come first, and the notes and
// the log last.
func (m *model) Bindings() board.Bindings { return m.controls.bindings() }

// Click implements board.Clicker. A click presses a key or chooses a tile.
func (m *model) Click(part string) (engine.Action, bool) {
	if key, is := board.Clicked(part); is {
		return keymap.Press(m.Bindings(), key)
	}
	return "", m.click(part)
}

// Ask implements board.Board.
func (m *model) Ask() prose.Text { return m.prompt.ask() }

// Refused implements board.Refuser.
func (m *model) Refused(refusal *engine.Refusal) prose.Text {
	switch refusal.Format {
	case game.RefusedTake, game.RefusedEarly:
		return prose.T("Take a tile: press {keys}, or {key} for all of them.", colorKeys(refusal, 0), prose.Literal("d"))
	case game.RefusedFull:
		return prose.T("You have all your tiles. Press Enter when you are ready.")
	case game.RefusedColor:
		if engine.Arg[string](refusal, 0) == game.Black.String() {
			return prose.T("No black tile is left. Press {keys}.", colorKeys(refusal, 2))
		}
		return prose.T("No white tile is left. Press {keys}.", colorKeys(refusal, 2))
	case game.RefusedPlace:
		return prose.T("First choose a gap for your {tile} with the arrow keys, then press Enter.", refusedTile(refusal))
	case game.RefusedGap:
		return prose.T("Your {tile} cannot go there. Choose another gap and press Enter.", refusedTile(refusal))
	case game.RefusedDraw:
		return prose.T("Draw a tile first: press {keys}.", colorKeys(refusal, 0))
	case game.RefusedGuess:
		return prose.T("You have to guess: choose a tile, type its number and press Enter.")
	case game.RefusedAgain:
		return prose.T("You guessed right. Press {key} to stop, or guess again.", prose.Literal("s"))
	case game.RefusedNoSeat:
		return prose.T("Choose a hidden tile of another player.")
	case game.RefusedShow:
		return prose.T("Use the arrow keys to choose one of your tiles to turn up, then press Enter.")
	}
	return refusedAnyway(refusal, m.People)
}
