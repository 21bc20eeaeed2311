package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// analysisScreen tells what could be known when in a match that is over.
type analysisScreen struct {
	screen.Base
	root    *Root
	kit     board.Game
	title   prose.Text     // of the match
	account *prose.Account // nil until it has come
	widget.Scroller
	bound screen.BindingCache[screen.Always]
}

// analysisMsg is the answer to an analysis that was asked for.
type analysisMsg struct {
	screen  *analysisScreen
	title   prose.Text
	account prose.Account
	err     error
}

// analyses reports whether matches that have ended can be analysed here.
func (r *Root) analyses() bool { return r.ctx.History != nil && r.ctx.Analyse != nil }

// insightKey opens the analysis of a match, wherever one is shown that is over.
const insightKey = "i"

func (r *Root) insightKey() keys.Key { return keys.If(r.analyses(), keys.Named(insightKey)) }

func (r *Root) insightHint() prose.Text {
	return screen.Either(r.analyses(), prose.T("insight"), prose.Text{})
}

func (r *Root) insightHelp() prose.Text {
	return screen.Either(r.analyses(), prose.T("a finished match: chances, luck and key moments"), prose.Text{})
}

// analyse opens the analysis of a match of a game on a screen, and asks for it.
func (r *Root) analyse(below screen.Screen, game, id string) tea.Cmd {
	own := r.ctx.Kit(game)
	if own.Board == nil {
		r.refuse(prose.Refuse("This server does not have {game} any more.", prose.Literal(own.Game.Title)))
		return nil
	}
	kit, s := *own, &analysisScreen{root: r, kit: *own}
	r.openOn(below, s)
	history, analyst, person := r.ctx.History, r.ctx.Analyse, r.ctx.Person
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		answer := analysisMsg{screen: s}
		match, err := history.Match(ctx, id)
		switch {
		case errors.Is(err, lobby.ErrUnknown):
			answer.err = prose.Refuse("That match is gone.")
		case err != nil:
			answer.err = prose.Because(err, "That match cannot be read just now. Try again in a moment.")
		case match.Void != "":
			answer.err = match.RefuseAnalysis()
		default:
			answer.title = lobby.ToldTitle(match.Title)
			answer.account.Narrator = kit.Narrator
			answer.account.Substitutes = match.SubstitutesAt
			for _, player := range match.Players {
				answer.account.Finished = append(answer.account.Finished, player.Substitute)
				answer.account.Bots = append(answer.account.Bots, player.Level > 0)
				answer.account.Names = append(answer.account.Names, look.Cut(player.Name, replayName))
			}
			answer.account.Analysis, answer.err = analyst(ctx, person, kit.Game, match.Record)
		}
		return answer
	}
}

// Update implements screen.
func (s *analysisScreen) Update(arrived tea.Msg) tea.Cmd {
	msg, is := arrived.(analysisMsg)
	if !is || msg.screen != s {
		return nil
	}
	s.Changed()
	if msg.err != nil {
		s.root.refuse(msg.err)
		s.root.close(s)
		return nil
	}
	s.title, s.account = msg.title, &msg.account
	return nil
}

func (s *analysisScreen) Bindings() []screen.Binding { return s.bound.Get(screen.Always{}, s.bind) }

func (s *analysisScreen) bind(screen.Always) []screen.Binding {
	return append(s.Scroller.Bindings(s.root.ctx, s.lines), s.root.ctx.CloseBinding(s, prose.T("back to where you were")))
}

func (s *analysisScreen) Help() prose.Document { return s.kit.Rules }

func (s *analysisScreen) View() (lines []string, title string) {
	return s.root.page(s.root.ctx.Say(prose.T("Insight")), s.kit.Game.Title+"  ·  "+s.root.ctx.Say(s.title), s.Shown(s.root.ctx, s.lines())), s.root.ctx.Say(prose.T("insight"))
}

// lines are the whole analysis.
func (s *analysisScreen) lines() []string {
	if s.account == nil {
		return awaited(s.root.ctx)
	}
	return documentLines(s.root.ctx, document.Analysis(*s.account))
}
