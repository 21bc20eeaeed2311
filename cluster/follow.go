package cluster

import (
	"context"
	"time"

	"parlor/lobby"
)

const (
	// followPace is how long a node waits at least before it asks another one again what has
	// changed in its lobby: changes in between are sent at once, the newest of each.
	followPace = 100 * time.Millisecond
	// retryPace is how long it waits if the other one did not answer.
	retryPace = time.Second
)

// lobbyFollower follows the lobbies of other nodes, so that this one shows them.
type lobbyFollower struct {
	*lifecycle
	*connections
	rooms     Rooms
	following map[string]following // by name; for the goroutine that follows the membership
}

// following is how a node follows something of another one.
type following struct {
	stop context.CancelFunc
	done chan struct{} // closed once nothing of the other one is in this lobby any more
}

// follow follows the lobby of all nodes that live, and of no others. It is for the
// goroutine that follows the membership.
func (h *lobbyFollower) follow(living map[string]Member) {
	var ending []following
	for name, one := range h.following {
		if _, lives := living[name]; !lives {
			one.stop()
			ending = append(ending, one)
			delete(h.following, name)
		}
	}
	for _, one := range ending {
		<-one.done
	}
	for name := range living {
		if _, heard := h.following[name]; heard || name == h.self {
			continue
		}
		ctx, stop := context.WithCancel(h.running)
		one := following{stop, make(chan struct{})}
		h.following[name] = one
		h.work.Go(func() {
			defer stop()
			defer close(one.done)
			h.followLobby(ctx, name)
		})
	}
}

// followLobby asks another node for its changes, each time that it has some, until ctx ends.
// While it does not answer, its lobby is shown as it was: the membership says whether it lives.
// A node that does not know the cursor of this one any more sends everything.
func (h *lobbyFollower) followLobby(ctx context.Context, name string) {
	defer h.rooms.ForgetNode(name)
	var heard lobby.Cursor
	for ctx.Err() == nil {
		news, err := h.changesOf(ctx, name, heard)
		rest := followPace
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			h.log.Debug("another node does not tell of its hall", "node", name, "err", err)
			rest = retryPace
		case news.Mark.Feed != heard.Feed && !news.Page: // changes of what is not known here
			heard = lobby.Cursor{}
		default:
			h.rooms.ApplyChanges(name, news)
			if heard = news.Mark; news.More {
				rest = 0
			}
		}
		pause(ctx, rest)
	}
}

// changesOf returns the changes at another node since a cursor.
func (h *lobbyFollower) changesOf(ctx context.Context, name string, since lobby.Cursor) (lobby.Changes, error) {
	at, err := h.lobbyAt(ctx, name)
	if err != nil {
		return lobby.Changes{}, err
	}
	return at.Changes(ctx, since)
}
