package lobby

import (
	"fmt"
	"math"
	"slices"

	"parlor/engine"
	"parlor/prose"
)

// Told are the rows of a table of what somebody has made of a game, the heads first.
// A slim one leaves out what is fair, and the points.
func (g GameStatistics) Told(games []engine.Game, slim bool) [][]prose.Text {
	heads := []prose.Text{{}, prose.T("MATCHES"), prose.T("WON"), prose.T("LIKELY"), prose.T("FAIR"), prose.T("POINTS")}
	rows := [][]prose.Text{heads, g.All.row(prose.T("all matches"))}
	options := splitOptions(games, g.Game)
	for _, one := range g.Splits {
		at := slices.IndexFunc(options, func(o engine.Option) bool { return o.Name == one.Option })
		if at < 0 {
			continue
		}
		for _, value := range one.Values {
			rows = append(rows, value.row(splitLabel(options[at], value.Value)))
		}
	}
	if slim {
		for i := range rows {
			rows[i] = rows[i][:4]
		}
	}
	return rows
}

// row is a line of the table.
func (s Share) row(of prose.Text) []prose.Text {
	low, high := s.Likely()
	n := float64(max(1, s.Matches))
	return []prose.Text{
		of, prose.T("{n}", prose.N(s.Matches)), percent(s.Won / n),
		prose.T("{low} to {high}%", prose.N(hundredths(low)), prose.N(hundredths(high))), percent(s.Fair / n),
		prose.T("{n}", prose.Literal(fmt.Sprintf("%.1f", math.Round(10*s.Points/n)/10+0))),
	}
}

func hundredths(part float64) int { return int(math.Round(100 * part)) }

func percent(part float64) prose.Text { return prose.T("{n}%", prose.N(hundredths(part))) }

// StatisticsNotes tell what the tables are, and from what.
func (s Statistics) StatisticsNotes() []prose.Text {
	if s.Counted == 0 {
		return []prose.Text{prose.T("There are no matches to count.")}
	}
	notes := []prose.Text{
		prose.T("Won is the share of matches won. A match that several won is divided among them."),
		prose.T("In 95 of 100 cases, somebody's true share is in what is likely: the fewer the matches, the wider it is."),
		prose.T("Fair is the share of somebody who plays as well as the others. Points are those of a match, on average."),
		prose.C("Values of an option are told apart where each has at least {n} match.", "Values of an option are told apart where each has at least {n} matches.", prose.N(EnoughMatches)),
	}
	if s.Counted == StatisticsFrom {
		notes = append(notes, prose.C("Only the last {n} match counts here.", "Only the last {n} matches count here.", prose.N(StatisticsFrom)))
	}
	if !s.You {
		notes = append(notes, prose.T("Matches of private rooms count only if you played in them."))
	}
	return notes
}

// splitLabel is a value of an option as people read it.
func splitLabel(option engine.Option, value string) prose.Text {
	switch {
	case option.Name == SplitSeats:
		return prose.T("seats: {n}", prose.Literal(value))
	case value == OnlyPeople && option.Name == SplitOpponents:
		return prose.T("only people")
	case option.Name == SplitOpponents:
		return prose.T("with bots")
	}
	label := value
	for _, known := range option.Values {
		if known.Name == value {
			label = known.Label()
		}
	}
	return prose.T("{option}: {value}", prose.Sub(prose.Label(option.Title)), prose.Sub(prose.Label(label)))
}
