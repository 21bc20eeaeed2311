package tui

import (
	"errors"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
)

// reason is what an error says to somebody at the table. What the rules refuse
// there was pressed twice, or before the screen showed what had just happened.
func (t *tableScreen) reason(err error) string {
	refusal := (*engine.Refusal)(nil)
	switch {
	case t.update.Match == nil || !errors.As(err, &refusal):
	case errors.Is(err, lobby.ErrPaused):
		return t.root.ctx.Say(prose.T("The match is paused. Press g to go on."))
	case refusal.Code == engine.NotAnAction:
		return t.whyBoard(prose.Text{})
	case refusal.Format == engine.RefusedBetween:
		return t.root.ctx.Say(prose.T("Game {n} is over. Press Enter for game {number}.",
			prose.N(engine.Arg[int](refusal, 0)), prose.N(engine.Arg[int](refusal, 1))))
	default:
		if refuser, is := t.board.(board.Refuser); is {
			if text := refuser.Refused(refusal); !text.IsZero() {
				return t.root.ctx.Say(text)
			}
		}
	}
	return t.root.ctx.Say(prose.Reason(err))
}
