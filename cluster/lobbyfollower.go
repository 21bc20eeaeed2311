package cluster

import (
	"context"
	"time"

	"parlor/lobby"
)

const (
	// followPace is the minimum interval between requests for the changes of another node. Changes in between are
	// merged.
	followPace = 100 * time.Millisecond
	// retryPace is the pause after a failed request.
	retryPace = time.Second
)

// lobbyFollower follows the lobbies of other nodes, so that this one lists them.
type lobbyFollower struct {
	*lifecycle
	*connections
	rooms     Rooms
	following map[string]following // by name; used by the membership goroutine only
}

// following is a running follower of another node.
type following struct {
	stop context.CancelFunc
	done chan struct{} // closed once the other node's rows are gone from this lobby
}

// follow starts and stops followers so that all live nodes are followed. Only the membership goroutine calls it.
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

// followLobby applies the changes of another node until ctx ends. While that node does not answer, its rows stay as
// they were, since the membership decides whether it lives. A node that does not know the cursor sends everything.
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
			h.log.Debug("cannot follow the lobby of another node", "node", name, "err", err)
			rest = retryPace
		case news.Mark.Feed != heard.Feed && !news.Page: // changes relative to an unknown state
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
