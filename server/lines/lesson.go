package lines

import (
	"context"
	"slices"
	"strings"

	"parlor/engine"
	"parlor/prose"
)

// tutorial is the verb that starts a tutorial.
const tutorial = "tutorial"

// lesson is a tutorial in progress in the lobby.
type lesson struct {
	*console
	*prose.Learning
	game prose.Game
}

// learn starts the tutorial of a game, or returns nil if there is none.
func learn(c *console, name string) *lesson {
	at := slices.IndexFunc(c.commands.Games, func(game prose.Game) bool {
		return strings.EqualFold(game.Name, name) && len(game.Lesson.Steps) > 0
	})
	if at < 0 {
		c.say(prose.T("Type {tutorial} and one of these games: {games}.", prose.Literal(tutorial), c.games()))
		return nil
	}
	game := c.commands.Games[at]
	learning, err := prose.Learn(game)
	if err != nil {
		c.refuse(err)
		return nil
	}
	l := &lesson{c, learning, game}
	c.say(prose.T("This is the {game} tutorial. {look} describes the table again. {hint} suggests the likeliest guess and says why. {lobby} leaves the tutorial.",
		prose.Literal(game.Title), prose.Literal("look"), prose.Literal("hint"), prose.Literal("lobby")))
	l.showStep()
	return l
}

// table returns the verbs of a tutorial.
func (l *lesson) table() table {
	return table{other: l.play, verbs: []verb{
		{names: []string{"lobby", "leave"}, goes: func(context.Context, input) move {
			l.say(prose.T("You are in the lobby."))
			return move{to: toLobby}
		}},
		{names: []string{"look"}, do: tells(l.showTable)},
		{names: []string{"hint"}, do: tells(func() { l.say(l.Hint(l.person.Session.Name())...) })},
	}}
}

// play plays an action, or continues if none is expected.
func (l *lesson) play(_ context.Context, in input) move {
	wants := l.Step().Wants
	action := engine.Action(strings.Join(strings.Fields(strings.ToLower(in.line)), " "))
	switch {
	case len(wants) == 0 && (in.verb == "" || in.verb == string(engine.Next)):
		return l.nextStep()
	case len(wants) == 0:
		l.say(prose.T("Press Enter to continue."))
	case l.Wanted(action):
		if err := l.Play(action); err != nil {
			l.refuse(err)
			return move{}
		}
		return l.nextStep()
	default:
		if err := l.Try(action); err != nil {
			l.say(l.game.Narrator.Reason(err, l.scene()))
		}
		l.say(prose.T("Not yet. To go on, type {action}.", prose.Literal(string(wants[0]))))
	}
	return move{}
}

// nextStep continues or ends the tutorial.
func (l *lesson) nextStep() move {
	if l.Next(); !l.Over() {
		l.showStep()
		return move{}
	}
	l.say(prose.T("That was the tutorial. Type {rules} {game} for the rules. Have fun!", prose.Literal("rules"), prose.Literal(l.game.Name)))
	return move{to: toLobby}
}

// showStep shows the table and the step.
func (l *lesson) showStep() {
	l.showTable()
	l.say(l.Step().InLines()...)
}

func (l *lesson) showTable() { l.say(l.game.Narrator.Table(l.scene())...) }

// scene returns the table of the tutorial as the player sees it.
func (l *lesson) scene() prose.Scene { return l.Scene(l.person.Session.Name()) }
