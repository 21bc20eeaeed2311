package account

import (
	"context"
	"strings"
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/ratelimit"
)

var errNoWebhooks = prose.Refuse("This server does not allow webhooks.")

// webhooks manages the webhook of a session's person.
type webhooks struct{ *owner }

// webhook performs lobby.GetWebhook.
func (w webhooks) webhook(ctx context.Context) (lobby.Webhook, error) {
	if w.people.config.Post == nil {
		return lobby.Webhook{}, errNoWebhooks
	}
	return w.stored(ctx)
}

// stored returns the stored webhook, even if webhooks are not allowed.
func (w webhooks) stored(ctx context.Context) (lobby.Webhook, error) {
	if w.people.config.Webhooks == nil {
		return lobby.Webhook{}, nil
	}
	hook, err := w.people.config.Webhooks.Webhook(ctx, w.who.ID)
	if err != nil {
		return lobby.Webhook{}, prose.Because(err, "Your webhook could not be loaded. Try again in a moment.")
	}
	return hook, nil
}

// setWebhook performs lobby.SetWebhook.
func (w webhooks) setWebhook(ctx context.Context, address string) error {
	config := &w.people.config
	if err := w.spend(ratelimit.Webhooks); err != nil {
		return err
	}
	hook := lobby.Webhook{URL: strings.TrimSpace(address)}
	switch {
	case hook.URL != "" && (config.Post == nil || config.Webhooks == nil):
		return errNoWebhooks
	case config.Webhooks == nil:
		return nil
	case hook.URL != "":
		if err := config.Post.SendTest(ctx, w.who.ID, hook.URL); err != nil {
			return err
		}
		if err := w.open(ctx); err != nil { // so that it is deleted with the account
			return err
		}
		hook.Since = time.Now().UTC().Round(0)
	}
	return w.keep(ctx, func(ctx context.Context) error { return config.Webhooks.SaveWebhook(ctx, w.who.ID, hook) })
}
