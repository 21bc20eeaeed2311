package kit

import (
	"encoding"
	"strconv"
	"strings"

	"parlor/engine"
)

// A Field is one word, or several, in the line of an event: what it writes and how it is
// read into the event. See Fields.
type Field struct {
	Write func() string
	Read  func(words string) bool
}

// Int is a number from low to high.
func Int(n *int, low, high int) Field {
	return Field{func() string { return strconv.Itoa(*n) }, func(word string) bool {
		var err error
		*n, err = strconv.Atoi(word)
		return err == nil && *n >= low && *n <= high
	}}
}

// SeatOf is a seat of a game that has so many.
func SeatOf(seat *engine.Seat, seats int) Field {
	return Field{seat.String, func(word string) (ok bool) {
		*seat, ok = engine.ReadSeat(word, seats)
		return ok
	}}
}

// Flag is one of two words.
func Flag(flag *bool, yes, no string) Field {
	return Field{func() string { return map[bool]string{true: yes, false: no}[*flag] }, func(word string) bool {
		*flag = word == yes
		return *flag || word == no
	}}
}

// Text is a word that is good.
func Text(text *string, good func(string) bool) Field {
	return Field{func() string { return *text }, func(word string) bool {
		*text = word
		return good(word)
	}}
}

// Marshaled is a value that reads what it writes, such as a colour.
func Marshaled(value interface {
	encoding.TextMarshaler
	encoding.TextUnmarshaler
},
) Field {
	return Field{func() string {
		text, _ := value.MarshalText() // of what has been read or is a constant of the game
		return string(text)
	}, func(word string) bool { return value.UnmarshalText([]byte(word)) == nil }}
}

// A Line is how an event of one kind is written: words, and fields of the event by their
// names in braces, such as "{seat} guessed {place} {value}". A field at the end takes all
// words that are left.
type Line string

// Write writes an event. Field finds what a name stands for in it.
func (l Line) Write(field func(name string) Field) string {
	var line strings.Builder
	for i, word := range strings.Split(string(l), " ") {
		if i > 0 {
			line.WriteByte(' ')
		}
		if name, is := fieldName(word); is {
			word = field(name).Write()
		}
		line.WriteString(word)
	}
	return line.String()
}

// Read reads what Write writes into the event of the fields, or reports that it is
// another line.
func (l Line) Read(text string, field func(name string) Field) bool {
	words, rest, more := strings.Split(string(l), " "), text, true
	for i, word := range words {
		if !more {
			return false
		}
		var next string
		if next, rest, more = strings.Cut(rest, " "); i == len(words)-1 && more {
			next, more = next+" "+rest, false
		}
		if name, is := fieldName(word); is && !field(name).Read(next) || !is && word != next {
			return false
		}
	}
	return !more
}

func fieldName(word string) (string, bool) {
	name, is := strings.CutPrefix(word, "{")
	return strings.TrimSuffix(name, "}"), is
}

// ReadLine reads the line of an event: lines are those of its kinds from 1 on, and
// empty after the last. The event is made anew for each of them.
func ReadLine[K ~uint8, E engine.GameEvent](text string, line func(K) Line, event func(K) (*E, func(name string) Field)) (E, error) {
	return engine.ReadEvent(text, func([]string) (none E, ok bool) {
		for kind := K(1); line(kind) != ""; kind++ {
			if one, field := event(kind); line(kind).Read(text, field) {
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

// Say is an event with arguments, each written as fmt.Sprint writes it.
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
	// to all, and without both of them the line itself. No placeholder of a table is a name.
	You, Other string
}

// reader reads the lines of some forms in a game of at most so many seats.
func reader(forms []EventForm, seats int) func(string) (Event, error) {
	return func(line string) (Event, error) {
		return engine.ReadEvent(line, func([]string) (event Event, ok bool) {
			_ = event.UnmarshalText([]byte(line)) // it reads every line
			for _, form := range forms {
				if form.Word != event.Word || form.Table != (event.Seat == engine.Watcher) || int(event.Seat) >= seats {
					continue
				}
				words := strings.Fields(event.Args)
				values, read := readTerms(form.Terms, words)
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
