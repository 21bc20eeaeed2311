package lobby

import (
	"context"
	"net/url"
	"time"

	"parlor/prose"
)

// Webhook is the address for a player's turn notifications. The zero value means that there is none.
type Webhook struct {
	URL   string    `json:"url"` // may contain a secret of its owner
	Since time.Time `json:"since"`
	// Failures is the current number of failed deliveries in a row.
	Failures int `json:"failures"`
	// Stopped is when deliveries were disabled after too many failures; zero while enabled.
	Stopped time.Time `json:"stopped"`
}

// Hostname returns the part of the address that may be shown on a screen.
func (w Webhook) Hostname() string {
	address, err := url.Parse(w.URL)
	if err != nil {
		return ""
	}
	return address.Host
}

// Describe describes the state of the webhook.
func (w Webhook) Describe() prose.Text {
	switch {
	case w.URL == "":
		return prose.T("You have no webhook.")
	case !w.Stopped.IsZero():
		return prose.T("Your webhook at {host} was disabled after too many failed deliveries.", prose.Literal(w.Hostname()))
	case w.Failures > 0:
		return prose.C("Your webhook is at {host}. {n} recent delivery failed.", "Your webhook is at {host}. {n} recent deliveries failed.", prose.Literal(w.Hostname()), prose.N(w.Failures))
	}
	return prose.T("Your webhook is at {host}.", prose.Literal(w.Hostname()))
}

// ChangedText confirms that the webhook was set.
func (w Webhook) ChangedText() prose.Text {
	if w.URL == "" {
		return prose.T("Webhook removed.")
	}
	return prose.T("Test notification delivered to {host}. You will be notified there when it is your turn in a correspondence match.", prose.Literal(w.Hostname()))
}

// WebhookOff is the text that players type to remove the webhook.
const WebhookOff = "off"

// TurnNotice is a turn that has begun for an absent player in a correspondence match. That
// it has begun is public.
type TurnNotice struct {
	Person string // Identity.ID
	Room   string // room code
	Title  string
	Game   string    // engine.Game.Name
	Until  time.Time // when the move times out; zero without a clock
}

// Describe announces the turn. game is the title of the game. The text contains nothing
// that other people have typed.
func (t TurnNotice) Describe(game string) prose.Text {
	if t.Until.IsZero() {
		return prose.T("It is your turn in {game}, room {code}.", prose.Literal(game), prose.Literal(t.Room))
	}
	return prose.T("It is your turn in {game}, room {code}. You have {time}.", prose.Literal(game), prose.Literal(t.Room),
		prose.Duration(max(0, time.Until(t.Until).Round(time.Minute))))
}

// Notifier sends notifications to webhooks. Its methods are safe for concurrent use.
type Notifier interface {
	// SendTest sends a test notification to an address and waits until it has arrived. Its
	// error explains in a sentence why nothing can be sent there.
	SendTest(ctx context.Context, person, address string) error
	// Notify notifies a person of a turn if they have a webhook. It does not block, and may
	// drop notifications under load.
	Notify(turn TurnNotice)
}

// Webhooks stores webhooks. Its methods are safe for concurrent use.
type Webhooks interface {
	// Webhook returns the webhook of a person, or the zero value if they have none.
	Webhook(ctx context.Context, person string) (Webhook, error)
	// SaveWebhook writes a webhook. A webhook without a URL is deleted.
	SaveWebhook(ctx context.Context, person string, hook Webhook) error
	// NoteWebhook stores the result of a delivery, unless the person has changed or removed
	// the webhook.
	NoteWebhook(ctx context.Context, person string, hook Webhook) error
}
