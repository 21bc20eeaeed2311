package prose

import (
	"time"
)

// Kind is the kind of an argument. It determines how the argument is rendered.
type Kind string

// The kinds of arguments.
const (
	KindName    Kind = "name"    // the name of a person or a bot, unchanged
	KindLiteral Kind = "literal" // notation, a code or typed text: the same in every language
	KindNumber  Kind = "number"
	KindPoints  Kind = "points"
	KindTime    Kind = "duration"
	KindText    Kind = "text" // a label or a whole sentence
	KindDo      Kind = "do"   // what the reader of a lesson does: the keys to press, and the text to type
	KindAnd     Kind = "and"  // all of a list: "a, b and c"
	KindOr      Kind = "or"   // one of a list: "a, b or c"
	KindList    Kind = "list" // "a, b, c"
)

// An Arg is an argument of a Text. Only the fields that its kind needs are set.
type Arg struct {
	Kind   Kind    `json:"kind"`
	Word   string  `json:"word,omitempty"`   // KindName, KindLiteral
	Number float64 `json:"number,omitempty"` // KindNumber, KindPoints; of KindTime the seconds
	Texts  []Text  `json:"texts,omitempty"`  // KindText has one, KindDo two, lists have any number
}

// Name returns an argument with the name of a person or a bot, which the lobby has cleaned. It is
// rendered unchanged, even at the beginning of a sentence.
func Name(name string) Arg { return Arg{Kind: KindName, Word: name} }

// Literal returns an argument that is the same in every language: notation, a code, a
// word to type, or typed text, which must be clean.
func Literal(word string) Arg { return Arg{Kind: KindLiteral, Word: word} }

// N returns an argument with a whole number, which can select the plural form of a text made by C.
func N(n int) Arg { return Arg{Kind: KindNumber, Number: float64(n)} }

// Points returns an argument with points as players write them, halves as "½". Like N, it can
// select the plural form of a text.
func Points(points float64) Arg { return Arg{Kind: KindPoints, Number: points} }

// Duration returns an argument with a duration, truncated to seconds and given in the largest unit
// of which it is a whole number: "90 seconds", "2 minutes".
func Duration(d time.Duration) Arg {
	return Arg{Kind: KindTime, Number: float64(d.Truncate(time.Second) / time.Second)}
}

// Roughly returns an argument with a duration in whole units of the largest unit that it contains:
// "2 minutes", "1 hour". From two days on, the unit is days.
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

// Sub returns an argument that inserts a text into another: a label, or a reason that stands alone.
func Sub(text Text) Arg { return Arg{Kind: KindText, Texts: []Text{text}} }

// And returns an argument with all elements of a list: "bo, cy and dee".
func And(texts []Text) Arg { return Arg{Kind: KindAnd, Texts: texts} }

// Or returns an argument with the alternatives of a list: "4, 7 or 8".
func Or(texts []Text) Arg { return Arg{Kind: KindOr, Texts: texts} }

// List returns an argument with a list separated only by commas: "red, green, blue".
func List(texts []Text) Arg { return Arg{Kind: KindList, Texts: texts} }

// Names returns one text per name, for use in lists.
func Names(names []string) []Text {
	texts := make([]Text, len(names))
	for i, name := range names {
		texts[i] = T("{name}", Name(name))
	}
	return texts
}

// Literals returns one text per literal word, for use in lists.
func Literals(words []string) []Text {
	texts := make([]Text, len(words))
	for i, word := range words {
		texts[i] = T("{word}", Literal(word))
	}
	return texts
}

// Numbers returns one text per number, for use in lists.
func Numbers(numbers []int) []Text {
	texts := make([]Text, len(numbers))
	for i, n := range numbers {
		texts[i] = T("{n}", N(n))
	}
	return texts
}
