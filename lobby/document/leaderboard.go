package document

import (
	"parlor/lobby"
	"parlor/prose"
)

// Standings returns a leaderboard as a table. reader is the Identity.ID of the reader.
func Standings(all []lobby.Standing, reader string) Table {
	table := Table{Columns: []Column{
		{Number: true},
		{Head: prose.T("NAME")},
		{Head: prose.T("RATING")},
		{Head: prose.T("MATCHES"), Number: true},
		{Head: prose.T("WON"), Number: true, Spare: 1},
		{Head: prose.T("STREAK"), Spare: 2},
	}}
	for _, one := range all {
		row := table.add(number(one.Place), one.DisplayName(), one.RatingText(), number(one.Matches), number(one.Wins), lobby.StreakText(one.Streak))
		if one.Person == reader {
			row[1].Text = prose.T("{name} (you)", prose.Name(one.Name))
			for i := range row {
				row[i].Tone = Yours
			}
		}
	}
	return table
}

// StandingsNote explains the marks of a rating.
func StandingsNote() prose.Text { return prose.T("± is the uncertainty; ? means provisional.") }
