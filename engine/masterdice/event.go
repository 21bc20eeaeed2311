package masterdice

import (
	"fmt"
	"strings"

	"parlor/engine"
	"parlor/engine/kit"
)

// EventKind is the kind of an [Event].
type EventKind uint8

// Kinds of events. The package documentation has their texts.
const (
	EventRolled   EventKind = 1 + iota // Seat rolled Dice
	EventPlaced                        // Seat placed dice and got Row, row Number of the board
	EventUsed                          // Seat used row Number; its dice are not revealed
	EventFinished                      // Seat has answered; the answer is revealed at the end
	EventTimedOut                      // the time of Seat ran out
	EventResigned                      // Seat resigned
	EventSolved                        // Seat answered Dice; Right says whether it was right
	EventCode                          // the code that Seat rolled was Dice
)

// An Event is a public event of a round. Fields that its kind does not use are zero.
type Event struct {
	Kind   EventKind
	Right  bool
	Seat   engine.Seat
	Number int  // of a row, from 1
	Dice   Line // in the order of the columns; for EventRolled in the order of the roll, followed by zeros
	Row    Row
}

// line returns the text form of a kind of events.
func line(kind EventKind) kit.Line {
	switch kind {
	case EventRolled:
		return "{seat} rolled {dice}"
	case EventPlaced:
		return "{seat} placed {number} {row}"
	case EventUsed:
		return "{seat} used row {number}"
	case EventFinished:
		return "{seat} finished"
	case EventTimedOut:
		return "{seat} timed_out"
	case EventResigned:
		return "{seat} resigned"
	case EventSolved:
		return "{seat} solved {blue} {red} {yellow} {green} {right}"
	case EventCode:
		return "{seat} code {blue} {red} {yellow} {green}"
	}
	return ""
}

// field returns the field with a name in a line.
func (e *Event) field(name string) kit.Field {
	switch name {
	case "seat":
		return kit.SeatOf(&e.Seat, seats)
	case "number":
		return kit.Int(&e.Number, 1, MaxRows)
	case "right":
		return kit.Flag(&e.Right, Right, Wrong)
	case "row":
		return kit.Words(e.Row.String, e.Row.read)
	case "dice":
		return kit.Words(func() string { return diceText(e.Dice[:e.Dice.Dice()]) }, func(words string) bool {
			for i, word := range strings.Fields(words) {
				if i >= Columns || !kit.Int(&e.Dice[i], 1, Faces).Read(word) {
					return false
				}
			}
			return e.Dice != Line{}
		})
	}
	for column := range e.Dice {
		if name == Column(column).String() {
			return kit.Int(&e.Dice[column], 1, Faces)
		}
	}
	return kit.Field{}
}

// About implements engine.Event.
func (e Event) About() engine.Seat { return e.Seat }

func (e Event) String() string { return line(e.Kind).Write(e.field) }

// ReadEvent parses the text that String returns. It accepts nothing else.
func ReadEvent(text string) (Event, error) {
	return kit.ReadLine(text, line, func(kind EventKind) (*Event, func(string) kit.Field) {
		event := &Event{Kind: kind}
		return event, event.field
	})
}

// String returns a text such as "b3 y5 equal 1 high 1 low 0".
func (r Row) String() string {
	return fmt.Sprintf("%s equal %d high %d low %d", strings.TrimPrefix(cellsText(r.Cells), " "), r.Equal, r.High, r.Low)
}

// read parses the text that String returns.
func (r *Row) read(text string) (ok bool) {
	cells, counts, judged := strings.Cut(text, " equal ")
	if r.Cells, ok = parseLine(strings.Fields(cells)); !ok || !judged {
		return false
	}
	words := strings.Fields(counts)
	if len(words) != 5 || words[1] != "high" || words[3] != "low" {
		return false
	}
	for i, count := range []*int{&r.Equal, &r.High, &r.Low} {
		if !kit.Int(count, 0, Columns).Read(words[2*i]) {
			return false
		}
	}
	return r.Cells.Dice() > 0 && r.Equal+r.High+r.Low == r.Cells.Dice()
}

// MarshalText returns the text of String.
func (e Event) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText parses the text that MarshalText returns.
func (e *Event) UnmarshalText(text []byte) (err error) {
	*e, err = ReadEvent(string(text))
	return err
}
