package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// callsKey answers invitations wherever somebody is, also while they type: no letter
// can be meant for that.
const callsKey = "ctrl+o"

// answering is the key that answers invitations.
func (r *Root) answering() screen.Binding {
	return screen.Binding{Key: keys.Named(callsKey), Help: prose.T("answer those who invite you"), Do: screen.Call(r.openCalls)}
}

// callsHint is what the line of hints says while an invitation waits.
func callsHint(waiting int) board.Hint {
	return board.Hint{Keys: []string{callsKey}, Written: callsKey, Does: prose.C("{n} invitation", "{n} invitations", prose.N(waiting)), Leaves: true}
}

// invited are the calls that wait for an answer.
func (r *Root) invited() (waiting []lobby.Call) {
	for _, call := range r.waiting {
		if call.Kind == lobby.CallInvites {
			waiting = append(waiting, call)
		}
	}
	return waiting
}

// gotCalls takes the calls that wait now, and tells those that are new. What tells of
// an answer needs none.
func (r *Root) gotCalls(waiting []lobby.Call) tea.Cmd {
	if slices.Equal(waiting, r.waiting) {
		return nil
	}
	r.changed()
	r.waiting = waiting
	var all []tea.Cmd
	for _, call := range waiting {
		if call.ID <= r.lastCall {
			continue
		}
		r.lastCall = call.ID
		said := call.Told(r.ctx.Kit(call.Game).Game.Title)
		if call.Kind == lobby.CallInvites {
			r.show(r.ctx.SayAll([]prose.Text{said, prose.T("Press {key} to answer.", prose.Literal("Ctrl+O"))}))
		} else {
			r.tell(said)
			all = append(all, r.unanswered(call.ID))
		}
		r.called = true
		all = append(all, r.call(said))
	}
	return tea.Batch(all...)
}

// unanswered takes a call off the pages.
func (r *Root) unanswered(call uint64) tea.Cmd {
	visit := r.ctx.Session
	return r.ask(func(ctx context.Context) error { return lobby.Perform(ctx, visit, lobby.Decline{Call: call}) })
}

// openCalls shows the invitations.
func (r *Root) openCalls() {
	if _, already := r.top().(*callsScreen); already || r.tooSmall() || r.going {
		return
	}
	if len(r.invited()) == 0 {
		r.tell(prose.T("Nobody has invited you."))
		return
	}
	r.message = ""
	r.open(&callsScreen{root: r})
}

// callsScreen is where invitations are answered.
type callsScreen struct {
	screen.Base
	root   *Root
	cursor int
	bound  screen.BindingCache[screen.Always]
}

func (c *callsScreen) Bindings() []screen.Binding { return c.bound.Get(screen.Always{}, c.bind) }

func (c *callsScreen) bind(screen.Always) []screen.Binding {
	return []screen.Binding{
		{Key: keys.Named("enter"), Hint: prose.T("go there"), Help: prose.T("go there; a seat that you have elsewhere is kept"), Do: screen.Command(func() tea.Cmd {
			return c.answer(func(call lobby.Call) tea.Cmd {
				visit := c.root.ctx.Session
				return c.root.seat(func(ctx context.Context) (lobby.Handle, error) {
					return lobby.Ask(ctx, visit, lobby.Accept{Call: call.ID})
				})
			})
		})},
		{Key: keys.Named("n"), Hint: prose.T("decline"), Help: prose.T("decline: they are told that you cannot come now"), Do: screen.Command(func() tea.Cmd {
			return c.answer(func(call lobby.Call) tea.Cmd { return c.root.unanswered(call.ID) })
		})},
		{Key: keys.Named("m"), Hint: prose.T("mute"), Help: prose.T("mute them: nothing they ask or say reaches you, and they are not told"), Do: screen.Command(func() tea.Cmd {
			return c.answer(func(call lobby.Call) tea.Cmd { return c.root.mutes.Set(call.Name, true) })
		})},
		{Key: keys.Of("↑↓", "up", "down", "k", "j"), Hint: prose.T("choose"), Help: prose.T("choose an invitation"), Do: func(name string) tea.Cmd {
			c.cursor = max(0, min(c.cursor+screen.Step(name), len(c.root.invited())-1))
			return nil
		}},
		{Key: keys.Of("esc", "esc", "q"), Hint: prose.T("later"), Help: prose.T("answer later"), Leaves: true, Do: screen.Call(func() { c.root.close(c) })},
	}
}

// answer does what becomes of the chosen invitation. The screen closes with the last.
func (c *callsScreen) answer(do func(lobby.Call) tea.Cmd) tea.Cmd {
	waiting := c.root.invited()
	if c.cursor >= len(waiting) {
		c.root.close(c)
		return nil
	}
	if len(waiting) == 1 {
		c.root.close(c)
	}
	return do(waiting[c.cursor])
}

func (*callsScreen) Help() prose.Document {
	return prose.Document{
		prose.H("Invitations"),
		prose.P("Whoever invites you has a room where a seat is free for you. An invitation expires after five minutes, and when its room closes."),
		prose.P("If you go there in the middle of a match, your seat in that match is kept, and its clock goes on as it would if you were away."),
	}
}

func (c *callsScreen) Click(_, y int) tea.Cmd {
	return widget.Pick(c.root.ctx, &c.cursor, screen.BodyLine(y), len(c.root.invited()), "enter")
}

func (c *callsScreen) View() (lines []string, title string) {
	waiting, theme := c.root.invited(), c.root.ctx.Theme
	c.cursor = max(0, min(c.cursor, len(waiting)-1))
	body := []string{""}
	for i, call := range waiting {
		mark, style := "   ", theme.Text
		if i == c.cursor {
			mark, style = theme.Accent.Render(" ▸ "), theme.Strong
		}
		body = append(body, mark+style.Render(look.Cut(c.root.ctx.Say(call.Told(c.root.ctx.Kit(call.Game).Game.Title)), c.root.ctx.Width-4)))
	}
	if len(waiting) == 0 {
		body = append(body, widget.Paragraph(c.root.ctx.Say(prose.T("No invitation is left.")), theme.Text, c.root.ctx.Width-4)...)
	}
	return c.root.page(c.root.ctx.Say(prose.T("Invitations")), c.root.you(), body), c.root.ctx.Say(prose.T("invitations"))
}
