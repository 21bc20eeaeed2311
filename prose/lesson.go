package prose

import (
	"slices"

	"parlor/engine"
)

// Lesson is a tutorial: a prepared game that is played against a script. One
// without steps is none.
type Lesson struct {
	Seed    engine.Seed
	Options engine.Options
	Steps   []Step
}

// Step is one thing that is told, and what the reader does then. The reader has
// seat 1, the script the others.
type Step struct {
	Moves []engine.Move // played before it is told
	// Text are sentences; what the reader does is an argument of [Do].
	Text []Text
	// Keys are sentences for those only who have the board on a screen.
	Keys []Text
	// Wants is what the reader has to play; any one of them will do. Empty goes
	// on with Enter.
	Wants []engine.Action
}

// Do is what a reader of a lesson does: by keys, in words such as "press d", or
// by typing, which is the game's notation.
func Do(keys Text, typed engine.Action) Arg {
	return Arg{Kind: KindDo, Texts: []Text{keys, T("type {action}", Literal(string(typed)))}}
}

// OnScreen are the sentences of the step for somebody who has its board on a
// screen.
func (s Step) OnScreen() []Text {
	return s.goingOn(slices.Concat(s.Text, s.Keys))
}

// InLines are the sentences of the step for somebody who types.
func (s Step) InLines() []Text {
	told := make([]Text, len(s.Text))
	for i, text := range s.Text {
		args := slices.Clone(text.Args)
		for j, arg := range args {
			if arg.Kind == KindDo {
				args[j] = Sub(arg.Texts[1])
			}
		}
		text.Args = args
		told[i] = text
	}
	return s.goingOn(told)
}

// goingOn says how to go on where nothing is to be played.
func (s Step) goingOn(told []Text) []Text {
	if len(s.Wants) == 0 {
		told = append(told, T("Press Enter."))
	}
	return told
}
