package cluster

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/ratelimit"
)

// Each node counts rate limit usage and sends heavy usage to the others, so that a limit holds for the cluster. Each
// node gets its own messages; what cannot be sent for long is dropped.

const (
	// usagePace is the minimum interval between messages. Nothing is sent while usage is low.
	usagePace = time.Second
	// maxUsage bounds the people and addresses in one message.
	maxUsage = 64
	// usageTime is how long unsent usage is kept. Most buckets have refilled by then.
	usageTime = 10 * time.Second
)

// usage sends the usage at this node to the others.
type usage struct {
	*lifecycle
	*connections
	rooms Rooms
}

// usagePeer is a node to which usage is sent.
type usagePeer struct {
	queue   []ratelimit.Usage // to be sent
	sending chan bool         // receives whether the message may have arrived; nil while nothing is sent
	sent    []ratelimit.Usage // usage that is being sent
	failing time.Time         // since when sending has failed; zero if the last one succeeded
}

// run sends usage to the other nodes until the node closes.
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
		names := u.usagePeers()
		maps.DeleteFunc(peers, func(name string, _ *usagePeer) bool { return !slices.Contains(names, name) })
		spent := u.rooms.RateLimits().HotUsage(maxUsage)
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

// isIdle reports whether nothing is being sent to the node. A failed message goes back into the queue.
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
func (h *usagePeer) enqueue(spent []ratelimit.Usage) {
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

// send sends usage to a node and reports whether it may have arrived.
func (u *usage) send(name string, spent []ratelimit.Usage) bool {
	ctx, cancel := context.WithTimeout(u.running, askTime)
	defer cancel()
	at, err := u.lobbyAt(ctx, name)
	if err == nil {
		err = at.SendUsage(ctx, spent)
	}
	if err != nil {
		u.log.Debug("cannot send rate limit usage to another node", "node", name, "err", err)
	}
	return err == nil || errors.Is(err, lobby.ErrNoAnswer)
}
