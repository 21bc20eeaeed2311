package account

import (
	"context"
	"errors"

	"parlor/lobby"
	"parlor/prose"
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
			return lobby.Export{}, prose.Because(err, "Your account cannot be read just now. Try again in a moment.")
		}
	}
	if p.config.Ratings != nil {
		standings, err := p.config.Ratings.Standings(ctx, id)
		if err != nil {
			return lobby.Export{}, prose.Because(err, "Your ratings cannot be read just now. Try again in a moment.")
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
			return prose.Because(err, "Your matches cannot be read just now. Try again in a moment.")
		}
		if len(page) == 0 {
			return nil
		}
		for _, one := range page {
			whole, err := history.Match(ctx, one.ID)
			if err != nil {
				return prose.Because(err, "Match {match} cannot be read just now. Try again in a moment.", prose.Literal(one.ID))
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
