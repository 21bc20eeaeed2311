package gamenight

import (
	"maps"
	"slices"
)

// Meeting is the number of times that two players have sat at one table.
type Meeting struct {
	One   int `json:"one"` // Player.Number, the smaller one
	Other int `json:"other"`
	Times int `json:"times"`
}

// meetings counts how often two players have sat at one table, by pair.
type meetings map[[2]int]int

// pair returns the key of two players' numbers.
func pair(one, other int) [2]int { return [2]int{min(one, other), max(one, other)} }

// of returns how often two players have met.
func (m meetings) of(one, other *Player) int { return m[pair(one.Number, other.Number)] }

// undo removes one meeting.
func (m meetings) undo(one, other int) {
	two := pair(one, other)
	if m[two]--; m[two] <= 0 {
		delete(m, two)
	}
}

// list returns all meetings in the order of the pairs.
func (m meetings) list() (all []Meeting) {
	for _, two := range slices.SortedFunc(maps.Keys(m), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		all = append(all, Meeting{two[0], two[1], m[two]})
	}
	return all
}
