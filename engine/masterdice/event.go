package masterdice

import (
	"slices"
	"strconv"

	"parlor/engine"
)

// EventKind says what an [Event] tells.
type EventKind uint8

// The kinds of events. See the package for what each of them looks like.
const (
	EventRolled   EventKind = 1 + iota // Seat rolled Dice
	EventPlaced                        // Seat placed and got Row, the row Number of the board
	EventUsed                          // Seat has used row Number; what stands on it is not told
	EventFinished                      // Seat has answered; what, is told at the end
	EventTimedOut                      // the clock decides for Seat
	EventResigned                      // Seat resigned
	EventSolved                        // Seat answered Dice, and was Right or not
	EventCode                          // the code that Seat rolled was Dice
)

// An Event is what the table saw of a round. Fields that its kind does not
// speak of are zero.
type Event struct {
	Kind   EventKind
	Right  bool
	Seat   engine.Seat
	Number int  // of a row, from 1
	Dice   Line // in the order of the columns; of EventRolled as they fell, with zeros behind them
	Row    Row
}

// verb is the word that an event of a kind has after its seat.
func (k EventKind) verb() string {
	switch k {
	case EventRolled:
		return "rolled"
	case EventPlaced:
		return "placed"
	case EventUsed:
		return "used"
	case EventFinished:
		return "finished"
	case EventTimedOut:
		return "timed_out"
	case EventResigned:
		return "resigned"
	case EventSolved:
		return "solved"
	case EventCode:
		return "code"
	}
	return ""
}

// About implements engine.Event.
func (e Event) About() engine.Seat { return e.Seat }

func (e Event) String() string {
	line := e.Seat.String() + " " + e.Kind.verb()
	switch e.Kind {
	case EventRolled:
		return line + numbersText(e.Dice[:e.Dice.Dice()])
	case EventPlaced:
		return line + " " + strconv.Itoa(e.Number) + cellsText(e.Row.Cells) +
			" equal " + strconv.Itoa(e.Row.Equal) + " high " + strconv.Itoa(e.Row.High) + " low " + strconv.Itoa(e.Row.Low)
	case EventUsed:
		return line + " row " + strconv.Itoa(e.Number)
	case EventSolved:
		return line + numbersText(e.Dice[:]) + " " + map[bool]string{true: Right, false: Wrong}[e.Right]
	case EventCode:
		return line + numbersText(e.Dice[:])
	case EventFinished, EventTimedOut, EventResigned: // that is all
	}
	return line
}

// ReadEvent reads what String writes, and refuses everything else.
func ReadEvent(line string) (Event, error) { return engine.ReadEvent(line, readWords) }

func readWords(words []string) (Event, bool) {
	if len(words) < 2 {
		return Event{}, false
	}
	seat, ok := engine.ReadSeat(words[0], seats)
	for kind := EventRolled; ok && kind <= EventCode; kind++ {
		if kind.verb() == words[1] {
			event := Event{Kind: kind, Seat: seat}
			return event, event.readRest(words[2:])
		}
	}
	return Event{}, false
}

// readRest reads what follows the verb.
func (e *Event) readRest(words []string) bool {
	last := len(words) - 1
	switch {
	case e.Kind == EventRolled:
		return len(words) > 0 && e.readDice(words)
	case e.Kind == EventCode && len(words) == Columns:
		return e.readDice(words)
	case e.Kind == EventSolved && last == Columns:
		e.Right = words[last] == Right
		return e.readDice(words[:last])
	case e.Kind == EventUsed && len(words) == 2:
		return e.readNumber(words[1])
	case e.Kind == EventPlaced && len(words) > 0:
		return e.readNumber(words[0]) && e.Row.read(words[1:])
	}
	return len(words) == 0
}

func (e *Event) readNumber(word string) bool {
	var err error
	e.Number, err = strconv.Atoi(word)
	return err == nil && e.Number >= 1 && e.Number <= MaxRows
}

// readDice reads values from the first column on.
func (e *Event) readDice(words []string) bool {
	if len(words) > Columns {
		return false
	}
	for i, word := range words {
		var ok bool
		if len(word) == 1 {
			e.Dice[i], ok = parseValue(word[0])
		}
		if !ok {
			return false
		}
	}
	return true
}

// read reads a row: its cells, and what was told about them.
func (r *Row) read(words []string) bool {
	judged := slices.Index(words, "equal")
	if judged < 0 || len(words) != judged+6 {
		return false
	}
	var ok bool
	if r.Cells, ok = parseLine(words[:judged]); !ok {
		return false
	}
	for i, count := range []*int{&r.Equal, &r.High, &r.Low} {
		var err error
		if *count, err = strconv.Atoi(words[judged+2*i+1]); err != nil || *count < 0 || *count > Columns {
			return false
		}
	}
	return r.Cells.Dice() > 0 && r.Equal+r.High+r.Low == r.Cells.Dice()
}

// MarshalText writes what String returns.
func (e Event) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (e *Event) UnmarshalText(text []byte) (err error) {
	*e, err = ReadEvent(string(text))
	return err
}
