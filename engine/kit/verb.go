package kit

import (
	"errors"
	"iter"
	"slices"
	"strings"

	"parlor/engine"
)

// A Verb is a kind of action: how it is written, and, in a game of [Rules], when a seat
// can play it and what it does.
type Verb struct {
	Name  string
	Terms []Term
	// Bad refuses arguments that cannot be read; nil does it with the help of the terms.
	Bad func() error
	// Closed says why the verb cannot be played now; nil if it can. See If and Unless.
	Closed func() error
	// May refuses arguments that the rules forbid now; nil allows all.
	May func(Values) error
	// All yields the arguments that May allows; nil tries all that the terms have.
	All iter.Seq[Values]
	// Do plays it, with arguments that May allows.
	Do func(Values)
}

// What a game refuses if it has no sentences of its own; behind each its arguments.
const (
	RefusedAction = "That is no action here; you can play %s."      // forms
	RefusedTerms  = "Play %s; %s."                                  // form, what the terms can be
	RefusedTerm   = "%s: %s."                                       // what was typed, what the term can be
	RefusedNow    = "You cannot play %s now; you can play %s."      // verb, forms
	RefusedTurn   = "It is the turn of seat %v."                    // seat
	RefusedWait   = "You have decided. Play goes on after seat %s." // numbers of seats
	RefusedOut    = "You are out of this game. Watch how it ends."
)

// Unless is nil if a condition holds, or else a refusal, as of [Verb.May].
func Unless(holds bool, format string, args ...any) error {
	if holds {
		return nil
	}
	return engine.Refuse(engine.NotLegal, format, args...)
}

// If is nil if a condition holds, or else a [Verb.Closed] whose sentence names the forms of
// the verbs that can be played.
func If(holds bool) func() error {
	if holds {
		return nil
	}
	return func() error { return Unless(false, RefusedNow) }
}

// Action is the verb with arguments, as Legal yields it.
func (v Verb) Action(values ...int) engine.Action {
	var room [32]byte
	line := append(room[:0], v.Name...)
	for i, term := range v.Terms {
		line = append(append(line, ' '), term.Write(values[i])...)
	}
	return engine.Action(line)
}

// Form is the verb in a grammar: "guess SEAT 0-11".
func (v Verb) Form() string {
	form := v.Name
	for _, term := range v.Terms {
		form += " " + term.Form
	}
	return form
}

// legal yields all arguments that the rules allow, in order; the first terms count most.
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

// count is how many arguments the rules allow.
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

// Legal yields the actions of verbs that can be played, lazily.
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

// Forms are the grammar of the verbs that can be played, and of resigning.
func Forms(verbs []Verb) engine.Words {
	var forms engine.Words
	for _, verb := range verbs {
		if verb.Closed == nil {
			forms = append(forms, verb.Form())
		}
	}
	return append(forms, string(engine.Resign))
}

// maxAction bounds how much text is looked at; every form is much shorter.
const maxAction = 80

// Split returns the words of an action in small letters, as people type it: capitals, and
// spaces, tabs or commas between the words. It returns none if the action is too long, or
// has a character that no action has: a line feed would break the line of a record.
func Split(action engine.Action) []string {
	odd := func(r rune) bool { return r != '\t' && (r < ' ' || r > '~') }
	if len(action) > maxAction || strings.ContainsFunc(string(action), odd) {
		return nil
	}
	return strings.Fields(strings.ReplaceAll(strings.ToLower(string(action)), ",", " "))
}

// Read reads an action of one of some verbs. It returns the verb and its arguments, or a
// refusal: none for what begins with no verb, or without it the forms that can be played.
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

// Spell returns an action of one of some verbs as Legal yields it, or as it is if it cannot
// be read.
func Spell(action engine.Action, verbs []Verb) engine.Action {
	verb, values, err := Read(action, verbs, nil)
	if err != nil {
		return action
	}
	return verb.Action(values[:]...)
}

// readTerms reads a word for each term, and all that are left for the last. If it cannot
// read one, wrong is its number, or -1 if a word is missing.
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

// bad refuses what was typed, in which a term is wrong, or a word is missing.
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

// fewValues is how many values of a term are listed for completion.
const fewValues = 24

// form returns the form of the verb, with all that can stand in its terms.
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

// Play reads an action and plays it, or refuses it; none is as for [Read].
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
