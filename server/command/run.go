package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"

	"parlor/lobby/document"
	"parlor/prose"
)

// Run answers a command as text or as one JSON document. Commands that need a seat take it, and the seat is kept
// after they end.
func (c Commands) Run(ctx context.Context, person Person, asked Command, out io.Writer) error {
	if asked.Verb == Me && asked.Export {
		return export(ctx, person, asked.JSON, out)
	}
	data, answer, err := c.answer(ctx, person, asked)
	if err != nil && !errors.Is(err, ErrNoTurn) {
		return err
	}
	if asked.JSON {
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		return cmp.Or(encoder.Encode(data), err)
	}
	_, failed := io.WriteString(out, answer.Text(person.Voice))
	return cmp.Or(failed, err)
}

// answer returns both forms of the answer.
func (c Commands) answer(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	defined, _ := definitionOf(asked.Verb, c.Operations...)
	if defined.answer == nil {
		return nil, document.Document{}, prose.Refuse("{command} cannot be used here.", prose.Literal(asked.Verb))
	}
	return defined.answer(c, ctx, person, asked)
}
