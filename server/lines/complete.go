package lines

import (
	"slices"
	"strings"

	"parlor/engine"
	"parlor/prose"
	"parlor/server/command"
)

// Completer is a source of lines that the player edits here, with a key that asks how the
// line goes on. Its Next delivers only whole lines.
type Completer interface {
	Source
	// Asked delivers what is typed, each time the key is pressed.
	Asked() <-chan string
	// Complete goes on with the last word of the line, if that is still what is typed, as far
	// as all the words do; it lists them if that is not at all.
	Complete(line string, words []string)
}

// asked is what a source delivers where it can complete lines; nil if it cannot.
func asked(source Source) <-chan string {
	if completer, is := source.(Completer); is {
		return completer.Asked()
	}
	return nil
}

// complete answers how a line goes on.
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

// words lists what can stand behind some words.
func (s *Session) words(before []string) (words []string) {
	switch forms := s.room.forms(); {
	case len(before) == 0:
		for _, t := range s.tables() {
			words = append(words, t.names()...)
		}
		return append(words, s.room.playable()...)
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

// names lists the verbs of a table that mean something now.
func (t table) names() (names []string) {
	for _, v := range t.verbs {
		if v.when == nil || v.when("") {
			names = append(names, v.names...)
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// forms are those of the actions of the game that is played in the room, if one is.
func (r *room) forms() []engine.ActionForm {
	if r == nil || r.Match == nil || r.Stage != engine.Playing {
		return nil
	}
	return r.game().Actions(r.Match.Seats, r.Match.Options)
}

// playable are the verbs of the actions that the player can play now.
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

// showForm tells what the action of a verb takes, and reports whether there is one.
func (r *room) showForm(verb string) bool {
	forms := r.forms()
	at := slices.IndexFunc(forms, func(form engine.ActionForm) bool { return form.Verb == verb })
	if at < 0 {
		return false
	}
	form := forms[at]
	if len(form.Args) == 0 {
		r.say(prose.T("Type {action}; nothing follows it.", prose.Literal(verb)))
	} else {
		r.say(prose.T("Type {form}, such as {example}: {help}.", prose.Literal(form.String()), prose.Literal(form.Example()), prose.Literal(form.Help())))
	}
	return true
}
