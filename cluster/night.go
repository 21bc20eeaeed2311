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
type nightAccess struct{ *presence }

// openNight does lobby.OpenGameNight, at this node, or where this one is to have none
// at another one.
func (v nightAccess) openNight(ctx context.Context, request lobby.Request) (lobby.GameNightHandle, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	if err := v.atNoOther(ctx, ""); err != nil {
		return nil, err
	}
	first, err := enter[lobby.GameNightUpdate, lobby.GameNightHandle](ctx, v.presence, v.node.maker(), request)
	return v.keepNight(first, err, false)
}

// joinNight does lobby.JoinGameNight.
func (v nightAccess) joinNight(ctx context.Context, op lobby.JoinGameNight) (lobby.GameNightHandle, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	if err := v.atNoOther(ctx, lobby.ParseCode(op.Code)); err != nil {
		return nil, err
	}
	first, err := come[lobby.GameNightUpdate](ctx, v.presence, op)
	return v.keepNight(first, err, false)
}

// watchNight does lobby.WatchGameNight.
func (v nightAccess) watchNight(ctx context.Context, op lobby.WatchGameNight) (lobby.GameNightHandle, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	first, err := come[lobby.GameNightUpdate](ctx, v.presence, op)
	return v.keepNight(first, err, true)
}

// currentNight does lobby.CurrentGameNight, at one node after the other, this one first.
func (v nightAccess) currentNight(ctx context.Context) (code string, err error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	v.seek(ctx, func() (found, all bool) {
		if code, err = lobby.Ask(ctx, v.home, lobby.CurrentGameNight{}); err != nil || code != "" {
			return true, true
		}
		code, all = v.attendingAway(ctx)
		return code != "", all
	})
	return code, err
}

// attendingAway is the night at another node in which the visitor takes part, and
// whether all of these have answered.
func (v nightAccess) attendingAway(ctx context.Context) (code string, all bool) {
	all = v.node.isSettled()
	for _, node := range v.others() {
		there, err := v.attendingAt(ctx, node)
		if there != "" {
			return there, true
		}
		all = all && err == nil
	}
	return "", all
}

func (v nightAccess) attendingAt(ctx context.Context, node string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	stay, leave, err := v.stay(ctx, node)
	if err != nil {
		return "", err
	}
	defer leave()
	return lobby.Ask(ctx, stay, lobby.CurrentGameNight{})
}

// atNoOther refuses who takes part in another night at another node; this one, and the
// one that has the night, see to the rest.
func (v nightAccess) atNoOther(ctx context.Context, code string) error {
	if other, _ := v.attendingAway(ctx); other != "" && other != code {
		return lobby.ErrOtherGameNight
	}
	return nil
}

// nightHold is a place at a game night at one node.
type nightHold = hold[lobby.GameNightUpdate]

// keepNight returns a handle that begins with a hold.
func (v nightAccess) keepNight(first *nightHold, err error, board bool) (lobby.GameNightHandle, error) {
	if err != nil {
		return nil, err
	}
	h := newHandle(v.presence, first, &nightReader{session: v.presence, board: board, said: ofLines()}, lobby.NewLatest[lobby.GameNightUpdate])
	v.node.work.Go(h.carry)
	return h, nil
}

// nightReader is the reader of a handle at a game night.
type nightReader struct {
	session *presence
	board   bool
	last    lobby.GameNightUpdate // the newest that was shown
	shown   *nightHold            // which has shown it
	said    numbering[lobby.ChatMessage]
}

// pass implements reader. If the night has moved, what is said begins anew, and is numbered
// on.
func (r *nightReader) pass(from *nightHold, update lobby.GameNightUpdate) lobby.GameNightUpdate {
	if r.shown != nil && r.shown != from && !r.said.goesOn(r.last.Chat, update.Chat) {
		r.said.after(0)
	}
	r.shown = from
	update.Chat = r.said.tell(update.Chat)
	r.last = update
	return update
}

// moving implements reader.
func (r *nightReader) moving() (lobby.GameNightUpdate, bool) {
	r.last.Moving = true
	return r.last, r.last.Code != ""
}

// again implements reader.
func (r *nightReader) again(ctx context.Context) (*nightHold, error) {
	if r.board {
		return come[lobby.GameNightUpdate](ctx, r.session, lobby.WatchGameNight{Code: r.last.Code})
	}
	return come[lobby.GameNightUpdate](ctx, r.session, lobby.JoinGameNight{Code: r.last.Code})
}

// did implements reader.
func (r *nightReader) did(_ *nightHold, _, answer any, _ error) any { return answer }

// repeats implements reader: to do a request twice does no more than to do it once, but
// what is said would be heard twice.
func (r *nightReader) repeats(request lobby.Request, unknown bool) (lobby.Request, bool) {
	_, says := request.Op.(lobby.SayAtGameNight)
	return request, !says || !unknown
}

// hasLeft implements reader: who has left is told so by the night.
func (r *nightReader) hasLeft() bool { return false }
