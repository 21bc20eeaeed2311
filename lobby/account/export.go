package account

import (
	"context"
	"errors"
	"slices"

	"parlor/lobby"
	"parlor/prose"
	"parlor/ratelimit"
)

// exportMatches is the maximum number of matches in a part of an export.
const exportMatches = 50

// exports returns the stored data about a session's person.
type exports struct{ *owner }

// export performs lobby.ExportData. Only one part is made at a time, for all sessions.
func (e exports) export(ctx context.Context, before string) (lobby.Export, error) {
	if before == "" {
		if err := e.spend(ratelimit.Exports); err != nil {
			return lobby.Export{}, err
		}
	}
	select {
	case e.people.exporting <- struct{}{}:
		defer func() { <-e.people.exporting }()
	case <-ctx.Done():
		return lobby.Export{}, ctx.Err()
	}
	export := lobby.Export{Rooms: []string{}, Ratings: []lobby.Standing{}, Relations: []lobby.Relation{}, GameNights: []lobby.Attendance{}, Reports: []lobby.SentReport{}, Matches: []lobby.Finished{}}
	if before == "" {
		if err := e.addSelf(ctx, &export); err != nil {
			return lobby.Export{}, err
		}
	}
	if e.people.config.History == nil {
		return export, nil
	}
	err := e.addMatches(ctx, &export, before)
	return export, err
}

// addSelf adds everything except matches.
func (e exports) addSelf(ctx context.Context, export *lobby.Export) error {
	p, id := e.people, e.who.ID
	export.ID, export.IDs, export.Name, export.Guest = id, []string{id}, e.name(), e.who.Guest
	export.Rooms = append(export.Rooms, p.config.Lobby.Seats(id)...)
	if p.config.Accounts != nil {
		if err := e.addAccount(ctx, export); err != nil {
			return prose.Because(err, "Your account could not be loaded. Try again in a moment.")
		}
	}
	if p.config.Ratings != nil {
		standings, err := p.config.Ratings.Standings(ctx, id)
		if err != nil {
			return prose.Because(err, "Your ratings could not be loaded. Try again in a moment.")
		}
		export.Ratings = append(export.Ratings, standings...)
	}
	ties, err := p.config.ties(ctx, id)
	if err != nil {
		return err
	}
	nights, err := p.config.Lobby.GameNights(ctx, export.IDs)
	if err != nil {
		return prose.Because(err, "Your game nights could not be loaded. Try again in a moment.")
	}
	export.Relations, export.GameNights = append(export.Relations, ties...), append(export.GameNights, nights...)
	hook, err := webhooks(e).stored(ctx)
	if err != nil {
		return err
	}
	if hook.URL != "" {
		export.Webhook = &hook
	}
	return e.addReports(ctx, export)
}

// addReports adds the person's reports.
func (e exports) addReports(ctx context.Context, export *lobby.Export) error {
	if e.people.config.Reports == nil {
		return nil
	}
	reports, err := e.people.config.Reports.ReportsBy(ctx, e.who.ID)
	if err != nil {
		return prose.Because(err, "Your reports could not be loaded. Try again in a moment.")
	}
	for _, one := range reports {
		export.Reports = append(export.Reports, lobby.SentReport{At: one.At, About: one.AboutName, Words: one.Words, Room: one.Room})
	}
	return nil
}

// addAccount adds the account, or if there is none, the last visit.
func (e exports) addAccount(ctx context.Context, export *lobby.Export) error {
	account, err := e.people.config.Accounts.Account(ctx, e.who.ID)
	if err == nil {
		export.IDs, export.Made, export.Seen, export.Settings = account.IDs, account.Made, account.Seen, account.Settings
		return nil
	}
	if !errors.Is(err, lobby.ErrUnknown) {
		return err
	}
	known, err := e.people.config.Accounts.Familiarity(ctx, e.who.ID)
	export.Seen = known.Seen
	return err
}

// addMatches adds a page of complete matches.
func (e exports) addMatches(ctx context.Context, export *lobby.Export, before string) error {
	history := e.people.config.History
	page, err := history.Matches(ctx, lobby.MatchFilter{Person: e.who.ID, Before: before, Limit: exportMatches})
	if err != nil {
		return prose.Because(err, "Your matches could not be loaded. Try again in a moment.")
	}
	for _, one := range page {
		whole, err := history.Match(ctx, one.ID)
		if err != nil {
			return prose.Because(err, "Match {match} could not be loaded. Try again in a moment.", prose.Literal(one.ID))
		}
		whole.Players = slices.Clone(whole.Players) // it may be shared with the history
		for i := range whole.Players {
			if whole.Players[i].ID != e.who.ID {
				whole.Players[i].ID = "" // of another person
			}
		}
		export.Matches = append(export.Matches, whole)
	}
	if len(page) == exportMatches {
		export.Older = page[len(page)-1].ID
	}
	return nil
}
