package lines_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/prose"
	"parlor/server/command"
	"parlor/server/lines"
)

// TestAGameNightThatMovesSaysSoOnce checks that it prints one line for a move.
func TestAGameNightThatMovesSaysSoOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		visit := lobbytest.Enter(t, l, "anna")
		hold, err := lobby.Ask(t.Context(), visit, lobby.OpenGameNight{Plan: lobby.GameNightPlan{}})
		if err != nil {
			t.Fatal(err)
		}
		ferry := lobbytest.NewMovingNightHandle(hold)
		p := &typist{lines: make(chan string), ended: make(chan error, 1)}
		session := lines.Session{
			Commands: command.Commands{Lobby: l, Games: kits(), Version: "parlor", Line: func(user string) string { return "ssh " + user }},
			Person:   command.Person{Session: visit, Voice: prose.English()}, Source: p, Out: p, Heard: func() {}, GameNight: ferry,
		}
		go func() { p.ended <- session.Run(context.Background(), nil) }()
		before := p.heard()
		ferry.SetMoving(true)
		synctest.Wait()
		ferry.SetMoving(true)
		if said := strings.TrimPrefix(p.heard(), before); said != (lobby.GameNightUpdate{}).MovingText().String()+"\n" {
			t.Errorf("it is said %q", said)
		}
		before = p.heard()
		ferry.SetMoving(false)
		if said := strings.TrimPrefix(p.heard(), before); said != "" {
			t.Errorf("when the night is back it is said %q", said)
		}
		close(p.lines)
		if err := <-p.ended; err != nil {
			t.Error(err)
		}
		hold.Close()
	})
}

// TestARoomThatMovesSaysSoOnce checks that it prints one line for a move.
func TestARoomThatMovesSaysSoOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		visit := lobbytest.Enter(t, l, "anna")
		handle, err := lobby.Ask(t.Context(), visit, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Options: engine.Options{"first": "1"}}})
		if err != nil {
			t.Fatal(err)
		}
		ferry := lobbytest.NewMovingHandle(handle)
		p := &typist{lines: make(chan string), ended: make(chan error, 1)}
		session := lines.Session{
			Commands: command.Commands{Lobby: l, Games: kits(), Version: "parlor", Line: func(user string) string { return "ssh " + user }},
			Person:   command.Person{Session: visit, Voice: prose.English()}, Source: p, Out: p, Heard: func() {},
		}
		go func() { p.ended <- session.Run(context.Background(), ferry) }()
		before := p.heard()
		ferry.SetMoving(true)
		ferry.SetMoving(true)
		if said := strings.TrimPrefix(p.heard(), before); said != lobby.MovingText().String()+"\n" {
			t.Errorf("it is said %q", said)
		}
		before = p.heard()
		ferry.SetMoving(false)
		if said := strings.TrimPrefix(p.heard(), before); said != "" {
			t.Errorf("when the room is back it is said %q", said)
		}
		close(p.lines)
		if err := <-p.ended; err != nil {
			t.Error(err)
		}
	})
}
