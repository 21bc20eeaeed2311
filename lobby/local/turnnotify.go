package local

import (
	"time"

	"parlor/lobby"
	"parlor/lobby/room"
)

// begun are the turns that have begun for people who are away, from one thing that a
// room has told the lobby to the next. What it tells is public, so a turn begins when
// all can tell that it does; whoever moves in secret is still to move. A room of which
// nothing was known before was brought back, and its turns have begun before.
func begun(before, now room.Info) (turns []lobby.Turn) {
	if !now.Calls || before.Line == nil {
		return nil
	}
	anew := before.Line.Stage != now.Line.Stage
	for id, person := range now.People {
		if !person.ToMove || person.Here || before.People[id].ToMove && !anew {
			continue
		}
		turn := lobby.Turn{Person: id, Room: now.Line.Code, Title: now.Line.Title, Game: now.Line.Game}
		if now.Time > 0 {
			turn.Until = time.Now().Add(now.Time)
		}
		turns = append(turns, turn)
	}
	return turns
}
