package document

import (
	"fmt"
	"math"
	"slices"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/prose"
)

// Statistics returns a player's results by game. sums summarize the decisions of their
// latest matches by game; if nil, they are omitted.
func Statistics(s lobby.Statistics, sums []insight.Sum, games []engine.Game) Document {
	d := Document{Title: named(s.Name, s.You, s.Namesakes)}
	for i, one := range s.Games {
		d.Heading(title(games, one.Game))
		d.Table(shares(one, games))
		if sums != nil && len(one.Latest) > 0 {
			d.Paragraph(prose.TellSum(sums[i], len(one.Latest))...)
		}
		d.Line()
	}
	d.Notes(statisticsNotes(s))
	if sums != nil && s.Counted > 0 {
		d.Notes(prose.SumNotes())
	}
	return d
}

// shares returns a table of a player's results in a game, in total and by the values of
// options.
func shares(g lobby.GameStatistics, games []engine.Game) Table {
	table := Table{Columns: []Column{
		{},
		{Head: prose.T("MATCHES"), Number: true},
		{Head: prose.T("WON"), Number: true},
		{Head: prose.T("LIKELY"), Number: true},
		{Head: prose.T("FAIR"), Number: true, Spare: 1},
		{Head: prose.T("POINTS"), Number: true, Spare: 2},
	}}
	table.share(prose.T("all matches"), g.All)
	options := lobby.SplitOptions(games, g.Game)
	for _, one := range g.Splits {
		at := slices.IndexFunc(options, func(o engine.Option) bool { return o.Name == one.Option })
		if at < 0 {
			continue
		}
		for _, value := range one.Values {
			table.share(splitLabel(options[at], value.Value), value.Share)
		}
	}
	return table
}

func (t *Table) share(of prose.Text, s lobby.Share) {
	low, high := s.Likely()
	n := float64(max(1, s.Matches))
	t.add(of, number(s.Matches), percent(s.Won/n),
		prose.T("{low} to {high}%", prose.N(hundredths(low)), prose.N(hundredths(high))), percent(s.Fair/n),
		prose.T("{n}", prose.Literal(fmt.Sprintf("%.1f", math.Round(10*s.Points/n)/10+0))))
}

func hundredths(part float64) int { return int(math.Round(100 * part)) }

func percent(part float64) prose.Text { return prose.T("{n}%", prose.N(hundredths(part))) }

// statisticsNotes explains the tables.
func statisticsNotes(s lobby.Statistics) []prose.Text {
	if s.Counted == 0 {
		return []prose.Text{prose.T("There are no matches to analyse.")}
	}
	notes := []prose.Text{
		prose.T("Won is the share of matches won. A shared win counts in part."),
		prose.T("LIKELY is a 95% confidence interval; it narrows as you play more matches."),
		prose.T("Fair is the expected share of wins against equal opponents. Points are match points, on average."),
		prose.C("Options are broken down once each value has {n} match.", "Options are broken down once each value has {n} matches.", prose.N(lobby.EnoughMatches)),
	}
	if s.Counted == lobby.StatisticsFrom {
		notes = append(notes, prose.C("Based on the last {n} match only.", "Based on the last {n} matches only.", prose.N(lobby.StatisticsFrom)))
	}
	if !s.You {
		notes = append(notes, prose.T("Matches in private rooms count only if you played in them."))
	}
	return notes
}

// splitLabel returns a value of an option for display.
func splitLabel(option engine.Option, value string) prose.Text {
	switch {
	case option.Name == lobby.SplitSeats:
		return prose.T("seats: {n}", prose.Literal(value))
	case value == lobby.OnlyPeople && option.Name == lobby.SplitOpponents:
		return prose.T("only people")
	case option.Name == lobby.SplitOpponents:
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
