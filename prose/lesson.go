package prose

import (
	"cmp"
	"slices"

	"parlor/engine"
)

// Lesson is a tutorial: a prepared game that is played against a script. A lesson without steps
// counts as none.
type Lesson struct {
	Version int // of the rules by which Seed deals what the steps describe; 0 is the newest
	Seed    engine.Seed
	Options engine.Options
	Steps   []Step
}

// Step is one step of a lesson: an explanation, and what the reader must do then. The reader has
// seat 1, and the script plays the others.
type Step struct {
	Moves []engine.Move // played before the text is shown
	// Text holds the sentences of the step. What the reader does is an argument made by [Do].
	Text []Text
	// Keys holds sentences only for readers with the board on a screen.
	Keys []Text
	// Wants holds the actions of which the reader must play one. If it is empty, Enter continues.
	Wants []engine.Action
}

// Do returns an argument for what the reader of a lesson does: on a screen keys, described in words
// such as "press d", and in text mode typing typed, which is in the game's notation.
func Do(keys Text, typed engine.Action) Arg {
	return Arg{Kind: KindDo, Texts: []Text{keys, T("type {action}", Literal(string(typed)))}}
}

// OnScreen returns the sentences of the step for a reader with a board on a screen.
func (s Step) OnScreen() []Text {
	return s.goingOn(slices.Concat(s.Text, s.Keys))
}

// InLines returns the sentences of the step for text mode.
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

// goingOn appends how to continue if the step wants no action.
func (s Step) goingOn(told []Text) []Text {
	if len(s.Wants) == 0 {
		told = append(told, T("Press Enter."))
	}
	return told
}

// Learning is a lesson in play, with one player.
type Learning struct {
	game  Game
	match engine.Match
	at    int
	over  bool
}

// Learn begins the lesson of a game. It fails if the game has no lesson, or none that can be dealt.
func Learn(game Game) (*Learning, error) {
	if len(game.Lesson.Steps) == 0 {
		return nil, &Refusal{Text: T("There is no tutorial for {game}.", Literal(game.Title))}
	}
	match, err := game.AtVersion(cmp.Or(game.Lesson.Version, game.Version)).Start(game.MinSeats, game.Lesson.Seed, game.Lesson.Options)
	if err != nil {
		return nil, err
	}
	l := &Learning{game: game, match: match}
	l.script()
	return l, nil
}

// Step returns the current step.
func (l *Learning) Step() Step { return l.game.Lesson.Steps[l.at] }

// At returns the index of the current step, from 0.
func (l *Learning) At() int { return l.at }

// Over reports whether the last step is done.
func (l *Learning) Over() bool { return l.over }

// Scene returns the table as the reader sees it. name is the reader's.
func (l *Learning) Scene(name string) Scene {
	view := l.match.View(0)
	names := []string{name, "Salai", "Fiora", "Bramante"}
	return Scene{View: view, Names: names[:view.Seats], Away: make([]bool, view.Seats)}
}

// Hint returns a hint for the reader, whose name is given; see Game.Hint.
func (l *Learning) Hint(name string) []Text { return l.game.Hint(l.Scene(name)) }

// Wanted reports whether an action is among those that the step wants.
func (l *Learning) Wanted(action engine.Action) bool { return slices.Contains(l.Step().Wants, action) }

// Play plays an action of the reader. If the game refuses it, nothing changes.
func (l *Learning) Play(action engine.Action) error {
	next, _, err := l.match.Play(0, action)
	if err == nil {
		l.match = next
	}
	return err
}

// Try returns the error with which the game would refuse an action now, or nil.
func (l *Learning) Try(action engine.Action) error {
	_, _, err := l.match.Play(0, action)
	return err
}

// Next advances to the next step, or ends the lesson after the last one.
func (l *Learning) Next() {
	if l.at+1 == len(l.game.Lesson.Steps) {
		l.over = true
		return
	}
	l.at++
	l.script()
}

// script plays the moves that precede the current step.
func (l *Learning) script() {
	for _, move := range l.Step().Moves {
		if next, _, err := l.match.Play(move.Seat, move.Action); err == nil { // a test plays them all
			l.match = next
		}
	}
}
