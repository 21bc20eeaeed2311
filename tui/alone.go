package tui

import (
	"slices"

	"parlor/prose"
	"parlor/tui/look"
	"parlor/tui/widget"
)

// offers is what somebody can do in a lobby where no room is, in at most so many lines;
// nil where they do not fit.
func (h *hallScreen) offers(height int) []string {
	said := prose.T("No room is open. Until others come, you can do this:")
	if !h.alone() {
		said = prose.T("No room is open. You can do this:")
	}
	return h.listOffers(said, h.allOffers(), height)
}

// alone reports whether nobody else is here.
func (h *hallScreen) alone() bool { return h.page.PeopleTotal <= 1 }

func (h *hallScreen) allOffers() []offer {
	all := []offer{
		{playsBot, prose.T("play a bot: a match begins at once")},
		{"t", prose.T("learn a game in five minutes")},
		{"n", prose.T("make a room, and send others its line")},
		{"e", prose.T("open a game night, with several tables")},
		{"c", prose.T("go in with a code that you were sent")},
	}
	if !h.alone() {
		all = slices.Insert(all[1:], 0, offer{"p", prose.T("quick play: open a table others can join")}, offer{"i", prose.T("challenge somebody who is here")})
	}
	return all
}

// spare reports whether a key of the lobby need not be told beside the offers: they
// tell it, or it is of use only where rooms are. Quick play is told, as what the next
// key does is told by it.
func (h *hallScreen) spare(key string) bool {
	return key != "p" && (slices.Contains(keysOfRooms(), key) || slices.ContainsFunc(h.allOffers(), func(one offer) bool { return one.key == key }))
}

// keysOfRooms are the keys of the lobby that do something with rooms.
func keysOfRooms() []string { return []string{"enter", "b", "w", "/", "g", "f", "tab", "↑↓"} }

// offer is a key of the lobby with what it does.
type offer struct {
	key  string
	does prose.Text
}

func (h *hallScreen) listOffers(heading prose.Text, all []offer, height int) []string {
	theme, r := h.root.ctx.Theme, h.root
	lines := widget.Paragraph(r.ctx.Say(heading), theme.Text, r.ctx.Across()-3)
	said := len(lines)
	lines = append(lines, "")
	for _, one := range all {
		lines = append(lines, look.Cut("   "+theme.Key.Render(one.key)+"  "+theme.Text.Render(r.ctx.Say(one.does)), r.ctx.Across()-2))
	}
	if len(lines) > height {
		lines = slices.Delete(lines, said, said+1)
	}
	if len(lines) > height {
		return nil
	}
	return lines
}

// playsBot is the key of the lobby by which one plays a bot at once.
const playsBot = "x"
