package cluster

import (
	"context"
	"slices"
	"sync"

	"parlor/lobby"
)

// A player's own rooms at other nodes are shown on that player's pages only. The lobby changes say which nodes have
// any.

// resident is the part of a session of the lobby in this process that a node uses.
type resident interface {
	lobby.Session
	// InviteTo performs lobby.Invite for a room of another node, given the update that the inviter
	// is shown there.
	InviteTo(ctx context.Context, request lobby.Request, shown lobby.Update) error
	// Answer removes an invitation from the session's pages and returns the invitation. It reports
	// false if there was none.
	Answer(call uint64) (invites lobby.Notice, waited bool)
	// Declines performs lobby.Decline. It returns the answer to send and the node to send it to, or
	// "" if there is none.
	Declines(call uint64) (answer lobby.Declined, node string, err error)
	// SeatsAt returns the other nodes in whose rooms the player has a seat. SeatsMoved delivers, with capacity 1,
	// that these may have changed.
	SeatsAt() []string
	SeatsMoved() <-chan struct{}
	// ShowRemoteRooms sets the player's own rooms at another node.
	ShowRemoteRooms(node string, rows []lobby.RoomRow)
}

// ownRooms shows a player's own rooms at other nodes on the session's pages.
type ownRooms struct {
	*sessions

	mu            sync.Mutex         // guards the fields below
	stopFollowing context.CancelFunc // stops following; nil while not following
	ended         chan struct{}      // closed once the last follower has stopped
}

// show performs lobby.Show. Own rooms at other nodes are followed while the lobby is on screen.
func (v *ownRooms) show(ctx context.Context, op lobby.Show) {
	window := op.Window
	lobby.Send(ctx, v.home, op)
	own, is := v.home.(resident)
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.stopFollowing != nil && !window.Shows() {
		v.stopFollowing()
		v.stopFollowing = nil
	}
	if !is || v.stopFollowing != nil || !window.Shows() || v.over.Err() != nil {
		return
	}
	ctx, stopFollowing := context.WithCancel(v.over) //nolint:contextcheck // it goes on when the request is done
	before, done := v.ended, make(chan struct{})
	v.stopFollowing, v.ended = stopFollowing, done
	v.node.work.Go(func() {
		defer close(done)
		defer stopFollowing()
		if before != nil {
			<-before
		}
		v.followAll(ctx, own)
	})
}

// followAll follows the player's own rooms at all nodes that have any, until ctx ends.
func (v *ownRooms) followAll(ctx context.Context, own resident) {
	looks := map[string]following{}
	end := func(nodes []string) {
		for node, one := range looks {
			if !slices.Contains(nodes, node) {
				one.stop()
				<-one.done
				delete(looks, node)
			}
		}
	}
	defer end(nil)
	for {
		nodes := own.SeatsAt()
		end(nodes)
		for _, node := range nodes {
			if _, already := looks[node]; already {
				continue
			}
			ctx, stop := context.WithCancel(ctx)
			one := following{stop, make(chan struct{})}
			looks[node] = one
			v.node.work.Go(func() {
				defer close(one.done)
				defer stop()
				v.followAt(ctx, own, node)
			})
		}
		select {
		case <-own.SeatsMoved():
		case <-ctx.Done():
			return
		}
	}
}

// followAt follows the player's own rooms at one node, reconnecting as needed.
func (v *ownRooms) followAt(ctx context.Context, own resident, node string) {
	defer own.ShowRemoteRooms(node, nil)
	for ctx.Err() == nil {
		stay, leave, err := v.at(ctx, node)
		if err != nil {
			pause(ctx, retryPace)
			continue
		}
		lobby.Send(ctx, stay, lobby.Show{Window: lobby.Window{Yours: true}})
		for open := true; open && ctx.Err() == nil; {
			var page lobby.Page
			select {
			case page, open = <-stay.Pages():
				if open && page.Window.Yours {
					own.ShowRemoteRooms(node, page.Yours)
				}
			case <-ctx.Done():
			}
		}
		lobby.Send(ctx, stay, lobby.Show{})
		leave()
		pause(ctx, followPace)
	}
}

// peek performs lobby.Peek.
func (v *ownRooms) peek(ctx context.Context, op lobby.Peek) (lobby.Page, error) {
	own, is := v.home.(resident)
	v.mu.Lock()
	looks := v.stopFollowing != nil
	v.mu.Unlock()
	if !is || looks || !op.Window.Shows() {
		return lobby.Ask(ctx, v.home, op)
	}
	// A separate name keeps it from clashing with a follower that starts meanwhile.
	const once = "once@"
	nodes := own.SeatsAt()
	for _, node := range nodes {
		own.ShowRemoteRooms(once+node, v.peekAt(ctx, node))
	}
	page, err := lobby.Ask(ctx, v.home, op)
	for _, node := range nodes {
		own.ShowRemoteRooms(once+node, nil)
	}
	return page, err
}

// peekAt returns the player's own rooms at another node. It returns none if the node does not answer.
func (v *ownRooms) peekAt(ctx context.Context, node string) []lobby.RoomRow {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	stay, leave, err := v.at(ctx, node)
	if err != nil {
		return nil
	}
	defer leave()
	page, err := lobby.Ask(ctx, stay, lobby.Peek{Window: lobby.Window{Yours: true}})
	if err != nil {
		return nil
	}
	return page.Yours
}
