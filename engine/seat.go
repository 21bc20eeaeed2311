package engine

import (
	"fmt"
	"strconv"
)

// A Seat is a place at the table, from 0 in Go. Written down, as text or as
// JSON, seats count from 1 as people do, and 0 is the watcher.
type Seat int

// Watcher sees what is public.
const Watcher Seat = -1

// String is the seat as people count: "1" for the first.
func (s Seat) String() string { return strconv.Itoa(int(s) + 1) }

// ParseSeat reads what String writes.
func ParseSeat(text string) (Seat, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("%q is not a seat number", text)
	}
	return Seat(n - 1), nil
}

// MarshalJSON writes a JSON number, counted from 1.
func (s Seat) MarshalJSON() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Seat) UnmarshalJSON(data []byte) error {
	seat, err := ParseSeat(string(data))
	if err != nil {
		return err
	}
	*s = seat
	return nil
}
