package davinci

import (
	"strconv"

	"parlor/engine"
)

// EventKind says what an [Event] tells.
type EventKind uint8

// The kinds of events. See the package for what each of them looks like.
const (
	EventTook     EventKind = 1 + iota // setup: Seat took a tile of Color
	EventReady                         // setup: the rack of Seat stands
	EventDrew                          // Seat drew a tile of Color
	EventGuessed                       // Seat guessed that the tile at Place of Target is Value; Right says whether it is
	EventOpened                        // the tile at Place of Seat, of Color and Value, was guessed and lies face up
	EventKept                          // the tile that Seat drew went in hidden at Place; it is of Color
	EventAdded                         // the same, face up: it is of Color and Value
	EventTurned                        // Seat turned the own tile at Place face up
	EventStopped                       // Seat stopped and had drawn no tile
	EventTimedOut                      // the clock decides for Seat
	EventResigned                      // Seat resigned; its rack is face up
	EventOut                           // Seat has no hidden tile left
	EventWon                           // Seat won the round
	EventTurn                          // it is the turn of Seat
)

// An Event is what the table saw of a round. Fields that its kind does not
// speak of are zero.
type Event struct {
	Kind   EventKind
	Right  bool
	Color  Color
	Value  Value
	Seat   engine.Seat
	Target engine.Seat // whose tile was asked for
	Place  int         // of a tile, from 1 at the owner's left
}

// form is the word that an event of a kind has after its seat, and what
// follows: t for the target, p for the place, c and v for colour and value, r
// for right or wrong.
func (k EventKind) form() (verb, rest string) {
	switch k {
	case EventTook:
		return "took", "c"
	case EventReady:
		return "ready", ""
	case EventDrew:
		return "drew", "c"
	case EventGuessed:
		return "guessed", "tpvr"
	case EventOpened:
		return "opened", "pcv"
	case EventKept:
		return "kept", "pc"
	case EventAdded:
		return "added", "pcv"
	case EventTurned:
		return "turned", "pcv"
	case EventStopped:
		return "stopped", ""
	case EventTimedOut:
		return "timed_out", ""
	case EventResigned:
		return "resigned", ""
	case EventOut:
		return "out", ""
	case EventWon:
		return "won", ""
	case EventTurn: // the seat stands behind it
	}
	return "", ""
}

// About implements engine.Event.
func (e Event) About() engine.Seat {
	if e.Kind == EventTurn {
		return engine.Watcher
	}
	return e.Seat
}

func (e Event) String() string {
	if e.Kind == EventTurn {
		return "turn " + e.Seat.String()
	}
	verb, rest := e.Kind.form()
	line := e.Seat.String() + " " + verb
	for _, field := range rest {
		line += " "
		switch field {
		case 't':
			line += e.Target.String()
		case 'p':
			line += strconv.Itoa(e.Place)
		case 'c':
			line += e.Color.String()
		case 'v':
			line += e.Value.String()
		case 'r':
			line += map[bool]string{true: "right", false: "wrong"}[e.Right]
		}
	}
	return line
}

// ReadEvent reads what String writes, and refuses everything else.
func ReadEvent(line string) (Event, error) { return engine.ReadEvent(line, readWords) }

func readWords(words []string) (Event, bool) {
	if len(words) < 2 {
		return Event{}, false
	}
	if words[0] == "turn" {
		seat, ok := engine.ReadSeat(words[1], MaxSeats)
		return Event{Kind: EventTurn, Seat: seat}, ok
	}
	seat, ok := engine.ReadSeat(words[0], MaxSeats)
	for kind := EventTook; ok && kind < EventTurn; kind++ {
		if verb, rest := kind.form(); verb == words[1] && len(rest) == len(words)-2 {
			event := Event{Kind: kind, Seat: seat}
			return event, event.readRest(rest, words[2:])
		}
	}
	return Event{}, false
}

// readRest reads what follows the verb, a word for each letter of the form.
func (e *Event) readRest(form string, words []string) bool {
	for i, field := range form {
		ok := true
		switch word := words[i]; field {
		case 't':
			e.Target, ok = engine.ReadSeat(word, MaxSeats)
		case 'p':
			e.Place, ok = parseCount(word)
		case 'c':
			ok = e.Color.UnmarshalText([]byte(word)) == nil
		case 'v':
			ok = e.Value.UnmarshalText([]byte(word)) == nil && e.Value != Unknown
		case 'r':
			e.Right = word == "right"
		}
		if !ok {
			return false
		}
	}
	return true
}

// MarshalText writes what String returns.
func (e Event) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (e *Event) UnmarshalText(text []byte) (err error) {
	*e, err = ReadEvent(string(text))
	return err
}
