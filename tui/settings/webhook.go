package settings

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// maxWebhook is how many characters an address has at most.
const maxWebhook = 1000

// webhookMsg is the person's webhook, as it is or as it has become.
type webhookMsg struct {
	hook, before lobby.Webhook
	set          bool
	err          error
}

// askWebhook asks where the person is told of their turns, and then where they want to
// be.
func (s *settingsScreen) askWebhook() tea.Cmd {
	visit := s.ctx.Session
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		hook, err := lobby.Ask(ctx, visit, lobby.GetWebhook{})
		return webhookMsg{hook: hook, err: err}
	}
}

// gotWebhook asks for another webhook, or tells that there is one.
func (s *settingsScreen) gotWebhook(msg webhookMsg) {
	c := s.ctx
	s.Changed()
	switch {
	case msg.err != nil:
		if msg.set && c.Shell.Top() == s {
			s.promptWebhook(msg.before, msg.hook.URL) // what was typed can be mended
		}
		c.Shell.Refuse(msg.err)
		return
	case msg.set:
		c.Shell.Tell(msg.hook.ChangedText())
		return
	case c.Shell.Top() != s:
		return // they have gone on
	}
	s.promptWebhook(msg.hook, "")
}

// promptWebhook asks for another webhook than there is, which may be typed in part.
func (s *settingsScreen) promptWebhook(now lobby.Webhook, typed string) {
	c := s.ctx
	about := []prose.Text{
		now.Describe(),
		prose.T("Paste a webhook URL, such as one from Slack or Discord. A test notification is sent right away, and then one whenever it is your turn in a correspondence match, unless you are at the table."),
	}
	if now.URL != "" {
		about = append(about, prose.T("Type {off} to stop the notifications.", prose.Literal(lobby.WebhookOff)))
	}
	widget.OpenPrompt(c, c.Say(prose.T("Webhook")), c.SayAll(about), typed, maxWebhook, func(typed string) tea.Cmd { return s.setWebhook(now, typed) })
}

// setWebhook has the person told at what they have typed, in place of what there is.
func (s *settingsScreen) setWebhook(now lobby.Webhook, typed string) tea.Cmd {
	visit := s.ctx.Session
	hook := lobby.Webhook{URL: typed}
	if strings.EqualFold(typed, lobby.WebhookOff) {
		hook = lobby.Webhook{}
	}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		return webhookMsg{hook: hook, before: now, set: true, err: lobby.Perform(ctx, visit, lobby.SetWebhook{Address: hook.URL})}
	}
}
