package command

import (
	"context"
	"strings"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// stats is how somebody has done, by name, or with me who asks.
func (c Commands) stats(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
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
		return nil, document.Document{}, err
	}
	sums := c.sums(limited, person, statistics)
	if asked.JSON {
		return protocol.StatisticsOf(statistics, sums), document.Document{}, nil
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

// statsPage are statistics, with how to have more of their matches summed up.
func (c Commands) statsPage(s lobby.Statistics, sums []insight.Sum) document.Document {
	if c.SumUp == nil {
		sums = nil
	}
	answer := document.Statistics(s, sums, c.games())
	missing := func(i int) bool { return sums[i].Matches < len(s.Games[i].Latest) }
	for i := range sums {
		if missing(i) {
			answer.Paragraph(prose.T("To have more matches worked out, ask again."))
			break
		}
	}
	return answer
}

// games are the rules of the games.
func (c Commands) games() []engine.Game {
	games := make([]engine.Game, len(c.Games))
	for i, game := range c.Games {
		games[i] = game.Game
	}
	return games
}
