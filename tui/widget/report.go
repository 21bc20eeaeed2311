package widget

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
)

// maxReport is the maximum length of a report in characters, as of a chat message.
const maxReport = 240

// Report asks what a player did, and reports that to the operator.
func Report(c *screen.Context, name string) tea.Cmd {
	if name == "" {
		return nil
	}
	if name == c.You.Name {
		c.Shell.Tell(prose.T("That is your own name."))
		return nil
	}
	about := c.SayAll([]prose.Text{
		prose.T("Describe in one sentence what {name} did.", prose.Name(name)),
		prose.T("The operator sees it with the last chat messages here. If {name} is at your table, its host is told that there is a report, unless it is about the host. No one else is told.", prose.Name(name)),
	})
	OpenPrompt(c, c.Say(prose.T("Report")), about, "", maxReport, func(words string) tea.Cmd {
		session := c.Session
		return func() tea.Msg {
			ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
			defer cancel()
			return ReportedMsg{name, lobby.Perform(ctx, session, lobby.SendReport{Name: name, Words: words})}
		}
	})
	return nil
}

// ReportedMsg is the result of a report.
type ReportedMsg struct {
	name string
	err  error
}

// Tell shows the player the result of the report.
func (m ReportedMsg) Tell(c *screen.Context) {
	if m.err != nil {
		c.Shell.Refuse(m.err)
		return
	}
	c.Shell.Tell(
		prose.T("Report about {name} sent.", prose.Name(m.name)),
		prose.T("Press m in the list of people to mute a player."),
	)
}
