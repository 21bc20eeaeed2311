package account

import (
	"context"
	"time"
)

// seenPace is how often at most it is written down that somebody was here.
const seenPace = 24 * time.Hour

// Meet reports whether little is known of the visitor yet, as [lobby.Acquaintance]
// has it, and has it remembered that they were here. Where nobody is remembered,
// nobody is new.
func (v *Visitor) Meet(ctx context.Context) (isNew bool) {
	p := v.people
	if p.config.Accounts == nil || p.config.History == nil {
		return false
	}
	now := time.Now()
	known, err := p.config.Accounts.Acquaintance(ctx, v.who.ID)
	if err != nil {
		if ctx.Err() == nil {
			p.config.Log.Error("it cannot be read how well somebody is known", "err", err)
		}
		return false
	}
	if !known.Since.IsZero() && now.Sub(known.Seen) >= seenPace {
		p.mu.Lock()
		defer p.mu.Unlock()
		if !v.forgotten {
			p.later(func(ctx context.Context) error { return p.config.Accounts.Visited(ctx, v.who.ID, now) })
		}
	}
	return known.New(now)
}
