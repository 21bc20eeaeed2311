package command

import (
	"context"
	"errors"
	"slices"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// invite returns the invitation to the lobby, or to a room or a game night; with a name, it invites a person.
func (c Commands) invite(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	if len(asked.Arguments) > 1 {
		return c.social().about(ctx, person, asked)
	}
	invitation, err := c.invitation(ctx, person, asked)
	if err != nil {
		return nil, document.Document{}, err
	}
	return wayOf(invitation), InvitationAnswer(invitation), nil
}

// qr returns the invitation that invite returns, with a QR code.
func (c Commands) qr(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	invitation, err := c.invitation(ctx, person, asked)
	if err != nil {
		return nil, document.Document{}, err
	}
	answer := InvitationAnswer(invitation)
	answer.Line()
	for _, line := range c.QR(invitation.Link, !asked.Light) {
		answer.Line(prose.T("{line}", prose.Literal(line)))
	}
	return wayOf(invitation), answer, nil
}

// invitation returns the invitation to the code of a command, which must be that of a room or a game night.
func (c Commands) invitation(ctx context.Context, person Person, asked Command) (lobby.Invitation, error) {
	if len(asked.Arguments) == 0 {
		return c.Invitation(""), nil
	}
	code := lobby.ParseCode(asked.Arguments[0])
	if _, err := lookInto(ctx, person, code); err != nil && !errors.Is(err, lobby.ErrGameNight) {
		return lobby.Invitation{}, err
	}
	return c.Invitation(code), nil
}

// InvitationAnswer returns an invitation as an answer.
func InvitationAnswer(invitation lobby.Invitation) (answer document.Document) {
	for _, text := range invitation.Texts() {
		answer.Line(text)
	}
	return answer
}

func wayOf(i lobby.Invitation) protocol.WayDocument {
	return protocol.WayDocument{Code: i.Code, JoinLine: i.Line, OtherLines: slices.Clone(i.OtherLines), Link: i.Link, HostKey: i.HostKey}
}
