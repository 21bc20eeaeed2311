package lobby

import (
	"context"
	"net/url"
	"time"

	"parlor/prose"
)

// Webhook is where somebody is told outside of parlor that it is their turn: an
// address on the web, to which a letter is sent. The zero value is nowhere.
type Webhook struct {
	URL   string    `json:"url"` // it may hold a secret, which is only its owner's
	Since time.Time `json:"since"`
	// Failures are letters in a row that did not arrive, the last ones.
	Failures int `json:"failures"`
	// Stopped is since when nothing is sent any more, because too many of them did
	// not; zero while something is.
	Stopped time.Time `json:"stopped"`
}

// Hostname is the part of the address that may be shown on a screen where others look on.
func (w Webhook) Hostname() string {
	address, err := url.Parse(w.URL)
	if err != nil {
		return ""
	}
	return address.Host
}

// Describe says where somebody is told of their turns.
func (w Webhook) Describe() prose.Text {
	switch {
	case w.URL == "":
		return prose.T("You have no webhook.")
	case !w.Stopped.IsZero():
		return prose.T("Your webhook at {host} is switched off, because too many letters did not arrive.", prose.Literal(w.Hostname()))
	case w.Failures > 0:
		return prose.C("Your webhook is at {host}. {n} letter did not arrive lately.", "Your webhook is at {host}. {n} letters did not arrive lately.", prose.Literal(w.Hostname()), prose.N(w.Failures))
	}
	return prose.T("Your webhook is at {host}.", prose.Literal(w.Hostname()))
}

// ChangedText says that the webhook is this one from now on.
func (w Webhook) ChangedText() prose.Text {
	if w.URL == "" {
		return prose.T("You have no webhook now. Nothing is sent.")
	}
	return prose.T("A letter has arrived at {host}. From now on you hear there when it is your turn in a match that has days for a move.", prose.Literal(w.Hostname()))
}

// WebhookOff is what people type in place of an address to be told nowhere.
const WebhookOff = "off"

// TurnNotice is one that has begun for somebody who is not there, in a room that does not
// expect its people to be. All at the table can tell that it has.
type TurnNotice struct {
	Person string // Identity.ID
	Room   string // code
	Title  string
	Game   string    // engine.Game.Name
	Until  time.Time // when the clock decides; zero where none runs
}

// Describe says that a turn has begun; the game is its title. Nothing that other people
// have typed is in it.
func (t TurnNotice) Describe(game string) prose.Text {
	if t.Until.IsZero() {
		return prose.T("It is your turn in {game}, room {code}.", prose.Literal(game), prose.Literal(t.Room))
	}
	return prose.T("It is your turn in {game}, room {code}. You have {time}.", prose.Literal(game), prose.Literal(t.Room),
		prose.Duration(max(0, time.Until(t.Until).Round(time.Minute))))
}

// Notifier carries letters to people's webhooks. All methods may be called from any
// goroutine.
type Notifier interface {
	// SendTest sends a letter to an address that tells what will come there, and waits
	// until it has arrived. Its error says in a sentence why nothing can be sent there.
	SendTest(ctx context.Context, person, address string) error
	// Notify has somebody told that their turn has begun, if they have a webhook. It
	// waits for nothing, and may lose a letter where there are too many.
	Notify(turn TurnNotice)
}

// Webhooks remembers people's webhooks. All methods may be called from any goroutine.
type Webhooks interface {
	// Webhook is that of a person, the zero one where they have none.
	Webhook(ctx context.Context, person string) (Webhook, error)
	// SaveWebhook writes it as it is now; one without a URL is removed.
	SaveWebhook(ctx context.Context, person string, hook Webhook) error
	// NoteWebhook writes what became of the last letter to it, unless the person has
	// another one by now, or none.
	NoteWebhook(ctx context.Context, person string, hook Webhook) error
}
