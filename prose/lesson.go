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

// goingOn says how to go on where nothing is to be played.
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

// Learn begins the lesson of a game. It fails where the game has none, or none
// that can be dealt.
func Learn(game Game) (*Learning, error) {
	if len(game.Lesson.Steps) == 0 {
		return nil, &Refusal{Text: T("There is no tutorial for {game}.", Literal(game.Title))}
	}
	match, err := game.Start(game.MinSeats, game.Lesson.Seed, game.Lesson.Options)
	if err != nil {
		return nil, err
	}
	l := &Learning{game: game, match: match}
	l.script()
	return l, nil
}

// Step is what is told now.
func (l *Learning) Step() Step { return l.game.Lesson.Steps[l.at] }

// At is the number of the step, from 0.
func (l *Learning) At() int { return l.at }

// Over reports whether the last step is done.
func (l *Learning) Over() bool { return l.over }

// Scene is the table as the reader sees it, under their name.
func (l *Learning) Scene(name string) Scene {
	view := l.match.View(0)
	names := []string{name, "Salai", "Fiora", "Bramante"}
	return Scene{View: view, Names: names[:view.Seats], Away: make([]bool, view.Seats)}
}

// Hint is a hint for the reader, under their name; see Game.Hint.
func (l *Learning) Hint(name string) []Text { return l.game.Hint(l.Scene(name)) }

// Wanted reports whether the step wants an action.
func (l *Learning) Wanted(action engine.Action) bool { return slices.Contains(l.Step().Wants, action) }

// Play plays an action. What the game refuses changes nothing.
func (l *Learning) Play(action engine.Action) error {
	next, _, err := l.match.Play(0, action)
	if err == nil {
		l.match = next
	}
	return err
}

// Try is why the game would refuse an action now; nil where it would not.
func (l *Learning) Try(action engine.Action) error {
	_, _, err := l.match.Play(0, action)
	return err
}

// Next goes on to the next step, or to the end.
func (l *Learning) Next() {
	if l.at+1 == len(l.game.Lesson.Steps) {
		l.over = true
		return
	}
	l.at++
	l.script()
}

// script plays what comes before the step.
func (l *Learning) script() {
	for _, move := range l.Step().Moves {
		if next, _, err := l.match.Play(move.Seat, move.Action); err == nil { // a test plays them all
			l.match = next
		}
	}
}
