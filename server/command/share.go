package command

import (
	"context"

	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// share returns the result of a match in a form for sharing.
func (a archive) share(ctx context.Context, _ Person, asked Command) (any, document.Document, error) {
	match, err := a.finished(ctx, asked.Arguments[0])
	if err != nil {
		return nil, document.Document{}, err
	}
	title := match.Record.Game
	if game, err := a.games.find(title); err == nil {
		title = game.Title
	}
	var answer document.Document
	answer.Lines(match.ShareText(title, a.line("")+" "+Replay+" "+match.ID))
	return protocol.ShareDocument{ID: match.ID, Text: answer.Text(prose.English())}, answer, nil
}
