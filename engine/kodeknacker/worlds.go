package kodeknacker

import (
	"strings"

	"parlor/engine"
	"parlor/engine/codebreak"
	"parlor/engine/worlds"
)

// Worlds has exactly the codes that are left: those that would have given every answer in the
// view. Its spots are the places of a code, of the seat that set it.
type Worlds = worlds.Worlds[code]

// NewWorlds returns nil if too many codes are left, or finding them takes too long, as for the
// first guesses on a large board.
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
		// Checking all codes one by one takes too long: there are up to 10^8. A sieve drops a
		// prefix as soon as it fits no row.
		Left: func(rows []Row, most int) ([]code, bool) { return left(known(rows), view.Positions, view.Colors, most) },
	}.Worlds(view.Seat, view.Positions, view.Boards)
}

const (
	// smallSpace is the number of codes up to which all are checked. mostLeft is the maximum
	// number of remaining codes on a larger board. With these, a match of many games is analysed
	// within half a second.
	smallSpace = 40_000
	mostLeft   = 10_000
	// mostTried is the maximum number of prefixes to try.
	mostTried = 1 << 16
)

// left returns the codes that fit all rows, in lexical order. It reports false if there are more
// than the limit, or too many prefixes were tried.
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

// A sieve tries codes place by place and drops a prefix as soon as a row cannot get its answer
// any more.
type sieve struct {
	rows   []row
	colors int
	prefix code
	given  [][]given // by the length of prefix, then by row
	found  code      // codes that fit, concatenated
	most   int       // maximum length of found
	tried  int
}

// ends reports whether a limit is exceeded.
func (s *sieve) ends() bool { return len(s.found) > s.most || s.tried > mostTried }

// given is what a prefix contributes to the answer of a row.
type given struct {
	black, common int             // equal places; colours in common at any place
	free          [MaxColors]int8 // colours of the guess that have no match yet
}

// from tries all colours at the places from one on.
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

// fits reports whether every row can still get its answer, and updates given with the colour at
// the place.
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

// codeOf parses letters. An invalid letter becomes no colour.
func codeOf(colors string) code {
	c := make(code, len(colors))
	for i := range c {
		c[i] = strings.IndexByte(letters, colors[i])
	}
	return c
}

// claims returns the claims of a guess: all places of the other player's code.
func claims(move engine.Move) []engine.Claim {
	for positions := MinPositions; positions <= MaxPositions; positions++ {
		if all := codebreak.Claims(move, codesOf(positions, MaxColors)); all != nil {
			return all
		}
	}
	return nil
}
