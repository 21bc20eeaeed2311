package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// maxReport is how many characters a report has at most, as what is said at once.
const maxReport = 240

// report asks what somebody did, and tells the operator.
func (r *Root) report(name string) tea.Cmd {
	if name == "" {
		return nil
	}
	if name == r.you() {
		r.tell(prose.T("That is your own name."))
		return nil
	}
	about := r.ctx.SayAll([]prose.Text{
		prose.T("Say in a sentence what {name} did.", prose.Name(name)),
		prose.T("The operator reads it with what was said last where you are. If {name} is at your table, its host is told that there is a report, unless it is about the host. Nobody else is.", prose.Name(name)),
	})
	widget.OpenPrompt(r.ctx, r.ctx.Say(prose.T("Report")), about, "", maxReport, func(words string) tea.Cmd {
		visit := r.ctx.Session
		return func() tea.Msg {
			ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
			defer cancel()
			return reportedMsg{name, lobby.Perform(ctx, visit, lobby.SendReport{Name: name, Words: words})}
		}
	})
	return nil
}

// reportedMsg is what became of a report.
type reportedMsg struct {
	name string
	err  error
}

// reported tells what became of it.
func (r *Root) reported(msg reportedMsg) {
	if msg.err != nil {
		r.refuse(msg.err)
		return
	}
	r.show(r.ctx.SayAll([]prose.Text{
		prose.T("Your report about {name} is sent.", prose.Name(msg.name)),
		prose.T("With m in the list of people, you hear nothing more from them."),
	}))
}
