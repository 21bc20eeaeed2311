package tui

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
)

// askName asks for another name. What is typed takes the place of the one before.
func (r *Root) askName() {
	help := r.ctx.Say(prose.T("You are {name}. A new name of up to {n} letters holds everywhere, also at your tables.", prose.Name(r.you()), prose.N(r.nameCells())))
	r.prompt(r.ctx.Say(prose.T("Your name")), help, "", maxName, r.rename)
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
		if done, is := asked().(doneMsg); is {
			named.err = done.err
		}
		if session.Named != nil {
			named.returnLine = session.Named()
		}
		if named.name = session.Session.Name(); named.err == nil {
			named.told = lobby.ToldName(wished, named.name, cells)
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
	return r.chooseGame(prose.T("Tutorial"), func(kit board.Game) bool { return len(kit.Lesson.Steps) > 0 }, func(kit board.Game) tea.Cmd {
		if lesson := newLesson(r, kit); lesson != nil {
			r.open(lesson)
		}
		return nil
	})
}

// chooseGame asks for one of the games that are fit, by its number, and has
// something done with it.
func (r *Root) chooseGame(label prose.Text, fits func(board.Game) bool, do func(board.Game) tea.Cmd) tea.Cmd {
	help := ""
	for i, kit := range r.ctx.Games {
		if fits(kit) {
			help += "  " + strings.ReplaceAll(strconv.Itoa(i+1)+" "+kit.Game.Title, " ", "\u00a0")
		}
	}
	digits := len(strconv.Itoa(len(r.ctx.Games)))
	r.prompt(r.ctx.Say(label), r.ctx.Say(prose.T("type a number:  {games}", prose.Literal(help))), "", digits, func(text string) tea.Cmd {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(r.ctx.Games) || !fits(r.ctx.Games[n-1]) {
			r.tell(prose.T("There is no game with that number."))
			return nil
		}
		return do(r.ctx.Games[n-1])
	})
	return nil
}
