// Package prose is what people read. A sentence is data: made where it is decided, and
// put into the reader's language where it is shown, by a voice. Nothing
// is joined from a verb and its ending, and no name is inflected: a sentence is
// one whole format with arguments.
//
// The English format stands in the code. It is the key under which a language
// has its own format, and what is said where a language has none.
package prose

import (
	"slices"
	"strings"
)

// A Text is one sentence, or one label, as data: it can be compared by its
// English, sent to another machine, and said in any language. The zero Text is
// nothing to say.
type Text struct {
	// Context tells apart what is the same in English and not in other
	// languages: "guess" as a verb and as a noun.
	Context string `json:"context,omitempty"`
	// English is the format. Its placeholders are names in braces, such as
	// "{name} sat down."; the first name stands for the first argument, the
	// next other name for the second. "{{" is a brace.
	English string `json:"english"`
	// Many is the format for any other count than one; empty where nothing is
	// counted. It has the placeholders of English.
	Many string `json:"many,omitempty"`
	Args []Arg  `json:"args,omitempty"`
}

// T is a text with its arguments in the order in which their names first occur.
func T(english string, args ...Arg) Text { return Text{English: english, Args: args} }

// C is a text that counts: the first of its arguments that is a number says
// which of the two whole formats is said. It has no default form, for a
// language may have more than two.
func C(one, many string, args ...Arg) Text { return Text{English: one, Many: many, Args: args} }

// In is the text with a context.
func (t Text) In(context string) Text {
	t.Context = context
	return t
}

// IsZero reports whether there is nothing to say.
func (t Text) IsZero() bool { return t.English == "" }

// Names are the names of people in the text.
func (t Text) Names() (names []string) {
	for _, arg := range t.Args {
		if arg.Kind == KindName {
			names = append(names, arg.Word)
		}
		for _, text := range arg.Texts {
			names = append(names, text.Names()...)
		}
	}
	return names
}

// String is the text in English, for logs, and for programs that have always
// had it so.
func (t Text) String() string { return English().Say(t) }

// Placeholders are the names in a format, each once, in the order in which they
// first occur.
func Placeholders(format string) (names []string) {
	scan(format, func(string) {}, func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	})
	return names
}

// scan takes a format apart: what is said as it stands, and the names of
// arguments. A brace that is not closed is said as it stands.
func scan(format string, said, named func(string)) {
	for {
		before, rest, found := strings.Cut(format, "{")
		if before != "" {
			said(before)
		}
		if !found {
			return
		}
		if strings.HasPrefix(rest, "{") {
			said("{")
			format = rest[1:]
			continue
		}
		name, behind, closed := strings.Cut(rest, "}")
		if !closed {
			said("{" + rest)
			return
		}
		named(name)
		format = behind
	}
}
