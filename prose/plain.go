package prose

import (
	"slices"
	"strconv"

	"parlor/engine"
	"parlor/engine/kit"
)

// Plain returns a narrator for a game whose events are of package kit. It words events by their
// forms, and lists the forms of the actions that can be played. Own and Table expect a view of type
// kit.View: a game with its own type of view must replace both.
func Plain(forms []kit.EventForm) Narrator {
	tell := Telling(func(events []kit.Event, who People) []Text {
		told := make([]Text, len(events))
		for i, event := range events {
			told[i] = plain(forms, event, who)
		}
		return told
	})
	return Narrator{
		Game: tell,
		Own: func(scene Scene) []Text {
			view, _ := scene.View.Table.(kit.View)
			return tell(boxed(view.Own), scene.People())
		},
		Table: func(scene Scene) []Text {
			view, _ := scene.View.Table.(kit.View)
			events := boxed(slices.Concat(view.Log, view.Own))
			if len(events) == 0 {
				return []Text{T("Nothing has happened yet.")}
			}
			return tell(events, scene.People())
		},
		Grammar: func(scene Scene) []Text {
			if !slices.Contains(scene.View.ToMove, scene.View.Seat) {
				return nil
			}
			return []Text{T("Type {actions}.", Or(Literals(scene.View.Grammar)))}
		},
	}
}

// boxed returns events of package kit as events of any game.
func boxed(events []kit.Event) []engine.Event {
	all := make([]engine.Event, len(events))
	for i, event := range events {
		all[i] = event
	}
	return all
}

// plain returns the sentence of an event's form.
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
	for i, term := range form.Terms {
		args = append(args, plainArg(term, event.Arg(i)))
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

// plainArg returns an argument of an event in the form in which people read it.
func plainArg(term kit.Term, word string) Arg {
	n, err := strconv.Atoi(word)
	if term.Many == "" || err != nil {
		return Literal(word)
	}
	return Sub(C(term.One, term.Many, N(n)))
}
