package codebreak

import (
	"iter"
	"strconv"

	"parlor/engine"
	"parlor/engine/worlds"
)

// Codes is which codes there are, for what can be known of them; W is one.
type Codes[W any] struct {
	Symbols string // in the game's order
	Of      func(code string) W
	Is      func(symbols string) bool   // whether they are a code; nil if all are
	At      func(code W, place int) int // the number of its symbol
	All     iter.Seq[W]
	Judge   func(guess, secret W) Pegs
	Action  func(guess W) engine.Action
	Claims  func(engine.Action) []engine.Claim // by the view's seat
	Best    func([]W) W
	// Left are the codes that fit rows, in order, false for more than most or too many to be
	// found; nil looks at all.
	Left func(rows []Row, most int) ([]W, bool)
	Most int // how many can be looked at; 0 for all
}

// Worlds is which codes are left, exactly: those that would have given every answer on the
// boards that a seat sees. All codes are alike. Its spots are the places of a code, of the
// seat that made it. A spectator looks at both codes. It is nil where too many are left.
func (c Codes[W]) Worlds(seat engine.Seat, positions int, boards []Board[Row]) *worlds.Worlds[W] {
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
				left, ok := c.Left(rowsOf(facts), most)
				return ok && len(left) <= most
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
			part.Claim, part.Best = c.Action, c.Best
		}
		parts = append(parts, part)
	}
	return worlds.From(c.Claims, parts...)
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

// ClaimsOf are those of a guess by a seat: all places of the other's code.
func ClaimsOf(seat engine.Seat, guess string) []engine.Claim {
	all := make([]engine.Claim, len(guess))
	for place := range all {
		all[place] = engine.Claim{Spot: engine.Spot{Seat: seats - 1 - seat, Place: place + 1}, Value: guess[place : place+1]}
	}
	return all
}

// A Fact is a row on the own board.
type Fact struct {
	Number int // from 1
	Row    Row
}

// String is such as "row 2 rgbyo 2 1".
func (f Fact) String() string {
	return "row " + strconv.Itoa(f.Number) + " " + f.Row.Guess + " " + strconv.Itoa(f.Row.Black) + " " + strconv.Itoa(f.Row.White)
}

// MarshalText writes what String returns.
func (f Fact) MarshalText() ([]byte, error) { return []byte(f.String()), nil }
