package engine

import (
	"fmt"
	"strings"
)

// A Record is a whole match: setup and moves. Replaying it gives the same
// match, so it holds every secret of a match that is not over.
type Record struct {
	Game    string  `json:"game"`
	Version int     `json:"version"` // of the rules that it was played by: Setup.Version
	Seats   int     `json:"seats"`
	Seed    Seed    `json:"seed"`
	Options Options `json:"options"`
	Moves   []Move  `json:"moves"`
}

// Begin deals the match of a record, by the version of the rules that it was
// played by, and plays none of its moves. It fails where the record is of
// another game, or of rules that this program does not know.
func (g Game) Begin(record Record) (Match, error) {
	switch {
	case record.Game != g.Name:
		return nil, fmt.Errorf("this record is of the game %q, not of %s", record.Game, g.Name)
	case record.Version < 1 || record.Version > g.Version:
		return nil, fmt.Errorf("this record is of version %d of the rules of %s, and this program knows versions 1 to %d",
			record.Version, g.Title, g.Version)
	}
	return g.deal(record.Version, record.Seats, record.Seed, record.Options)
}

// Replay plays a record again. It fails where Begin does, or where a move is
// refused, and names that move.
func (g Game) Replay(record Record) (Match, error) {
	return g.follow(record, func(Step) {})
}

// follow plays a record again and tells each step, without its round. It
// answers the last match.
func (g Game) follow(record Record, tell func(Step)) (Match, error) {
	m, err := g.Begin(record)
	if err != nil {
		return nil, err
	}
	tell(Step{Match: m, Move: Move{Seat: Watcher}})
	for i, move := range record.Moves {
		next, events, err := m.Play(move.Seat, move.Action)
		if err != nil {
			return nil, fmt.Errorf("move %d, %q by seat %v, does not replay: %w", i+1, move.Action, move.Seat, err)
		}
		m = next
		tell(Step{Match: m, Move: move, Events: events})
	}
	return m, nil
}

// MarshalText writes a move as a line: "2 draw black".
func (m Move) MarshalText() ([]byte, error) {
	return []byte(m.Seat.String() + " " + string(m.Action)), nil
}

// UnmarshalText reads what MarshalText writes.
func (m *Move) UnmarshalText(text []byte) error {
	number, action, found := strings.Cut(string(text), " ")
	seat, err := ParseSeat(number)
	if err != nil || !found || action == "" {
		return fmt.Errorf("%q is not a move; a move is a seat number and an action", text)
	}
	*m = Move{seat, Action(action)}
	return nil
}
