package cluster

import (
	"context"

	"parlor/lobby"
)

// A game night and the rooms of its tables have codes of one shard, so they are always at the same node and move
// together. The shard's owner stores the night, and the next owner continues it. Players hold it from their own
// nodes, as they do rooms.

// NewCodeInShardOf returns a random code in the same shard as code.
func NewCodeInShardOf(code string) string {
	const most = 16 * Shards // on average one draw in Shards is in the right shard
	for range most {
		if drawn := lobby.NewCode(); ShardOf(drawn) == ShardOf(code) {
			return drawn
		}
	}
	return ""
}

// nightAccess performs a session's operations on game nights at any node.
type nightAccess struct{ *sessions }

// openNight performs lobby.OpenGameNight at this node or, if this one is to own no shards, at another.
func (v nightAccess) openNight(ctx context.Context, request lobby.Request) (lobby.GameNightHandle, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	if err := v.refuseOther(ctx, ""); err != nil {
		return nil, err
	}
	first, err := enter[lobby.GameNightUpdate, lobby.GameNightHandle](ctx, v.sessions, v.node.creator(), request)
	return v.keepNight(first, err, false)
}

// joinNight performs lobby.JoinGameNight.
func (v nightAccess) joinNight(ctx context.Context, op lobby.JoinGameNight) (lobby.GameNightHandle, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	if err := v.refuseOther(ctx, lobby.ParseCode(op.Code)); err != nil {
		return nil, err
	}
	first, err := enterAnywhere[lobby.GameNightUpdate](ctx, v.sessions, op)
	return v.keepNight(first, err, false)
}

// watchNight performs lobby.WatchGameNight.
func (v nightAccess) watchNight(ctx context.Context, op lobby.WatchGameNight) (lobby.GameNightHandle, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	first, err := enterAnywhere[lobby.GameNightUpdate](ctx, v.sessions, op)
	return v.keepNight(first, err, true)
}

// currentNight performs lobby.CurrentGameNight at one node after the other, this one first.
func (v nightAccess) currentNight(ctx context.Context) (code string, err error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	v.search(ctx, func() (found, all bool) {
		if code, err = lobby.Ask(ctx, v.home, lobby.CurrentGameNight{}); err != nil || code != "" {
			return true, true
		}
		code, all = v.currentAtPeers(ctx)
		return code != "", all
	})
	return code, err
}

// currentAtPeers returns the game night at another node in which the player takes part, and reports whether all nodes
// have answered.
func (v nightAccess) currentAtPeers(ctx context.Context) (code string, all bool) {
	all = v.node.isSettled()
	for _, node := range v.others() {
		there, err := v.currentAt(ctx, node)
		if there != "" {
			return there, true
		}
		all = all && err == nil
	}
	return "", all
}

func (v nightAccess) currentAt(ctx context.Context, node string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	stay, leave, err := v.at(ctx, node)
	if err != nil {
		return "", err
	}
	defer leave()
	return lobby.Ask(ctx, stay, lobby.CurrentGameNight{})
}

// refuseOther refuses a player who takes part in another game night at another node. This node and the owner of the
// night check the rest.
func (v nightAccess) refuseOther(ctx context.Context, code string) error {
	if other, _ := v.currentAtPeers(ctx); other != "" && other != code {
		return lobby.ErrOtherGameNight
	}
	return nil
}

// nodeNight is a game night's handle at one node.
type nodeNight = nodeHandle[lobby.GameNightUpdate]

// keepNight returns a handle that starts with a nodeNight.
func (v nightAccess) keepNight(first *nodeNight, err error, board bool) (lobby.GameNightHandle, error) {
	if err != nil {
		return nil, err
	}
	h := newHandle(v.sessions, first, &nightReader{sessions: v.sessions, board: board, said: chatSequence()}, lobby.NewLatest[lobby.GameNightUpdate])
	v.node.work.Go(h.carry)
	return h, nil
}

// nightReader is the reader of a game night's handle.
type nightReader struct {
	sessions *sessions
	board    bool
	last     lobby.GameNightUpdate // the last one shown
	shown    *nodeNight            // the nodeNight that showed it
	said     sequence[lobby.ChatMessage]
}

// pass implements reader. If the night has moved, its chat starts again and is renumbered.
func (r *nightReader) pass(from *nodeNight, update lobby.GameNightUpdate) lobby.GameNightUpdate {
	if r.shown != nil && r.shown != from && !r.said.continues(r.last.Chat, update.Chat) {
		r.said.continueAfter(0)
	}
	r.shown = from
	update.Chat = r.said.renumber(update.Chat)
	r.last = update
	return update
}

// moving implements reader.
func (r *nightReader) moving() (lobby.GameNightUpdate, bool) {
	r.last.Moving = true
	return r.last, r.last.Code != ""
}

// again implements reader.
func (r *nightReader) again(ctx context.Context) (*nodeNight, error) {
	if r.board {
		return enterAnywhere[lobby.GameNightUpdate](ctx, r.sessions, lobby.WatchGameNight{Code: r.last.Code})
	}
	return enterAnywhere[lobby.GameNightUpdate](ctx, r.sessions, lobby.JoinGameNight{Code: r.last.Code})
}

// did implements reader.
func (r *nightReader) did(_ *nodeNight, _, answer any, _ error) any { return answer }

// repeats implements reader. All requests but chat are idempotent.
func (r *nightReader) repeats(request lobby.Request, unknown bool) (lobby.Request, bool) {
	_, says := request.Op.(lobby.SayAtGameNight)
	return request, !says || !unknown
}

// hasLeft implements reader. The night itself rejects a player who has left.
func (r *nightReader) hasLeft() bool { return false }

// stopping implements reader.
func (r *nightReader) stopping(*nodeNight) (update lobby.GameNightUpdate, news bool) {
	return update, false
}
