package tui

import (
	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/screen"
)

// unexcuse takes back why a key did nothing: by now it may do something.
func (r *Root) unexcuse() {
	if r.excused {
		r.show("")
	}
}

// Explain implements screen.
func (t *tableScreen) Explain(name string, idle *screen.Binding) string {
	played := screen.BoardBinding(t.listed(), name)
	switch stage := t.update.Stage; {
	case stage == lobby.Gathering && idle != nil:
		return t.root.ctx.Say(idle.Why)
	case stage == lobby.Gathering:
		return t.whyNotYet(played, name)
	case played != nil && t.paused() && t.inPlay():
		return t.whyPaused()
	case played != nil && stage == engine.Playing:
		return t.whyBoard(played.Why)
	case name == "enter":
		return t.whyEnter()
	case idle != nil && !idle.Why.IsZero():
		return t.root.ctx.Say(idle.Why)
	case played != nil && stage == engine.Over:
		return t.root.ctx.Say(prose.T("The match is over."))
	case played != nil:
		return t.root.ctx.Say(prose.T("The game is over."))
	case listed(t.bindWaiting(t.waitingState()), name):
		return t.root.ctx.Say(prose.T("That works before a match begins."))
	}
	return ""
}

// whyNotYet says why a key does nothing while people gather: it is one of the match.
func (t *tableScreen) whyNotYet(played *board.Binding, name string) string {
	if played == nil && !listed(t.bindMatch(t.matchState()), name) {
		return ""
	}
	return t.root.ctx.Say(prose.T("The match has not begun yet."))
}

// whyPaused says how the match goes on.
func (t *tableScreen) whyPaused() string {
	if t.seated() {
		return t.root.ctx.Say(prose.T("The match is paused. Press g to go on."))
	}
	return t.root.ctx.Say(prose.T("You are watching. The match is paused until a player goes on."))
}

// whyBoard says whose turn it is, why a key does nothing at one's own, or what else
// is to be done.
func (t *tableScreen) whyBoard(why prose.Text) string {
	people, waited := prose.People{Names: t.scene().Names, You: t.update.You}, t.update.Match.ToMove
	switch {
	case !t.seated():
		return t.root.ctx.Say(prose.T("You are watching."))
	case t.myTurn() && !why.IsZero():
		return t.root.ctx.Say(why)
	case t.myTurn():
		return t.root.ctx.Say(t.board.Ask())
	case len(waited) == 1:
		return t.root.ctx.Say(prose.T("It is not your turn. Waiting for {name}.", people.Name(waited[0])))
	}
	return t.root.ctx.Say(people.Waits(waited))
}

// whyEnter says why somebody cannot go on between rounds.
func (t *tableScreen) whyEnter() string {
	people := prose.People{Names: t.scene().Names, You: t.update.You}
	switch {
	case t.update.Stage == engine.Over:
		return t.root.ctx.Say(prose.T("You are watching. The players can begin another match."))
	case !t.seated():
		return t.root.ctx.Say(prose.T("You are watching.")) + " " + t.root.ctx.Say(people.Waits(t.update.Match.ToMove))
	}
	return t.root.ctx.Say(prose.T("You are ready already.")) + " " + t.root.ctx.Say(people.Waits(t.update.Match.ToMove))
}

// listed are the bindings of the board, also before there is one.
func (t *tableScreen) listed() []board.Binding {
	if t.board != nil {
		return t.board.Bindings()
	}
	return t.root.ctx.Kit(t.update.Plan.Game).Board(t.root.ctx.Theme, t.root.ctx.Voice).Bindings()
}

// listed reports whether a key stands for something in a list of bindings that are
// none of what is shown now.
func listed(all []screen.Binding, name string) bool {
	one := keys.Idle(all, name)
	return one != nil && !screen.IsArrow(one.Key, name)
}
