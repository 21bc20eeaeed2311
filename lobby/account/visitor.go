package account

import (
	"context"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// seenPace is the minimum interval between two stored visits of a person.
const seenPace = 24 * time.Hour

// Visitor performs the operations of a session that concern stored data.
type Visitor struct {
	*owner
	names
	contacts
	ratings
	links
	webhooks
	exports
	deletion
}

func newVisitor(o *owner) *Visitor {
	return &Visitor{o, names{o}, contacts{o}, ratings{o}, links{o}, webhooks{o}, exports{o}, deletion{o}}
}

// Do implements lobby.Doer for the operations on accounts.
func (v *Visitor) Do(ctx context.Context, request lobby.Request) (any, error) {
	switch op := request.Op.(type) {
	case lobby.GetLeaderboard:
		return v.leaderboard(ctx, op.Game)
	case lobby.FindProfile:
		return v.findProfile(ctx, op.Name)
	case lobby.GetProfile:
		return v.Profile(ctx, op.Person)
	case lobby.FindStatistics:
		return v.findStatistics(ctx, op.Name)
	case lobby.GetStatistics:
		return v.statistics(ctx, op.Person)
	case lobby.Befriend:
		return lobby.Nothing{}, v.befriend(ctx, op.Name, op.Friend)
	case lobby.SaveSettings:
		v.saveSettings(op.Settings)
		return lobby.Nothing{}, nil
	case lobby.OfferLink:
		return v.offer(ctx)
	case lobby.GetWebhook:
		return v.webhook(ctx)
	case lobby.SetWebhook:
		return lobby.Nothing{}, v.setWebhook(ctx, op.Address)
	case lobby.ExportData:
		return v.export(ctx, op.Before)
	}
	return nil, lobby.UnknownOperation(request.Op)
}

// saveSettings performs lobby.SaveSettings. New settings replace those that are not written
// yet, so that at most one write per person is pending.
func (v *Visitor) saveSettings(settings []byte) {
	p, id := v.people, v.who.ID
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.config.Accounts == nil || v.forgotten {
		return
	}
	if waiting := p.settings[id]; waiting != nil {
		*waiting = settings
		return
	}
	newest := &settings
	p.settings[id] = newest
	v.laterLocked(func(ctx context.Context) error {
		p.mu.Lock()
		text := *newest
		if p.settings[id] == newest {
			delete(p.settings, id)
		}
		p.mu.Unlock()
		return v.save(ctx, func(a *lobby.Account) { a.Settings = text })
	})
}

// RecordVisit reports whether the person is a newcomer, as defined by [lobby.Familiarity], and
// records the visit. Without a store there are no newcomers. back reports whether mutes of a
// deleted account of the person were restored.
func (v *Visitor) RecordVisit(ctx context.Context) (isNew, back bool) {
	p := v.people
	if p.config.Accounts == nil || p.config.History == nil {
		return false, false
	}
	now := time.Now()
	known, err := p.config.Accounts.Familiarity(ctx, v.who.ID)
	if err != nil {
		if ctx.Err() == nil {
			p.config.Log.Error("cannot read the standing of a player", "err", err)
		}
		return false, false
	}
	if known.Deleted || !known.Since.IsZero() && now.Sub(known.Seen) >= seenPace {
		noted := v.later(func(ctx context.Context) error { return p.config.Accounts.Visited(ctx, v.who.ID, now) })
		if known.Deleted && noted != nil {
			err := wait(ctx, noted)
			if back = err == nil; err != nil && ctx.Err() == nil {
				p.config.Log.Error("cannot restore the reports and mutes of a deleted account", "err", err)
			}
		}
	}
	return known.IsNew(now), back
}

// File stores a report and logs it.
func (v *Visitor) File(ctx context.Context, report lobby.Report) error {
	p := v.people
	if p.config.Reports == nil {
		return prose.Refuse("This server does not accept reports.")
	}
	return v.keep(ctx, func(ctx context.Context) error {
		number, err := p.config.Reports.KeepReport(ctx, report)
		if err != nil {
			return prose.Because(err, "Your report could not be saved. Try again in a moment.")
		}
		p.config.Log.Warn("player reported", "report", number, "by", shortID(report.By), "about", shortID(report.About), "room", report.Room, "match", report.Match)
		return nil
	})
}

// shortID returns an abbreviated identity for the log.
func shortID(id string) string { return id[:min(len(id), 20)] }
