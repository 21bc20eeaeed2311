package command_test

import (
	"strings"
	"testing"

	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// TestWebhook checks that only the host of a webhook is shown.
func TestWebhook(t *testing.T) {
	anna := newAsker(t, nil, "anna")
	if _, err := anna.try("webhook"); err == nil || err.Error() != "This server does not allow webhooks." {
		t.Errorf("where there are none: %v", err)
	}
	kept := &lobbytest.MemStore{}
	l := lobbytest.Open(t, local.New(local.Config{Accounts: kept, Webhooks: kept, Post: &lobbytest.WebhookRecorder{}}))
	anna.person.Session = lobbytest.Enter(t, l, "anna")
	if said := anna.ok("webhook"); !strings.HasPrefix(said, "You have no webhook.\n") {
		t.Errorf("at first: %q", said)
	}
	if _, err := anna.try("webhook https://hooks.example.com/wrong"); err == nil {
		t.Error("an address where nothing comes is taken")
	}
	if said := anna.ok("webhook https://hooks.example.com/secret --json"); said != `{"host":"hooks.example.com","failures":0,"stopped":false}`+"\n" {
		t.Errorf("set: %q", said)
	}
	if said := anna.ok("webhook"); !strings.HasPrefix(said, "Your webhook is at hooks.example.com.\n") || strings.Contains(said, "secret") {
		t.Errorf("then: %q", said)
	}
	if said := anna.ok("webhook OFF"); said != "Webhook removed.\n" {
		t.Errorf("off: %q", said)
	}
	if _, err := anna.try("webhook a b"); err == nil || !strings.Contains(err.Error(), "webhook [ADDRESS]") {
		t.Errorf("too much: %v", err)
	}
}
