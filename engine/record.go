package engine

import (
	"fmt"
	"strings"
)

// A Record is a whole match: its setup and its moves. Replaying it gives the same match, so that it
// contains every secret of a match in progress.
type Record struct {
	Game    string  `json:"game"`
	Version int     `json:"version"` // of the rules of the match: Setup.Version
	Seats   int     `json:"seats"`
	Seed    Seed    `json:"seed"`
	Options Options `json:"options"`
	Moves   []Move  `json:"moves"`
}

// Begin deals the match of a record by its version of the rules, without playing moves. It returns
// an error if the record is of another game or of unknown rules.
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

// Replay replays a record. It returns an error if Begin does, or names the move that was refused.
func (g Game) Replay(record Record) (Match, error) {
	return g.follow(record, func(Step) {})
}

// follow replays a record and calls tell for each step, without its round. It returns the last
// match.
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

// MarshalText returns a move as a line, such as "2 draw black".
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
