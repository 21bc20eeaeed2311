package command

import (
	"context"

	"parlor/engine"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// analyse describes what could be known at each point of a finished match. Like replay, it serves
// anyone who knows the match ID.
func (a archive) analyse(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	match, err := a.finished(ctx, asked.Arguments[0])
	if err != nil {
		return nil, document.Document{}, err
	}
	id := prose.Literal(match.ID)
	game, err := a.games.find(match.Record.Game)
	if err != nil {
		return nil, document.Document{}, prose.Because(err, "Match {id} cannot be analysed. {why}", id, prose.Sub(prose.Reason(err)))
	}
	if err := match.RefuseAnalysis(); err != nil {
		return nil, document.Document{}, err
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	analysis, err := a.analyst(limited, person.Identity.ID, game.Game, match.Record)
	if err != nil {
		return nil, document.Document{}, err
	}
	if asked.JSON {
		return protocol.AnalysisOf(match, analysis, person.Identity.ID), document.Document{}, nil
	}
	account := match.Account()
	account.Narrator, account.Analysis = game.Narrator, analysis
	told := prologue(game, match, prose.People{You: engine.Watcher, Names: account.Names})
	for i := range told.Blocks {
		told.Blocks[i].Kind = document.Paragraph
	}
	told.Append(document.Analysis(account))
	return nil, told, nil
}
