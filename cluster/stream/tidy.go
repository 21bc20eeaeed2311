package stream

import (
	"context"
	"time"
)

const (
	// takePace is how often matches are looked for that ended where their node died.
	takePace = 5 * time.Second
	// notePace is how often a node says how far it has come, where it has.
	notePace = time.Minute
	// trimPace is how often changes are dropped that nobody needs any more.
	trimPace = 10 * time.Minute
	// keptLeast is how long every change is kept, as long as there are no more than
	// keptCount, and keptMost how long one is that a node which lives has not applied.
	keptLeast = 24 * time.Hour
	keptMost  = 7 * 24 * time.Hour
	keptCount = 50_000
	// expirePace is how often guests are looked for who have not come for guestTime.
	expirePace = 6 * time.Hour
	guestTime  = 30 * 24 * time.Hour
)

// tidy does what has to be done from time to time, until the node closes. Each node does
// all of it: it does no harm twice, and none has to be there.
func (p *People) tidy() {
	noted, dueNote, dueTrim, dueExpire := uint64(0), time.Time{}, time.Time{}, time.Time{}
	for p.running.Err() == nil {
		p.told("matches that have ended cannot be looked for", p.takeAll())
		now := time.Now()
		if number := p.applied(); number != noted && !now.Before(dueNote) {
			p.told("the other nodes cannot be told how far this one has come", p.note(number))
			noted, dueNote = number, now.Add(notePace)
		}
		if !now.Before(dueTrim) {
			p.told("changes that nobody needs any more cannot be dropped", p.trim(now))
			dueTrim = now.Add(trimPace)
		}
		if !now.Before(dueExpire) {
			p.told("guests who have not come for long cannot be forgotten", p.expire(now))
			dueExpire = now.Add(expirePace)
		}
		pause(p.running, takePace)
	}
}

// told tells the operator of what has failed, which is tried again.
func (p *People) told(what string, err error) {
	if err != nil && p.running.Err() == nil {
		p.logs.Warn(what, "err", err)
	}
}

func (p *People) limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(p.running, callTime)
}

// takeAll moves matches into the log that their rooms have put beside it.
func (p *People) takeAll() error {
	ctx, cancel := p.limited()
	defer cancel()
	matches, err := p.log.Waiting(ctx)
	if err != nil {
		return err
	}
	for _, match := range matches {
		if err := p.log.Take(ctx, match); err != nil {
			return err
		}
	}
	return nil
}

func (p *People) note(number uint64) error {
	ctx, cancel := p.limited()
	defer cancel()
	return p.log.Note(ctx, number)
}

// trim drops what is applied by all nodes that live, and older than a day or more than is
// to be kept of that, and what is older than a week.
func (p *People) trim(now time.Time) error {
	ctx, cancel := p.limited()
	defer cancel()
	slowest, err := p.log.Slowest(ctx)
	if err != nil {
		return err
	}
	newest := p.applied()
	for {
		lines, err := p.log.Oldest(ctx, atOnce)
		if err != nil {
			return err
		}
		entries, err := readLines(lines)
		if err != nil {
			return err
		}
		to := uint64(0)
		for _, entry := range entries {
			age := now.Sub(entry.Change.At)
			young := age < keptLeast && entry.Number+keptCount > newest
			if young || entry.Number > slowest && age < keptMost {
				break
			}
			to = entry.Number
		}
		if to == 0 {
			return nil
		}
		if err := p.log.Trim(ctx, to); err != nil || to != entries[len(entries)-1].Number {
			return err
		}
	}
}

// expire has guests forgotten who have not come for long.
func (p *People) expire(now time.Time) error {
	before := now.Add(-guestTime).UTC()
	guests, err := p.Expired(p.running, before)
	if err != nil {
		return err
	}
	for _, guest := range guests {
		ctx, cancel := p.limited()
		err := p.do(ctx, Change{Expire: &Expire{guest, before}})
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}
