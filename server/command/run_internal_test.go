package command

import (
	"context"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/prose"
	"parlor/tui/kodeknacker"
)

// recorder is a session that notes which operations it is asked for.
type recorder struct {
	lobby.Session
	asked []reflect.Type
}

func (r *recorder) Do(ctx context.Context, request lobby.Request) (any, error) {
	r.asked = append(r.asked, reflect.TypeOf(request.Op))
	return r.Session.Do(ctx, request)
}

// TestCommandsAskForWhatTheirDefinitionsName: each operation that a definition names is one
// of the lobby's, and no command asks for another.
func TestCommandsAskForWhatTheirDefinitionsName(t *testing.T) {
	game := kodeknacker.Game().Told()
	l := lobbytest.Open(t, local.New(local.Config{Games: []engine.Game{game.Game}}))
	lobbytest.Enter(t, l, "bo")
	c := Commands{Lobby: l, Games: Games{game}, Version: "parlor", Line: func(user string) string { return "ssh " + user }}
	visit := lobbytest.Enter(t, l, "anna")
	for _, line := range []string{
		"rooms", "rooms kode", "new kodeknacker", "join AAAA", "watch", "watch AAAA", "quick", "quick kodeknacker", "qr AAAA", "evening AAAA", "evening new",
		"board AAAA", "say hello", "history", "replay M", "analyse M", "share M", "top", "who me", "who bo", "who cy", "stats me", "stats bo", "turns",
		"webhook", "webhook off", "people", "friend bo", "friend bo --remove", "mute bo", "mute bo --remove", "invite bo AAAA", "report bo cheats", "name anna",
		"rules kodeknacker", "help", "help kodeknacker", "version", "me", "me --link", "me --link ABCDEF", "me --export", "me --delete --yes",
	} {
		asked, err := Parse(strings.Fields(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		r := &recorder{Session: visit}
		_ = c.Run(t.Context(), Person{Session: r, Voice: prose.English()}, asked, io.Discard) // it may be refused
		defined, _ := find(asked.Verb)
		for _, op := range r.asked {
			if !slices.ContainsFunc(defined.asks, func(one any) bool { return reflect.TypeOf(one) == op }) {
				t.Errorf("%q asks for %v, which its definition does not name", line, op)
			}
		}
	}
	answered := 0
	for _, one := range definitions() {
		if answers()[one.verb] != nil {
			answered++
		}
		for _, op := range one.asks {
			if _, found := lobby.FindOperation(op); !found {
				t.Errorf("%s asks for %T, which is no operation of the lobby", one.verb, op)
			}
		}
	}
	if all := len(answers()); answered != all || all != len(definitions())-2 { // play and lines lead somewhere
		t.Errorf("%d of %d answers are of the %d commands", answered, all, len(definitions()))
	}
}
