package command

import (
	"context"
	"strings"

	"parlor/lobby"
	"parlor/prose"
	"parlor/server/protocol"
)

// top lists the best in a game, or in every game.
func (c Commands) top(ctx context.Context, person Person, asked Command) (any, page, error) {
	games := c.Games
	if len(asked.Arguments) > 0 {
		game, err := c.game(asked.Arguments[0])
		if err != nil {
			return nil, page{}, err
		}
		games = []prose.Game{game}
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	document, answer := protocol.TopDocument{Boards: []protocol.Leaderboard{}}, page{}
	for _, game := range games {
		board, err := lobby.Ask(limited, person.Visit, lobby.GetLeaderboard{Game: game.Name})
		if err != nil {
			return nil, page{}, err
		}
		document.Boards = append(document.Boards, protocol.LeaderboardOf(board))
		answer.add(prose.T("{game}", prose.Literal(game.Title)))
		answer.leaders(board)
		answer.add()
	}
	answer.add(prose.T("± is the uncertainty; ? means provisional."))
	answer.add(prose.T("To see more about somebody, type {line}.", prose.Literal(c.Line("")+" "+usage(Who))))
	return document, answer, nil
}

// leaders lists the best, and the reader where they are not among them.
func (p *page) leaders(board lobby.Leaderboard) {
	if len(board.Leaders) == 0 {
		p.add(prose.T("No rated match has been played yet. To make a rated room, type {command}.", prose.Literal(New+" "+board.Game+" rated=yes")))
		return
	}
	rows := [][]prose.Text{{{}, prose.T("NAME"), prose.T("RATING"), prose.T("MATCHES"), prose.T("WON"), prose.T("STREAK")}}
	shown := board.Leaders
	if rank := board.You.Place; rank > len(shown) {
		shown = append(shown[:len(shown):len(shown)], board.You)
	}
	for _, one := range shown {
		name := one.ToldName()
		if one.Person == board.You.Person {
			name = prose.T("{name} (you)", prose.Name(one.Name))
		}
		rows = append(rows, []prose.Text{counted(one.Place), name, one.Told(), counted(one.Matches), counted(one.Wins), lobby.ToldStreak(one.Streak)})
	}
	p.list(rows)
}

// who tells where somebody is, and their profile, by name or with me of who asks. Whoever
// is known to be here needs no profile.
func (c Commands) who(ctx context.Context, person Person, asked Command) (any, page, error) {
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
			return nil, page{}, err
		}
		return protocol.ProfileOf(profile), c.profilePage(profile), nil
	}
	found, err := lobby.FindPerson(limited, person.Visit, lobby.CleanText(name, c.Lobby.Limits().NameCells))
	if err != nil {
		return nil, page{}, err
	}
	profile, err = lobby.Ask(limited, person.Visit, lobby.FindProfile{Name: name})
	if known := found.Here || found.Room.Code != ""; err != nil && !known && person.Visit.KeepsRatings() {
		return nil, page{}, err
	}
	answer := page{}
	for _, sentence := range c.Whereabouts(found) {
		answer.add(sentence)
	}
	document := protocol.ProfileDocument{Name: found.Name, Standings: []protocol.Standing{}, Results: []protocol.Result{}}
	if err == nil {
		answer.add()
		profiled := c.profilePage(profile)
		answer.parts = append(answer.parts, profiled.parts...)
		document = protocol.ProfileOf(profile)
	}
	document.Where = protocol.WhereOf(found)
	return document, answer, nil
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

func (c Commands) profilePage(p lobby.Profile) (answer page) {
	answer.add(whose(p))
	answer.add()
	if len(p.Standings) == 0 {
		answer.add(prose.T("No rated matches yet."))
	} else {
		rows := [][]prose.Text{{
			prose.T("GAME"), prose.T("RATING"), prose.T("RANK"), prose.T("MATCHES"), prose.T("WON"), prose.T("STREAK"), prose.T("BEST"),
		}}
		for _, one := range p.Standings {
			rows = append(rows, []prose.Text{
				prose.T("{game}", c.Title(one.Game)), one.Told(), counted(one.Place), counted(one.Matches), counted(one.Wins),
				lobby.ToldStreak(one.Streak), lobby.ToldStreak(one.Best),
			})
		}
		answer.list(rows)
	}
	if !p.You {
		answer.add()
		answer.add(p.AgainstYou.Told())
	}
	if len(p.Results) > 0 {
		answer.add()
		answer.add(prose.T("Last matches"))
		answer.list(c.results(p.Results))
	}
	return answer
}

// whose says whose profile it is.
func whose(p lobby.Profile) prose.Text {
	switch {
	case p.You:
		return prose.T("{name} (you)", prose.Name(p.Name))
	case p.Namesakes > 0:
		return prose.T("{name}, the one of {n} with that name who was here last", prose.Name(p.Name), prose.N(1+p.Namesakes))
	}
	return prose.T("{name}", prose.Name(p.Name))
}

// results are matches as one of their players had them.
func (c Commands) results(all []lobby.Result) [][]prose.Text {
	rows := make([][]prose.Text, len(all))
	for i, one := range all {
		rated := prose.Text{}
		if one.Match.Rated {
			rated = prose.T("rated")
		}
		rows[i] = []prose.Text{
			prose.When(one.Match.Ended), lobby.ToldResult(one.Match.Result(one.Seat)), prose.T("{game}", c.Title(one.Match.Record.Game)),
			prose.T("with {players}", prose.Sub(lobby.ToldPlayers(one.Others()))), rated,
		}
	}
	return rows
}
