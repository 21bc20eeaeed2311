package command

import (
	"context"
	"strings"

	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// stats shows a person's statistics, by name, or the caller's own with me.
func (a archive) stats(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	name := strings.Join(asked.Arguments, " ")
	var (
		statistics lobby.Statistics
		err        error
	)
	if name == Me {
		statistics, err = lobby.Ask(limited, person.Session, lobby.GetStatistics{Person: ""})
	} else {
		statistics, err = lobby.Ask(limited, person.Session, lobby.FindStatistics{Name: name})
	}
	if err != nil {
		return nil, document.Document{}, err
	}
	sums := a.sums(limited, person, statistics)
	if asked.JSON {
		return protocol.StatisticsOf(statistics, sums), document.Document{}, nil
	}
	return nil, a.statsPage(statistics, sums), nil
}

// sums returns the sums of a person's decisions in recent matches, by game, including only those
// computed before ctx ends. Repeated calls yield more.
func (a archive) sums(ctx context.Context, person Person, statistics lobby.Statistics) []insight.Sum {
	sums := make([]insight.Sum, len(statistics.Games))
	for i, one := range statistics.Games {
		game, err := a.games.find(one.Game)
		if err != nil || a.sumUp == nil {
			continue
		}
		for _, seated := range one.Latest {
			if ctx.Err() != nil {
				return sums
			}
			players, err := a.sumUp(ctx, person.Identity.ID, game.Game, seated.ID)
			if err == nil && seated.Seat < len(players) {
				sums[i].Add(players[seated.Seat])
			}
		}
	}
	return sums
}

// statsPage returns statistics as a document, with a note on how to include more matches.
func (a archive) statsPage(s lobby.Statistics, sums []insight.Sum) document.Document {
	if a.sumUp == nil {
		sums = nil
	}
	answer := document.Statistics(s, sums, a.games.engines())
	missing := func(i int) bool { return sums[i].Matches < len(s.Games[i].Latest) }
	for i := range sums {
		if missing(i) {
			answer.Paragraph(prose.T("To analyse more matches, ask again."))
			break
		}
	}
	return answer
}
