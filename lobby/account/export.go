package account

import (
	"context"
	"errors"
	"slices"

	"parlor/budget"
	"parlor/lobby"
	"parlor/prose"
)

// exportMatches is how many matches a part of an export has at most.
const exportMatches = 50

// Export implements lobby.Self. One part is made at a time, whoever asks: others
// wait for their turn, and nobody who plays waits for more than one.
func (v *Visitor) Export(ctx context.Context, before string) (lobby.Export, error) {
	if before == "" {
		if err := v.people.config.Budget.Spend(budget.Exports, v.charged()); err != nil {
			return lobby.Export{}, err
		}
	}
	select {
	case v.people.exporting <- struct{}{}:
		defer func() { <-v.people.exporting }()
	case <-ctx.Done():
		return lobby.Export{}, ctx.Err()
	}
	export := lobby.Export{Rooms: []string{}, Ratings: []lobby.Standing{}, Ties: []lobby.Tie{}, Reports: []lobby.SentReport{}, Matches: []lobby.Finished{}}
	if before == "" {
		if err := v.exportSelf(ctx, &export); err != nil {
			return lobby.Export{}, err
		}
	}
	if v.people.config.History == nil {
		return export, nil
	}
	err := v.exportMatches(ctx, &export, before)
	return export, err
}

// exportSelf adds all but matches.
func (v *Visitor) exportSelf(ctx context.Context, export *lobby.Export) error {
	p, id := v.people, v.who.ID
	export.ID, export.IDs, export.Name, export.Guest = id, []string{id}, v.name(), v.who.Guest
	export.Rooms = append(export.Rooms, p.config.House.Seats(id)...)
	if p.config.Accounts != nil {
		switch account, err := p.config.Accounts.Account(ctx, id); {
		case err == nil:
			export.IDs, export.Made, export.Seen, export.Settings = account.IDs, account.Made, account.Seen, account.Settings
		case !errors.Is(err, lobby.ErrUnknown):
			return prose.Because(err, "Your account cannot be read just now. Try again in a moment.")
		}
	}
	if p.config.Ratings != nil {
		standings, err := p.config.Ratings.Standings(ctx, id)
		if err != nil {
			return prose.Because(err, "Your ratings cannot be read just now. Try again in a moment.")
		}
		export.Ratings = append(export.Ratings, standings...)
	}
	ties, err := p.Ties(ctx, id)
	export.Ties = append(export.Ties, ties...)
	if err != nil || p.config.Reports == nil {
		return err
	}
	reports, err := p.config.Reports.ReportsBy(ctx, id)
	for _, one := range reports {
		export.Reports = append(export.Reports, lobby.SentReport{At: one.At, About: one.AboutName, Words: one.Words, Room: one.Room})
	}
	if err != nil {
		return prose.Because(err, "Your reports cannot be read just now. Try again in a moment.")
	}
	return nil
}

// exportMatches adds some matches of the visitor, whole.
func (v *Visitor) exportMatches(ctx context.Context, export *lobby.Export, before string) error {
	history := v.people.config.History
	page, err := history.Matches(ctx, lobby.Filter{Person: v.who.ID, Before: before, Limit: exportMatches})
	if err != nil {
		return prose.Because(err, "Your matches cannot be read just now. Try again in a moment.")
	}
	for _, one := range page {
		whole, err := history.Match(ctx, one.ID)
		if err != nil {
			return prose.Because(err, "Match {match} cannot be read just now. Try again in a moment.", prose.Literal(one.ID))
		}
		whole.Players = slices.Clone(whole.Players) // it may be the history's own
		for i := range whole.Players {
			if whole.Players[i].ID != v.who.ID {
				whole.Players[i].ID = "" // somebody else's
			}
		}
		export.Matches = append(export.Matches, whole)
	}
	if len(page) == exportMatches {
		export.Older = page[len(page)-1].ID
	}
	return nil
}
