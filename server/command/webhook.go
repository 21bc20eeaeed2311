package command

import (
	"context"
	"strings"
	"time"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// webhook shows or sets the person's webhook.
func (Commands) webhook(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var answer document.Document
	if len(asked.Arguments) == 0 {
		hook, err := lobby.Ask(ctx, person.Session, lobby.GetWebhook{})
		if err != nil {
			return nil, answer, err
		}
		answer.Line(hook.Describe())
		answer.Line(prose.T("{command} URL sends notifications there when it is your turn in a correspondence match. {off} stops them.",
			prose.Literal(Webhook), prose.Literal(Webhook+" "+lobby.WebhookOff)))
		return webhookOf(hook), answer, nil
	}
	hook := lobby.Webhook{URL: asked.Arguments[0], Since: time.Now()}
	if strings.EqualFold(hook.URL, lobby.WebhookOff) {
		hook = lobby.Webhook{}
	}
	if err := lobby.Perform(ctx, person.Session, lobby.SetWebhook{Address: hook.URL}); err != nil {
		return nil, answer, err
	}
	answer.Line(hook.ChangedText())
	return webhookOf(hook), answer, nil
}

// webhookOf returns a webhook for JSON. The full address, which may contain a secret, is in the export only.
func webhookOf(hook lobby.Webhook) protocol.WebhookDocument {
	return protocol.WebhookDocument{Host: hook.Hostname(), Failures: hook.Failures, Stopped: !hook.Stopped.IsZero()}
}
