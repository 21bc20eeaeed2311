package account

import (
	"context"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// seenPace is how often at most it is stored that a person was here.
const seenPace = 24 * time.Hour

// Visitor does the operations of a session that concern what is stored about its person,
// and about others.
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

// Do implements lobby.Doer for operations that concern nothing but accounts.
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

// saveSettings does lobby.SaveSettings. Settings that are not written yet are replaced by
// newer ones of the same person, so that one write at most waits for each person.
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

// Meet reports whether little is known of the person yet, as [lobby.Familiarity]
// has it, and stores that they were here. Where nobody is remembered, nobody is new. If
// they had deleted an account, and are muted now by those who had muted it, back is true.
func (v *Visitor) Meet(ctx context.Context) (isNew, back bool) {
	p := v.people
	if p.config.Accounts == nil || p.config.History == nil {
		return false, false
	}
	now := time.Now()
	known, err := p.config.Accounts.Familiarity(ctx, v.who.ID)
	if err != nil {
		if ctx.Err() == nil {
			p.config.Log.Error("it cannot be read how well somebody is known", "err", err)
		}
		return false, false
	}
	if known.Deleted || !known.Since.IsZero() && now.Sub(known.Seen) >= seenPace {
		noted := v.later(func(ctx context.Context) error { return p.config.Accounts.Visited(ctx, v.who.ID, now) })
		if known.Deleted && noted != nil {
			err := wait(ctx, noted)
			if back = err == nil; err != nil && ctx.Err() == nil {
				p.config.Log.Error("what is kept about a deleted account cannot be given to who is back", "err", err)
			}
		}
	}
	return known.IsNew(now), back
}

// File stores a report, and logs that there is one.
func (v *Visitor) File(ctx context.Context, report lobby.Report) error {
	p := v.people
	if p.config.Reports == nil {
		return prose.Refuse("Nobody reads reports on this server.")
	}
	return v.keep(ctx, func(ctx context.Context) error {
		number, err := p.config.Reports.KeepReport(ctx, report)
		if err != nil {
			return prose.Because(err, "Your report cannot be kept just now. Try again in a moment.")
		}
		p.config.Log.Warn("somebody was reported", "report", number, "by", shortID(report.By), "about", shortID(report.About), "room", report.Room, "match", report.Match)
		return nil
	})
}

// shortID is enough of an identity for a log.
func shortID(id string) string { return id[:min(len(id), 20)] }
