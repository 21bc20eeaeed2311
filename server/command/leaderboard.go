package command

import (
	"context"
	"strings"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// top lists the best in a game, or in every game.
func (c Commands) top(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	games := c.Games
	if len(asked.Arguments) > 0 {
		game, err := c.game(asked.Arguments[0])
		if err != nil {
			return nil, document.Document{}, err
		}
		games = []prose.Game{game}
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	data, answer := protocol.TopDocument{Boards: []protocol.Leaderboard{}}, document.Document{}
	for _, game := range games {
		board, err := lobby.Ask(limited, person.Visit, lobby.GetLeaderboard{Game: game.Name})
		if err != nil {
			return nil, document.Document{}, err
		}
		data.Boards = append(data.Boards, protocol.LeaderboardOf(board))
		answer.Line(prose.T("{game}", prose.Literal(game.Title)))
		leaders(&answer, board)
		answer.Line()
	}
	answer.Line(document.StandingsNote())
	answer.Line(prose.T("To see more about somebody, type {line}.", prose.Literal(c.Line("")+" "+usage(Who))))
	return data, answer, nil
}

// leaders lists the best, and the reader where they are not among them.
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

// who tells where somebody is, and their profile, by name or with me of who asks. Whoever
// is known to be here needs no profile.
func (c Commands) who(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	name := strings.Join(asked.Arguments, " ")
	var (
		profile lobby.Profile
		err     error
	)
	if name == Me {
		profile, err = lobby.Ask(limited, person.Visit, lobby.GetProfile{Person: ""})
		if err != nil {
			return nil, document.Document{}, err
		}
		return protocol.ProfileOf(profile), document.Profile(profile, c.games()), nil
	}
	found, err := lobby.FindPerson(limited, person.Visit, lobby.CleanText(name, c.Lobby.Limits().NameCells))
	if err != nil {
		return nil, document.Document{}, err
	}
	profile, err = lobby.Ask(limited, person.Visit, lobby.FindProfile{Name: name})
	if known := found.Here || found.Room.Code != ""; err != nil && !known && person.Visit.KeepsRatings() {
		return nil, document.Document{}, err
	}
	answer := document.Document{}
	for _, sentence := range c.Whereabouts(found) {
		answer.Line(sentence)
	}
	data := protocol.ProfileDocument{Name: found.Name, Standings: []protocol.Standing{}, Results: []protocol.Result{}}
	if err == nil {
		answer.Append(document.Profile(profile, c.games()))
		data = protocol.ProfileOf(profile)
	}
	data.Where = protocol.WhereOf(found)
	return data, answer, nil
}

// Whereabouts is where somebody is, with what to type to watch them.
func (c Commands) Whereabouts(w lobby.Whereabouts) []prose.Text {
	title := w.Room.Game
	if game, err := c.game(w.Room.Game); err == nil {
		title = game.Title
	}
	told := w.Told(title)
	if w.Open() && w.Here {
		told[len(told)-1] = prose.T("To watch them, type {command} in the hall.", prose.Literal(Watch+" "+w.Room.Code))
	}
	return told
}
