package command

import (
	"context"

	"parlor/prose"
	"parlor/server/protocol"
)

// share is the result of a match to be passed on.
func (c Commands) share(ctx context.Context, asked Command) (any, page, error) {
	match, err := c.finished(ctx, asked.Arguments[0])
	if err != nil {
		return nil, page{}, err
	}
	title := match.Record.Game
	if game, err := c.game(title); err == nil {
		title = game.Title
	}
	var answer page
	answer.each(match.Card(title, c.Line("")+" "+Replay+" "+match.ID))
	return protocol.ShareDocument{ID: match.ID, Text: answer.say(prose.English())}, answer, nil
}
