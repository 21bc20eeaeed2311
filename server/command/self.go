package command

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"parlor/server/protocol"
)

// self answers the command me: who somebody is, and what is done with that.
func (c Commands) self(ctx context.Context, person Person, asked Command) (any, string, error) {
	switch {
	case asked.Export:
		return c.export(ctx, person)
	case asked.Delete:
		if err := person.Visit.Forget(ctx); err != nil {
			return nil, "", err
		}
		return protocol.DoneDocument{Done: "deleted"}, "Everything about you is deleted. In matches that others keep you are \"somebody\" now.", nil
	case asked.Link && len(asked.Arguments) > 0:
		if err := person.Visit.Link(ctx, asked.Arguments[0]); err != nil {
			return nil, "", err
		}
		return protocol.DoneDocument{Done: "linked"}, "This key is linked. From the next time you come, you are who you are there.", nil
	case asked.Link:
		return c.offerLink(ctx, person)
	}
	document, text, err := c.me(ctx, person)
	return document, text, err
}

// offerLink shows a code to link another key with.
func (c Commands) offerLink(ctx context.Context, person Person) (any, string, error) {
	code, until, err := person.Visit.OfferLink(ctx)
	if err != nil {
		return nil, "", err
	}
	left := max(0, time.Until(until).Round(time.Second))
	return protocol.LinkDocument{Code: code, Seconds: int(left / time.Second)},
		fmt.Sprintf("Within %s, come with the other key and type\n\n    %s me --link %s\n\nThen that key is you as well, with this name, these settings and all your matches.",
			spanText(left), c.Line(""), code), nil
}

// export is everything about a person; it is JSON in both forms.
func (c Commands) export(ctx context.Context, person Person) (any, string, error) {
	export, err := person.Visit.Export(ctx)
	if err != nil {
		return nil, "", err
	}
	text, err := json.MarshalIndent(export, "", "  ")
	if err != nil {
		return nil, "", fmt.Errorf("writing down what is kept about you: %w", err)
	}
	return export, string(text), nil
}
