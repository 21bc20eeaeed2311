package codebreak

import (
	"iter"
	"strconv"

	"parlor/engine"
	"parlor/engine/kit"
	"parlor/engine/worlds"
)

// Codes describes the codes of a game, so that Worlds can list the possible ones. W is the type of
// a code.
type Codes[W any] struct {
	Symbols string // in the game's order
	Of      func(code string) W
	Is      func(symbols string) bool   // reports whether symbols are a code; nil if all are
	At      func(code W, place int) int // returns the index of the symbol at a position
	All     iter.Seq[W]
	Judge   func(guess, secret W) Pegs
	Action  func(guess W) engine.Action
	Claims  func(engine.Action) []engine.Claim // returns the claims of an action by the view's seat
	// Left returns the codes that are consistent with rows, in order. It returns false if there are
	// more than most, or if the search takes too long. If nil, all codes are checked.
	Left func(rows []Row, most int) ([]W, bool)
	Most int // maximum number of possible codes; with more, Worlds is nil
}

// Worlds returns exactly the codes that are consistent with every answer on the boards that a seat
// sees. All have the same weight. Its spots are the positions of a code, with the seat that made
// it; a spectator has those of both codes. It returns nil if too many codes are possible.
func (c Codes[W]) Worlds(seat engine.Seat, positions int, boards []Board[Row]) *worlds.Worlds[W] {
	if len(boards) != seats {
		return nil
	}
	var parts []worlds.Part[W]
	for maker := range boards {
		own, against := boards[maker], boards[1-maker]
		if own.Code == "" && !own.CodeSet {
			continue // nothing stands there
		}
		part := worlds.Part[W]{At: c.At, All: c.All, Known: own.Code != ""}
		for i := range positions {
			part.Spots = append(part.Spots, engine.Spot{Seat: engine.Seat(maker), Place: i + 1})
		}
		for i := range len(c.Symbols) {
			part.Names = append(part.Names, c.Symbols[i:i+1])
		}
		if part.Known {
			part.Left = []W{c.Of(own.Code)}
			parts = append(parts, part)
			continue
		}
		part.Facts = c.facts(against.Guesses)
		if c.Left != nil {
			part.Few = func(facts []worlds.Fact[W], most int) bool {
				_, ok := c.Left(rowsOf(facts), most)
				return ok
			}
			if part.Left, _ = c.Left(rowsOf(part.Facts), c.Most); len(part.Left) == 0 {
				return nil
			}
		}
		part.World = func(values []int) (W, bool) {
			code := make([]byte, len(values))
			for i, n := range values {
				code[i] = c.Symbols[n]
			}
			return c.Of(string(code)), c.Is == nil || c.Is(string(code))
		}
		if seat == engine.Seat(1-maker) {
			part.Claim, part.Best = c.Action, c.best
		}
		parts = append(parts, part)
	}
	return worlds.From(c.Claims, parts...)
}

// best returns the first of the equally likely codes that, as a guess, leaves few codes on average.
// The result depends only on left.
func (c Codes[W]) best(left []W) W {
	const tried, against = 32, 256 // enough for a good one
	return worlds.Telling(left, left, tried, against, Answers, func(guess, secret W) int { return c.Judge(guess, secret).Number() })
}

func (c Codes[W]) facts(rows []Row) (facts []worlds.Fact[W]) {
	for i, row := range rows {
		if row.Guess != "" {
			guess := c.Of(row.Guess)
			facts = append(facts, worlds.Fact[W]{Fact: Fact{i + 1, row}, Holds: func(code W) bool { return c.Judge(guess, code) == row.Pegs }})
		}
	}
	return facts
}

func rowsOf[W any](facts []worlds.Fact[W]) []Row {
	rows := make([]Row, len(facts))
	for i, one := range facts {
		fact, _ := one.Fact.(Fact)
		rows[i] = fact.Row
	}
	return rows
}

// Claims returns the claims of a guess among the codes: all positions of the other's code. Other
// moves have none.
func Claims(move engine.Move, codes kit.Term) []engine.Claim {
	_, values, err := kit.Read(move.Action, []kit.Verb{{Name: Guess, Terms: []kit.Term{codes}}}, nil)
	if err != nil || move.Seat < 0 || move.Seat >= seats {
		return nil
	}
	guess := codes.Write(values[0])
	all := make([]engine.Claim, len(guess))
	for place := range all {
		all[place] = engine.Claim{Spot: engine.Spot{Seat: seats - 1 - move.Seat, Place: place + 1}, Value: guess[place : place+1]}
	}
	return all
}

// A Fact is a row on the own board.
type Fact struct {
	Number int // from 1
	Row    Row
}

// String returns a text such as "row 2 rgbyo 2 1".
func (f Fact) String() string {
	return "row " + strconv.Itoa(f.Number) + " " + f.Row.Guess + " " + strconv.Itoa(f.Row.Black) + " " + strconv.Itoa(f.Row.White)
}

// MarshalText writes what String returns.
func (f Fact) MarshalText() ([]byte, error) { return []byte(f.String()), nil }
