package e2e

import (
	"context"
	"strings"
	"testing"

	"parlor/internal/terminal"
)

// TestOnePersonTwoKeys links a second key, finds the person with it after a restart, and deletes the account.
func TestOnePersonTwoKeys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := launch(t, "--data", dir)
	answerOf(t, first.addr, "anna", "name Annabel")
	offer := answerOf(t, first.addr, "anna", "me --link")
	_, code, found := strings.Cut(offer, "me --link ")
	if !found {
		t.Fatalf("no code is shown: %s", offer)
	}
	code = code[:6]
	if told := answerOf(t, first.addr, "laptop", "me --link QQQQQQ"); !strings.Contains(told, "does not exist or has expired") {
		t.Errorf("a wrong code: %s", told)
	}
	if told := answerOf(t, first.addr, "laptop", "me --link "+code); !strings.Contains(told, "linked") {
		t.Errorf("the code: %s", told)
	}
	if told := answerOf(t, first.addr, "other", "me --link "+code); !strings.Contains(told, "does not exist or has expired") {
		t.Errorf("the code, once more: %s", told)
	}
	first.stop()
	<-first.ended

	second := startProgram(t, "--data", dir)
	for _, name := range []string{"anna", "laptop"} {
		if told := answerOf(t, second, name, "me"); !strings.Contains(told, "You are Annabel.") {
			t.Errorf("%s is told: %s", name, told)
		}
	}
	export := answerOf(t, second, "laptop", "me --export")
	if strings.Count(export, `"key:SHA256:`) != 3 || !strings.Contains(export, `"name": "Annabel"`) {
		t.Errorf("the export: %s", export)
	}
	if told := answerOf(t, second, "laptop", "me --delete"); !strings.Contains(told, "To do it, type me --delete --yes.") {
		t.Errorf("the deletion does not ask: %s", told)
	}
	if told := answerOf(t, second, "laptop", "me"); !strings.Contains(told, "You are Annabel.") {
		t.Errorf("after the question whether to delete it, laptop is told: %s", told)
	}
	if told := answerOf(t, second, "laptop", "me --delete --yes"); !strings.Contains(told, "deleted") {
		t.Errorf("the deletion: %s", told)
	}
	for _, name := range []string{"anna", "laptop"} {
		if told := answerOf(t, second, name, "me"); strings.Contains(told, "Annabel") {
			t.Errorf("%s is told: %s", name, told)
		}
	}
}

// TestAGuestBecomesAnAccount checks that a guest can link a key by a code on the screen.
func TestAGuestBecomesAnAccount(t *testing.T) {
	t.Parallel()
	addr := startProgram(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	client, err := terminal.Dial(ctx, addr, terminal.Options{User: "gus"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.HangUp)
	gus := &player{Client: client, t: t, ctx: ctx, name: "gus"}
	gus.see("Here now: gus")
	gus.press("o")
	gus.see("Settings")
	gus.press("c")
	_, code, found := strings.Cut(gus.whole("me --link "), "me --link ")
	if !found || len(code) < 6 {
		t.Fatalf("no code on the screen:\n%s", gus.Screen())
	}
	if told := answerOf(t, addr, "laptop", "me --link "+code[:6]); !strings.Contains(told, "linked") {
		t.Errorf("the code: %s", told)
	}
	if told := answerOf(t, addr, "laptop", "me"); !strings.Contains(told, "You are gus.") || strings.Contains(told, "guest") {
		t.Errorf("with the key: %s", told)
	}
}
