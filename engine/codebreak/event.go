package codebreak

import (
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/engine/kit"
)

// EventKind is the kind of an [Event].
type EventKind uint8

// The kinds of events.
const (
	EventSet      EventKind = 1 + iota // Seat has made its code
	EventGuessed                       // Seat has guessed; EventRow follows when both have
	EventRow                           // Seat guessed Code in Round, and got Pegs; no Code after a timeout
	EventCracked                       // Seat has found the other's code
	EventTimedOut                      // the time of Seat has run out
	EventResigned                      // Seat resigned
	EventWon                           // Seat won the game
	EventCode                          // the code of Seat was Code
	EventRound                         // the guesses of Round begin
	EventDraw                          // neither or both won the game
)

// An Event is a public event of a game. Fields that its kind does not use are zero.
type Event struct {
	Kind  EventKind
	Seat  engine.Seat
	Round int    // of guesses, from 1
	Code  string // symbols: "rgbyo"
	Pegs  Pegs
}

// line returns the syntax of an event.
func line(kind EventKind) kit.Line {
	switch kind {
	case EventSet:
		return "{seat} set"
	case EventGuessed:
		return "{seat} guessed"
	case EventRow:
		return "{seat} row {round} {answer}"
	case EventCracked:
		return "{seat} cracked"
	case EventTimedOut:
		return "{seat} timed_out"
	case EventResigned:
		return "{seat} resigned"
	case EventWon:
		return "{seat} won"
	case EventCode:
		return "{seat} code {code}"
	case EventRound:
		return "round {round}"
	case EventDraw:
		return "draw"
	}
	return ""
}

// fields returns the fields of an event whose code satisfies good.
func (e *Event) fields(good func(string) bool) func(name string) kit.Field {
	return func(name string) kit.Field {
		switch name {
		case "seat":
			return kit.SeatOf(&e.Seat, seats)
		case "round":
			return kit.Int(&e.Round, 1, MaxRows)
		case "code":
			return kit.Text(&e.Code, good)
		}
		return kit.Words(e.answer, func(words string) bool { return words == "-" || e.readAnswer(strings.Split(words, " "), good) })
	}
}

// answer returns the text of a guess with its answer, or "-" without a guess.
func (e *Event) answer() string {
	if e.Code == "" {
		return "-"
	}
	return e.Code + " " + strconv.Itoa(e.Pegs.Black) + " " + strconv.Itoa(e.Pegs.White)
}

func (e *Event) readAnswer(words []string, good func(string) bool) bool {
	if len(words) != 3 || !good(words[0]) {
		return false
	}
	e.Code = words[0]
	return kit.Int(&e.Pegs.Black, 0, len(e.Code)).Read(words[1]) && kit.Int(&e.Pegs.White, 0, len(e.Code)-e.Pegs.Black).Read(words[2])
}

// About implements engine.Event.
func (e Event) About() engine.Seat {
	if e.Kind == EventRound || e.Kind == EventDraw {
		return engine.Watcher
	}
	return e.Seat
}

func (e Event) String() string { return line(e.Kind).Write(e.fields(nil)) }

// ReadEvent parses the result of String for an event whose code satisfies good, and refuses
// anything else.
func ReadEvent(text string, good func(code string) bool) (Event, error) {
	return kit.ReadLine(text, line, func(kind EventKind) (*Event, func(string) kit.Field) {
		event := &Event{Kind: kind}
		return event, event.fields(good)
	})
}

// MarshalText writes what String returns.
func (e Event) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (e *Event) UnmarshalText(text []byte) (err error) {
	*e, err = ReadEvent(string(text), func(code string) bool { return len(code) >= MinPositions && len(code) <= MaxPositions })
	return err
}
