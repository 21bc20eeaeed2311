package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// nameWaits is how long a starting node waits for stale members to expire: its own entry after a
// crash, or all entries after an outage.
const nameWaits = 15 * time.Second

// membership holds the successive stays of this node.
type membership struct {
	*lifecycle
	mu   sync.Mutex
	stay Stay // nil before the first
}

// join adds the node to the list if it fits the other members.
func (m *membership) join(ctx context.Context) error {
	until := time.Now().Add(nameWaits)
	for {
		living, err := m.config.Membership.Living(ctx)
		if err != nil {
			return fmt.Errorf("the live nodes cannot be read: %w", err)
		}
		err = fits(m.config.Self, living, time.Now())
		if err == nil {
			var stay Stay
			if stay, err = m.config.Membership.Join(ctx, m.config.Self); err == nil {
				m.enter(stay)
				return nil
			}
		}
		switch wrong := (clockError{}); {
		case (errors.Is(err, ErrNameTaken) || errors.As(err, &wrong)) && time.Now().Before(until):
		case errors.Is(err, ErrNameTaken):
			return fmt.Errorf("%w: %s; each node needs its own --node", err, m.config.Self.Name)
		default:
			return err
		}
		if !pause(ctx, tryPace) {
			return ctx.Err()
		}
	}
}

// enter begins a stay.
func (m *membership) enter(stay Stay) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stay = stay
}

// current returns the current stay, or nil before the first.
func (m *membership) current() Stay {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.stay
}

// rejoin joins again, retrying until it succeeds or the node closes.
func (m *membership) rejoin() {
	for m.running.Err() == nil {
		err := m.join(m.running)
		if err == nil {
			return
		}
		if m.running.Err() == nil {
			m.log.Warn("cannot join the cluster", "node", m.config.Self.Name, "err", err)
		}
		pause(m.running, tryPace)
	}
}
