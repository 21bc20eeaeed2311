package kit

import (
	"bytes"
	"iter"
	"strconv"
	"strings"

	"parlor/engine"
)

// A Term is one argument of a verb or an event. It numbers its values from Low to High, so that
// they can be listed, counted and passed as ints.
type Term struct {
	Name      string        // such as "number"
	Form      string        // in a grammar, such as "0-11"
	Help      func() string // the end of a help sentence: "a number is 0-11"
	Low, High int
	all       iter.Seq[string]   // what All yields; nil writes each number
	Numeric   bool               // the text is a number
	One, Many string             // texts of a count for people, such as "{n} bull" and "{n} bulls"; empty for the plain text
	Write     func(n int) string // the text as Legal yields it
	// Read parses what a person types, in lower case: one word, or for the last term all
	// remaining words, separated by single spaces.
	Read func(text string) (n int, ok bool)
}

// Count returns the number of values.
func (t Term) Count() int { return t.High - t.Low + 1 }

// All yields the values of the term in order.
func (t Term) All() iter.Seq[string] {
	if t.all != nil {
		return t.all
	}
	return func(yield func(string) bool) {
		for n := t.Low; n <= t.High; n++ {
			if !yield(t.Write(n)) {
				return
			}
		}
	}
}

// Values are the numbers of the arguments of a verb, in order.
type Values [maxTerms]int

// maxTerms is the maximum number of terms of a verb.
const maxTerms = 4

// Number returns a term for a number from low to high. name is what it numbers, such as "number".
func Number(name string, low, high int) Term {
	form := strconv.Itoa(low) + "-" + strconv.Itoa(high)
	return Term{Name: name, Form: form, Help: func() string { return "a " + name + " is " + form }, Low: low, High: high, Numeric: true, Write: strconv.Itoa, Read: func(text string) (int, bool) {
		n, err := strconv.Atoi(text)
		return n, err == nil && strconv.Itoa(n) == text
	}}
}

// Count returns a term for a count from 0 to most. People are shown it with the singular or
// plural form: "1 bull", "2 bulls".
func Count(most int, one, many string) Term {
	term := Number("number of "+many, 0, most)
	term.Name, term.One, term.Many = many, "{n} "+one, "{n} "+many
	return term
}

// OneOf returns a term for one of some lower-case words, numbered from 0.
func OneOf(name string, words ...string) Term {
	form := strings.Join(words, "|")
	return Term{Name: name, Form: form, Help: func() string { return "a " + name + " is " + strings.Join(words, " or ") }, High: len(words) - 1, Write: func(n int) string { return words[n] }, Read: func(text string) (int, bool) {
		for n, word := range words {
			if word == text {
				return n, true
			}
		}
		return 0, false
	}}
}

// Seat returns a term for one of the first seats. Its number is the engine.Seat.
func Seat(seats int) Term {
	return Term{
		Name: "seat", Form: "SEAT", Help: func() string { return "a seat is 1-" + strconv.Itoa(seats) }, High: seats - 1, Numeric: true,
		Write: func(n int) string { return engine.Seat(n).String() },
		Read: func(text string) (int, bool) {
			seat, ok := engine.ReadSeat(text, seats)
			return int(seat), ok
		},
	}
}

// Code returns a term for a code: a number of places, each with one of the symbols, which are
// single ASCII characters such as "rgbyo". If distinct is true, all symbols in a code differ.
// Codes are numbered in the order of the symbols. They can be typed with spaces and dashes
// between the symbols. name is what people call a code.
func Code(name, symbols string, places int, distinct bool) Term {
	c := codes{symbols, places, distinct, 1}
	for place := range places {
		c.count *= c.choices(place)
	}
	help := func() string {
		help := "a " + name + " has " + strconv.Itoa(places) + " of " + symbols
		if distinct {
			help += ", all different"
		}
		return help
	}
	return Term{Name: name, Form: strconv.Itoa(places) + "*" + symbols, Help: help, High: c.count - 1, Write: c.write, Read: c.read, all: c.all}
}

// codes numbers the codes with a number of places, at most 32.
type codes struct {
	symbols  string
	places   int
	distinct bool
	count    int
}

// choices returns the number of symbols possible at a place, given the symbols before it.
func (c codes) choices(place int) int {
	if c.distinct {
		return len(c.symbols) - place
	}
	return len(c.symbols)
}

// all yields the codes in order, faster than calling write for each.
func (c codes) all(yield func(string) bool) {
	var room [32]byte
	var fill func(place int) bool
	fill = func(place int) bool {
		if place == c.places {
			return yield(string(room[:place]))
		}
		for i := range len(c.symbols) {
			room[place] = c.symbols[i]
			if c.distinct && bytes.IndexByte(room[:place], room[place]) >= 0 {
				continue
			}
			if !fill(place + 1) {
				return false
			}
		}
		return true
	}
	fill(0)
}

func (c codes) write(n int) string {
	var room [32]byte
	code, free, rest := room[:c.places], []byte(c.symbols), c.count
	for place := range code {
		rest /= c.choices(place)
		digit := n / rest
		n -= digit * rest
		code[place] = free[digit]
		if c.distinct {
			copy(free[digit:], free[digit+1:])
		}
	}
	return string(code)
}

func (c codes) read(text string) (n int, ok bool) {
	place, free := 0, []byte(c.symbols)
	for i := range len(text) {
		if text[i] == ' ' || text[i] == '-' {
			continue
		}
		digit := bytes.IndexByte(free, text[i])
		if digit < 0 || place == c.places {
			return 0, false
		}
		n = n*c.choices(place) + digit
		place++
		if c.distinct {
			free = append(free[:digit], free[digit+1:]...)
		}
	}
	return n, place == c.places
}
