package remote

import (
	"context"
	"sync"

	"parlor/lobby"
)

var _ lobby.Evening = (*night)(nil)

// night is one session's hold on an evening at the other end.
type night struct {
	visit  *visit
	number uint64 // set before the request is sent

	mu      sync.Mutex // guards what follows
	updates chan lobby.EveningUpdate
	over    bool
	why     error
}

// under gives the hold its number.
func (n *night) under(number uint64) shown {
	n.number = number
	return n
}

// take implements shown.
func (n *night) take(f frame) error {
	var update lobby.EveningUpdate
	if err := readShown(f.Body, &update); err != nil {
		return notUnderstood(err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.over {
		return nil
	}
	select {
	case <-n.updates:
	default:
	}
	n.updates <- update
	return nil
}

// end implements shown.
func (n *night) end(why error) {
	n.visit.dropNight(n)
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.over {
		n.over, n.why = true, why
		close(n.updates)
	}
}

// Updates implements lobby.Evening.
func (n *night) Updates() <-chan lobby.EveningUpdate { return n.updates }

// Do implements lobby.Evening.
func (n *night) Do(ctx context.Context, do lobby.EveningDo) error {
	n.mu.Lock()
	over, why := n.over, n.why
	n.mu.Unlock()
	switch {
	case why != nil:
		return why
	case over:
		return errOver
	}
	sent, err := encodeDo("", do)
	if err != nil {
		return err
	}
	return n.visit.lobby.ask(ctx, request{of: n.number, call: callDo, body: sent}, nil)
}

// Ended implements lobby.Evening.
func (n *night) Ended() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.why
}

// Close implements lobby.Evening.
func (n *night) Close() {
	n.mu.Lock()
	over := n.over
	n.mu.Unlock()
	n.end(nil)
	if !over {
		n.visit.lobby.finish(n.number)
	}
}

// dropNight forgets a hold that has ended.
func (v *visit) dropNight(n *night) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.nights, n)
}

// hold asks for a hold on an evening.
func (v *visit) hold(ctx context.Context, call string, body any) (lobby.Evening, error) {
	n := &night{visit: v, updates: make(chan lobby.EveningUpdate, 1)}
	v.mu.Lock()
	if v.closed {
		v.mu.Unlock()
		return nil, errOver
	}
	v.nights[n] = struct{}{}
	v.mu.Unlock()
	if err := v.lobby.ask(ctx, request{of: v.number, call: call, body: body, shows: n.under}, nil); err != nil {
		v.dropNight(n)
		return nil, err
	}
	if v.isClosed() {
		return nil, errOver // and with the visit, the hold ends
	}
	return n, nil
}
