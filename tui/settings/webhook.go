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

// maxWebhook is the maximum length of an address, in characters.
const maxWebhook = 1000

// webhookMsg delivers the player's webhook, or the result of changing it.
type webhookMsg struct {
	hook, before lobby.Webhook
	set          bool
	err          error
}

// askWebhook requests the current webhook, and then asks for a new address.
func (s *settingsScreen) askWebhook() tea.Cmd {
	visit := s.ctx.Session
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		hook, err := lobby.Ask(ctx, visit, lobby.GetWebhook{})
		return webhookMsg{hook: hook, err: err}
	}
}

// gotWebhook asks for a new address, or shows the result of a change.
func (s *settingsScreen) gotWebhook(msg webhookMsg) {
	c := s.ctx
	s.Changed()
	switch {
	case msg.err != nil:
		if msg.set && c.Shell.Top() == s {
			s.promptWebhook(msg.before, msg.hook.URL) // so that the player can correct it
		}
		c.Shell.Refuse(msg.err)
		return
	case msg.set:
		c.Shell.Tell(msg.hook.ChangedText())
		return
	case c.Shell.Top() != s:
		return // the player is on another screen
	}
	s.promptWebhook(msg.hook, "")
}

// promptWebhook asks for a new address. typed is the initial text.
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

// setWebhook replaces the webhook.
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
