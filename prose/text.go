// Package prose holds the texts that people read. A sentence is data: it is made where it is
// decided, and a voice puts it into the reader's language where it is shown. No sentence is joined
// from a verb and its ending, and no name is inflected: a sentence is one whole format with
// arguments. The English format is in the code. It is the key of the format in other languages, and
// is used if a language has none.
package prose

import (
	"slices"
	"strings"
)

// A Text is one sentence or label as data: it can be compared by its English format, sent to
// another machine, and rendered in any language. The zero Text is empty.
type Text struct {
	// Context distinguishes texts that are the same in English but not in other languages: "guess"
	// as a verb and as a noun.
	Context string `json:"context,omitempty"`
	// English is the format. Its placeholders are names in braces, such as
	// "{name} sat down."; the first name stands for the first argument, the
	// next other name for the second. "{{" is a brace.
	English string `json:"english"`
	// Many is the format for counts other than one; empty if the text has no plural. It has the
	// placeholders of English.
	Many string `json:"many,omitempty"`
	Args []Arg  `json:"args,omitempty"`
}

// T returns a text with its arguments in the order in which their names first occur in the format.
func T(english string, args ...Arg) Text { return Text{English: english, Args: args} }

// C returns a text with a plural: the first number among its arguments selects one of the two
// formats. It has no default form, because a language may have more than two.
func C(one, many string, args ...Arg) Text { return Text{English: one, Many: many, Args: args} }

// In returns a copy of the text with a context.
func (t Text) In(context string) Text {
	t.Context = context
	return t
}

// IsZero reports whether the text is empty.
func (t Text) IsZero() bool { return t.English == "" }

// Names returns the names of people that occur in the text.
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

// String returns the text in English, for logs and for programs that depend on the English form.
func (t Text) String() string { return English().Say(t) }

// Placeholders returns the names in a format, each once, in the order in which they first occur.
func Placeholders(format string) (names []string) {
	scan(format, func(string) {}, func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	})
	return names
}

// scan splits a format. It calls said with the literal parts, and named with the names of
// arguments. A brace that is not closed is literal.
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
