package account

import (
	"context"
	"time"
)

// seenPace is how often at most it is written down that somebody was here.
const seenPace = 24 * time.Hour

// Meet reports whether little is known of the visitor yet, as [lobby.Acquaintance]
// has it, and has it remembered that they were here. Where nobody is remembered,
// nobody is new. If they had deleted an account, and are muted now by those who had muted
// it, back is true.
func (v *Visitor) Meet(ctx context.Context) (isNew, back bool) {
	p := v.people
	if p.config.Accounts == nil || p.config.History == nil {
		return false, false
	}
	now := time.Now()
	known, err := p.config.Accounts.Acquaintance(ctx, v.who.ID)
	if err != nil {
		if ctx.Err() == nil {
			p.config.Log.Error("it cannot be read how well somebody is known", "err", err)
		}
		return false, false
	}
	if known.Deleted || !known.Since.IsZero() && now.Sub(known.Seen) >= seenPace {
		noted := v.noteVisit(now)
		if known.Deleted && noted != nil {
			err := wait(ctx, noted)
			if back = err == nil; err != nil && ctx.Err() == nil {
				p.config.Log.Error("what is kept about a deleted account cannot be given to who is back", "err", err)
			}
		}
	}
	return known.New(now), back
}

// noteVisit has it remembered that the visitor was here, unless nothing of the session is
// kept any more; nil then.
func (v *Visitor) noteVisit(now time.Time) <-chan error {
	p := v.people
	p.mu.Lock()
	defer p.mu.Unlock()
	if v.forgotten {
		return nil
	}
	return p.later(func(ctx context.Context) error { return p.config.Accounts.Visited(ctx, v.who.ID, now) })
}
