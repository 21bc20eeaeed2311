package document

import (
	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// Profile returns a profile as a document.
func Profile(p lobby.Profile, games []engine.Game) Document {
	d := Document{Title: named(p.Name, p.You, p.Namesakes)}
	if len(p.Standings) == 0 {
		d.Line(prose.T("No rated matches yet."))
	} else {
		table := Table{Columns: []Column{
			{Head: prose.T("GAME")},
			{Head: prose.T("RATING")},
			{Head: prose.T("RANK"), Number: true},
			{Head: prose.T("MATCHES"), Number: true, Spare: 1},
			{Head: prose.T("WON"), Number: true, Spare: 2},
			{Head: prose.T("STREAK"), Spare: 3},
			{Head: prose.T("BEST"), Spare: 4},
		}}
		for _, one := range p.Standings {
			table.add(title(games, one.Game), one.RatingText(), number(one.Place), number(one.Matches), number(one.Wins),
				lobby.StreakText(one.Streak), lobby.StreakText(one.Best))
		}
		d.Table(table)
	}
	if !p.You {
		d.Line()
		d.Line(p.AgainstYou.Describe())
	}
	if len(p.Results) > 0 {
		d.Line()
		d.Heading(prose.T("Last matches"))
		d.Table(results(p.Results, games))
	}
	return d
}

// results returns matches from the point of view of one of their players.
func results(all []lobby.Result, games []engine.Game) Table {
	table := Table{Columns: []Column{{}, {}, {}, {Gives: true}, {Spare: 1}}}
	for _, one := range all {
		rated, result := prose.Text{}, one.Match.Result(one.Seat)
		if one.Match.Rated {
			rated = prose.T("rated")
		}
		row := table.add(prose.When(one.Match.Ended), lobby.ResultText(result), title(games, one.Match.Record.Game),
			prose.T("vs {players}", prose.Sub(lobby.PlayerNames(one.Others()))), rated)
		if result == lobby.ResultWon {
			row[1].Tone = Won
		}
	}
	return table
}

// named returns the title of a document about a person. namesakes is the number of other
// people with a matching name.
func named(name string, you bool, namesakes int) prose.Text {
	switch {
	case you:
		return prose.T("{name} (you)", prose.Name(name))
	case namesakes > 0:
		return prose.T("{name}, the most recently seen of the {n} players with that name", prose.Name(name), prose.N(1+namesakes))
	}
	return prose.T("{name}", prose.Name(name))
}

// title returns the title of a game.
func title(games []engine.Game, name string) prose.Text {
	if game, found := lobby.FindGame(games, name); found {
		name = game.Title
	}
	return prose.T("{game}", prose.Literal(name))
}
