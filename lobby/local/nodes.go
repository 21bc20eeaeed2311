package local

import (
	"context"

	"parlor/budget"
	"parlor/lobby"
	"parlor/lobby/room"
)

// Format is the version of what rooms write down here; every one before it is read.
func Format() int { return room.Format() }

// Spends is what people may do here, and how much of it they have.
func (l *Lobby) Spends() *budget.Budget { return l.config.Budget }

// Adopt lists the rooms of headers, which another process had before and whose
// journal is this one's now, and returns how many; and it goes on with the game nights
// that the diary has for this process by now. It is for a lobby of several
// processes, at any time; none of the rooms may be in this one. A room sleeps until
// a client or a clock needs it, as after Restore. One that only a newer program can go
// on with waits for that: nothing is done to it here, and people are told.
func (l *Lobby) Adopt(ctx context.Context, headers map[string]lobby.Header) (int, error) {
	n, err := l.restore(ctx, l.waker.skipNewer(headers))
	l.waker.lookSooner()
	return n, err
}

// Release ends the rooms and game nights whose codes are among those that move, in this
// process only: another one goes on with them, and with looking for opponents. Handles of
// them end with lobby.ErrMoved. It returns once none of them writes to the journal or the
// diary any more, or when ctx ends.
func (l *Lobby) Release(ctx context.Context, moves func(code string) bool) error {
	l.matchmaking.move()
	nights := l.nights.index.remove(moves) // before their rooms: what ends there now is nothing that has become of a table
	asleep, ending := l.registry.moveOut(moves)
	for _, n := range nights {
		ending = append(ending, n.Stop(lobby.ErrMoved))
	}
	for _, code := range asleep {
		l.opener.Closed(code)
	}
	for _, end := range ending {
		select {
		case <-end:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Open are the codes of rooms, at whatever node, in which quick play may find a seat for
// a player, the best first.
func (l *Lobby) Open(id string, wanted lobby.Plan) []string {
	return l.directory.quickRooms(id, wanted)
}

// News implements lobby.Feed.
func (l *Lobby) News(ctx context.Context, since lobby.Mark) (lobby.News, error) {
	return l.directory.news(ctx, since, l.life.running.Done())
}

// Hear takes the news of another process, which has a name as a node of the server.
func (l *Lobby) Hear(node string, news lobby.News) {
	l.rooms.meet(l.directory.applyNews(node, news)...)
}

// Lose forgets what another process has said of its rooms and people, as it is gone.
func (l *Lobby) Lose(node string) { l.rooms.meet(l.directory.forgetNode(node)...) }

// NodeOf is the other process in whose lobby a player of a name is; empty where they are
// in this one, or in none.
func (l *Lobby) NodeOf(name string) (node string) {
	l.directory.read(func(_ *roomIndex, people *peopleIndex) {
		_, node = people.node(people.callee(lobby.FoldName(lobby.CleanText(name, l.config.Limits.NameCells))))
	})
	return node
}

// Declined implements lobby.Answered.
func (l *Lobby) Declined(_ context.Context, answer lobby.Declined) error {
	l.social.declined(answer)
	return nil
}
