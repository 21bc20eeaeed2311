package cluster

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"parlor/budget"
	"parlor/lobby"
)

// Each node counts what people use of their rate limits. So that nobody has as much at each
// of them, a node tells the others where much was used. Each other node is told by itself, and
// what cannot be sent to one for long is dropped.

const (
	// usagePace is how often usage is sent at most; nothing is sent if little was used.
	usagePace = time.Second
	// maxUsage bounds the people and addresses that are sent or taken at once.
	maxUsage = 64
	// usageTime is for how long usage that could not be sent is kept: much of it has been
	// refilled by then.
	usageTime = 10 * time.Second
)

// usage sends the other nodes what people have used here.
type usage struct {
	*lifecycle
	*connections
	rooms Rooms
}

// usagePeer is another node that usage is sent to.
type usagePeer struct {
	queue   []budget.Spending // to be sent
	sending chan bool         // takes whether it may have arrived; nil while nothing is sent
	sent    []budget.Spending // what is being sent
	failing time.Time         // since when sending fails; zero while it does not
}

// run sends usage to all others, until the node closes.
func (u *usage) run() {
	ticks := time.NewTicker(usagePace)
	defer ticks.Stop()
	peers := map[string]*usagePeer{}
	for {
		select {
		case <-ticks.C:
		case <-u.running.Done():
			return
		}
		names := u.counting()
		maps.DeleteFunc(peers, func(name string, _ *usagePeer) bool { return !slices.Contains(names, name) })
		spent := u.rooms.Budget().Told(maxUsage)
		for _, name := range names {
			if peers[name] == nil {
				peers[name] = &usagePeer{}
			}
			one := peers[name]
			one.enqueue(spent)
			if one.isIdle() && len(one.queue) > 0 {
				told := make(chan bool, 1)
				one.sending, one.sent, one.queue = told, one.queue, nil
				u.work.Go(func() { told <- u.send(name, one.sent) })
			}
		}
	}
}

// isIdle reports whether nothing is being sent to a node. What could not be sent is put back
// into the queue.
func (h *usagePeer) isIdle() bool {
	if h.sending == nil {
		return true
	}
	var told bool
	select {
	case told = <-h.sending:
	default:
		return false
	}
	h.sending = nil
	switch now := time.Now(); {
	case told:
		h.failing = time.Time{}
	case h.failing.IsZero():
		h.failing = now
		h.enqueue(h.sent)
	case now.Sub(h.failing) < usageTime:
		h.enqueue(h.sent)
	default:
		h.queue, h.failing = nil, time.Time{}
	}
	h.sent = nil
	return true
}

// enqueue adds usage to be sent, up to maxUsage.
func (h *usagePeer) enqueue(spent []budget.Spending) {
	for _, one := range spent {
		at := slices.IndexFunc(h.queue, one.SameAs)
		switch {
		case at >= 0:
			h.queue[at] = h.queue[at].Plus(one)
		case len(h.queue) < maxUsage:
			h.queue = append(h.queue, one)
		}
	}
}

// send sends usage to a node, and reports whether it may have arrived.
func (u *usage) send(name string, spent []budget.Spending) bool {
	ctx, cancel := context.WithTimeout(u.running, askTime)
	defer cancel()
	at, err := u.lobbyAt(ctx, name)
	if err == nil {
		err = at.SendUsage(ctx, spent)
	}
	if err != nil {
		u.log.Debug("another node does not hear what is spent", "node", name, "err", err)
	}
	return err == nil || errors.Is(err, lobby.ErrNoAnswer)
}
