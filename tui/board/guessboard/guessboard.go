// Package guessboard provides the board and the narrator for games of package codebreak: both
// boards side by side, and private notes. A game provides its symbols, their style and its own
// sentences.
package guessboard

import (
	"slices"
	"strings"
	"sync"

	"charm.land/lipgloss/v2"

	"parlor/engine"
	"parlor/engine/codebreak"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// Kind holds what is particular to one game.
type Kind struct {
	All   string // all symbols of codes, each a letter or a digit
	Least string // the symbols that every game has
	// Paint returns the style of a symbol, at every size.
	Paint func(*style.Theme, byte) lipgloss.Style
	// Name returns the name of a symbol; nil if the symbol is its name.
	Name func(byte) prose.Text

	Right, Elsewhere prose.Text                      // names of the two counts of an answer
	Counts           func(codebreak.Pegs) prose.Text // describes an answer
	Make             func(places int) prose.Text     // asks the player for their own code
	Symbol           prose.Text                      // help for the key of a symbol
	Put              prose.Text                      // the same, if symbols have no names
	Numbers          prose.Text                      // help for the digits, if they count the symbols
	Through          prose.Text                      // help for the keys that change a symbol to the next one
	// Once says that each symbol appears at most once in a code; zero if symbols may repeat.
	Once prose.Text

	About   func(Table) []prose.Text // describes the sizes of a table and what is guessed
	Grammar func(Table) []prose.Text // describes what a player can type to move
	// Example describes what can be typed instead of a refused action; if nil, Grammar does.
	Example     func(*engine.Refusal) prose.Text
	Code, Guess func(code string) engine.Action
	// Early and Late are the formats of the refusals of a guess before both codes are made, and of
	// a code after that. They are empty for games without such refusals.
	Early, Late string
}

// Views gives access to the views W of a game, whose rows are of type R.
type Views[W, R any] struct {
	// Table returns the sizes and the other particulars of a view.
	Table func(W) Table
	// Parts returns the parts that all views have.
	Parts func(*W) Parts[R]
	Row   func(R) codebreak.Row
}

// Parts holds the parts that the views of all these games have.
type Parts[R any] struct {
	Seat   *engine.Seat
	Phase  *string
	Boards *[]codebreak.Board[R]
	Log    *[]codebreak.Event
}

// Board is the board on which a seat guesses the other's code.
type Board = codebreak.Board[codebreak.Row]

// Table is what the reader knows of a game.
type Table struct {
	Seat    engine.Seat
	Phase   string
	Symbols string // in play
	Places  int    // positions in a code
	Rows    int    // maximum number of rows
	Round   int    // number of the current row, from 1
	Memory  bool   // notes are not allowed
	Boards  []Board
	Log     []codebreak.Event
	// Fits reports whether the answers so far allow a code. If nil, it is computed from the worlds
	// of the game.
	Fits func(code string) bool
	// Candidates returns for each position the symbols that are possible there. It returns false if
	// there are too many possibilities. If nil, it is computed from the worlds of the game.
	Candidates func() (can [][]bool, known bool)
}

// Game returns a game of a kind without its tutorial and its rules for players.
func Game[W, R any](rules engine.Game, kind *Kind, views Views[W, R]) board.Game {
	tells := func(tell func(Table, prose.Scene) []prose.Text) func(prose.Scene) []prose.Text {
		return board.Of(func(view W, scene prose.Scene) []prose.Text { return tell(views.read(view), scene) })
	}
	return board.Game{
		Game: rules,
		Board: func(theme *style.Theme, voice *prose.Voice) board.Board {
			return newModel(kind, theme, voice, func(scene board.Scene) (Table, bool) {
				view, ok := scene.View.Table.(W)
				if !ok {
					return Table{}, false
				}
				table := views.read(view)
				table.useWorlds(kind, sync.OnceValue(func() engine.Worlds { return rules.Worlds(scene.View) }))
				return table, true
			})
		},
		Narrator: prose.Narrator{
			Game: prose.Telling(kind.tellEvents),
			Refused: func(refusal *engine.Refusal, scene prose.Scene) prose.Text {
				view, _ := scene.View.Table.(W)
				return kind.tellRefused(refusal, views.read(view), scene)
			},
			Own: tells(kind.tellOwn), Table: tells(kind.tellTable), Grammar: tells(kind.tellGrammar),
			Parts: board.Of(func(view W, scene prose.Scene) []prose.Part { return parts(views.read(view), scene) }),
			Claim: board.ClaimOf(rules.Claims, func(code []string) prose.Arg { return kind.spell(strings.Join(code, "")) }),
			Why:   board.WhyRows(func(fact codebreak.Fact) int { return fact.Number }),
		},
		Open:   board.OpenAll(views.open),
		Emblem: kind.emblem,
		End: board.EndOf(
			func(view W, scene prose.Scene) []prose.Text { return decided(views.read(view), scene) },
			func(view W) int { return hidden(views.read(view)) },
			views.turn,
		),
	}
}

// read returns the table of a view.
func (v Views[W, R]) read(view W) Table {
	table, parts := v.Table(view), v.Parts(&view)
	table.Seat, table.Phase, table.Log = *parts.Seat, *parts.Phase, *parts.Log
	table.Boards = codebreak.Boards(*parts.Boards, v.Row)
	return table
}

// open copies to a view both codes, and each board as the seat that guesses on it saw it.
func (v Views[W, R]) open(all *W, seats []W) {
	parts := v.Parts(all)
	*parts.Seat, *parts.Boards = engine.Watcher, make([]codebreak.Board[R], len(seats))
	for seat := range seats {
		(*parts.Boards)[seat] = (*v.Parts(&seats[seat]).Boards)[seat]
	}
}

// turn covers all but the first up of the symbols that were hidden from the reader, and removes the
// events that contain the codes.
func (v Views[W, R]) turn(view W, up int) W {
	codes, parts := turned(v.read(view), up), v.Parts(&view)
	*parts.Boards = slices.Clone(*parts.Boards)
	for i := range codes {
		(*parts.Boards)[i].Code = codes[i]
	}
	*parts.Log = slices.DeleteFunc(slices.Clone(*parts.Log), func(event codebreak.Event) bool { return event.Kind == codebreak.EventCode })
	return view
}

// useWorlds sets the functions that the table lacks to ones that use the worlds of a game.
func (t *Table) useWorlds(kind *Kind, worlds func() engine.Worlds) {
	if t.Fits == nil {
		t.Fits = func(code string) bool {
			chance, claims := worlds().Chance(kind.Guess(code))
			return !claims || chance > 0
		}
	}
	if t.Candidates == nil {
		t.Candidates = func() ([][]bool, bool) {
			can := make([][]bool, t.Places)
			for place := range can {
				can[place] = make([]bool, len(t.Symbols))
				for _, odds := range worlds().Odds(engine.Spot{Seat: 1 - t.Seat, Place: place + 1}) {
					can[place][strings.Index(t.Symbols, odds.Value)] = true
				}
			}
			return can, true
		}
	}
}
