package prose

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"parlor/engine"
)

// A Refusal is an error for people to read: a whole sentence that explains what they can do.
// errors.Is compares it by its address, so that a variable can serve as a sentinel.
type Refusal struct {
	Text  Text
	Cause error // what went wrong, for the operator's log; nil if nothing did
}

// Refuse returns an error with a text, given as for T.
func Refuse(english string, args ...Arg) error { return &Refusal{Text: T(english, args...)} }

// Because returns an error with a text for people that wraps cause, for errors.Is and
// logs.
func Because(cause error, english string, args ...Arg) error {
	return &Refusal{Text: T(english, args...), Cause: cause}
}

// Error returns the sentence in English; see [Reason].
func (r *Refusal) Error() string { return r.Text.String() }

// Unwrap implements errors.Is.
func (r *Refusal) Unwrap() error { return r.Cause }

// Reason returns the text that people read for an error: that of the first Refusal or
// engine.Refusal in its tree, or else the error's own words as an English sentence. It returns the
// zero Text for nil.
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

// ruled converts a refusal of the rules to a text. The verbs of its format, such as "%v", become
// numbered placeholders.
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

// argOf converts an argument of a refusal of the rules, which do not know texts.
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

// Label returns a label of the rules of a game, such as the title of an option, as a text; see [Labels].
func Label(english string) Text { return T(strings.ReplaceAll(english, "{", "{{")) }

// Labels returns the labels of a game as texts: its description, its levels, and the titles, help
// and values of its options. It serves to list all sentences.
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
