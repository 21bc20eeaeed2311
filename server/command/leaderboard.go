package command

import (
	"context"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// top shows the leaderboard of one game or of all games.
func (c Commands) top(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	games := c.Games
	if len(asked.Arguments) > 0 {
		game, err := c.Games.find(asked.Arguments[0])
		if err != nil {
			return nil, document.Document{}, err
		}
		games = []prose.Game{game}
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	data, answer := protocol.TopDocument{Boards: []protocol.Leaderboard{}}, document.Document{}
	for _, game := range games {
		board, err := lobby.Ask(limited, person.Session, lobby.GetLeaderboard{Game: game.Name})
		if err != nil {
			return nil, document.Document{}, err
		}
		data.Boards = append(data.Boards, protocol.LeaderboardOf(board))
		answer.Line(prose.T("{game}", prose.Literal(game.Title)))
		leaders(&answer, board)
		answer.Line()
	}
	answer.Line(document.StandingsNote())
	answer.Line(prose.T("To see more about a person, type {line}.", prose.Literal(c.Line("")+" "+useWho)))
	return data, answer, nil
}

// leaders adds a leaderboard, and the reader's own row if it is not among the best.
func leaders(answer *document.Document, board lobby.Leaderboard) {
	if len(board.Leaders) == 0 {
		answer.Line(prose.T("No rated match has been played yet. To make a rated room, type {command}.", prose.Literal(New+" "+board.Game+" rated=yes")))
		return
	}
	shown := board.Leaders
	if rank := board.You.Place; rank > len(shown) {
		shown = append(shown[:len(shown):len(shown)], board.You)
	}
	answer.Table(document.Standings(shown, board.You.Person))
}
