package gamenight

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
)

// tableGroup is a list of tables with a heading.
type tableGroup struct {
	heading prose.Text
	tables  []lobby.GameNightTable
}

// tableGroups returns the tables in play or waiting, the next tables, and the finished ones, newest
// first.
func tableGroups(u lobby.GameNightUpdate) []tableGroup {
	open := slices.DeleteFunc(slices.Clone(u.Tables), func(t lobby.GameNightTable) bool { return t.Stage == engine.Over })
	played := slices.Clone(u.Recent)
	slices.Reverse(played)
	return []tableGroup{{prose.T("Tables"), open}, {prose.T("Next"), u.Next}, {prose.T("Played"), played}}
}

// tableLine describes a table in one line.
func tableLine(c *screen.Context, t lobby.GameNightTable, now time.Time) string {
	game := prose.Literal(c.Kit(t.Game).Game.Title)
	switch {
	case t.Number == 0:
		return c.Say(prose.T("{game}: {players}", game, prose.Sub(t.SeatsText())))
	case t.Stage == engine.Over && t.Corrected:
		return c.Say(prose.T("{n}  {game}, {stage}: {players}", prose.N(t.Number), game, prose.Sub(t.StageText(now)), prose.Sub(t.SeatsText())))
	case t.Stage == engine.Over:
		return c.Say(prose.T("{n}  {game}: {players}", prose.N(t.Number), game, prose.Sub(t.SeatsText())))
	case t.Stage == lobby.Gathering && len(t.Missing()) > 0:
		return c.Say(prose.T("{n}  {game}, waiting for {names}", prose.N(t.Number), game, prose.And(t.Missing())))
	}
	return c.Say(prose.T("{n}  {game}, {stage}: {players}", prose.N(t.Number), game, prose.Sub(t.StageText(now)), prose.Sub(t.SeatsText())))
}

// isOpen reports whether the match at a table is not over.
func isOpen(t lobby.GameNightTable) bool { return t.Stage != engine.Over }
