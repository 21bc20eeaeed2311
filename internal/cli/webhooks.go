package cli

import (
	"log/slog"

	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/ratelimit"
	"parlor/server/webhook"
	"parlor/store"
)

// openPost returns the sender of webhooks, or nil if the operator allows no host. Public is the address shown to
// people.
func (c Call) openPost(o options, kept *store.Store, spends *ratelimit.Limiter, public string, log *slog.Logger) *webhook.Sender {
	if len(o.webhooks) == 0 {
		return nil
	}
	titles := map[string]string{}
	for _, game := range c.rules() {
		titles[game.Name] = game.Title
	}
	return webhook.New(webhook.Config{
		Allow: o.webhooks, Webhooks: kept.Webhooks, RateLimits: spends, Log: log,
		Title: func(game string) string { return titles[game] },
		Line:  func(code string) string { return lobby.SSHLine(public, code) },
	})
}

// telling returns a lobby's configuration with a webhook sender.
func telling(config local.Config, kept *store.Store, post *webhook.Sender) local.Config {
	config.Webhooks = kept.Webhooks
	if post != nil {
		config.Post = post
	}
	return config
}
