package lobbytest

import (
	"context"
	"strings"
	"sync"

	"parlor/lobby"
)

// WebhookRecorder is a lobby.Notifier that records notifications. Addresses that contain
// "wrong" fail the test notification.
type WebhookRecorder struct {
	mu    sync.Mutex
	tried []string
	turns []lobby.TurnNotice
}

// SendTest implements lobby.Notifier.
func (p *WebhookRecorder) SendTest(_ context.Context, person, address string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tried = append(p.tried, person+" "+address)
	if strings.Contains(address, "wrong") {
		return lobby.ErrUnknown
	}
	return nil
}

// Notify implements lobby.Notifier.
func (p *WebhookRecorder) Notify(turn lobby.TurnNotice) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turns = append(p.turns, turn)
}

// Turns returns the notifications since the last call.
func (p *WebhookRecorder) Turns() []lobby.TurnNotice {
	p.mu.Lock()
	defer p.mu.Unlock()
	turns := p.turns
	p.turns = nil
	return turns
}

func checkWebhooks(s *stage) {
	kept := &MemStore{}
	instance := s.instance(Config{Accounts: kept, Webhooks: kept, Post: &WebhookRecorder{}})
	anna := s.enter(instance, person("anna"))
	is := func(want string) {
		s.Helper()
		hook, err := lobby.Ask(s.Context(), anna, lobby.GetWebhook{})
		s.must(err)
		export, err := lobby.Ask(s.Context(), anna, lobby.ExportData{Before: ""})
		s.must(err)
		if hook.URL != want || hook.Since.IsZero() != (want == "") {
			s.Errorf("the webhook is %+v, not %q", hook, want)
		}
		if (export.Webhook == nil) != (want == "") || export.Webhook != nil && *export.Webhook != hook {
			s.Errorf("%+v is exported", export.Webhook)
		}
	}
	is("")
	s.refusal(lobby.Perform(s.Context(), anna, lobby.SetWebhook{Address: "https://hooks.example.com/wrong"}), lobby.ErrUnknown.Error())
	is("")
	s.must(lobby.Perform(s.Context(), anna, lobby.SetWebhook{Address: " https://hooks.example.com/one "}))
	is("https://hooks.example.com/one")
	s.refusal(lobby.Perform(s.Context(), anna, lobby.SetWebhook{Address: "https://hooks.example.com/wrong"}), lobby.ErrUnknown.Error())
	is("https://hooks.example.com/one")
	s.must(lobby.Perform(s.Context(), anna, lobby.SetWebhook{Address: ""}))
	is("")
	s.must(lobby.Perform(s.Context(), anna, lobby.SetWebhook{Address: "https://hooks.example.com/two"}))
	s.must(lobby.Perform(s.Context(), anna, lobby.DeleteAccount{}))
	anna.ends()
	if hook, err := kept.Webhook(s.Context(), "key:anna"); err != nil || hook.URL != "" {
		s.Errorf("kept is still %+v (%v)", hook, err)
	}
	closed := s.instance(Config{Accounts: kept, Webhooks: kept})
	bo := s.enter(closed, person("bo"))
	_, err := lobby.Ask(s.Context(), bo, lobby.GetWebhook{})
	s.refusal(err, "does not allow webhooks")
	s.refusal(lobby.Perform(s.Context(), bo, lobby.SetWebhook{Address: "https://hooks.example.com/"}), "does not allow webhooks")
	s.must(lobby.Perform(s.Context(), bo, lobby.SetWebhook{Address: ""}))
}
