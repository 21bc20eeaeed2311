package command

import (
	"context"
	"errors"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// qr returns the link into a room or a game night and its QR code.
func (c Commands) qr(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	code := lobby.ParseCode(asked.Arguments[0])
	if _, err := lookInto(ctx, person, code); err != nil && !errors.Is(err, lobby.ErrGameNight) {
		return nil, document.Document{}, err
	}
	if c.Link == nil || c.QR == nil {
		return nil, document.Document{}, prose.Refuse("This server has no links.")
	}
	data := protocol.WayDocument{Code: code, JoinLine: c.Line(code), Link: c.Link(code)}
	var answer document.Document
	answer.Line(typed(data.JoinLine))
	answer.Line(typed(data.Link))
	for i, line := range c.QR(data.Link, !asked.Light) {
		if i == 0 {
			answer.Line()
		}
		answer.Line(prose.T("{line}", prose.Literal(line)))
	}
	return data, answer, nil
}
