package tui

import (
	"cmp"
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// askName asks for another name. What is typed takes the place of the one before.
func (r *Root) askName() {
	help := r.ctx.Say(prose.T("You are {name}. A new name of up to {n} letters holds everywhere, also at your tables.", prose.Name(r.name), prose.N(r.nameCells())))
	widget.OpenPrompt(r.ctx, r.ctx.Say(prose.T("Your name")), help, "", maxName, r.rename)
}

// namedMsg says what the person is called, and how they come back where they have
// no key, after they have asked for another name.
type namedMsg struct {
	name, returnLine string
	told             prose.Text // what became of the name that was typed; zero where it is that
	err              error
}

// nameCells is the width of a name.
func (r *Root) nameCells() int {
	return cmp.Or(r.session.NameCells, lobby.Limits{}.WithDefaults().NameCells)
}

// rename asks for another name.
func (r *Root) rename(wished string) tea.Cmd {
	session, cells := r.session, r.nameCells()
	asked := r.ask(func(ctx context.Context) error {
		return lobby.Perform(ctx, session.Session, lobby.Rename{Name: wished})
	})
	return func() tea.Msg {
		named := namedMsg{returnLine: session.ReturnLine}
		if done, is := asked().(screen.Done); is {
			named.err = done.Err
		}
		if session.Named != nil {
			named.returnLine = session.Named()
		}
		if named.name = session.Session.Name(); named.err == nil {
			named.told = lobby.CleanedNameText(wished, named.name, cells)
		}
		return named
	}
}

// named takes the new name, or says why there is none.
func (r *Root) named(msg namedMsg) {
	r.changed()
	r.name, r.session.ReturnLine = msg.name, msg.returnLine
	switch {
	case msg.err != nil:
		r.refuse(msg.err)
	case !msg.told.IsZero():
		r.tell(msg.told)
	}
}

// learn asks for a game and begins its tutorial.
func (r *Root) learn() tea.Cmd {
	widget.AskGame(r.ctx, prose.T("Tutorial"), func(kit board.Game) bool { return len(kit.Lesson.Steps) > 0 }, func(at int) tea.Cmd {
		if lesson := newLesson(r, r.ctx.Games[at]); lesson != nil {
			r.open(lesson)
		}
		return nil
	})
	return nil
}
