package tui

import (
	"slices"

	"parlor/prose"
	"parlor/tui/look"
)

// alone is what somebody can do in a hall where no room is and nobody else, in at most
// so many lines; nil where they do not fit, or there is somebody.
func (h *hallScreen) alone(height int) []string {
	if h.page.PeopleTotal > 1 {
		return nil
	}
	theme, r := h.root.theme, h.root
	lines := wrapped(r.say(prose.T("No room is open. Until others come, you can do this:")), theme.Text, r.across()-3)
	said := len(lines)
	lines = append(lines, "")
	for _, one := range []struct {
		key  string
		does prose.Text
	}{
		{playsBot, prose.T("play a bot: a match begins at once")},
		{"t", prose.T("learn a game in five minutes")},
		{"n", prose.T("make a room, and send others its line")},
		{"e", prose.T("open a game night, with several tables")},
		{"c", prose.T("go in with a code that you were sent")},
	} {
		lines = append(lines, look.Cut("   "+theme.Key.Render(one.key)+"  "+theme.Text.Render(r.say(one.does)), r.across()-2))
	}
	if len(lines) > height {
		lines = slices.Delete(lines, said, said+1)
	}
	if len(lines) > height {
		return nil
	}
	return lines
}

// playsBot is the key of the hall by which one plays a bot at once.
const playsBot = "x"
