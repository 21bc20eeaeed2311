// Package guessboard is the board and the narrator of games in which two players each
// make a secret code of symbols, and guess the other's in rows that are answered by two
// counts: both boards side by side, and private notes. A game brings its symbols, how
// they look, and the sentences that are its own.
package guessboard

import (
	"strings"

	"charm.land/lipgloss/v2"

	"parlor/engine"
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

	Right, Elsewhere prose.Text                  // what the two counts of an answer are
	Counts           func(Answer) prose.Text     // an answer in words
	Make             func(places int) prose.Text // asks for the own code
	Symbol           prose.Text                  // what the key of a symbol puts into the row
	Put              prose.Text                  // what it does, if symbols have no names
	Numbers          prose.Text                  // what the digits do, if they count the symbols
	Through          prose.Text                  // what the keys do that go through the symbols
	// Once says that each symbol stands in a code only once; the zero Text if they may
	// stand there more often.
	Once prose.Text

	About   func(Table) []prose.Text // the sizes of a table, and what is guessed, in words
	Grammar func(Table) []prose.Text // what can be typed by a player to move
	// Example is how an action is refused on lines, by what can be typed instead.
	Example     func(*engine.Refusal) prose.Text
	Code, Guess func(code string) engine.Action
	Refused     Refusals
}

// Refusals are the formats of what the rules refuse. The first two have the seat that
// play waits for as their argument.
type Refusals struct{ Made, Guessed, Code, Guess string }

// Views reads the views and events of a game.
type Views[W any, E engine.GameEvent] struct {
	// Table returns a view, without its log.
	Table func(W) Table
	Log   func(W) []E
	Event func(E) Event
	// Hide returns a view with other codes, by seat, and without the events that tell a
	// code. It changes nothing in the view.
	Hide func(view W, codes []string) W
	// Open changes a view into that of a watcher to whom everything is open.
	Open func(all *W, seats []W)
}

// Phase is a part of a game.
type Phase int

// Phases of a game.
const (
	Making   Phase = iota // the codes are made
	Guessing              // in rows
	Over
)

// Table is what the reader knows of a game.
type Table struct {
	Seat    engine.Seat
	Phase   Phase
	Symbols string // in play
	Places  int    // of a code
	Rows    int    // at most
	Round   int    // the row that is played, from 1
	Memory  bool   // people take no notes
	Boards  []Board
	Log     []Event
	// Fits reports whether a code can be the one that is looked for, by the answers so
	// far.
	Fits func(code string) bool
	// Candidates returns for each place which symbols can be there, unless too much is
	// open for that.
	Candidates func() (can [][]bool, known bool)
}

// Board is where a seat guesses the other's code.
type Board struct {
	Seat    engine.Seat
	CodeSet bool   // the seat has made its own code
	Code    string // which that is; empty if the reader may not know it
	Guessed bool   // in the row that is played
	Guesses []Row
	Cracked bool
}

// Row is a guess and its answer. An empty guess is a row whose time ran out.
type Row struct {
	Guess string
	Answer
}

// Answer counts the symbols that are in the right place, and those that are in the code
// but elsewhere.
type Answer struct{ Right, Elsewhere int }

// Event is what everybody saw happen.
type Event struct {
	Kind EventKind
	Seat engine.Seat
	Row  int    // from 1
	Code string // of a guess, or a code that is revealed
	Answer
}

// EventKind says what an [Event] tells.
type EventKind int

// The kinds of events.
const (
	Silent EventKind = iota // needs no words
	Made
	Guessed // the row of both players is complete
	Cracked
	TimedOut
	Resigned
	Won
	Drawn
	Revealed // a code, when the game is over
)

// Game returns what a game of a kind brings to the screen, but for its rules and its
// tutorial.
func Game[W any, E engine.GameEvent](rules engine.Game, kind *Kind, views Views[W, E]) board.Game {
	read := func(view W) Table {
		table := views.Table(view)
		log := views.Log(view)
		table.Log = make([]Event, len(log))
		for i, event := range log {
			table.Log[i] = views.Event(event)
		}
		return table
	}
	tells := func(tell func(Table, prose.Scene) []prose.Text) func(prose.Scene) []prose.Text {
		return board.Of(func(view W, scene prose.Scene) []prose.Text { return tell(read(view), scene) })
	}
	return board.Game{
		Game: rules,
		Board: func(theme *style.Theme, voice *prose.Voice) board.Board {
			return newModel(kind, theme, voice, func(scene board.Scene) (Table, bool) {
				view, ok := scene.View.Table.(W)
				if !ok {
					return Table{}, false
				}
				return read(view), true
			})
		},
		Narrator: prose.Narrator{
			Game: prose.Telling(func(events []E, who prose.People) []prose.Text {
				var told []prose.Text
				for _, event := range events {
					told = append(told, kind.tellEvent(views.Event(event), who)...)
				}
				return told
			}),
			Own: tells(kind.tellOwn), Table: tells(kind.tellTable), Grammar: tells(kind.tellGrammar), Refused: kind.tellRefused,
			Parts: board.Of(func(view W, scene prose.Scene) []prose.Part { return parts(read(view), scene) }),
			Claim: board.ClaimOf(rules.Claims, func(code []string) prose.Arg { return kind.Spell(strings.Join(code, "")) }),
		},
		Open: board.OpenAll(views.Open),
		End: board.EndOf(
			func(view W, scene prose.Scene) []prose.Text { return decided(read(view), scene) },
			func(view W) int { return hidden(views.Table(view)) },
			func(view W, up int) W { return views.Hide(view, turned(views.Table(view), up)) },
		),
	}
}
