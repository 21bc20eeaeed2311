package home

import (
	"slices"

	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// botKey starts a match against a bot.
const botKey = "x"

// offer is a key of the lobby with its description.
type offer struct {
	key  string
	does prose.Text
}

// offers returns what a player can do in a lobby without rooms. alone means that no other person is
// there.
func offers(alone bool) []offer {
	all := []offer{
		{botKey, prose.T("play a bot, right away")},
		{"t", prose.T("learn a game in five minutes")},
		{"n", prose.T("create a room and invite others")},
		{"e", prose.T("open a game night, with several tables")},
		{"c", prose.T("join with a room code")},
	}
	if !alone {
		all = slices.Insert(all[1:], 0, offer{"p", prose.T("quick play: create a room others can join")}, offer{"i", prose.T("challenge a player who is here")})
	}
	return all
}

// drawOffers draws the offers in at most height lines, or returns nil if they do not fit.
func drawOffers(c *screen.Context, alone bool, height int) []string {
	heading := prose.T("There are no rooms. Until others come, you can:")
	if !alone {
		heading = prose.T("There are no rooms. You can:")
	}
	lines := widget.Paragraph(c.Say(heading), c.Theme.Text, c.Across()-3)
	said := len(lines)
	lines = append(lines, "")
	for _, one := range offers(alone) {
		lines = append(lines, style.Cut("   "+c.Theme.Key.Render(one.key)+"  "+c.Theme.Text.Render(c.Say(one.does)), c.Across()-2))
	}
	if len(lines) > height {
		lines = slices.Delete(lines, said, said+1)
	}
	if len(lines) > height {
		return nil
	}
	return lines
}
