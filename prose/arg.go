package prose

import (
	"time"
)

// Kind says what an argument is, and so how it is said.
type Kind string

// The kinds of arguments.
const (
	KindName    Kind = "name"    // of a person or a bot, as its owner writes it
	KindLiteral Kind = "literal" // notation, a code or typed text: the same in every language
	KindNumber  Kind = "number"
	KindPoints  Kind = "points"
	KindTime    Kind = "duration"
	KindText    Kind = "text" // a label or a whole sentence
	KindDo      Kind = "do"   // what a reader of a lesson does: by keys, and by typing
	KindAnd     Kind = "and"  // all of a list: "a, b and c"
	KindOr      Kind = "or"   // one of a list: "a, b or c"
	KindList    Kind = "list" // "a, b, c"
)

// An Arg is an argument of a Text, of which only what its kind needs is set.
type Arg struct {
	Kind   Kind    `json:"kind"`
	Word   string  `json:"word,omitempty"`   // KindName, KindLiteral
	Number float64 `json:"number,omitempty"` // KindNumber, KindPoints; of KindTime the seconds
	Texts  []Text  `json:"texts,omitempty"`  // KindText has one, KindDo two, lists have any number
}

// Name is the name of a person or a bot, which the lobby has cleaned. It is
// said as it is, also at the beginning of a sentence: a name is its owner's.
func Name(name string) Arg { return Arg{Kind: KindName, Word: name} }

// Literal returns an argument that is the same in every language: notation, a code, a
// word to type, or typed text, which must be clean.
func Literal(word string) Arg { return Arg{Kind: KindLiteral, Word: word} }

// N is a whole number, and counts in a text that counts.
func N(n int) Arg { return Arg{Kind: KindNumber, Number: float64(n)} }

// Points are points as players write them, halves as "½". They count in a text
// that counts.
func Points(points float64) Arg { return Arg{Kind: KindPoints, Number: points} }

// Duration is a time to the second, in the largest unit of which it is a whole
// number: "90 seconds", "2 minutes".
func Duration(d time.Duration) Arg {
	return Arg{Kind: KindTime, Number: float64(d.Truncate(time.Second) / time.Second)}
}

// Roughly is a time in the largest unit of which there is at least one, and
// whole units only: "2 minutes", "1 hour"; from two days on in days.
func Roughly(d time.Duration) Arg {
	const day = 24 * time.Hour
	unit := time.Second
	switch {
	case d >= 2*day:
		unit = day
	case d >= time.Hour:
		unit = time.Hour
	case d >= time.Minute:
		unit = time.Minute
	}
	return Duration(d.Truncate(unit))
}

// Sub is a text within a text: a label, or a reason that stands alone.
func Sub(text Text) Arg { return Arg{Kind: KindText, Texts: []Text{text}} }

// And is all of a list: "bo, cy and dee".
func And(texts []Text) Arg { return Arg{Kind: KindAnd, Texts: texts} }

// Or is one of a list: "4, 7 or 8".
func Or(texts []Text) Arg { return Arg{Kind: KindOr, Texts: texts} }

// List is a list with nothing but commas: "red, green, blue".
func List(texts []Text) Arg { return Arg{Kind: KindList, Texts: texts} }

// Names are texts of nothing but a name each, for lists.
func Names(names []string) []Text {
	texts := make([]Text, len(names))
	for i, name := range names {
		texts[i] = T("{name}", Name(name))
	}
	return texts
}

// Literals are texts of nothing but a literal each, for lists.
func Literals(words []string) []Text {
	texts := make([]Text, len(words))
	for i, word := range words {
		texts[i] = T("{word}", Literal(word))
	}
	return texts
}

// Numbers are texts of nothing but a number each, for lists.
func Numbers(numbers []int) []Text {
	texts := make([]Text, len(numbers))
	for i, n := range numbers {
		texts[i] = T("{n}", N(n))
	}
	return texts
}
