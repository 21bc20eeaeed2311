package cluster

import (
	"context"
	"slices"
	"sync"

	"parlor/lobby"
)

// A visitor's own rooms at other nodes are shown by these to the visitor alone, as to
// anybody who has come there: which of them have any, the news say.

// resident is a session in the lobby in this process, as a node needs it.
type resident interface {
	lobby.Session
	// InviteTo does a request of Invite to a room of another node, as the visitor is shown it
	// there.
	InviteTo(ctx context.Context, request lobby.Request, shown lobby.Update) error
	// Answer takes an invitation off the visitor's pages and says what it was.
	Answer(call uint64) (invites lobby.Notice, waited bool)
	// Declines is Decline, and says what is to be told at which other node; none where
	// its name is empty.
	Declines(call uint64) (answer lobby.Declined, node string, err error)
	// SeatsAt are the other nodes in whose rooms the visitor has a seat, and SeatsMoved
	// delivers, through one slot, that these may have changed.
	SeatsAt() []string
	SeatsMoved() <-chan struct{}
	// ShowRemoteRooms replaces the rooms of another node that the visitor's pages show.
	ShowRemoteRooms(node string, rows []lobby.RoomRow)
}

// ownRooms has the rooms of a session's person at other nodes on its pages.
type ownRooms struct {
	*sessions

	mu            sync.Mutex         // guards what follows
	stopFollowing context.CancelFunc // ends looking for these rooms; nil while nobody does
	ended         chan struct{}      // closed once that has ended which was begun last
}

// turnTo does lobby.Show. While something is shown, so are the visitor's own
// rooms at other nodes.
func (v *ownRooms) turnTo(ctx context.Context, op lobby.Show) {
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

// followAll follows the visitor's own rooms at all nodes that have any, until ctx ends.
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

// followAt follows them at one node, and again after the connection has ended.
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

// peek does lobby.Peek.
func (v *ownRooms) peek(ctx context.Context, op lobby.Peek) (lobby.Page, error) {
	own, is := v.home.(resident)
	v.mu.Lock()
	looks := v.stopFollowing != nil
	v.mu.Unlock()
	if !is || looks || !op.Window.Shows() {
		return lobby.Ask(ctx, v.home, op)
	}
	// Under a name of its own, so that it takes nothing from who begins to look meanwhile.
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

// peekAt are the visitor's own rooms at another node; none where it does not answer.
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
