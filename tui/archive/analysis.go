package archive

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// analysisScreen shows the analysis of a finished match.
type analysisScreen struct {
	screen.Base
	ctx     *screen.Context
	kit     board.Game
	title   prose.Text     // of the match
	account *prose.Account // nil until it arrives
	widget.Scroller
}

// analysisMsg delivers an analysis, or the error.
type analysisMsg struct {
	screen  *analysisScreen
	title   prose.Text
	account prose.Account
	err     error
}

// analyse opens the analysis of a match on top of a screen.
func analyse(c *screen.Context, below screen.Screen, game, id string) tea.Cmd {
	_, asks := OpenAnalysis(c, below, game, id)
	return asks
}

// OpenAnalysis opens the analysis of a match on top of a screen, and returns the command that loads
// it. If the server does not have the game, it opens nothing and returns nil.
func OpenAnalysis(c *screen.Context, below screen.Screen, game, id string) (screen.Screen, tea.Cmd) {
	own := c.Kit(game)
	if own.Board == nil {
		c.Shell.Refuse(prose.Refuse("This server no longer has {game}.", prose.Literal(own.Game.Title)))
		return nil, nil
	}
	kit, s := *own, &analysisScreen{ctx: c, kit: *own}
	c.Shell.OpenOn(below, s)
	history, analyst, person := c.History, c.Analyse, c.You.ID
	return s, func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		answer := analysisMsg{screen: s}
		match, err := history.Match(ctx, id)
		switch {
		case errors.Is(err, lobby.ErrUnknown):
			answer.err = prose.Refuse("That match no longer exists.")
		case err != nil:
			answer.err = prose.Because(err, "That match could not be loaded. Try again in a moment.")
		case match.Void != "":
			answer.err = match.RefuseAnalysis()
		default:
			answer.title = lobby.TitleText(match.Title)
			answer.account = match.Account()
			answer.account.Narrator = kit.Narrator
			for i, name := range answer.account.Names {
				answer.account.Names[i] = style.Cut(name, replayName)
			}
			answer.account.Analysis, answer.err = analyst(ctx, person, kit.Game, match.Record)
		}
		return answer
	}
}

// Update implements screen.Screen.
func (s *analysisScreen) Update(arrived tea.Msg) tea.Cmd {
	msg, is := arrived.(analysisMsg)
	if !is || msg.screen != s {
		return nil
	}
	s.Changed()
	if msg.err != nil {
		s.ctx.Shell.Refuse(msg.err)
		s.ctx.Shell.Close(s)
		return nil
	}
	s.title, s.account = msg.title, &msg.account
	return nil
}

func (s *analysisScreen) Bindings() screen.Bindings { return slices.Values(s.bind()) }

func (s *analysisScreen) bind() []screen.Binding {
	return append(s.ScrollBindings(s.ctx, s.lines), s.ctx.CloseBinding(s, prose.T("back")))
}

func (s *analysisScreen) Help() prose.Document { return s.kit.Rules }

func (s *analysisScreen) View() screen.Frame {
	return screen.Frame{Title: s.ctx.Say(prose.T("insight")), Left: s.ctx.Say(prose.T("Insight")), Right: s.kit.Game.Title + "  ·  " + s.ctx.Say(s.title), Body: s.Shown(s.ctx, s.lines())}
}

// lines returns the lines of the whole analysis.
func (s *analysisScreen) lines() []string {
	if s.account == nil {
		return awaited(s.ctx)
	}
	return documentLines(s.ctx, document.Analysis(*s.account))
}
