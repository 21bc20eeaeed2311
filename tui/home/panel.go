package home

import (
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// drawPanel draws the side panel: who is here, the last results if there is room, and the chat.
func drawPanel(c *screen.Context, kept *cache, page *lobby.Page, last *results, log *widget.ChatLog, height int) []string {
	from := panelSource{height: height, last: last, people: page.People, total: page.PeopleTotal, newest: widget.NewestLine(page.Chat), lines: len(page.Chat), log: *log}
	if last != nil {
		from.minute = time.Now().Unix() / 60
	}
	return kept.panel.At(0, from, func() []string {
		people, cells := drawPeople(c, page), c.PanelCells()
		here := widget.Framed(c, c.Say(prose.T("Here now")), "i "+c.Say(prose.T("people")), people, cells, len(people)+2)
		here = append(here, last.draw(c, cells, height-len(here))...)
		return append(here, log.Framed(c, page.Chat, "s", cells, height-len(here))...)
	})
}

// panelNames returns the maximum number of people in the panel.
func panelNames(c *screen.Context) int { return max(1, c.Height/4) }

// drawPeople lists the people who are here, and where they are.
func drawPeople(c *screen.Context, page *lobby.Page) []string {
	most, people := panelNames(c), page.People
	var lines []string
	if page.PeopleTotal > most {
		people = people[:max(0, min(len(people), most-1))]
	}
	for _, person := range people {
		lines = append(lines, style.Sides(c.Theme.Text.Render(c.Say(person.DisplayName())), c.Theme.Faint.Render(person.Room), c.PanelCells()-4))
	}
	if left := page.PeopleTotal - len(people); left > 0 {
		lines = append(lines, c.Theme.Faint.Render(c.Say(prose.C("and {n} more", "and {n} more", prose.N(left)))))
	}
	return lines
}
