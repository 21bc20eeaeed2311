package local

import (
	"context"
	"time"

	"parlor/lobby"
	"parlor/lobby/room"
)

// abandonTries is how many rooms at most are asked to give way to a new one.
const abandonTries = 3

// makeSpace has a room that everybody has abandoned give way where there is none
// left to be made: it ends as it would have ended later, when nobody came back.
func (l *Lobby) makeSpace(ctx context.Context) {
	for range abandonTries {
		p := l.abandoned()
		if p == nil {
			return
		}
		r, err := p.awake(ctx)
		if err == nil {
			err = r.Abandon(ctx)
		}
		if err != nil {
			l.log.Warn("a room that everybody has left could not be closed", "room", p.code, "err", err)
		}
	}
}

// abandoned is the room that goes first, nil while none has to or may: one where
// no match is played before others, and among these the one where nobody has been for
// longest, by codes where several are left at once. A match that is played over days
// waits for its people.
func (l *Lobby) abandoned() (first *place) {
	l.registry.mu.Lock()
	defer l.registry.mu.Unlock()
	if len(l.registry.rooms) < l.limits.Rooms {
		return nil
	}
	latest := time.Now().Add(-l.limits.Grace)
	for code, p := range l.registry.rooms {
		info := l.directory.info(code)
		if info.Line == nil || info.Slow || p.quiet.IsZero() || p.quiet.After(latest) {
			continue
		}
		if first == nil || goesBefore(p, info, first, l.directory.info(first.code)) {
			first = p
		}
	}
	if first != nil {
		first.quiet = time.Now() // another one is next
	}
	return first
}

func goesBefore(one *place, info room.Info, other *place, otherInfo room.Info) bool {
	if rests, otherRests := info.Line.Stage == lobby.Gathering, otherInfo.Line.Stage == lobby.Gathering; rests != otherRests {
		return rests
	}
	if !one.quiet.Equal(other.quiet) {
		return one.quiet.Before(other.quiet)
	}
	return one.code < other.code
}

// isThere reports whether anybody is connected to a room.
func isThere(info room.Info) bool {
	for _, person := range info.People {
		if person.Here {
			return true
		}
	}
	return false
}
