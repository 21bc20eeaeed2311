package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// nameWaits is how long a node that starts waits for one that does not live any more
// to be forgotten: itself, where it was killed just before, or all, where all machines
// were off.
const nameWaits = 15 * time.Second

// membership is this node's stay on the list of nodes, one after the other.
type membership struct {
	*lifecycle
	mu   sync.Mutex
	stay Stay // nil before the first
}

// join puts the node on the list, if it fits those that are there.
func (m *membership) join(ctx context.Context) error {
	until := time.Now().Add(nameWaits)
	for {
		living, err := m.config.Membership.Living(ctx)
		if err != nil {
			return fmt.Errorf("it cannot be read which nodes live: %w", err)
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

// current is the stay; nil before the first.
func (m *membership) current() Stay {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.stay
}

// rejoin joins the others again, however long it takes, or until the node closes.
func (m *membership) rejoin() {
	for m.running.Err() == nil {
		err := m.join(m.running)
		if err == nil {
			return
		}
		if m.running.Err() == nil {
			m.log.Warn("this node cannot join the others", "node", m.config.Self.Name, "err", err)
		}
		pause(m.running, tryPace)
	}
}
