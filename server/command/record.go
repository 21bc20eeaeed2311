package command

import (
	"context"
	"encoding/json"

	"parlor/engine"
	"parlor/engine/record"
	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/lobby/verification"
	"parlor/prose"
)

// record answers with the record of a match, as JSON with or without --json.
func (a archive) record(ctx context.Context, _ Person, asked Command) (any, document.Document, error) {
	read, err := a.recordOf(ctx, asked.Arguments[0])
	if err != nil || asked.JSON {
		return read, document.Document{}, err
	}
	data, err := json.Marshal(read)
	if err != nil {
		return nil, document.Document{}, err
	}
	var answer document.Document
	answer.Line(prose.T("{word}", prose.Literal(string(data))))
	return nil, answer, nil
}

// verify checks the record of a match. Nothing but the server's word says that the check
// was made; parlor verify makes it elsewhere.
func (a archive) verify(ctx context.Context, _ Person, asked Command) (any, document.Document, error) {
	read, err := a.recordOf(ctx, asked.Arguments[0])
	if err != nil {
		return nil, document.Document{}, err
	}
	var games []engine.Game
	for _, game := range a.games {
		games = append(games, game.Game)
	}
	report := verification.Check(games, read, verification.Options{})
	answer := report.Document()
	answer.Line(prose.T("This is what the server says. To check it yourself, save the output of {line} as FILE and run {command}.",
		prose.Literal(a.line("")+" "+Record+" "+asked.Arguments[0]), prose.Literal("parlor verify FILE")))
	return nil, answer, nil
}

// recordOf returns the record of a match.
func (a archive) recordOf(ctx context.Context, id string) (lobby.RecordDocument, error) {
	match, err := a.finished(ctx, id)
	if err != nil {
		return lobby.RecordDocument{}, err
	}
	if match.Text == "" {
		return lobby.RecordDocument{}, prose.Refuse("Match {id} has no signed record: it began before this server wrote them. {command} has its moves.",
			Quoted(match.ID, idDigits), prose.Literal(Replay+" "+match.ID+" --json"))
	}
	names := match.Names
	if names == nil {
		names = []lobby.RecordName{}
	}
	return lobby.RecordDocument{Format: record.Format, Text: match.Text, Signature: match.Signature, Names: names}, nil
}

// idDigits is the most characters of an ID that a sentence quotes.
const idDigits = 20
