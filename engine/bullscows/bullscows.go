// Package bullscows is Bulls and Cows (traditional), for two players: each makes a secret
// number of different digits, and both guess the other's at once. It is a game of package
// codebreak, which tells how it goes and who may know what.
//
// A guess is answered by bulls (right digit, right place) and cows (right digit, wrong
// place); in events they stand in this order.
//
// # Actions
//
//	secret 0427     make the own number: different digits, and the first may be 0
//	guess 0427      the same form
//	resign          the other one wins
//	timeout         played by the room: a random number, or an empty row
//
// # Versions
//
// Version 2: chance comes from named streams of the game's seed, see [engine.Seed.Stream].
// The number that the clock makes for seat 2 comes from "spare 2": one choice among all
// numbers in ascending order.
package bullscows

import (
	"math/rand/v2"
	"slices"
	"strings"

	"parlor/engine"
	"parlor/engine/codebreak"
	"parlor/engine/kit"
	"parlor/engine/worlds"
)

// Symbols are the digits.
const Symbols = "0123456789"

// The number of digits of a secret number.
const minDigits, maxDigits = 3, 5

const verbSecret = "secret"

// Secret returns the action that makes the own number, such as Secret("0427").
func Secret(digits string) engine.Action { return engine.Action(verbSecret + " " + digits) }

// Guess returns the action that guesses the other's number.
func Guess(digits string) engine.Action { return engine.Action(codebreak.Guess + " " + digits) }

// Row is a guess and its answer. An empty guess means that time ran out.
type Row struct {
	Guess string `json:"guess"`
	Bulls int    `json:"bulls"` // right digits in the right place
	Cows  int    `json:"cows"`  // right digits in a wrong place
}

// Board is the board on which one seat guesses the other's number.
type Board = codebreak.Board[Row]

// Event is a public event of a game.
type Event = codebreak.Event

// View is what one seat, or a spectator, may know of a game.
type View struct {
	Seat   engine.Seat `json:"seat"`
	Phase  string      `json:"phase"`
	Digits int         `json:"digits"` // of a number
	Rows   int         `json:"rows"`   // of a board
	Round  int         `json:"round"`  // number of the current round, from 1; 0 while numbers are made; after the game, the last round
	Boards []Board     `json:"boards"` // by the seat that guesses
	Log    []Event     `json:"log"`    // all public events of the game
}

// Rules returns the rules of Bulls and Cows.
func Rules() engine.Rules[View, Event] {
	return codebreak.Game[View]{
		Rules: engine.Rules[View, Event]{
			Name: "bullscows", Title: "Bulls and Cows", Version: 2, NamedStreams: 2,
			Blurb: "Find the secret number; no digit repeats.",
			Options: []engine.Option{
				{Name: "digits", Title: "Digits", Default: "4", Values: engine.Numbers(minDigits, maxDigits, 1), Help: "The number of digits in a code."},
				{Name: "rows", Title: "Rows", Default: "10", Values: engine.Numbers(6, codebreak.MaxRows, 1), Help: "The number of guesses that fit on a board."},
				engine.RoundsOption("Games", "The number of games in a match; a win is 1 point, a draw ½.", 1, 9, 1, 3),
			},
			ReadEvent: func(line string) (Event, error) { return codebreak.ReadEvent(line, isNumber) },
			Levels:    worlds.Levels(), LevelHelp: worlds.LevelHelp(), Think: think,
			Worlds: worlds.Of(NewWorlds), Claims: claims,
		},
		Make: verbSecret, Judge: judge,
		Size: func(o engine.Options) codebreak.Size {
			return codebreak.Size{Positions: o.Int("digits"), Symbols: len(Symbols), Rows: o.Int("rows")}
		},
		Code:   func(size codebreak.Size) kit.Term { return numbers(size.Positions) },
		Random: func(size codebreak.Size, below func(int) int) string { return anyNumber(size.Positions, below) },
		Fitting: func(size codebreak.Size, rows []codebreak.Row, random *rand.Rand) string {
			left := fitting(size.Positions, rows)
			return left[random.IntN(len(left))]
		},
		View: func(seen codebreak.Seen) View {
			return View{seen.Seat, seen.Phase, seen.Size.Positions, seen.Size.Rows, seen.Round, codebreak.Boards(seen.Boards, asRow), seen.Log}
		},
	}.Complete()
}

func asRow(row codebreak.Row) Row { return Row{row.Guess, row.Black, row.White} }

func commonRow(row Row) codebreak.Row {
	return codebreak.Row{Guess: row.Guess, Pegs: codebreak.Pegs{Black: row.Bulls, White: row.Cows}}
}

// numbers returns the term of all numbers with the given number of digits.
func numbers(digits int) kit.Term { return kit.Code("number", Symbols, digits, true) }

func anyNumber(digits int, below func(int) int) string {
	all := numbers(digits)
	return all.Write(below(all.Count()))
}

// isNumber reports whether a word is a number under some option.
func isNumber(word string) bool {
	if len(word) < minDigits || len(word) > maxDigits {
		return false
	}
	_, ok := numbers(len(word)).Read(word)
	return ok
}

// judge returns the answer to a guess. As its digits are different, each is a bull, a cow or
// neither.
func judge(guess, secret string) (pegs codebreak.Pegs) {
	for i := range len(guess) {
		switch strings.IndexByte(secret, guess[i]) {
		case i:
			pegs.Black++
		case -1:
		default:
			pegs.White++
		}
	}
	return pegs
}

// Fits reports whether a number of the right length is consistent with the answers that the view's
// seat has received. It is false for a spectator.
func Fits(view View, number string) bool {
	boards := codebreak.Boards(view.Boards, commonRow)
	return view.Seat >= 0 && int(view.Seat) < len(boards) && fits(number, boards[view.Seat].Guesses)
}

// fits reports whether a number is consistent with the answers.
func fits(number string, rows []codebreak.Row) bool {
	return !slices.ContainsFunc(rows, func(row codebreak.Row) bool { return row.Guess != "" && judge(row.Guess, number) != row.Pegs })
}

// fitting returns the numbers that are consistent with the answers.
func fitting(digits int, rows []codebreak.Row) (left []string) {
	for number := range numbers(digits).All() {
		if fits(number, rows) {
			left = append(left, number)
		}
	}
	return left
}

// NewWorlds returns the numbers that are possible given a view.
func NewWorlds(view View) *worlds.Worlds[string] {
	return codebreak.Codes[string]{
		Symbols: Symbols, All: numbers(view.Digits).All(), Judge: judge, Action: Guess,
		Of: func(number string) string { return number }, Is: isNumber,
		At: func(number string, place int) int { return int(number[place] - '0') },
		Claims: func(action engine.Action) []engine.Claim {
			return codebreak.Claims(engine.Move{Seat: view.Seat, Action: action}, numbers(view.Digits))
		},
	}.Worlds(view.Seat, view.Digits, codebreak.Boards(view.Boards, commonRow))
}

// claims returns the claims of a guess: all digits of the other's number.
func claims(move engine.Move) []engine.Claim {
	for digits := minDigits; digits <= maxDigits; digits++ {
		if all := codebreak.Claims(move, numbers(digits)); all != nil {
			return all
		}
	}
	return nil
}

// answer returns an index for the answer to a guess.
func answer(guess, secret string) int { return judge(guess, secret).Number() }

// think chooses the action of a bot.
func think(thought engine.Thought[View, Event]) engine.Action {
	view := thought.View
	if view.Phase == codebreak.PhaseSet {
		return Secret(anyNumber(view.Digits, thought.Random.IntN))
	}
	left := fitting(view.Digits, codebreak.Boards(view.Boards, commonRow)[view.Seat].Guesses)
	anything := func() string { return anyNumber(view.Digits, thought.Random.IntN) }
	return Guess(worlds.Guess(thought.Level, left, numbers(view.Digits).Count(), anything, thought.Simulations, thought.Random, codebreak.Answers, answer))
}
