package stream

import (
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

// maintenance does what has to be done from time to time. Each node does all of it: it does
// no harm twice, and none has to be there.
type maintenance struct{ *replicator }

// run does it until the node closes.
func (m maintenance) run() {
	noted, dueNote, dueTrim, dueExpire := uint64(0), time.Time{}, time.Time{}, time.Time{}
	for m.running.Err() == nil {
		m.warn("matches that have ended cannot be looked for", m.takeAll())
		now := time.Now()
		if number := m.follower.applied.Load(); number != noted && !now.Before(dueNote) {
			m.warn("the other nodes cannot be told how far this one has come", m.note(number))
			noted, dueNote = number, now.Add(notePace)
		}
		if !now.Before(dueTrim) {
			m.warn("changes that nobody needs any more cannot be dropped", m.trim(now))
			dueTrim = now.Add(trimPace)
		}
		if !now.Before(dueExpire) {
			m.warn("guests who have not come for long cannot be forgotten", m.expire(now))
			dueExpire = now.Add(expirePace)
		}
		pause(m.running, takePace)
	}
}

// takeAll moves matches into the log that their rooms have put beside it.
func (m maintenance) takeAll() error {
	ctx, cancel := m.limited()
	defer cancel()
	matches, err := m.log.Waiting(ctx)
	if err != nil {
		return err
	}
	for _, match := range matches {
		if err := m.log.Take(ctx, match); err != nil {
			return err
		}
	}
	return nil
}

func (m maintenance) note(number uint64) error {
	ctx, cancel := m.limited()
	defer cancel()
	return m.log.Note(ctx, number)
}

// trim drops what is applied by all nodes that live, and older than a day or more than is
// to be kept of that, and what is older than a week.
func (m maintenance) trim(now time.Time) error {
	ctx, cancel := m.limited()
	defer cancel()
	slowest, err := m.log.Slowest(ctx)
	if err != nil {
		return err
	}
	newest := m.follower.applied.Load()
	for {
		lines, err := m.log.Oldest(ctx, atOnce)
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
		if err := m.log.Trim(ctx, to); err != nil || to != entries[len(entries)-1].Number {
			return err
		}
	}
}

// expire has guests forgotten who have not come for long.
func (m maintenance) expire(now time.Time) error {
	before := now.Add(-guestTime).UTC()
	guests, err := m.book.Replica.Expired(m.running, before)
	if err != nil {
		return err
	}
	for _, guest := range guests {
		ctx, cancel := m.limited()
		err := m.do(ctx, Change{Expire: &Expire{guest, before}})
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}
