package engine

import (
	"encoding"
	"fmt"
	"strings"
)

// An Event is something that the whole table saw. It never holds what a seat
// may not know. Each game has one type of events, and each match adds those of
// type [MatchEvent]; code that knows neither can still carry an event, write it
// down and read it back with [Game.ReadEvent].
//
// Events are compared with ==, and are equal exactly where their lines are.
type Event interface {
	// String is the event as one line in the game's own notation, such as
	// "2 drew black". Seats and places count from 1 in it.
	fmt.Stringer
	// MarshalText writes what String returns, so that JSON has the line.
	encoding.TextMarshaler
	// About is the seat that the event tells of: the one that its line begins
	// with. It is Watcher for what concerns the table.
	About() Seat
}

// GameEvent is the constraint for the type of a game's events. Fields that a kind of event does not
// use are zero.
type GameEvent interface {
	comparable
	Event
}

// MaxEvent is the maximum length of the line of an event, in bytes. A longer line is refused
// without parsing.
const MaxEvent = 300

// ReadEvent parses the line of an event with a function that reads its words. It refuses a line
// that differs from the result of String, so read only has to find the meaning.
func ReadEvent[E GameEvent](line string, read func(words []string) (event E, ok bool)) (E, error) {
	if len(line) <= MaxEvent {
		if event, ok := read(strings.Split(line, " ")); ok && event.String() == line {
			return event, nil
		}
	}
	var none E
	return none, fmt.Errorf("%.60q is not an event that can be read here", line)
}

// ReadSeat parses the number of a seat, from 1 to seats.
func ReadSeat(word string, seats int) (Seat, bool) {
	seat, err := ParseSeat(word)
	return seat, err == nil && seat >= 0 && int(seat) < seats
}

// ReadEvent parses the line of an event of the game or of a match. It is the inverse of String, and
// accepts exactly its results.
func (g Game) ReadEvent(line string) (Event, error) {
	if event, err := ReadEvent(line, g.readMatchEvent); err == nil {
		return event, nil
	}
	return g.readEvent(line)
}

// asEvents converts events of a game's type.
func asEvents[E GameEvent](own []E) []Event {
	if len(own) == 0 {
		return nil
	}
	events := make([]Event, len(own))
	for i, event := range own {
		events[i] = event
	}
	return events
}
