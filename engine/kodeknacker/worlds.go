package kodeknacker

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
)

// Worlds is which codes are left, exactly: those that would have given every
// answer in the view. All codes are alike. Its spots are the places of a code,
// of the seat that made it. A watcher looks at both codes.
type Worlds struct {
	view   View
	secret [seats]secret // by the seat that made it
}

// secret is what a view tells of a code.
type secret struct {
	stands bool   // it has been made, and the view does not lack it for ever
	hidden bool   // the view does not have it
	left   []code // all that it can be; one where it is not hidden
}

// NewWorlds is nil where too many codes are left, or it takes too long to find them: on
// a large board that is so for the first guesses.
func NewWorlds(view View) *Worlds {
	w := &Worlds{view: view}
	if len(view.Boards) != seats {
		return nil
	}
	most := mostLeft
	if codes(view.Positions, view.Colors) <= smallSpace {
		most = smallSpace
	}
	for maker := range w.secret {
		own, against := view.Boards[maker], view.Boards[1-maker]
		one := &w.secret[maker]
		switch {
		case own.Code != "":
			*one = secret{stands: true, left: []code{codeOf(own.Code)}}
		case own.CodeSet:
			all, ok := left(known(against.Guesses), view.Positions, view.Colors, most)
			if !ok || len(all) == 0 {
				return nil
			}
			*one = secret{stands: true, hidden: true, left: all}
		}
	}
	return w
}

// worlds is NewWorlds for the contract.
func worlds(view View) engine.Worlds {
	if w := NewWorlds(view); w != nil {
		return w
	}
	return nil
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
// more than so many, or too many had to be looked at.
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

// Count implements engine.Worlds.
func (w *Worlds) Count() float64 {
	count := 1.0
	for _, one := range w.secret {
		if one.stands {
			count *= float64(len(one.left))
		}
	}
	return count
}

// Hidden implements engine.Worlds.
func (w *Worlds) Hidden() []engine.Spot {
	var spots []engine.Spot
	for maker, one := range w.secret {
		for place := range w.view.Positions {
			if one.hidden {
				spots = append(spots, engine.Spot{Seat: engine.Seat(maker), Place: place + 1})
			}
		}
	}
	return spots
}

// Odds implements engine.Worlds: the values are letters.
func (w *Worlds) Odds(spot engine.Spot) []engine.Odds {
	if spot.Seat < 0 || spot.Seat >= seats || spot.Place < 1 || spot.Place > w.view.Positions {
		return nil
	}
	one := w.secret[spot.Seat]
	var count [MaxColors]int
	for _, c := range one.left {
		count[c[spot.Place-1]]++
	}
	var list []engine.Odds
	for color, n := range count {
		if n > 0 {
			list = append(list, engine.Odds{Value: letters[color : color+1], Chance: float64(n) / float64(len(one.left))})
		}
	}
	return list
}

// Left are the codes, by letters and in the order of letters, that the one of a
// seat can be. The list is new.
func (w *Worlds) Left(maker engine.Seat) []string {
	list := make([]string, len(w.secret[maker].left))
	for i, c := range w.secret[maker].left {
		list[i] = c.String()
	}
	return list
}

// Sample implements engine.Worlds.
func (w *Worlds) Sample(random *rand.Rand) engine.World {
	world := engine.World{}
	for _, one := range w.secret {
		if one.hidden {
			world = append(world, strings.Split(one.left[random.IntN(len(one.left))].String(), "")...)
		}
	}
	return world
}

// Weigh implements engine.Worlds.
func (w *Worlds) Weigh(world engine.World) float64 {
	rest := world
	for _, one := range w.secret {
		if !one.hidden {
			continue
		}
		if len(rest) < w.view.Positions {
			return 0
		}
		colors := strings.Join(rest[:w.view.Positions], "")
		if len(colors) != w.view.Positions || !one.can(codeOf(colors)) {
			return 0
		}
		rest = rest[w.view.Positions:]
	}
	if len(rest) > 0 {
		return 0
	}
	return 1 / w.Count()
}

func (s secret) can(c code) bool {
	_, found := slices.BinarySearchFunc(s.left, c, slices.Compare[code])
	return found
}

// Chance implements engine.Worlds: what is claimed is a guess at the other's
// code.
func (w *Worlds) Chance(action engine.Action) (float64, bool) {
	guess, other, ok := w.claim(action)
	switch {
	case !ok:
		return 0, false
	case other.can(guess):
		return 1 / float64(len(other.left)), true
	}
	return 0, true
}

func (w *Worlds) claim(action engine.Action) (code, secret, bool) {
	if w.view.Seat < 0 || w.view.Seat >= seats {
		return nil, secret{}, false
	}
	other := w.secret[1-w.view.Seat]
	chosen, err := state{positions: w.view.Positions, colors: w.view.Colors}.parse(action)
	return chosen.code, other, err == nil && chosen.verb == verbGuess && other.hidden
}

// claims are those of a guess: all places of the other's code.
func claims(move engine.Move) []engine.Claim {
	if move.Seat < 0 || move.Seat >= seats {
		return nil
	}
	for positions := MinPositions; positions <= MaxPositions; positions++ {
		chosen, err := state{positions: positions, colors: MaxColors}.parse(move.Action)
		if err != nil || chosen.verb != verbGuess {
			continue
		}
		all := make([]engine.Claim, positions)
		for place, color := range chosen.code {
			all[place] = engine.Claim{Spot: engine.Spot{Seat: 1 - move.Seat, Place: place + 1}, Value: letters[color : color+1]}
		}
		return all
	}
	return nil
}

// Best implements engine.Worlds: all codes that are left are as likely.
func (w *Worlds) Best() (engine.Action, float64) {
	if w.view.Seat < 0 || w.view.Seat >= seats || !w.secret[1-w.view.Seat].hidden {
		return "", 0
	}
	all := w.secret[1-w.view.Seat].left
	return Guess(telling(all).String()), 1 / float64(len(all))
}

// How many codes telling compares, and with how many: enough for a good one.
const (
	tellingTried   = 32
	tellingAgainst = 256
)

// telling is one of equally likely codes whose answer leaves few of them if it is
// guessed, the first of such; it is the same for the same codes.
func telling(all []code) code {
	var best code
	least := math.MaxInt
	for guess := range spread(all, tellingTried) {
		var parts [MaxPositions + 1][MaxPositions + 1]int
		sum := 0
		for secret := range spread(all, tellingAgainst) {
			answer := judge(guess, secret)
			part := &parts[answer.Black][answer.White]
			sum += 2**part + 1 // from n² to (n+1)²
			*part++
		}
		if sum < least {
			best, least = guess, sum
		}
	}
	return best
}

// spread yields so many of a list, the same way apart, or all where they are no more.
func spread(all []code, most int) iter.Seq[code] {
	return func(yield func(code) bool) {
		n := min(len(all), most)
		for i := range n {
			if !yield(all[i*len(all)/n]) {
				return
			}
		}
	}
}

// Why implements engine.Worlds: the rows that rule out a guess, or else those
// from which the codes that are left follow.
func (w *Worlds) Why(action engine.Action) []engine.Fact {
	guess, other, ok := w.claim(action)
	if !ok {
		return nil
	}
	possible := other.can(guess)
	still := func(rows []row) bool {
		if possible {
			all, ok := left(rows, w.view.Positions, w.view.Colors, len(other.left))
			return ok && len(all) == len(other.left)
		}
		return !fits(guess, rows)
	}
	var facts []engine.Fact
	for _, fact := range reason(w.view.Boards[w.view.Seat].Guesses, still) {
		facts = append(facts, fact)
	}
	return facts
}

// reason is the rows of which none can be left out for those that are left to say
// enough.
func reason(guesses []Row, still func([]row) bool) []Fact {
	var facts []Fact
	for i, one := range guesses {
		if one.Guess != "" {
			facts = append(facts, Fact{Number: i + 1, Row: one})
		}
	}
	return engine.Irreducible(facts, func(fewer []Fact) bool {
		rows := make([]Row, len(fewer))
		for i := range fewer {
			rows[i] = fewer[i].Row
		}
		return still(known(rows))
	})
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
