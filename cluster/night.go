package cluster

import (
	"context"

	"parlor/lobby"
)

// A game night is at the node that has the shard of its code, and so are the rooms of
// its tables, which have codes of the same shard: they go together wherever that goes. It
// is kept where rooms are, by the shard's owner alone, and whoever has the shard next goes
// on with it. Its people hold on to it from their own nodes, as they do to rooms.

// DrawBeside draws the code of a room that is always at the same node as what has a code.
func DrawBeside(code string) string {
	const most = 16 * Shards // draws, of which one in as many as there are shards is right
	for range most {
		if drawn := lobby.NewCode(); ShardOf(drawn) == ShardOf(code) {
			return drawn
		}
	}
	return ""
}

// nightAccess does the operations of a session about game nights, at whatever node.
type nightAccess struct{ *sessions }

// openNight does lobby.OpenGameNight, at this node, or where this one is to have none
// at another one.
func (v nightAccess) openNight(ctx context.Context, request lobby.Request) (lobby.GameNightHandle, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	if err := v.refuseOther(ctx, ""); err != nil {
		return nil, err
	}
	first, err := enter[lobby.GameNightUpdate, lobby.GameNightHandle](ctx, v.sessions, v.node.maker(), request)
	return v.keepNight(first, err, false)
}

// joinNight does lobby.JoinGameNight.
func (v nightAccess) joinNight(ctx context.Context, op lobby.JoinGameNight) (lobby.GameNightHandle, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	if err := v.refuseOther(ctx, lobby.ParseCode(op.Code)); err != nil {
		return nil, err
	}
	first, err := enterAnywhere[lobby.GameNightUpdate](ctx, v.sessions, op)
	return v.keepNight(first, err, false)
}

// watchNight does lobby.WatchGameNight.
func (v nightAccess) watchNight(ctx context.Context, op lobby.WatchGameNight) (lobby.GameNightHandle, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	first, err := enterAnywhere[lobby.GameNightUpdate](ctx, v.sessions, op)
	return v.keepNight(first, err, true)
}

// currentNight does lobby.CurrentGameNight, at one node after the other, this one first.
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

// currentAtPeers is the night at another node in which the player takes part, and
// whether all of these have answered.
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

// refuseOther refuses who takes part in another night at another node; this one, and the
// one that has the night, see to the rest.
func (v nightAccess) refuseOther(ctx context.Context, code string) error {
	if other, _ := v.currentAtPeers(ctx); other != "" && other != code {
		return lobby.ErrOtherGameNight
	}
	return nil
}

// nodeNight is a place at a game night at one node.
type nodeNight = nodeHandle[lobby.GameNightUpdate]

// keepNight returns a handle that begins with a nodeNight.
func (v nightAccess) keepNight(first *nodeNight, err error, board bool) (lobby.GameNightHandle, error) {
	if err != nil {
		return nil, err
	}
	h := newHandle(v.sessions, first, &nightReader{sessions: v.sessions, board: board, said: chatSequence()}, lobby.NewLatest[lobby.GameNightUpdate])
	v.node.work.Go(h.carry)
	return h, nil
}

// nightReader is the reader of a handle at a game night.
type nightReader struct {
	sessions *sessions
	board    bool
	last     lobby.GameNightUpdate // the newest that was shown
	shown    *nodeNight            // which has shown it
	said     sequence[lobby.ChatMessage]
}

// pass implements reader. If the night has moved, what is said begins anew, and is numbered
// on.
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

// repeats implements reader: to do a request twice does no more than to do it once, but
// what is said would be heard twice.
func (r *nightReader) repeats(request lobby.Request, unknown bool) (lobby.Request, bool) {
	_, says := request.Op.(lobby.SayAtGameNight)
	return request, !says || !unknown
}

// hasLeft implements reader: who has left is told so by the night.
func (r *nightReader) hasLeft() bool { return false }
