package gamenight

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"time"

	"parlor/lobby"
)

// Bracket is the pairings of a knockout.
type Bracket struct {
	Seed   uint64      `json:"seed"`
	Rounds [][]Pairing `json:"rounds"`          // the last one is the final
	Third  *Pairing    `json:"third,omitempty"` // for third place; nil with fewer than four players
}

// Pairing is two players of a knockout. The winner advances.
type Pairing struct {
	Players [2]int     `json:"players"`          // Player.Number; 0 while unknown, and the second of a bye
	Winner  int        `json:"winner,omitempty"` // Player.Number; 0 while undecided
	How     string     `json:"how,omitempty"`    // such as lobby.PairingPlayed; empty while undecided
	Draws   int        `json:"draws,omitempty"`  // matches without a winner
	Totals  [2]float64 `json:"totals,omitzero"`  // points in those
	Since   time.Time  `json:"since,omitzero"`   // since when both players are known
}

// newBracket draws a bracket of at least two players. If there are fewer than a power of
// two, the first ones have a bye in the first round. The same seed gives the same bracket.
func newBracket(players []int, seed uint64) *Bracket {
	size := 2
	for size < len(players) {
		size *= 2
	}
	random, byes := rand.New(rand.NewPCG(seed, 0)), size-len(players)
	order := append([]int{}, players...)
	for _, part := range [][]int{order[:byes], order[byes:]} {
		random.Shuffle(len(part), func(i, j int) { part[i], part[j] = part[j], part[i] })
	}
	order = append(order, make([]int, byes)...)
	b := &Bracket{Seed: seed}
	places := places(size)
	for n := size / 2; n > 0; n /= 2 {
		b.Rounds = append(b.Rounds, make([]Pairing, n))
	}
	for i := range b.Rounds[0] {
		p := &b.Rounds[0][i]
		p.Players = [2]int{order[places[2*i]], order[places[2*i+1]]}
		if p.Players[1] == 0 {
			p.Winner, p.How = p.Players[0], lobby.PairingBye
		}
	}
	if len(players) >= 4 {
		b.Third = &Pairing{}
	}
	b.advance()
	return b
}

// places returns the order of a power of two players in the first round such that the first
// two can meet in the final only, the first four in the semifinals, and so on.
func places(size int) []int {
	order := []int{0}
	for n := 2; n <= size; n *= 2 {
		next := make([]int, 0, n)
		for _, place := range order {
			next = append(next, place, n-1-place)
		}
		order = next
	}
	return order
}

// advance moves winners to the next round, and the losers of the semifinals to the match for
// third place.
func (b *Bracket) advance() {
	for r, round := range b.Rounds[:len(b.Rounds)-1] {
		for i, p := range round {
			b.Rounds[r+1][i/2].Players[i%2] = p.Winner
			if r == len(b.Rounds)-2 && b.Third != nil {
				b.Third.Players[i] = p.loser()
			}
		}
	}
}

// all returns all pairings by round; the final is the last, after the match for third place.
func (b *Bracket) all() (all []*Pairing) {
	for r := range b.Rounds {
		if r == len(b.Rounds)-1 && b.Third != nil {
			all = append(all, b.Third)
		}
		for i := range b.Rounds[r] {
			all = append(all, &b.Rounds[r][i])
		}
	}
	return all
}

// final returns the last pairing.
func (b *Bracket) final() *Pairing { return &b.Rounds[len(b.Rounds)-1][0] }

// decided reports whether no match is left to play.
func (b *Bracket) decided() bool {
	return b.final().Winner != 0 && (b.Third == nil || b.Third.Winner != 0)
}

// of returns the undecided pairing of two players, or nil.
func (b *Bracket) of(one, other int) *Pairing {
	for _, p := range b.all() {
		if p.ready() && p.has(one) && p.has(other) {
			return p
		}
	}
	return nil
}

// round returns the index of the round of a pairing; that of the final for third place.
func (b *Bracket) round(p *Pairing) int {
	for r := range b.Rounds {
		for i := range b.Rounds[r] {
			if p == &b.Rounds[r][i] {
				return r
			}
		}
	}
	return len(b.Rounds) - 1
}

// level orders players by how far they have come: 0 if they do not take part.
func (b *Bracket) level(number int) (level int) {
	const undefeated = 1000
	for r, round := range b.Rounds {
		for _, p := range round {
			switch {
			case !p.has(number):
			case p.loser() == number:
				level = 2 * (r + 1)
			default:
				level = undefeated
			}
		}
	}
	if b.Third != nil && b.Third.has(number) && b.Third.Winner == number {
		level++
	}
	return level
}

// has reports whether a player belongs to the pairing.
func (p *Pairing) has(number int) bool {
	return number != 0 && (p.Players[0] == number || p.Players[1] == number)
}

// ready reports whether both players are known and none has won.
func (p *Pairing) ready() bool { return p.Players[0] != 0 && p.Players[1] != 0 && p.Winner == 0 }

// loser returns the player who is out, or 0.
func (p *Pairing) loser() int {
	switch p.Winner {
	case 0:
		return 0
	case p.Players[0]:
		return p.Players[1]
	}
	return p.Players[0]
}

// draw records a match without a winner. After the second one, the points of both decide,
// then the lot.
func (p *Pairing) draw(totals [2]float64, seed uint64) {
	p.Draws++
	p.Totals[0] += totals[0]
	p.Totals[1] += totals[1]
	switch {
	case p.Draws < maxDraws:
	case p.Totals[0] == p.Totals[1]:
		p.lot(seed)
	case p.Totals[0] > p.Totals[1]:
		p.Winner, p.How = p.Players[0], lobby.PairingPoints
	default:
		p.Winner, p.How = p.Players[1], lobby.PairingPoints
	}
}

// maxDraws is the number of matches without a winner after which the points decide.
const maxDraws = 2

// lot lets the lot decide.
func (p *Pairing) lot(seed uint64) {
	drawn := fnv.New64a()
	_, _ = fmt.Fprint(drawn, seed, p.Players)
	p.Winner, p.How = p.Players[drawn.Sum64()%2], lobby.PairingLot
}

// without lets a pairing be decided without a match: for the player who is not absent, or by
// lot if both are.
func (p *Pairing) without(absent func(number int) bool, seed uint64) {
	switch one, other := absent(p.Players[0]), absent(p.Players[1]); {
	case one && other:
		p.lot(seed)
	case one:
		p.Winner, p.How = p.Players[1], lobby.PairingWalkover
	case other:
		p.Winner, p.How = p.Players[0], lobby.PairingWalkover
	}
}
