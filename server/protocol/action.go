package protocol

import (
	"encoding/json"
	"slices"
	"strings"

	"parlor/engine"
	"parlor/prose"
)

// forms returns the forms of all actions of the match, which can be sent as objects.
func (s *Session) forms() []engine.ActionForm {
	forms := []engine.ActionForm{{Verb: string(engine.Resign)}, {Verb: string(engine.Next)}}
	at := slices.IndexFunc(s.Games, func(game prose.Game) bool { return game.Name == s.shown.Plan.Game })
	if at < 0 || s.shown.Match == nil {
		return forms
	}
	return append(s.Games[at].Actions(s.shown.Match.Seats, s.shown.Match.Options), forms...)
}

// actionOf reads an action that is sent as an object, such as
// {"guess":{"seat":2,"tile":3,"value":7}}, and returns its text.
func actionOf(value json.RawMessage, forms []engine.ActionForm) (engine.Action, error) {
	verbs := make([]string, len(forms))
	for i, form := range forms {
		verbs[i] = form.Verb
	}
	object, err := members(value)
	if others := unknown(object, verbs); err != nil || len(object) != 1 || len(others) > 0 {
		return "", prose.Because(errMalformed, "As an object, an action has one member, which is one of {actions}.", prose.List(prose.Literals(verbs)))
	}
	form := forms[slices.IndexFunc(forms, func(form engine.ActionForm) bool { return object[form.Verb] != nil })]
	args, err := members(object[form.Verb])
	line := []string{form.Verb}
	for _, arg := range form.Args {
		line = append(line, argument(args[arg.Name], arg.List)...)
	}
	if err != nil || len(args) != len(form.Args) || slices.Contains(line, "") {
		return "", prose.Because(errMalformed, "The value of {action} must be an object like {example}.", prose.Literal(form.Verb), prose.Literal(exampleOf(form)))
	}
	return engine.Action(strings.Join(line, " ")), nil
}

// argument returns the words of an argument. It returns an empty word if the value is not one.
func argument(value json.RawMessage, list bool) []string {
	var items []json.RawMessage
	switch {
	case !list:
		return []string{word(value)}
	case json.Unmarshal(value, &items) != nil || len(items) == 0:
		return []string{""}
	}
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = word(item)
	}
	return words
}

// word returns the word that represents a number or a text in an action. It is empty if the value
// is neither, or has characters that would end a word.
func word(value json.RawMessage) string {
	var number json.Number
	var text string
	switch {
	case len(value) > 0 && value[0] == '"' && json.Unmarshal(value, &text) == nil:
	case json.Unmarshal(value, &number) == nil:
		text = number.String()
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' || r == ',' }) {
		return ""
	}
	return text
}

// exampleOf returns the JSON object with the arguments of a form, as an example.
func exampleOf(form engine.ActionForm) string {
	args := make([]string, len(form.Args))
	for i, arg := range form.Args {
		words := strings.Fields(arg.Example)
		for j := range words {
			if !arg.Number {
				words[j] = `"` + words[j] + `"`
			}
		}
		text := strings.Join(words, ",")
		if arg.List {
			text = "[" + text + "]"
		}
		args[i] = `"` + arg.Name + `":` + text
	}
	return "{" + strings.Join(args, ",") + "}"
}

// ActionObject returns an action of a form as it can be sent as an object.
func ActionObject(form engine.ActionForm) string {
	return `{"` + form.Verb + `":` + exampleOf(form) + "}"
}
