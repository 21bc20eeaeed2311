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

// What people may do is counted by each node for itself. So that nobody has as much at
// each of them, a node tells the others where much was spent. It waits for nobody: each
// other node is told for itself, and what one cannot be told for long it is not told.

const (
	// spentPace is how often the others are told at most; where little is spent they are
	// told nothing.
	spentPace = time.Second
	// mostSpent is of how many people and addresses they are told at once, and hear.
	mostSpent = 64
	// spentLasts is for how long a node is told what it could not be told at first: much
	// of that has come back to people by then.
	spentLasts = 10 * time.Second
)

// usage tells the other nodes what people have spent here.
type usage struct {
	*life
	*connections
	rooms Rooms
}

// hearer is another node that is told what is spent.
type hearer struct {
	owed    []budget.Spending // what it is to be told
	telling chan bool         // takes whether it may have been told; nil while nobody tells it
	sent    []budget.Spending // what it is told then
	failing time.Time         // since when it cannot be told; zero where it can
}

// run tells all others, until the node closes.
func (u *usage) run() {
	ticks := time.NewTicker(spentPace)
	defer ticks.Stop()
	hearers := map[string]*hearer{}
	for {
		select {
		case <-ticks.C:
		case <-u.running.Done():
			return
		}
		names := u.counting()
		maps.DeleteFunc(hearers, func(name string, _ *hearer) bool { return !slices.Contains(names, name) })
		spent := u.rooms.Spends().Told(mostSpent)
		for _, name := range names {
			if hearers[name] == nil {
				hearers[name] = &hearer{}
			}
			one := hearers[name]
			one.owes(spent)
			if one.rests() && len(one.owed) > 0 {
				told := make(chan bool, 1)
				one.telling, one.sent, one.owed = told, one.owed, nil
				u.work.Go(func() { told <- u.tell(name, one.sent) })
			}
		}
	}
}

// rests reports whether nobody tells a node anything just now. What it could not be told it
// is to be told again.
func (h *hearer) rests() bool {
	if h.telling == nil {
		return true
	}
	var told bool
	select {
	case told = <-h.telling:
	default:
		return false
	}
	h.telling = nil
	switch now := time.Now(); {
	case told:
		h.failing = time.Time{}
	case h.failing.IsZero():
		h.failing = now
		h.owes(h.sent)
	case now.Sub(h.failing) < spentLasts:
		h.owes(h.sent)
	default:
		h.owed, h.failing = nil, time.Time{}
	}
	h.sent = nil
	return true
}

// owes adds to what a node is to be told, as far as that is not too much.
func (h *hearer) owes(spent []budget.Spending) {
	for _, one := range spent {
		at := slices.IndexFunc(h.owed, one.SameAs)
		switch {
		case at >= 0:
			h.owed[at] = h.owed[at].Plus(one)
		case len(h.owed) < mostSpent:
			h.owed = append(h.owed, one)
		}
	}
}

// tell tells a node, and reports whether it may have heard it.
func (u *usage) tell(name string, spent []budget.Spending) bool {
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
