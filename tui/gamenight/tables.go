package gamenight

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// group is a list of lines with a heading.
type group struct {
	heading prose.Text
	texts   []string
}

// tableGroups returns the tables in play or waiting, the next tables, and the finished ones, newest
// first.
func tableGroups(c *screen.Context, u lobby.GameNightUpdate, now time.Time) []group {
	open := slices.DeleteFunc(slices.Clone(u.Tables), func(t lobby.GameNightTable) bool { return !isOpen(t) })
	played := slices.Clone(u.Recent)
	slices.Reverse(played)
	return []group{
		{prose.T("Tables"), tableLines(c, open, now)}, {prose.T("Next"), tableLines(c, u.Next, now)}, {prose.T("Played"), tableLines(c, played, now)},
	}
}

func tableLines(c *screen.Context, tables []lobby.GameNightTable, now time.Time) (lines []string) {
	for _, t := range tables {
		lines = append(lines, tableLine(c, t, now))
	}
	return lines
}

// drawGroups returns the groups that are not empty, each below an empty line and its heading, in at
// most room lines. If some are drawn, the last line says how many others do not fit.
func drawGroups(c *screen.Context, all []group, room, width int) (lines []string) {
	left, size := 0, 0
	for _, one := range all {
		size += len(one.texts)
	}
	for _, one := range all {
		head := []string{"", c.Theme.Title.Render(c.Say(one.heading))}
		for _, text := range one.texts {
			entry := slices.Concat(head, style.Wrapped(text, c.Theme.Text, width))
			size--
			if need := len(lines) + len(entry); left > 0 || need > room || need == room && size > 0 && len(lines) > 0 {
				left++
				continue
			}
			lines, head = append(lines, entry...), nil
		}
	}
	if left > 0 && len(lines) > 0 && len(lines) < room {
		lines = append(lines, c.Theme.Faint.Render(c.Say(prose.C("and {n} more", "and {n} more", prose.N(left)))))
	}
	return lines
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
