package engine

import (
	"fmt"
	"strings"
)

// A Record is a whole match: setup and moves. Replaying it gives the same
// match, so it holds every secret of a match that is not over.
type Record struct {
	Game    string  `json:"game"`
	Version int     `json:"version"` // of the game's rules
	Seats   int     `json:"seats"`
	Seed    Seed    `json:"seed"`
	Options Options `json:"options"`
	Moves   []Move  `json:"moves"`
}

// Replay plays a record again. It fails where the record is of another game or
// rules version, or where a move is refused, and names that move.
func (g Game) Replay(record Record) (Match, error) {
	return g.follow(record, func(Step) {})
}

// follow plays a record again and tells each step, without its round. It
// answers the last match.
func (g Game) follow(record Record, tell func(Step)) (Match, error) {
	if record.Game != g.Name || record.Version != g.Version {
		return nil, fmt.Errorf("this record is of %s version %d, not of %s version %d",
			record.Game, record.Version, g.Name, g.Version)
	}
	m, err := g.Start(record.Seats, record.Seed, record.Options)
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
