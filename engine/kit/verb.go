package kit

import (
	"errors"
	"iter"
	"slices"
	"strings"

	"parlor/engine"
)

// A Verb is a kind of action: its text and, in a game of [Rules], when a seat can play it and
// what it does.
type Verb struct {
	Name  string
	Terms []Term
	// Bad returns the refusal of arguments that cannot be parsed. If nil, the refusal quotes the
	// help of the terms.
	Bad func() error
	// Closed is the refusal if the verb cannot be played now, or nil. See If and Unless.
	Closed func() error
	// May returns the refusal of arguments that the rules forbid now. If nil, all arguments are
	// legal.
	May func(Values) error
	// All yields the arguments that May allows. If nil, all values of the terms are tried.
	All iter.Seq[Values]
	// Do plays the verb with arguments that May allows.
	Do func(Values)
}

// Refusals of a game without sentences of its own. The comments list their arguments.
const (
	RefusedAction = "That is no action here; you can play %s."      // forms
	RefusedTerms  = "Play %s; %s."                                  // form, help of the terms
	RefusedTerm   = "%s: %s."                                       // typed text, help of the term
	RefusedNow    = "You cannot play %s now; you can play %s."      // verb, forms
	RefusedTurn   = "It is the turn of seat %v."                    // seat
	RefusedWait   = "You have decided. Play goes on after seat %s." // numbers of seats
	RefusedOut    = "You are out of this game. Watch how it ends."
)

// Unless returns nil if a condition holds, and otherwise a refusal, as [Verb.May] does.
func Unless(holds bool, format string, args ...any) error {
	if holds {
		return nil
	}
	return engine.Refuse(engine.NotLegal, format, args...)
}

// If returns nil if a condition holds, and otherwise a refusal for [Verb.Closed] that lists the
// forms of the verbs that can be played.
func If(holds bool) func() error {
	if holds {
		return nil
	}
	return func() error { return Unless(false, RefusedNow) }
}

// Action returns the text of the verb with arguments, as Legal yields it.
func (v Verb) Action(values ...int) engine.Action {
	var room [32]byte
	line := append(room[:0], v.Name...)
	for i, term := range v.Terms {
		line = append(append(line, ' '), term.Write(values[i])...)
	}
	return engine.Action(line)
}

// Form returns the grammar of the verb: "guess SEAT 0-11".
func (v Verb) Form() string {
	form := v.Name
	for _, term := range v.Terms {
		form += " " + term.Form
	}
	return form
}

// legal yields all legal arguments in order. The first term varies slowest.
func (v Verb) legal() iter.Seq[Values] {
	if v.All != nil && v.Closed == nil {
		return v.All
	}
	return func(yield func(Values) bool) {
		var values Values
		var from func(i int) bool
		from = func(i int) bool {
			if i == len(v.Terms) {
				return v.May != nil && v.May(values) != nil || yield(values)
			}
			for values[i] = v.Terms[i].Low; values[i] <= v.Terms[i].High; values[i]++ {
				if !from(i + 1) {
					return false
				}
			}
			return true
		}
		if v.Closed == nil {
			from(0)
		}
	}
}

// count returns the number of legal arguments.
func (v Verb) count() int {
	n := 1
	switch {
	case v.Closed != nil:
		return 0
	case v.May == nil && v.All == nil:
		for _, term := range v.Terms {
			n *= term.Count()
		}
		return n
	}
	n = 0
	for range v.legal() {
		n++
	}
	return n
}

// Legal yields the actions of the verbs that can be played. It computes them as they are
// consumed.
func Legal(verbs []Verb) iter.Seq[engine.Action] {
	return func(yield func(engine.Action) bool) {
		for _, verb := range verbs {
			for values := range verb.legal() {
				if !yield(verb.Action(values[:]...)) {
					return
				}
			}
		}
	}
}

// Forms returns the grammar of the verbs that can be played, and of resigning.
func Forms(verbs []Verb) engine.Words {
	var forms engine.Words
	for _, verb := range verbs {
		if verb.Closed == nil {
			forms = append(forms, verb.Form())
		}
	}
	return append(forms, string(engine.Resign))
}

// maxAction is the maximum length of an action in bytes. Valid actions are far shorter.
const maxAction = 80

// Split returns the words of an action in lower case. People may type capitals, and spaces, tabs
// or commas between words. Split returns nil if the action is too long or has a character that no
// action has, such as a line feed, which would break the line of a record.
func Split(action engine.Action) []string {
	odd := func(r rune) bool { return r != '\t' && (r < ' ' || r > '~') }
	if len(action) > maxAction || strings.ContainsFunc(string(action), odd) {
		return nil
	}
	return strings.Fields(strings.ReplaceAll(strings.ToLower(string(action)), ",", " "))
}

// Read parses an action. It returns the verb and its arguments, or a refusal: the result of none
// if the action begins with no verb, or the forms that can be played if none is nil.
func Read(action engine.Action, verbs []Verb, none func() error) (Verb, Values, error) {
	if words := Split(action); len(words) > 0 {
		i := slices.IndexFunc(verbs, func(one Verb) bool { return one.Name == words[0] })
		if i >= 0 && (len(words) == 1 || len(verbs[i].Terms) > 0) {
			values, wrong, ok := readTerms(verbs[i].Terms, words[1:])
			if !ok {
				return verbs[i], values, verbs[i].bad(words, wrong)
			}
			return verbs[i], values, nil
		}
	}
	if none != nil {
		if err := none(); err != nil {
			return Verb{}, Values{}, err
		}
	}
	return Verb{}, Values{}, engine.Refuse(engine.NotAnAction, RefusedAction, Forms(verbs))
}

// Spell returns the canonical text of an action. It returns an action that cannot be parsed
// unchanged.
func Spell(action engine.Action, verbs []Verb) engine.Action {
	verb, values, err := Read(action, verbs, nil)
	if err != nil {
		return action
	}
	return verb.Action(values[:]...)
}

// readTerms parses a word for each term and all remaining words for the last. If it fails, wrong
// is the index of the term, or -1 if a word is missing.
func readTerms(terms []Term, words []string) (values Values, wrong int, ok bool) {
	if len(words) < len(terms) {
		return values, -1, false
	}
	for i, term := range terms {
		text := words[i]
		if i == len(terms)-1 {
			text = strings.Join(words[i:], " ")
		}
		if values[i], ok = term.Read(text); !ok || values[i] < term.Low || values[i] > term.High {
			return values, i, false
		}
	}
	return values, 0, true
}

// bad returns the refusal of a text with a wrong term or a missing word.
func (v Verb) bad(words []string, wrong int) error {
	switch {
	case v.Bad != nil:
		return v.Bad()
	case wrong >= 0 && len(words) <= len(v.Terms)+1 && words[wrong+1] != "?":
		return engine.Refuse(engine.NotAnAction, RefusedTerm, strings.Join(words, " "), v.Terms[wrong].Help())
	}
	form := v.form()
	return engine.Refuse(engine.NotAnAction, RefusedTerms, form.String(), form.Help())
}

// fewValues is the maximum number of values of a term that are listed for completion.
const fewValues = 24

// form returns the form of the verb, with the possible values of its terms.
func (v Verb) form() engine.ActionForm {
	form := engine.ActionForm{Verb: v.Name}
	for _, term := range v.Terms {
		arg := engine.ActionArg{Name: term.Name, Form: term.Form, Help: term.Help(), Example: term.Write(term.Low), Number: term.Numeric}
		if term.Count() <= fewValues {
			arg.Values = slices.Collect(term.All())
		}
		form.Args = append(form.Args, arg)
	}
	return form
}

// Play parses an action and plays it, or refuses it. none is as in [Read].
func Play(action engine.Action, verbs []Verb, none func() error) error {
	verb, values, err := Read(action, verbs, none)
	if err == nil && verb.Closed != nil {
		err = verb.Closed()
	}
	if err == nil && verb.May != nil {
		err = verb.May(values)
	}
	var refusal *engine.Refusal
	if errors.As(err, &refusal) && refusal.Format == RefusedNow {
		return engine.Refuse(refusal.Code, RefusedNow, verb.Name, Forms(verbs))
	}
	if err == nil {
		verb.Do(values)
	}
	return err
}
