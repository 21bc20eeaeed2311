package room

import (
	"errors"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/screen"
)

// explanations explain why a key or a request has no effect.
type explanations struct {
	*matchBoard
	controls *controls
	waiting  *waiting
}

// whyKey explains why a key has no effect now. It returns "" if there is nothing to explain.
func (e *explanations) whyKey(name string, idle *screen.Binding) string {
	played := screen.BoardBinding(e.boardKeys(), name)
	switch stage := e.update.Stage; {
	case stage == lobby.Gathering && idle != nil:
		return e.ctx.Say(idle.Why)
	case stage == lobby.Gathering:
		return e.whyNotYet(played, name)
	case played != nil && e.paused() && e.inPlay():
		return e.whyPaused()
	case played != nil && stage == engine.Playing:
		return e.whyBoard(played.Why)
	case name == "enter":
		return e.whyEnter()
	case idle != nil && !idle.Why.IsZero():
		return e.ctx.Say(idle.Why)
	case played != nil && stage == engine.Over:
		return e.ctx.Say(prose.T("The match is over."))
	case played != nil:
		return e.ctx.Say(prose.T("The game is over."))
	case isListed(e.waiting.waitingBindings(), name):
		return e.ctx.Say(prose.T("That is only possible before a match starts."))
	}
	return ""
}

// whyNotYet explains why a key of the match has no effect before it begins.
func (e *explanations) whyNotYet(played *board.Binding, name string) string {
	if played == nil && !isListed(keymap.Join(e.controls.inMatch, e.controls.later), name) {
		return ""
	}
	return e.ctx.Say(prose.T("The match has not begun yet."))
}

// whyPaused says how the match can be resumed.
func (e *explanations) whyPaused() string {
	if e.seated() {
		return e.ctx.Say(prose.T("The match is paused. Press g to go on."))
	}
	return e.ctx.Say(prose.T("You are watching. The match is paused until a player resumes it."))
}

// whyBoard says whose turn it is or, in the player's own turn, why a key has no effect.
func (e *explanations) whyBoard(why prose.Text) string {
	people, waited := e.people(), e.update.Match.ToMove
	switch {
	case !e.seated():
		return e.ctx.Say(prose.T("You are watching."))
	case e.myTurn() && !why.IsZero():
		return e.ctx.Say(why)
	case e.myTurn():
		return e.ctx.Say(e.board.Ask())
	case len(waited) == 1:
		return e.ctx.Say(prose.T("It is not your turn. Waiting for {name}.", people.Name(waited[0])))
	}
	return e.ctx.Say(people.Waits(waited))
}

// whyEnter explains why the player cannot continue between games.
func (e *explanations) whyEnter() string {
	people := e.people()
	switch {
	case e.update.Stage == engine.Over:
		return e.ctx.Say(prose.T("You are watching. The players can begin another match."))
	case !e.seated():
		return e.ctx.Say(prose.T("You are watching.")) + " " + e.ctx.Say(people.Waits(e.update.Match.ToMove))
	}
	return e.ctx.Say(prose.T("You are already ready.")) + " " + e.ctx.Say(people.Waits(e.update.Match.ToMove))
}

// isListed reports whether a key has a binding in a list that does not belong to the current
// screen.
func isListed(all screen.Bindings, name string) bool {
	one := keymap.Idle(all, name)
	return one != nil && !screen.IsArrow(one.Key, name)
}

// refusal returns the text of an error in the room. An action that the rules refuse there was
// pressed twice, or before the screen showed the latest event.
func (e *explanations) refusal(err error) string {
	refusal := (*engine.Refusal)(nil)
	switch {
	case e.update.Match == nil || !errors.As(err, &refusal):
	case errors.Is(err, lobby.ErrPaused):
		return e.ctx.Say(prose.T("The match is paused. Press g to go on."))
	case refusal.Code == engine.NotAnAction:
		return e.whyBoard(prose.Text{})
	case refusal.Format == engine.RefusedBetween:
		return e.ctx.Say(prose.T("Game {n} is over. Press Enter for game {number}.",
			prose.N(engine.Arg[int](refusal, 0)), prose.N(engine.Arg[int](refusal, 1))))
	default:
		if refuser, is := e.board.(board.Refuser); is {
			if text := refuser.Refused(refusal); !text.IsZero() {
				return e.ctx.Say(text)
			}
		}
	}
	return e.ctx.Say(prose.Reason(err))
}
