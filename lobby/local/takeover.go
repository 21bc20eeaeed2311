package local

import (
	"context"
	"maps"
	"slices"

	"parlor/lobby"
	"parlor/lobby/room"
	"parlor/prose"
)

// Adopt lists the rooms of headers, which another process had before and whose
// journal is this one's now, and returns how many; and it goes on with the game nights
// that the diary has for this process by now. It is for a lobby of several
// processes, at any time; none of the rooms may be in this one. A room sleeps until
// somebody or a clock needs it, as after Restore. One that only a newer program can go
// on with waits for that: nothing is done to it here, and people are told.
func (l *Lobby) Adopt(ctx context.Context, headers map[string]lobby.Header) (int, error) {
	known := map[string]lobby.Header{}
	for code, header := range headers {
		if why := room.Newer(l.games, header); header.Data != nil && why != nil {
			l.wait(code, why)
			continue
		}
		known[code] = header
	}
	nights, err := l.restoreGameNights(ctx)
	if err != nil {
		return 0, err
	}
	n, err := l.restoreAll(ctx, known)
	l.resumeGameNights(ctx, nights)
	l.clocks()
	select {
	case l.sooner <- struct{}{}:
	default:
	}
	return n, err
}

// errNewer is why somebody does not come into a room that waits for a newer program.
var errNewer = prose.Refuse("This room waits until a newer version of this server runs. Try again later.")

// wait notes that a room waits for a newer program.
func (l *Lobby) wait(code string, why error) {
	l.log.Warn("a room waits for a newer program", "room", code, "err", why)
	l.registry.mu.Lock()
	defer l.registry.mu.Unlock()
	l.registry.newer[code] = true
}

// Release ends the rooms and game nights whose codes are among those that move, in this
// process only: another one goes on with them, and with looking for rivals. Holds on them end with lobby.ErrMoved. It
// returns once none of them writes to the journal or the diary any more, or when ctx ends.
func (l *Lobby) Release(ctx context.Context, moves func(code string) bool) error {
	l.matchmaking.move()
	nights := l.nights.remove(moves) // before their rooms: what ends there now is nothing that has become of a table
	asleep, ending := l.moveOut(moves)
	for _, n := range nights {
		ending = append(ending, n.Stop(lobby.ErrMoved))
	}
	for _, code := range asleep {
		l.forget(code)
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

// moveOut has rooms end here. It returns the codes of those that sleep, and what is
// closed when the others have ended.
func (l *Lobby) moveOut(moves func(code string) bool) (asleep []string, ending []<-chan struct{}) {
	l.registry.mu.Lock()
	defer l.registry.mu.Unlock()
	maps.DeleteFunc(l.registry.newer, func(code string, _ bool) bool { return moves(code) })
	for code, p := range l.registry.rooms {
		if !moves(code) {
			continue
		}
		p.moves = true
		switch {
		case p.room != nil:
			p.room.Halt(lobby.ErrMoved)
			ending = append(ending, p.room.Done())
		case p.waking != nil:
			ending = append(ending, p.waking.done)
			asleep = append(asleep, code)
		default:
			asleep = append(asleep, code)
		}
	}
	slices.Sort(asleep)
	return asleep, ending
}

// Format is the version of what rooms write down here; every one before it is read.
func Format() int { return room.Format() }
