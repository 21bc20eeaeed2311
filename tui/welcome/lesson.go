package welcome

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// lessonLines is the number of lines for the text of a step.
const lessonLines = 3

// lessonScreen is the tutorial of a game, on a board without other players.
type lessonScreen struct {
	screen.Base
	ctx *screen.Context
	kit board.Game
	*prose.Learning
	board board.Board
	read  bool     // the text was read, if it covers the board
	drawn []string // the last drawing of the body, with the clickable parts of the board
}

// OpenLesson asks for a game and starts its tutorial.
func OpenLesson(c *screen.Context) tea.Cmd {
	widget.AskGame(c, prose.T("Tutorial"), func(kit board.Game) bool { return len(kit.Lesson.Steps) > 0 }, func(at int) tea.Cmd {
		kit := c.Games[at]
		if learning, err := prose.Learn(kit.Told()); err == nil { // a test ensures that there is no error
			l := &lessonScreen{ctx: c, kit: kit, Learning: learning, board: kit.Board(c.Theme, c.Voice)}
			l.see()
			c.Shell.Open(l)
		}
		return nil
	})
	return nil
}

// see shows the step on the board.
func (l *lessonScreen) see() {
	scene := l.Scene(l.ctx.You.Name)
	scene.Aided = true
	l.board.See(scene)
	board.Rest(l.board) // a tutorial has no animations
}

// next shows the next step, or the end.
func (l *lessonScreen) next() {
	l.Next()
	if !l.Over() {
		l.read = false
		l.see()
	}
}

// reads reports whether the text covers the board.
func (l *lessonScreen) reads() bool { return l.small() && !l.read }

// asks reports whether the step expects an action.
func (l *lessonScreen) asks() bool { return len(l.Step().Wants) > 0 }

// Bindings implements screen.Screen.
func (l *lessonScreen) Bindings() screen.Bindings {
	own := slices.Values(l.bind())
	if l.Over() {
		return own
	}
	return keymap.Join(l.boardBindings, own)
}

// boardBindings yields the bindings of the board, which are enabled if the step expects an action.
func (l *lessonScreen) boardBindings(yield func(screen.Binding) bool) {
	plays := l.asks() && !l.reads()
	for one := range l.board.Bindings() {
		by := keymap.Then(&one, l.play)
		by.Key = keymap.If(plays && one.Key.Enabled(), one.Key)
		by.Only = func(name string) bool { return name != "esc" && (one.Only == nil || one.Only(name)) } // which leaves the tutorial
		if !yield(by) {
			return
		}
	}
}

func (l *lessonScreen) bind() []screen.Binding {
	leaves := screen.Binding{Key: keymap.Named("esc"), Hint: prose.T("leave"), Help: prose.T("leave the tutorial"), Leaves: true, Do: screen.Call(func() { l.ctx.Shell.Close(l) })}
	enter, hint, again := keymap.Of("enter", "enter", "space"), prose.T("continue"), l.next
	switch {
	case l.Over():
		return []screen.Binding{{Key: keymap.Of("enter", "enter", "esc"), Hint: prose.T("back to the lobby"), Help: prose.T("back to the lobby"), Leaves: true, Do: leaves.Do}}
	case l.reads():
		hint, again = prose.T("to the table"), func() { l.read = true }
	}
	return []screen.Binding{
		{Key: keymap.If(l.reads() || !l.asks(), enter), Hint: hint, Help: prose.T("continue"), Do: screen.Call(again)},
		{Key: keymap.If(l.asks() && !l.reads(), keymap.Named(screen.InsightKey)), Hint: prose.T("hint"), Help: prose.T("a hint: the likeliest guess, and why"), Do: screen.Call(l.tellHint)},
		{Key: keymap.If(l.small() && !l.reads(), keymap.Named("\\")), Hint: prose.T("instructions"), Help: prose.T("in a small window: show the instructions again"), Do: screen.Call(func() { l.read = false })},
		leaves,
	}
}

// tellHint shows the likeliest guess at this step, and the reasons.
func (l *lessonScreen) tellHint() { l.ctx.Shell.Tell(l.Hint(l.ctx.You.Name)...) }

// Explain implements screen.Screen.
func (l *lessonScreen) Explain(name string, _ *screen.Binding) string {
	one := screen.BoardBinding(l.board.Bindings(), name)
	switch {
	case one == nil || l.Over() || l.reads():
		return ""
	case !l.asks():
		return l.ctx.Say(prose.T("Press Enter to continue."))
	case !one.Why.IsZero():
		return l.ctx.Say(one.Why)
	}
	return l.ctx.Say(l.board.Ask())
}

// Help implements screen.Screen.
func (l *lessonScreen) Help() prose.Document { return l.kit.Rules }

// Click implements screen.Screen: a part of the board does what it stands for.
func (l *lessonScreen) Click(x, y int) tea.Cmd {
	part := board.PartAt(l.drawn, x, y)
	clicker, clicks := l.board.(board.Clicker)
	if part != "" && clicks && !l.Over() && l.asks() {
		action, _ := clicker.Click(part)
		return l.play(action)
	}
	return nil
}

// play plays an action that the step expects, and refuses others.
func (l *lessonScreen) play(action engine.Action) tea.Cmd {
	if action == "" {
		return nil
	}
	if !l.Wanted(action) {
		l.ctx.Shell.Tell(prose.T("Not yet. Do what it says above to go on."))
		l.board = l.kit.Board(l.ctx.Theme, l.ctx.Voice) // removes what was typed
		l.see()
		return nil
	}
	if err := l.Play(action); err != nil {
		l.ctx.Shell.Refuse(err)
		return nil
	}
	l.see()
	l.next()
	return nil
}

// View implements screen.Screen.
func (l *lessonScreen) View() screen.Frame {
	theme, width := l.ctx.Theme, l.ctx.Width
	steps := len(l.kit.Lesson.Steps)
	frame := screen.Frame{Title: l.ctx.Say(prose.T("tutorial")), Head: style.Sides(" "+theme.Title.Render(l.ctx.Say(prose.T("Tutorial")))+theme.Faint.Render("  "+l.kit.Game.Title),
		theme.Faint.Render(l.ctx.Say(prose.T("step {n} of {steps}", prose.N(l.At()+1), prose.N(steps))))+" ", width)}
	if l.small() && (!l.read || l.Over()) {
		frame.Body, l.drawn = style.Exactly(append([]string{""}, l.told()...), l.ctx.Height-2), nil
		return frame
	}
	room := l.ctx.BodyHeight() + 1
	if !l.small() {
		frame.Body = style.Exactly(l.told(), lessonLines)
		room -= lessonLines
	}
	// A board with less room than it asks for loses the end of its log.
	least := min(screen.BoardHeight, l.ctx.BodyHeight())
	drawn := strings.Split(l.board.Draw(width, max(room, least)), "\n")
	frame.Body = append(frame.Body, style.Exactly(drawn, room)...)
	l.drawn = frame.Body
	if !l.Over() && l.asks() {
		frame.Idle = style.Indented(style.Wrapped(l.ctx.Say(l.board.Ask()), theme.Text, width-2), 1)
	}
	return frame
}

// small reports whether the board does not fit below the text.
func (l *lessonScreen) small() bool { return l.ctx.Slim() || l.ctx.Height < screen.BoardHeight+4 }

// told returns the lines of the text of the step.
func (l *lessonScreen) told() []string {
	text := l.Step().OnScreen()
	if l.Over() {
		text = []prose.Text{prose.T("That was the tutorial. The rules are in the help at every table. Have fun!")}
	}
	return style.Indented(style.Wrapped(l.ctx.SayAll(text), l.ctx.Theme.Accent, min(l.ctx.Width-2, 110)), 1)
}
