package command

import (
	"context"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// ErrNoTurn is returned by the command turns if no match waits, so that scripts can use the exit status.
var ErrNoTurn = prose.Refuse("No match is waiting for you.")

// turns lists on one line the matches that wait for the person.
func (c Commands) turns(ctx context.Context, person Person, _ Command) (any, document.Document, error) {
	var answer document.Document
	hall, err := peek(ctx, person, lobby.Window{Yours: true})
	if err != nil {
		return nil, answer, err
	}
	var waiting []lobby.RoomRow
	var rooms []prose.Text
	for _, row := range hall.Yours {
		if row.YourTurn {
			waiting = append(waiting, row)
			rooms = append(rooms, prose.T("{game} in {code}", c.Games.Title(row.Game), prose.Literal(row.Code)))
		}
	}
	data := protocol.TurnsDocument{Turns: protocol.LinesOf(c.Lobby.Settings(), waiting)}
	if len(waiting) == 0 {
		answer.Line(prose.T("No match is waiting for you."))
		return data, answer, ErrNoTurn
	}
	answer.Line(prose.T("It is your turn: {rooms}.", prose.List(rooms)))
	return data, answer, nil
}
