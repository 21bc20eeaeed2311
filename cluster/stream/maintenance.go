package stream

import (
	"time"
)

const (
	// takePace is the interval between searches for matches whose node died after they ended.
	takePace = 5 * time.Second
	// notePace is the interval at which a node publishes its position.
	notePace = time.Minute
	// trimPace is the interval at which unneeded changes are deleted.
	trimPace = 10 * time.Minute
	// keptLeast is how long every change is kept, up to keptCount changes. keptMost is how long a
	// change is kept that a live node has not applied.
	keptLeast = 24 * time.Hour
	keptMost  = 7 * 24 * time.Hour
	keptCount = 50_000
	// expirePace is the interval between searches for guests who have not visited for guestTime.
	expirePace = 6 * time.Hour
	guestTime  = 30 * 24 * time.Hour
)

// maintenance runs periodic work. All nodes run it; it is idempotent and needs no particular node.
type maintenance struct{ *replicator }

// run runs until the node closes.
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

// takeAll moves all matches in the outbox to the log.
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

// trim deletes changes that all live nodes have applied and that are older than keptLeast or in excess of keptCount,
// and all changes older than keptMost.
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

// expire deletes guests who have not visited for guestTime.
func (m maintenance) expire(now time.Time) error {
	before := now.Add(-guestTime).UTC()
	guests, err := m.store.Replica.Expired(m.running, before)
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
