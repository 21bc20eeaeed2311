package kodeknacker

import (
	"strings"

	"parlor/engine"
	"parlor/engine/codebreak"
	"parlor/engine/worlds"
)

// Worlds is which codes are left, exactly: those that would have given every answer in the
// view. The spots are the places of a code, of the seat that made it.
type Worlds = worlds.Worlds[code]

// NewWorlds is nil where too many codes are left, or it takes too long to find them: on
// a large board that is so for the first guesses.
func NewWorlds(view View) *Worlds {
	most := mostLeft
	if codes(view.Positions, view.Colors) <= smallSpace {
		most = smallSpace
	}
	return codebreak.Codes[code]{
		Symbols: letters, Of: codeOf, At: func(c code, place int) int { return c[place] }, Judge: judge,
		Action: func(c code) engine.Action { return Guess(c.String()) },
		Claims: func(action engine.Action) []engine.Claim {
			return codebreak.Claims(engine.Move{Seat: view.Seat, Action: action}, codesOf(view.Positions, view.Colors))
		},
		Most: most,
		// A list of all codes judged one by one takes too long: there are up to 10^8. A sieve
		// gives up a beginning of a code as soon as it fits no row.
		Left: func(rows []Row, most int) ([]code, bool) { return left(known(rows), view.Positions, view.Colors, most) },
	}.Worlds(view.Seat, view.Positions, view.Boards)
}

const (
	// smallSpace is how many codes a board may have of which all are looked at, and
	// mostLeft how many may be left on a larger one: a match of many games is to be
	// analysed in half a second.
	smallSpace = 40_000
	mostLeft   = 10_000
	// mostTried is how many beginnings of codes are looked at to find those that are left.
	mostTried = 1 << 16
)

// left are the codes that fit all rows, in lexical order. It is false where there are
// more than the limit, or too many had to be looked at.
func left(rows []row, positions, colors, most int) (all []code, ok bool) {
	if len(rows) == 0 && codes(positions, colors) > most {
		return nil, false
	}
	s := sieve{rows: rows, colors: colors, prefix: make(code, positions), given: make([][]given, positions+1), most: most * positions}
	for i := range s.given {
		s.given[i] = make([]given, len(rows))
	}
	for i, one := range rows {
		for _, color := range one.guess {
			s.given[0][i].free[color]++
		}
	}
	s.from(0)
	if s.ends() {
		return nil, false
	}
	fitting := make([]code, len(s.found)/positions)
	for i := range fitting {
		fitting[i] = s.found[i*positions : (i+1)*positions : (i+1)*positions]
	}
	return fitting, true
}

// sieve tries codes place by place, and gives up a beginning as soon as a row
// cannot come out as told any more.
type sieve struct {
	rows   []row
	colors int
	prefix code
	given  [][]given // by how many places of prefix are set, and then by row
	found  code      // those that fit, one behind the other
	most   int       // how long found may be
	tried  int
}

// ends reports whether there is too much.
func (s *sieve) ends() bool { return len(s.found) > s.most || s.tried > mostTried }

// given is what a prefix has made of a row so far.
type given struct {
	black, common int             // places that are equal; colours in common, wherever they stand
	free          [MaxColors]int8 // colours of the guess that are not in common yet
}

// from sets the places from one on.
func (s *sieve) from(at int) {
	if at == len(s.prefix) {
		s.found = append(s.found, s.prefix...)
		return
	}
	for color := range s.colors {
		if s.ends() {
			return
		}
		s.tried++
		if s.prefix[at] = color; s.fits(at) {
			s.from(at + 1)
		}
	}
}

// fits reports whether every row can still come out as told, and notes what the
// colour at the place has made of it.
func (s *sieve) fits(at int) bool {
	color, rest := s.prefix[at], len(s.prefix)-at-1
	for i := range s.rows {
		one, now := &s.rows[i], &s.given[at+1][i]
		*now = s.given[at][i]
		if one.guess[at] == color {
			now.black++
		}
		if now.free[color] > 0 {
			now.free[color]--
			now.common++
		}
		all := one.pegs.Black + one.pegs.White
		if now.black > one.pegs.Black || now.black+rest < one.pegs.Black || now.common > all || now.common+rest < all {
			return false
		}
	}
	return true
}

// codeOf reads letters; what is none becomes no colour.
func codeOf(colors string) code {
	c := make(code, len(colors))
	for i := range c {
		c[i] = strings.IndexByte(letters, colors[i])
	}
	return c
}

// claims are those of a guess: all places of the other's code.
func claims(move engine.Move) []engine.Claim {
	for positions := MinPositions; positions <= MaxPositions; positions++ {
		if all := codebreak.Claims(move, codesOf(positions, MaxColors)); all != nil {
			return all
		}
	}
	return nil
}
