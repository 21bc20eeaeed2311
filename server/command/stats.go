package command

import (
	"context"
	"strings"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/protocol"
)

// stats is how somebody has done, by name, or with me who asks.
func (c Commands) stats(ctx context.Context, person Person, asked Command) (any, page, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	name := strings.Join(asked.Arguments, " ")
	var (
		statistics lobby.Statistics
		err        error
	)
	if name == Me {
		statistics, err = lobby.Ask(limited, person.Visit, lobby.GetStatistics{Person: ""})
	} else {
		statistics, err = lobby.Ask(limited, person.Visit, lobby.FindStatistics{Name: name})
	}
	if err != nil {
		return nil, page{}, err
	}
	sums := c.sums(limited, person, statistics)
	if asked.JSON {
		return protocol.StatisticsOf(statistics, sums), page{}, nil
	}
	return nil, c.statsPage(statistics, sums), nil
}

// sums are what the decisions of somebody came to in the latest matches, by game, as
// far as they are worked out before the context ends. Who asks again gets more.
func (c Commands) sums(ctx context.Context, person Person, statistics lobby.Statistics) []insight.Sum {
	sums := make([]insight.Sum, len(statistics.Games))
	for i, one := range statistics.Games {
		game, err := c.game(one.Game)
		if err != nil || c.SumUp == nil {
			continue
		}
		for _, seated := range one.Latest {
			if ctx.Err() != nil {
				return sums
			}
			players, err := c.SumUp(ctx, person.Identity.ID, game.Game, seated.ID)
			if err == nil && seated.Seat < len(players) {
				sums[i].Add(players[seated.Seat])
			}
		}
	}
	return sums
}

func (c Commands) statsPage(s lobby.Statistics, sums []insight.Sum) (answer page) {
	answer.add(whose(lobby.Profile{Name: s.Name, You: s.You, Namesakes: s.Namesakes}))
	games := make([]engine.Game, len(c.Games))
	for i, game := range c.Games {
		games[i] = game.Game
	}
	missing := false
	for i, one := range s.Games {
		answer.add()
		answer.add(prose.T("{game}", c.Title(one.Game)))
		answer.list(one.Told(games, false))
		if c.SumUp != nil && len(one.Latest) > 0 {
			answer.wrap(prose.TellSum(sums[i], len(one.Latest))...)
			missing = missing || sums[i].Matches < len(one.Latest)
		}
	}
	answer.add()
	for _, note := range s.StatisticsNotes() {
		answer.wrap(note)
	}
	if c.SumUp != nil && s.Counted > 0 {
		for _, note := range prose.SumNotes() {
			answer.wrap(note)
		}
	}
	if missing {
		answer.wrap(prose.T("To have more matches worked out, ask again."))
	}
	return answer
}
