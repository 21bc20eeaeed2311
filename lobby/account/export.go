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

// Export does lobby.ExportData. One part is made at a time, whoever asks: others
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
	export := lobby.Export{Rooms: []string{}, Ratings: []lobby.Standing{}, Ties: []lobby.Tie{}, GameNights: []lobby.Attendance{}, Reports: []lobby.SentReport{}, Matches: []lobby.Finished{}}
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
		if err := v.exportAccount(ctx, export); err != nil {
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
	if err != nil {
		return err
	}
	nights, err := p.config.House.GameNights(ctx, export.IDs)
	if err != nil {
		return prose.Because(err, "Your game nights cannot be read just now. Try again in a moment.")
	}
	export.Ties, export.GameNights = append(export.Ties, ties...), append(export.GameNights, nights...)
	hook, err := v.webhook(ctx)
	if err != nil {
		return err
	}
	if hook.URL != "" {
		export.Webhook = &hook
	}
	return v.exportReports(ctx, export)
}

// exportReports adds what the visitor has reported.
func (v *Visitor) exportReports(ctx context.Context, export *lobby.Export) error {
	if v.people.config.Reports == nil {
		return nil
	}
	reports, err := v.people.config.Reports.ReportsBy(ctx, v.who.ID)
	if err != nil {
		return prose.Because(err, "Your reports cannot be read just now. Try again in a moment.")
	}
	for _, one := range reports {
		export.Reports = append(export.Reports, lobby.SentReport{At: one.At, About: one.AboutName, Words: one.Words, Room: one.Room})
	}
	return nil
}

// exportAccount adds the account, or when the visitor was here last where there is
// none.
func (v *Visitor) exportAccount(ctx context.Context, export *lobby.Export) error {
	account, err := v.people.config.Accounts.Account(ctx, v.who.ID)
	if err == nil {
		export.IDs, export.Made, export.Seen, export.Settings = account.IDs, account.Made, account.Seen, account.Settings
		return nil
	}
	if !errors.Is(err, lobby.ErrUnknown) {
		return err
	}
	known, err := v.people.config.Accounts.Acquaintance(ctx, v.who.ID)
	export.Seen = known.Seen
	return err
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
