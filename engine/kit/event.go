package kit

import (
	"encoding"
	"strconv"
	"strings"

	"parlor/engine"
)

// A Field is a part of an event in its line: a word, or several at the end. It points into
// the event, from which it is written and into which it is read. See the functions that
// return one.
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

// TextValue is a value that reads what it writes, such as a colour.
type TextValue interface {
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}

// Int is a number from low to high.
func Int(n *int, low, high int) Field { return Field{number: n, low: low, high: high} }

// SeatOf is a seat of a game, one of the first seats.
func SeatOf(seat *engine.Seat, seats int) Field { return Field{seat: seat, high: seats} }

// Flag is one of two words.
func Flag(flag *bool, yes, no string) Field { return Field{flag: flag, yes: yes, no: no} }

// Text is a word that is good.
func Text(text *string, good func(string) bool) Field { return Field{text: text, good: good} }

// Marshaled is a value that reads what it writes.
func Marshaled(value TextValue) Field { return Field{value: value} }

// Words are some words with spaces between, which stand at the end of a line.
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
		text, _ := f.value.MarshalText() // it has been read, or the game made it
		return append(line, text...)
	case f.write != nil:
		return append(line, f.write()...)
	}
	return line
}

// Read reads words into the event, or reports that they are others.
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

// A Line is how an event of one kind is written: words, and fields of the event by their
// names in braces, such as "{seat} guessed {place} {value}". A field at the end takes all
// words that are left.
type Line string

// Write writes an event. Field finds what a name stands for in it.
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

// read reads what Write writes into the fields of an event, or reports that it is another
// line. With no event, it looks at the words alone.
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

// fieldName is the name of a field that stands for a word, if one does.
func fieldName(word string) (string, bool) {
	if word == "" || word[0] != '{' {
		return "", false
	}
	return word[1 : len(word)-1], true
}

// ReadLine reads the line of an event: lines are those of its kinds from 1 on, and
// empty after the last. Event makes an event of a kind, and finds its fields.
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

// An Event is what everybody saw, for games without a type of their own: "2 shows heads".
// It is a word, of a seat or of the table, and the arguments behind it.
type Event struct {
	Seat engine.Seat // engine.Watcher if it is of the table
	Word string
	Args string
}

// Say returns the event of a seat with a word and its arguments, which are already in their text form.
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

// Arg is the argument with a number, from 0; empty if there is none.
func (e Event) Arg(i int) string {
	if args := strings.Fields(e.Args); i < len(args) {
		return args[i]
	}
	return ""
}

// MarshalText writes what String returns.
func (e Event) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads any line that String could write.
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

// An EventForm is a kind of [Event]: its word, what its arguments are, and how people are
// told of it.
type EventForm struct {
	Word  string
	Table bool // it is of the table, and of no seat
	Terms []Term

	// You is told to its seat, and Other to everybody else, with a placeholder for each
	// argument, in Other behind {name}: "{name} showed {coin}." Without You, Other is told
	// to all, and without both of them the line itself. An event of the table has no {name}.
	You, Other string
}

// reader returns a function that reads the lines of forms, of the first seats of a game.
func reader(forms []EventForm, seats int) func(string) (Event, error) {
	return func(line string) (Event, error) {
		return engine.ReadEvent(line, func([]string) (event Event, ok bool) {
			_ = event.UnmarshalText([]byte(line)) // it reads every line
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
