package davinci

import (
	"fmt"

	"parlor/engine"
	"parlor/engine/kit"
)

// EventKind is the kind of an [Event].
type EventKind uint8

// Kinds of events. The package documentation has their texts.
const (
	EventTook     EventKind = 1 + iota // setup: Seat took a tile of Color
	EventReady                         // setup: the rack of Seat is complete
	EventDrew                          // Seat drew a tile of Color
	EventGuessed                       // Seat guessed Value for the tile at Place of Target; Right reports whether that is true
	EventOpened                        // the tile at Place of Seat, of Color and Value, was guessed and is face up
	EventKept                          // the tile that Seat drew, of Color, was added hidden at Place
	EventAdded                         // the tile that Seat drew, of Color and Value, was added face up at Place
	EventTurned                        // Seat turned up its tile at Place
	EventStopped                       // Seat stopped without a drawn tile
	EventTimedOut                      // the time of Seat has run out
	EventResigned                      // Seat resigned; its rack is face up
	EventOut                           // Seat has no hidden tile left
	EventWon                           // Seat won the round
	EventTurn                          // the turn of Seat begins
)

// An Event is a public event of a round. Fields that its kind does not use are zero.
type Event struct {
	Kind   EventKind
	Right  bool
	Color  Color
	Value  Value
	Seat   engine.Seat
	Target engine.Seat // owner of the guessed tile
	Place  int         // position of a tile, from 1 at its owner's left
}

// line returns the syntax of an event.
func line(kind EventKind) kit.Line {
	switch kind {
	case EventTook:
		return "{seat} took {color}"
	case EventReady:
		return "{seat} ready"
	case EventDrew:
		return "{seat} drew {color}"
	case EventGuessed:
		return "{seat} guessed {target} {place} {value} {right}"
	case EventOpened:
		return "{seat} opened {place} {color} {value}"
	case EventKept:
		return "{seat} kept {place} {color}"
	case EventAdded:
		return "{seat} added {place} {color} {value}"
	case EventTurned:
		return "{seat} turned {place} {color} {value}"
	case EventStopped:
		return "{seat} stopped"
	case EventTimedOut:
		return "{seat} timed_out"
	case EventResigned:
		return "{seat} resigned"
	case EventOut:
		return "{seat} out"
	case EventWon:
		return "{seat} won"
	case EventTurn:
		return "turn {seat}"
	}
	return ""
}

// field returns the field of an event with a name in a line.
func (e *Event) field(name string) kit.Field {
	switch name {
	case "target":
		return kit.SeatOf(&e.Target, MaxSeats)
	case "place":
		return kit.Int(&e.Place, 1, 99)
	case "color":
		return kit.Marshaled(&e.Color)
	case "value":
		return kit.Marshaled(&e.Value)
	case "right":
		return kit.Flag(&e.Right, "right", "wrong")
	}
	return kit.SeatOf(&e.Seat, MaxSeats)
}

// About implements engine.Event.
func (e Event) About() engine.Seat {
	if e.Kind == EventTurn {
		return engine.Watcher
	}
	return e.Seat
}

func (e Event) String() string { return line(e.Kind).Write(e.field) }

// ReadEvent parses the text that String returns. It accepts nothing else.
func ReadEvent(text string) (Event, error) {
	event, err := kit.ReadLine(text, line, func(kind EventKind) (*Event, func(string) kit.Field) {
		event := &Event{Kind: kind}
		return event, event.field
	})
	if event.Value == Unknown {
		return Event{}, fmt.Errorf("%q tells of a tile that nobody has seen", text)
	}
	return event, err
}

// MarshalText returns the text of String.
func (e Event) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText parses the text that MarshalText returns.
func (e *Event) UnmarshalText(text []byte) (err error) {
	*e, err = ReadEvent(string(text))
	return err
}
