package masterdice

import (
	"fmt"
	"strings"

	"parlor/engine"
	"parlor/engine/kit"
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

// line returns how an event of a kind is written.
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

// field returns a part of an event by its name in a line.
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

// ReadEvent reads what String writes, and refuses everything else.
func ReadEvent(text string) (Event, error) {
	return kit.ReadLine(text, line, func(kind EventKind) (*Event, func(string) kit.Field) {
		event := &Event{Kind: kind}
		return event, event.field
	})
}

// String returns text such as "b3 y5 equal 1 high 1 low 0".
func (r Row) String() string {
	return fmt.Sprintf("%s equal %d high %d low %d", strings.TrimPrefix(cellsText(r.Cells), " "), r.Equal, r.High, r.Low)
}

// read reads what String writes.
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

// MarshalText writes what String returns.
func (e Event) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (e *Event) UnmarshalText(text []byte) (err error) {
	*e, err = ReadEvent(string(text))
	return err
}
