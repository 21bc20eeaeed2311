package account

import (
	"context"
	"strings"
	"time"

	"parlor/budget"
	"parlor/lobby"
	"parlor/prose"
)

var errNoWebhooks = prose.Refuse("The operator of this server has not allowed webhooks.")

// Webhook does lobby.GetWebhook.
func (v *Visitor) Webhook(ctx context.Context) (lobby.Webhook, error) {
	if v.people.config.Post == nil {
		return lobby.Webhook{}, errNoWebhooks
	}
	return v.webhook(ctx)
}

// webhook is the one that is kept, whether something is sent there or not.
func (v *Visitor) webhook(ctx context.Context) (lobby.Webhook, error) {
	if v.people.config.Webhooks == nil {
		return lobby.Webhook{}, nil
	}
	hook, err := v.people.config.Webhooks.Webhook(ctx, v.who.ID)
	if err != nil {
		return lobby.Webhook{}, prose.Because(err, "Your webhook cannot be read just now. Try again in a moment.")
	}
	return hook, nil
}

// SetWebhook does lobby.SetWebhook.
func (v *Visitor) SetWebhook(ctx context.Context, address string) error {
	p := v.people
	if err := p.config.Budget.Spend(budget.Webhooks, v.charged()); err != nil {
		return err
	}
	hook := lobby.Webhook{URL: strings.TrimSpace(address)}
	if hook.URL == "" {
		return wait(ctx, v.keepWebhook(hook))
	}
	if p.config.Post == nil || p.config.Webhooks == nil {
		return errNoWebhooks
	}
	if err := p.config.Post.Try(ctx, v.who.ID, hook.URL); err != nil {
		return err
	}
	if err := wait(ctx, v.open()); err != nil { // so that it goes when the person does
		return err
	}
	hook.Since = time.Now().UTC().Round(0)
	return wait(ctx, v.keepWebhook(hook))
}

// keepWebhook has a webhook written, unless nothing of the session is kept any more.
func (v *Visitor) keepWebhook(hook lobby.Webhook) <-chan error {
	p := v.people
	p.mu.Lock()
	defer p.mu.Unlock()
	if v.forgotten || p.config.Webhooks == nil {
		return nil
	}
	return p.later(func(ctx context.Context) error { return p.config.Webhooks.SaveWebhook(ctx, v.who.ID, hook) })
}
