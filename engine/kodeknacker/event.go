package kodeknacker

import (
	"strconv"
	"strings"

	"parlor/engine"
)

// EventKind says what an [Event] tells.
type EventKind uint8

// The kinds of events. See the package for what each of them looks like.
const (
	EventSet      EventKind = 1 + iota // the code of Seat stands
	EventGuessed                       // Seat has guessed; what, is told when both have
	EventRow                           // Seat guessed Code in Round, and got Pegs; no Code where time ran out
	EventCracked                       // Seat has found the other's code
	EventTimedOut                      // the clock decides for Seat
	EventResigned                      // Seat resigned
	EventWon                           // Seat won the game
	EventCode                          // the code of Seat was Code
	EventRound                         // Round of guesses begins
	EventDraw                          // nobody won the game, or both did
)

// An Event is what the table saw of a game. Fields that its kind does not speak
// of are zero.
type Event struct {
	Kind  EventKind
	Seat  engine.Seat
	Round int    // of guesses, from 1
	Code  string // letters: "rgbyo"
	Pegs  Pegs
}

// verb is the word that an event of a kind has after its seat.
func (k EventKind) verb() string {
	switch k {
	case EventSet:
		return "set"
	case EventGuessed:
		return "guessed"
	case EventRow:
		return "row"
	case EventCracked:
		return "cracked"
	case EventTimedOut:
		return "timed_out"
	case EventResigned:
		return "resigned"
	case EventWon:
		return "won"
	case EventCode:
		return "code"
	case EventRound, EventDraw: // these have no seat
	}
	return ""
}

// About implements engine.Event.
func (e Event) About() engine.Seat {
	if e.Kind == EventRound || e.Kind == EventDraw {
		return engine.Watcher
	}
	return e.Seat
}

func (e Event) String() string {
	line := e.Seat.String() + " " + e.Kind.verb()
	switch e.Kind {
	case EventRound:
		return "round " + strconv.Itoa(e.Round)
	case EventDraw:
		return "draw"
	case EventCode:
		return line + " " + e.Code
	case EventRow:
		line += " " + strconv.Itoa(e.Round)
		if e.Code == "" {
			return line + " -"
		}
		return line + " " + e.Code + " " + strconv.Itoa(e.Pegs.Black) + " " + strconv.Itoa(e.Pegs.White)
	case EventSet, EventGuessed, EventCracked, EventTimedOut, EventResigned, EventWon: // that is all
	}
	return line
}

// ReadEvent reads what String writes, and refuses everything else.
func ReadEvent(line string) (Event, error) { return engine.ReadEvent(line, readWords) }

func readWords(words []string) (Event, bool) {
	switch {
	case words[0] == "draw":
		return Event{Kind: EventDraw}, true
	case len(words) < 2:
		return Event{}, false
	case words[0] == "round":
		round, ok := readRound(words[1])
		return Event{Kind: EventRound, Round: round}, ok
	}
	seat, ok := engine.ReadSeat(words[0], seats)
	for kind := EventSet; ok && kind < EventRound; kind++ {
		if kind.verb() == words[1] {
			event := Event{Kind: kind, Seat: seat}
			return event, event.readRest(words[2:])
		}
	}
	return Event{}, false
}

// readRest reads what follows the verb.
func (e *Event) readRest(words []string) bool {
	switch {
	case e.Kind == EventCode && len(words) == 1:
		e.Code = words[0]
		return isCode(e.Code)
	case e.Kind == EventRow && len(words) > 1:
		var ok bool
		if e.Round, ok = readRound(words[0]); !ok || len(words) == 2 {
			return ok
		}
		e.Code = words[1]
		return isCode(e.Code) && len(words) == 4 && e.Pegs.read(words[2], words[3], len(e.Code))
	}
	return len(words) == 0
}

// read reads the answer to a guess of so many positions.
func (p *Pegs) read(black, white string, positions int) bool {
	var blackErr, whiteErr error
	p.Black, blackErr = strconv.Atoi(black)
	p.White, whiteErr = strconv.Atoi(white)
	return blackErr == nil && whiteErr == nil && min(p.Black, p.White) >= 0 && max(p.Black, p.White, p.Black+p.White) <= positions
}

// readRound reads the number of a round.
func readRound(word string) (int, bool) {
	round, err := strconv.Atoi(word)
	return round, err == nil && round >= 1 && round <= MaxRows
}

// isCode says whether a word could be somebody's code under some options.
func isCode(word string) bool {
	return len(word) >= MinPositions && len(word) <= MaxPositions && strings.Trim(word, letters) == ""
}

// MarshalText writes what String returns.
func (e Event) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (e *Event) UnmarshalText(text []byte) (err error) {
	*e, err = ReadEvent(string(text))
	return err
}
