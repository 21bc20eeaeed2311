package prose

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"parlor/engine"
)

// A Refusal is an error that people read: a whole sentence that says what they
// can do. It is compared with errors.Is by its address, so that one that is a
// variable is a sentinel.
type Refusal struct {
	Text  Text
	Cause error // what went wrong, for the operator's log; nil where nothing did
}

// Refuse is an error that says a text, as T has it.
func Refuse(english string, args ...Arg) error { return &Refusal{Text: T(english, args...)} }

// Because returns an error with a text for people that wraps cause, for errors.Is and
// logs.
func Because(cause error, english string, args ...Arg) error {
	return &Refusal{Text: T(english, args...), Cause: cause}
}

// Error is the sentence in English; see [Reason].
func (r *Refusal) Error() string { return r.Text.String() }

// Unwrap implements errors.Is.
func (r *Refusal) Unwrap() error { return r.Cause }

// Reason is what people read of an error: the text of the first in its tree
// that is a Refusal or an engine's. Where there is none it is the error's own
// words as a sentence, in English; nil is nothing.
func Reason(err error) Text {
	if err == nil {
		return Text{}
	}
	if own := (*Refusal)(nil); errors.As(err, &own) {
		return own.Text
	}
	if rules := (*engine.Refusal)(nil); errors.As(err, &rules) {
		return ruled(rules)
	}
	return T("{text}", Literal(engine.Sentence(err.Error())))
}

// ruled is a refusal of the rules, whose format has "%v" and the like in the
// places of its arguments: they are numbered here.
func ruled(rules *engine.Refusal) Text {
	var english strings.Builder
	args := make([]Arg, 0, len(rules.Args))
	rest := rules.Format
	for {
		before, behind, found := strings.Cut(rest, "%")
		english.WriteString(strings.ReplaceAll(before, "{", "{{"))
		if !found || behind == "" {
			break
		}
		verb := strings.IndexAny(behind, "dqsv%")
		if verb < 0 {
			break
		}
		rest = behind[verb+1:]
		if behind[verb] == '%' {
			english.WriteByte('%')
			continue
		}
		if len(args) == len(rules.Args) {
			break
		}
		fmt.Fprintf(&english, "{%d}", len(args)+1)
		args = append(args, argOf(rules.Args[len(args)], behind[:verb+1]))
	}
	return Text{English: english.String(), Args: args}
}

// argOf is an argument of the rules, which know nothing of texts.
func argOf(value any, verb string) Arg {
	switch value := value.(type) {
	case int:
		return N(value)
	case engine.Words:
		return List(Literals(value))
	default:
		return Literal(fmt.Sprintf("%"+verb, value))
	}
}

// Label is a label that the rules of a game have, such as the title of an
// option, as a text; see [Labels].
func Label(english string) Text { return T(strings.ReplaceAll(english, "{", "{{")) }

// Labels are what the rules of a game call things, as texts: titles and help of
// its options, and their values. It is for what lists all sentences.
func Labels(game engine.Game) (labels []Text) {
	labels = append(labels, Label(game.Blurb))
	for _, level := range slices.Concat(game.Levels, game.LevelHelp) {
		labels = append(labels, Label(level))
	}
	for _, option := range game.Options {
		labels = append(labels, Label(option.Title), Label(option.Help))
		for _, value := range option.Values {
			if value.Title != "" {
				labels = append(labels, Label(value.Title))
			}
		}
	}
	return slices.DeleteFunc(labels, Text.IsZero)
}
