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

// GameEvent is what the type of a game's events has to be. A field that a kind
// of event does not use is zero.
type GameEvent interface {
	comparable
	Event
}

// MaxEvent bounds the line of an event, in bytes. Whatever is longer is refused
// unread.
const MaxEvent = 300

// ReadEvent reads the line of an event, given how its words are read. It
// refuses every line that the event would not write in just this way, so read
// has to find out only what the line means.
func ReadEvent[E GameEvent](line string, read func(words []string) (event E, ok bool)) (E, error) {
	if len(line) <= MaxEvent {
		if event, ok := read(strings.Split(line, " ")); ok && event.String() == line {
			return event, nil
		}
	}
	var none E
	return none, fmt.Errorf("%.60q is not an event that can be read here", line)
}

// ReadSeat reads the number of a seat, from 1 to seats.
func ReadSeat(word string, seats int) (Seat, bool) {
	seat, err := ParseSeat(word)
	return seat, err == nil && seat >= 0 && int(seat) < seats
}

// ReadEvent reads the line of any event that a match of the game makes, its own
// or the match's. It is the inverse of String: what it accepts, it gives back
// to the letter.
func (g Game) ReadEvent(line string) (Event, error) {
	if event, err := ReadEvent(line, g.readMatchEvent); err == nil {
		return event, nil
	}
	return g.readEvent(line)
}

// asEvents puts the type of a game's events away.
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
