package account

import (
	"context"
	"errors"
	"fmt"

	"parlor/lobby"
)

// Export implements lobby.Self.
func (v *Visitor) Export(ctx context.Context) (lobby.Export, error) {
	p, id := v.people, v.who.ID
	export := lobby.Export{
		ID: id, IDs: []string{id}, Name: v.name(), Guest: v.who.Guest,
		Rooms: append([]string{}, p.config.House.Seats(id)...), Ratings: []lobby.Standing{}, Matches: []lobby.Finished{},
	}
	if p.config.Accounts != nil {
		switch account, err := p.config.Accounts.Account(ctx, id); {
		case err == nil:
			export.IDs, export.Made, export.Seen, export.Settings = account.IDs, account.Made, account.Seen, account.Settings
		case !errors.Is(err, lobby.ErrUnknown):
			return lobby.Export{}, fmt.Errorf("your account cannot be read: %w", err)
		}
	}
	if p.config.Ratings != nil {
		standings, err := p.config.Ratings.Standings(ctx, id)
		if err != nil {
			return lobby.Export{}, fmt.Errorf("your ratings cannot be read: %w", err)
		}
		export.Ratings = append(export.Ratings, standings...)
	}
	if p.config.History == nil {
		return export, nil
	}
	err := v.exportMatches(ctx, &export)
	return export, err
}

// exportMatches adds all matches of the visitor, whole.
func (v *Visitor) exportMatches(ctx context.Context, export *lobby.Export) error {
	history := v.people.config.History
	for before := ""; ; {
		page, err := history.Matches(ctx, lobby.Filter{Person: v.who.ID, Before: before, Limit: 1000})
		if err != nil {
			return fmt.Errorf("your matches cannot be read: %w", err)
		}
		if len(page) == 0 {
			return nil
		}
		for _, one := range page {
			whole, err := history.Match(ctx, one.ID)
			if err != nil {
				return fmt.Errorf("match %s cannot be read: %w", one.ID, err)
			}
			for i := range whole.Players {
				if whole.Players[i].ID != v.who.ID {
					whole.Players[i].ID = "" // somebody else's
				}
			}
			export.Matches = append(export.Matches, whole)
		}
		before = page[len(page)-1].ID
	}
}
