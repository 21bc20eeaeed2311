package kit

import (
	"encoding"
	"strconv"
	"strings"

	"parlor/engine"
)

// A Field is a part of the text of an event: one word, or several words at the end. It points
// into the event that is written or read. The functions of this file return fields.
type Field struct {
	number    *int
	low, high int
	seat      *engine.Seat
	flag      *bool
	yes, no   string
	text      *string
	good      func(string) bool
	value     TextValue
	write     func() string
	read      func(string) bool
}

// A TextValue is a value that reads its own text, such as a colour.
type TextValue interface {
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}

// Int returns the field of a number from low to high.
func Int(n *int, low, high int) Field { return Field{number: n, low: low, high: high} }

// SeatOf returns the field of one of the first seats.
func SeatOf(seat *engine.Seat, seats int) Field { return Field{seat: seat, high: seats} }

// Flag returns the field of a bool, written as one of two words.
func Flag(flag *bool, yes, no string) Field { return Field{flag: flag, yes: yes, no: no} }

// Text returns the field of a word for which good reports true.
func Text(text *string, good func(string) bool) Field { return Field{text: text, good: good} }

// Marshaled returns the field of a TextValue.
func Marshaled(value TextValue) Field { return Field{value: value} }

// Words returns the field of several words at the end of a line, separated by spaces.
func Words(write func() string, read func(words string) bool) Field {
	return Field{write: write, read: read}
}

func (f Field) append(line []byte) []byte {
	switch {
	case f.number != nil:
		return strconv.AppendInt(line, int64(*f.number), 10)
	case f.seat != nil:
		return strconv.AppendInt(line, int64(*f.seat)+1, 10)
	case f.flag != nil && *f.flag:
		return append(line, f.yes...)
	case f.flag != nil:
		return append(line, f.no...)
	case f.text != nil:
		return append(line, *f.text...)
	case f.value != nil:
		text, _ := f.value.MarshalText() // it was parsed or made by the game, so it has a text
		return append(line, text...)
	case f.write != nil:
		return append(line, f.write()...)
	}
	return line
}

// Read reads words into the event. It reports false if they are not those of the field.
func (f Field) Read(words string) (ok bool) {
	switch {
	case f.number != nil:
		n, err := strconv.Atoi(words)
		*f.number = n
		return err == nil && n >= f.low && n <= f.high
	case f.seat != nil:
		*f.seat, ok = engine.ReadSeat(words, f.high)
		return ok
	case f.flag != nil:
		*f.flag = words == f.yes
		return *f.flag || words == f.no
	case f.text != nil:
		*f.text = words
		return f.good(words)
	case f.value != nil:
		return f.value.UnmarshalText([]byte(words)) == nil
	}
	return f.read != nil && f.read(words)
}

// A Line is the text of one kind of event: words, and names of fields in braces, such as "{seat}
// guessed {place} {value}". A field at the end takes all remaining words.
type Line string

// Write returns the text of an event. field returns the field with a name.
func (l Line) Write(field func(name string) Field) string {
	var room [64]byte
	line := room[:0]
	for word, rest, more := strings.Cut(string(l), " "); ; word, rest, more = strings.Cut(rest, " ") {
		if name, is := fieldName(word); is {
			line = field(name).append(line)
		} else {
			line = append(line, word...)
		}
		if !more {
			return string(line)
		}
		line = append(line, ' ')
	}
}

// read reads a line into the fields of an event. It reports false if the line is of another kind.
// Without fields it compares only the words.
func (l Line) read(text string, field func(name string) Field) bool {
	more, moreText := true, true
	var word, next string
	for rest := string(l); more && moreText; {
		word, rest, more = strings.Cut(rest, " ")
		if more {
			next, text, moreText = strings.Cut(text, " ")
		} else {
			next, moreText = text, false
		}
		if name, is := fieldName(word); is && field != nil && !field(name).Read(next) || !is && word != next {
			return false
		}
	}
	return more == moreText
}

// fieldName returns the name of the field that a word stands for, if it stands for one.
func fieldName(word string) (string, bool) {
	if word == "" || word[0] != '{' {
		return "", false
	}
	return word[1 : len(word)-1], true
}

// ReadLine reads the text of an event. lines returns the line of each kind from 1 on, and an
// empty one after the last; event makes an event of a kind and returns its fields.
func ReadLine[K ~uint8, E engine.GameEvent](text string, line func(K) Line, event func(K) (*E, func(name string) Field)) (E, error) {
	return engine.ReadEvent(text, func([]string) (none E, ok bool) {
		for kind := K(1); line(kind) != ""; kind++ {
			if !line(kind).read(text, nil) {
				continue
			}
			if one, field := event(kind); line(kind).read(text, field) {
				return *one, true
			}
		}
		return none, false
	})
}

// An Event is a public event of a game without an event type of its own, such as "2 shows heads":
// a word, of a seat or of the table, and its arguments.
type Event struct {
	Seat engine.Seat // engine.Watcher if the event is of the table
	Word string
	Args string
}

// Say returns the event of a seat with a word and arguments. The arguments must be in text form.
func Say(seat engine.Seat, word string, args ...string) Event {
	return Event{seat, word, strings.Join(args, " ")}
}

// About implements engine.Event.
func (e Event) About() engine.Seat { return e.Seat }

func (e Event) String() string {
	line := e.Word
	if e.Seat != engine.Watcher {
		line = e.Seat.String() + " " + e.Word
	}
	if e.Args != "" {
		line += " " + e.Args
	}
	return line
}

// Arg returns the argument with an index from 0, or an empty string if there is none.
func (e Event) Arg(i int) string {
	if args := strings.Fields(e.Args); i < len(args) {
		return args[i]
	}
	return ""
}

// MarshalText returns the text of String.
func (e Event) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText parses any text that String can return.
func (e *Event) UnmarshalText(text []byte) error {
	*e = Event{Seat: engine.Watcher}
	first, rest, more := strings.Cut(string(text), " ")
	if seat, err := engine.ParseSeat(first); err == nil && more {
		e.Seat = seat
		first, rest, _ = strings.Cut(rest, " ")
	}
	e.Word, e.Args = first, rest
	return nil
}

// An EventForm is a kind of [Event]: its word, its arguments, and how it is described to people.
type EventForm struct {
	Word  string
	Table bool // the event is of the table, not of a seat
	Terms []Term

	// You is the text for the seat of the event, and Other the text for everyone else. Each has a
	// placeholder for each argument; Other begins with {name}: "{name} showed {coin}." If You is
	// empty, everyone gets Other; if both are empty, everyone gets the event's own line. The text
	// of an event of the table has no {name}.
	You, Other string
}

// reader returns a function that parses the lines of forms in a game with a number of seats.
func reader(forms []EventForm, seats int) func(string) (Event, error) {
	return func(line string) (Event, error) {
		return engine.ReadEvent(line, func([]string) (event Event, ok bool) {
			_ = event.UnmarshalText([]byte(line)) // matches every line
			for _, form := range forms {
				if form.Word != event.Word || form.Table != (event.Seat == engine.Watcher) || int(event.Seat) >= seats {
					continue
				}
				words := strings.Fields(event.Args)
				values, _, read := readTerms(form.Terms, words)
				if len(form.Terms) == 0 {
					return event, len(words) == 0
				}
				for i, term := range form.Terms {
					if read {
						words[i] = term.Write(values[i])
					}
				}
				return Say(event.Seat, event.Word, words[:min(len(words), len(form.Terms))]...), read
			}
			return event, false
		})
	}
}
