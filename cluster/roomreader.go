package cluster

import (
	"context"
	"sync"

	"parlor/engine"
	"parlor/lobby"
)

// nodeRoom is a room's handle at one node.
type nodeRoom = nodeHandle[lobby.Update]

// roomReader is the reader of a room's handle.
type roomReader struct {
	sessions *sessions

	last  lobby.Update // the last one shown, without what is sent once
	shown *nodeRoom    // the nodeRoom that showed it
	said  sequence[lobby.ChatMessage]
	noted sequence[lobby.Note]

	mu      sync.Mutex    // guards the fields below
	lists   bool          // the reader has asked for legal actions
	left    bool          // the seat was given up permanently
	follows *lobby.Follow // the viewpoint that a spectator has asked for
}

// pass implements reader.
func (r *roomReader) pass(from *nodeRoom, update lobby.Update) lobby.Update {
	update.Revision += lobby.Revision(from.base.Load())
	r.numberOn(from, &update)
	if ends := r.sessions.node.stopsAt(); update.Draining.IsZero() {
		update.Draining = ends // the room continues while the session ends
	}
	r.last = update
	r.last.Events, r.last.ByBot, r.last.Ended = nil, nil, nil
	return update
}

// numberOn renumbers chat and notes. After a move of the room, its chat starts again, and the notes
// that it has made by then are not new to a player who was there all the time.
func (r *roomReader) numberOn(from *nodeRoom, update *lobby.Update) {
	if r.shown != nil && r.shown != from && !r.said.continues(r.last.Chat, update.Chat) && !r.noted.continues(r.last.Notes, update.Notes) {
		r.said.continueAfter(0)
		if n := len(update.Notes); n > 0 {
			r.noted.continueAfter(update.Notes[n-1].ID)
		}
	}
	r.shown = from
	update.Chat, update.Notes = r.said.renumber(update.Chat), r.noted.renumber(update.Notes)
}

// moving implements reader. The result depends only on the connection and on nothing secret in the room.
func (r *roomReader) moving() (lobby.Update, bool) {
	r.last.Moving = true
	r.last.Revision++
	return r.last, r.last.Code != ""
}

// stopping implements reader.
func (r *roomReader) stopping(from *nodeRoom) (lobby.Update, bool) {
	if r.last.Code == "" || !r.last.Draining.IsZero() {
		return lobby.Update{}, false
	}
	from.base.Add(1)
	r.last.Revision++
	r.last.Draining = r.sessions.node.stopsAt()
	return r.last, true
}

// again implements reader.
func (r *roomReader) again(ctx context.Context) (got *nodeRoom, err error) {
	if code := r.last.Code; r.last.You == engine.Watcher {
		got, err = enterAnywhere[lobby.Update](ctx, r.sessions, lobby.Watch{Code: code})
	} else {
		got, err = enterAnywhere[lobby.Update](ctx, r.sessions, lobby.Join{Code: code})
	}
	if err != nil {
		return nil, err
	}
	got.base.Store(uint64(r.last.Revision))
	r.mu.Lock()
	lists, follows, left := r.lists, r.follows, r.left
	r.mu.Unlock()
	if left { // which is known only now
		_ = lobby.Perform(ctx, got, lobby.Leave{}) // otherwise the room sees a disconnect
	}
	if lists { // the new node does not know the reader's preferences
		_ = lobby.Perform(ctx, got, lobby.ListLegal{}) // without it the view is the same but for the list
	}
	if follows != nil && r.last.You == engine.Watcher {
		_ = lobby.Perform(ctx, got, *follows)
	}
	return got, nil
}

// did implements reader. It records operations that determine what the reader is shown, so that
// they also apply after the room has moved.
func (r *roomReader) did(from *nodeRoom, op, answer any, err error) any {
	done, is := answer.(lobby.Done)
	if is && done.Revision > 0 {
		done.Revision += lobby.Revision(from.base.Load())
	}
	if err != nil {
		return done
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch op := op.(type) {
	case lobby.ListLegal:
		r.lists = true
	case lobby.Follow:
		r.follows = &op
	case lobby.Leave:
		r.left = true
	}
	return done
}

// repeats implements reader. A room recognizes repeated requests, except that repeating Leave would first rejoin.
func (r *roomReader) repeats(request lobby.Request, _ bool) (lobby.Request, bool) {
	if _, leaves := request.Op.(lobby.Leave); leaves {
		request = lobby.NewRequest(request.Op)
	}
	return request, true
}

// hasLeft implements reader.
func (r *roomReader) hasLeft() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.left
}
