package store_test

import (
	"testing"
	"time"

	"parlor/lobby"
	"parlor/store"
)

func hookAt(url string) lobby.Webhook {
	return lobby.Webhook{URL: url, Since: time.Date(2026, 5, 1, 0, 0, 0, 7, time.UTC)}
}

func isWebhook(t *testing.T, s *store.Store, person string, want lobby.Webhook) {
	t.Helper()
	if hook, err := s.Webhooks.Webhook(t.Context(), person); err != nil || hook != want {
		t.Errorf("the webhook of %s is %+v (%v), want %+v", person, hook, err, want)
	}
}

func TestWebhooks(t *testing.T) {
	s := open(t, t.TempDir())
	isWebhook(t, s, "ann", lobby.Webhook{})
	must(t, s.Accounts.Save(t.Context(), account("ann")))
	first, second := hookAt("https://hooks.example.com/one"), hookAt("https://other.example.com/two")
	must(t, s.Webhooks.SaveWebhook(t.Context(), "ann", first))
	isWebhook(t, s, "ann", first)
	unheard := func(want string) {
		t.Helper()
		if a, err := s.Accounts.Account(t.Context(), "ann"); err != nil || a.Unheard != want {
			t.Errorf("the account is %+v (%v)", a, err)
		}
	}
	unheard("")
	first.Failures, first.Stopped = 5, first.Since.Add(time.Hour)
	must(t, s.Webhooks.NoteWebhook(t.Context(), "ann", first))
	isWebhook(t, s, "ann", first)
	unheard("hooks.example.com")
	must(t, s.Webhooks.SaveWebhook(t.Context(), "ann", second))
	unheard("")
	// The outcome of a delivery to a previous or deleted webhook is ignored.
	must(t, s.Webhooks.NoteWebhook(t.Context(), "ann", first))
	must(t, s.Webhooks.NoteWebhook(t.Context(), "bea", first))
	isWebhook(t, s, "ann", second)
	isWebhook(t, s, "bea", lobby.Webhook{})
	must(t, s.Webhooks.SaveWebhook(t.Context(), "ann", lobby.Webhook{}))
	isWebhook(t, s, "ann", lobby.Webhook{})
}

// TestWebhooksOfALinkedKey checks that a linked key brings its webhook unless the account has one.
func TestWebhooksOfALinkedKey(t *testing.T) {
	s := open(t, t.TempDir())
	one, other, third := hookAt("https://one.example.com/"), hookAt("https://two.example.com/"), hookAt("https://three.example.com/")
	must(t, s.Accounts.Save(t.Context(), account("ann")))
	must(t, s.Webhooks.SaveWebhook(t.Context(), "laptop", one))
	must(t, s.Accounts.Link(t.Context(), "ann", "laptop"))
	isWebhook(t, s, "ann", one)
	isWebhook(t, s, "laptop", one)
	must(t, s.Webhooks.SaveWebhook(t.Context(), "phone", other))
	must(t, s.Accounts.Link(t.Context(), "ann", "phone"))
	isWebhook(t, s, "phone", one)
	must(t, s.Webhooks.SaveWebhook(t.Context(), "phone", third))
	isWebhook(t, s, "ann", third)
	must(t, s.Accounts.Forget(t.Context(), "ann"))
	isWebhook(t, s, "ann", lobby.Webhook{})
	if left, err := s.Count("SELECT count(*) FROM webhook"); err != nil || left != 0 {
		t.Errorf("%d webhooks are left (%v)", left, err)
	}
}
