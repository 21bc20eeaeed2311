package gamenight

// format decides which players play together next, and how players rank.
type format interface {
	// next makes the next table, or returns nil if none is to be made now.
	next(m *matching) *Table
	// standings returns the current participants and former players, best first.
	standings(all players) []standing
}

// standing is the rank of a player.
type standing struct {
	*Player
	rank int  // from 1; equal players share it
	few  bool // has played less than half of the most matches
}
