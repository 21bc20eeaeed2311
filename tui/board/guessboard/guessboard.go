// Package guessboard is the board and the narrator of games of package codebreak: both
// boards side by side, and private notes. A game brings its symbols, how they look, and the
// sentences that are its own.
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

// Kind is what is particular to one game.
type Kind struct {
	All   string // the symbols of codes, each a letter or a digit
	Least string // those that every game has
	// Paint returns how a symbol is drawn, also where it is larger than its character.
	Paint func(*style.Theme, byte) lipgloss.Style
	// Name names a symbol; nil if it is called what is written.
	Name func(byte) prose.Text

	Right, Elsewhere prose.Text                      // what the two counts of an answer are
	Counts           func(codebreak.Pegs) prose.Text // an answer in words
	Make             func(places int) prose.Text     // asks for the own code
	Symbol           prose.Text                      // what the key of a symbol puts into the row
	Put              prose.Text                      // what it does, if symbols have no names
	Numbers          prose.Text                      // what the digits do, if they count the symbols
	Through          prose.Text                      // what the keys do that go through the symbols
	// Once says that each symbol stands in a code only once; the zero Text if they may
	// stand there more often.
	Once prose.Text

	About   func(Table) []prose.Text // the sizes of a table, and what is guessed, in words
	Grammar func(Table) []prose.Text // what can be typed by a player to move
	// Example is how an action is refused on lines, by what can be typed instead; nil says
	// what Grammar tells.
	Example     func(*engine.Refusal) prose.Text
	Code, Guess func(code string) engine.Action
	// Early and Late are the formats by which the rules refuse a guess before both codes are
	// made, and a code after that; empty if they have none of their own.
	Early, Late string
}

// Views gives access to the views W of a game, whose rows have type R.
type Views[W, R any] struct {
	// Table returns the sizes of a view, and what is particular in it.
	Table func(W) Table
	// Parts returns what all views have.
	Parts func(*W) Parts[R]
	Row   func(R) codebreak.Row
}

// Parts are what the views of all games have.
type Parts[R any] struct {
	Seat   *engine.Seat
	Phase  *string
	Boards *[]codebreak.Board[R]
	Log    *[]codebreak.Event
}

// Board is where a seat guesses the other's code.
type Board = codebreak.Board[codebreak.Row]

// Table is what the reader knows of a game.
type Table struct {
	Seat    engine.Seat
	Phase   string
	Symbols string // in play
	Places  int    // of a code
	Rows    int    // at most
	Round   int    // the row that is played, from 1
	Memory  bool   // people take no notes
	Boards  []Board
	Log     []codebreak.Event
	// Fits reports whether a code can be the one that is looked for, by the answers so
	// far; nil looks at the worlds of the game.
	Fits func(code string) bool
	// Candidates returns for each place which symbols can be there, unless too much is
	// open for that; nil looks at the worlds of the game.
	Candidates func() (can [][]bool, known bool)
}

// Game returns what a game of a kind brings to the screen, but for its rules and its
// tutorial.
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

// read reads a view.
func (v Views[W, R]) read(view W) Table {
	table, parts := v.Table(view), v.Parts(&view)
	table.Seat, table.Phase, table.Log = *parts.Seat, *parts.Phase, *parts.Log
	table.Boards = codebreak.Boards(*parts.Boards, v.Row)
	return table
}

// open shows every board as the seat saw it that guesses on it, and both codes.
func (v Views[W, R]) open(all *W, seats []W) {
	parts := v.Parts(all)
	*parts.Seat, *parts.Boards = engine.Watcher, make([]codebreak.Board[R], len(seats))
	for seat := range seats {
		(*parts.Boards)[seat] = (*v.Parts(&seats[seat]).Boards)[seat]
	}
}

// turn covers all but the first up of the symbols that were hidden from the reader of a
// view, and drops the events that tell the codes.
func (v Views[W, R]) turn(view W, up int) W {
	codes, parts := turned(v.read(view), up), v.Parts(&view)
	*parts.Boards = slices.Clone(*parts.Boards)
	for i := range codes {
		(*parts.Boards)[i].Code = codes[i]
	}
	*parts.Log = slices.DeleteFunc(slices.Clone(*parts.Log), func(event codebreak.Event) bool { return event.Kind == codebreak.EventCode })
	return view
}

// useWorlds answers by the worlds of a game what it does not answer itself.
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
