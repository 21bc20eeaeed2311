package server_test

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/lobby"
	"parlor/server"
)

// TestGarbageHarmsNoOneElse checks that a room continues for the others whatever one client sends.
func TestGarbageHarmsNoOneElse(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 64<<10)
	_, _ = rand.Read(noise)
	for name, command := range map[string]string{"json": "play AAAAAA", "lines": "join AAAAAA --lines"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, server.Limits{})
			visit, err := s.lobby.Enter(context.Background(), lobby.Identity{ID: "key:bo", Name: "bo"})
			if err != nil {
				t.Fatal(err)
			}
			defer visit.Close()
			bo, err := lobby.Ask(t.Context(), visit, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Options: engine.Options{"first": "1"}}})
			if err != nil {
				t.Fatal(err)
			}
			eve := s.pipe(t, "eve", command)
			defer eve.HangUp()
			eve.wait(t, "AAAAAA")
			if err := lobby.Perform(t.Context(), bo, lobby.Start{}); err != nil {
				t.Fatal(err)
			}
			for _, line := range []string{
				"", "\x00\x01\x02", `{"do":"draw black"}`, `{"do":"guess 1 1 1"}`, "guess 1 1 99999999999999999999", strings.Repeat("[", 4000),
				`{"add_bot":1e400}`, "\xff\xfe\xff", "\x1b[2J\x1b]0;x\x07", strings.Repeat("deal ", 500),
			} {
				eve.send(t, line)
			}
			// The session may end meanwhile.
			_, _ = eve.stdin.Write(noise)
			_, _ = eve.stdin.Write([]byte(strings.Repeat("x", 8<<10)))
			ended := make(chan error, 1)
			go func() { ended <- eve.session.Wait() }()
			var exit *gossh.ExitError
			select {
			case err := <-ended:
				if !errors.As(err, &exit) || exit.ExitStatus() == 0 {
					t.Errorf("it ended with %v", err)
				}
			case <-time.After(patience):
				t.Fatal("a line that never ends does not end the session")
			}
			if text := eve.stderr.String(); !strings.Contains(text, "Line longer than 4096 bytes") {
				t.Errorf("told %q", text)
			}
			for _, action := range []engine.Action{"deal", engine.Resign} {
				if err := lobby.Perform(t.Context(), bo, lobby.Play{Action: action}); err != nil {
					t.Errorf("bo: %s: %v", action, err)
				}
			}
			if update := <-bo.Updates(); update.Seats[1].Name != "eve" || update.Seats[1].Away.IsZero() {
				t.Errorf("%+v", update.Seats)
			}
		})
	}
}
