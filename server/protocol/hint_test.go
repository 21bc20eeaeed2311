package protocol_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/prose"
	"parlor/server/protocol"
)

// TestHintsInJSON checks that a hint follows each request, computed from the newest view, and that others are refused
// without information.
func TestHintsInJSON(t *testing.T) {
	for _, row := range []struct {
		name   string
		plan   lobby.Plan
		refuse string
	}{
		{"allowed", lobby.Plan{}, ""},
		{"rated", lobby.Plan{Rated: true}, "There are no hints in this room."},
		{"unaided", lobby.Plan{Unaided: true}, "There are no hints in this room."},
		{"memory", lobby.Plan{Options: engine.Options{"memory": "on"}}, "There are no hints in this room."},
	} {
		t.Run(row.name, func(t *testing.T) {
			l := open(t)
			row.plan.Game, row.plan.Seats = "davinci", 2
			if row.plan.Options == nil {
				row.plan.Options = engine.Options{}
			}
			row.plan.Options["first"] = "1"
			one, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.Create{Plan: row.plan})
			anna := hinted(t, one, err)
			if answer, _ := anna.does(`{"hint":true}`); answer.Type != "refused" || answer.Text != "No hint: it is not your turn to guess." {
				t.Fatalf("before the match: %+v", answer)
			}
			other, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Join{Code: anna.view.Room.Code})
			if err != nil {
				t.Fatal(err)
			}
			for _, do := range []lobby.RoomOp{lobby.Start{}, lobby.Play{Action: davinci.Deal}} {
				if err := lobby.Perform(t.Context(), one, do); err != nil {
					t.Fatal(err)
				}
			}
			if err := lobby.Perform(t.Context(), other, lobby.Play{Action: davinci.Deal}); err != nil {
				t.Fatal(err)
			}
			_, view := anna.does(`{"do":"draw any"}`)
			for range 2 {
				answer, _ := anna.does(`{"hint":true}`)
				if row.refuse != "" {
					if answer.Type != "refused" || answer.Code != "refused" || answer.Text != row.refuse {
						t.Fatalf("answered %+v", answer)
					}
					continue
				}
				if answer.Type != "done" {
					t.Fatalf("answered %+v", answer)
				}
				checkHint(t, anna.line(), view.Number)
			}
			for _, line := range []string{`{"hint":false}`, `{"hint":1}`} {
				if answer, _ := anna.does(line); answer.Code != "not_a_message" {
					t.Errorf("%s is answered %+v", line, answer)
				}
			}
			if row.refuse != "" && strings.Contains(string(anna.taken), `"type":"hint"`) {
				t.Error("there was a hint")
			}
		})
	}
}

// checkHint checks that a line is a hint for a view.
func checkHint(t *testing.T, line []byte, view uint64) {
	t.Helper()
	var hint protocol.Hint
	if err := json.Unmarshal(line, &hint); err != nil {
		t.Fatal(err)
	}
	if hint.Type != "hint" || hint.View < view || !strings.HasPrefix(string(hint.Action), "guess 2 ") || hint.Chance <= 0 || hint.Chance > 1 ||
		!strings.Contains(hint.Text, string(hint.Action)) || len(hint.Prose) == 0 {
		t.Errorf("the hint is %s", line)
	}
}

// hinted returns an API client in a session that can compute hints.
func hinted(t *testing.T, handle lobby.Handle, err error) *program {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	p := &program{t: t, in: inWrite, out: outRead, lines: make(chan []byte, 10_000), ended: make(chan error, 1)}
	session := protocol.Session{
		Handle: handle, Games: []prose.Game{{Game: davinci.Rules().Game()}}, Hello: protocol.Hello{You: "anna"}, In: inRead, Out: outWrite, Heard: func() {},
	}
	go func() {
		err := session.Run(t.Context())
		_, _ = outWrite.Close(), inRead.Close()
		p.ended <- err
	}()
	t.Cleanup(func() { _, _ = inWrite.Close(), outRead.Close() })
	p.read()
	return p
}
