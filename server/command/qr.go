package command

import (
	"context"
	"errors"

	"parlor/lobby"
	"parlor/prose"
	"parlor/server/protocol"
)

// qr is the way into a room, or to an evening, for others: as a link and as a picture
// of it, which a telephone reads off the screen.
func (c Commands) qr(ctx context.Context, person Person, asked Command) (any, page, error) {
	code := lobby.ReadCode(asked.Arguments[0])
	if _, err := lookInto(ctx, person, code); err != nil && !errors.Is(err, lobby.ErrEvening) {
		return nil, page{}, err
	}
	if c.Link == nil || c.QR == nil {
		return nil, page{}, prose.Refuse("This server has no links.")
	}
	document := protocol.WayDocument{Code: code, JoinLine: c.Line(code), Link: c.Link(code)}
	var answer page
	answer.add(typed(document.JoinLine))
	answer.add(typed(document.Link))
	for i, line := range c.QR(document.Link, !asked.Light) {
		if i == 0 {
			answer.add()
		}
		answer.add(prose.T("{line}", prose.Literal(line)))
	}
	return document, answer, nil
}
