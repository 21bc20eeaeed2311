package lines

import (
	"slices"
	"strings"

	"parlor/engine"
	"parlor/prose"
	"parlor/server/command"
)

// Completer is a Source whose lines can be completed while they are typed. Next delivers
// whole lines only.
type Completer interface {
	Source
	// Asked delivers the line so far, each time the player presses Tab.
	Asked() <-chan string
	// Complete extends the last word by the common prefix of the given words, or lists them if that
	// adds nothing. It does nothing if the typed line is no longer the given one.
	Complete(line string, words []string)
}

// asked returns the channel of completion requests, or nil.
func asked(source Source) <-chan string {
	if completer, is := source.(Completer); is {
		return completer.Asked()
	}
	return nil
}

// complete answers a completion request.
func (s *Session) complete(line string) {
	before, last := "", line
	if at := strings.LastIndexByte(line, ' '); at >= 0 {
		before, last = line[:at], line[at+1:]
	}
	words := s.words(strings.Fields(strings.ToLower(before)))
	words = slices.DeleteFunc(words, func(word string) bool { return !strings.HasPrefix(word, strings.ToLower(last)) })
	slices.Sort(words)
	s.Source.(Completer).Complete(line, slices.Compact(words))
}

// words returns the words that can follow before.
func (s *Session) words(before []string) (words []string) {
	if len(before) == 0 {
		for _, t := range s.tables() {
			words = append(words, t.names()...)
		}
		return append(words, s.room.playable()...)
	}
	switch forms := s.room.forms(); {
	case before[0] == command.Help && len(before) == 1:
		for _, form := range forms {
			words = append(words, form.Verb)
		}
		return words
	default:
		at := slices.IndexFunc(forms, func(form engine.ActionForm) bool { return form.Verb == before[0] })
		if at < 0 || len(before) > len(forms[at].Args) {
			return nil
		}
		return slices.Clone(forms[at].Args[len(before)-1].Values)
	}
}

// names returns the verbs of a table that have an effect now.
func (t table) names() (names []string) {
	for _, v := range t.verbs {
		if v.when == nil || v.when("") {
			names = append(names, v.names...)
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// forms returns the action forms of the match in the room, or nil if no match is played.
func (r *room) forms() []engine.ActionForm {
	if r == nil || r.Match == nil || r.Stage != engine.Playing {
		return nil
	}
	return r.game().Actions(r.Match.Seats, r.Match.Options)
}

// playable returns the verbs that the player can play now.
func (r *room) playable() (verbs []string) {
	if r == nil || r.Match == nil {
		return nil
	}
	for _, form := range r.Match.Grammar {
		verb, _, _ := strings.Cut(form, " ")
		verbs = append(verbs, verb)
	}
	return verbs
}

// showForm shows the arguments of an action, and reports whether it exists.
func (r *room) showForm(verb string) bool {
	forms := r.forms()
	at := slices.IndexFunc(forms, func(form engine.ActionForm) bool { return form.Verb == verb })
	if at < 0 {
		return false
	}
	form := forms[at]
	if len(form.Args) == 0 {
		r.say(prose.T("Type {action}, without arguments.", prose.Literal(verb)))
	} else {
		r.say(prose.T("Type {form}, such as {example}: {help}.", prose.Literal(form.String()), prose.Literal(form.Example()), prose.Literal(form.Help())))
	}
	return true
}
