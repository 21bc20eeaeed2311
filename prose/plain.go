package prose

import (
	"slices"

	"parlor/engine"
	"parlor/engine/kit"
)

// Plainly returns a [Narrator.Game] for a game whose events are of package kit: it tells
// what their forms say of them.
func Plainly(forms []kit.EventForm) func([]engine.Event, People) []Text {
	return Telling(func(events []kit.Event, who People) []Text {
		told := make([]Text, len(events))
		for i, event := range events {
			told[i] = plain(forms, event, who)
		}
		return told
	})
}

// plain is an event as its form says it.
func plain(forms []kit.EventForm, event kit.Event, who People) Text {
	switch kit.Common(event.Word) {
	case kit.TimedOut:
		return who.Say(event.Seat, "You ran out of time.", "{name} ran out of time.")
	case kit.Resigned:
		return who.Say(event.Seat, "You resigned.", "{name} resigned.")
	case kit.Won:
		return who.Say(event.Seat, "You won.", "{name} won.")
	case kit.Draw:
		return T("It is a draw.")
	}
	form := kit.EventForm{}
	if i := slices.IndexFunc(forms, func(one kit.EventForm) bool { return one.Word == event.Word }); i >= 0 {
		form = forms[i]
	}
	var args []Arg
	for i := range form.Terms {
		args = append(args, Literal(event.Arg(i)))
	}
	switch {
	case form.Other == "" && event.Seat == engine.Watcher:
		return T("{did}.", Literal(event.String()))
	case form.Other == "":
		return T("{name}: {did}.", who.Name(event.Seat), Literal(kit.Event{Seat: engine.Watcher, Word: event.Word, Args: event.Args}.String()))
	case event.Seat == engine.Watcher:
		return T(form.Other, args...)
	case form.You == "" || !who.IsYou(event.Seat):
		return T(form.Other, append([]Arg{who.Name(event.Seat)}, args...)...)
	}
	return T(form.You, args...)
}
