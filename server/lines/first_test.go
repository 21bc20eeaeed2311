package lines_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/prose"
	"parlor/server/command"
	"parlor/server/lines"
)

// begin starts a session.
func begin(t *testing.T, l *local.Lobby, visit lobby.Session, session lines.Session) *typist {
	t.Helper()
	p := &typist{lines: make(chan string), ended: make(chan error, 1)}
	session.Commands = command.Commands{Lobby: l, Games: kits(), Version: "parlor", Line: func(user string) string { return "ssh " + user }}
	session.Person = command.Person{Session: visit, Voice: prose.English()}
	session.Source, session.Out, session.Heard = p, p, func() {}
	go func() { p.ended <- session.Run(context.Background(), nil) }()
	t.Cleanup(func() { close(p.lines) })
	return p
}

// firstTime starts the session of a first-time visitor who goes where sit leads.
func firstTime(t *testing.T, l *local.Lobby, sit func(lobby.Session) (lobby.Handle, error)) *typist {
	t.Helper()
	visit := lobbytest.Enter(t, l, "thomas")
	return begin(t, l, visit, lines.Session{First: true, Sit: func() (lobby.Handle, error) { return sit(visit) }})
}

func toLobby(lobby.Session) (lobby.Handle, error) { return nil, nil }

// TestACommandIsNoName checks that a command typed at the name prompt runs under the suggested name.
func TestACommandIsNoName(t *testing.T) {
	for typed, want := range map[string]string{
		"help":             "rooms: all rooms and people.",
		"Rooms":            "There are no open rooms.",
		"join QQQQQ7":      "There is no room QQQQQ7.",
		"play davinci":     "Room E93TDD",
		"new kodeknacker":  "Room E93TDD",
		"tutorial davinci": "Da Vinci Code",
		"version":          "parlor",
		" quit ":           "Goodbye.",
		"name Anna":        "Welcome to parlor, Anna.",
		"Anna":             "Welcome to parlor, Anna.",
		"":                 "Welcome to parlor, thomas.",
		"Anna rooms":       "Welcome to parlor, Anna rooms.",
		"quit smoking":     "Welcome to parlor, quit smoking.",
		"name":             "Welcome to parlor, thomas.",
		"rules masterdice": "MasterDice",
		"tutorialist":      "Welcome to parlor, tutorialist.",
	} {
		synctest.Test(t, func(t *testing.T) {
			p := firstTime(t, house(t), toLobby)
			p.types(typed)
			time.Sleep(time.Second)
			heard := p.heard()
			command := !strings.HasPrefix(want, "Welcome") && want != "Goodbye."
			if !strings.Contains(heard, want) || strings.Contains(heard, "You are thomas for now.") != command || command && !strings.Contains(heard, "Welcome to parlor, thomas.") {
				t.Errorf("after %q it says\n%s", typed, heard)
			}
		})
	}
}

// TestAFirstCommandWaitsForTheRoom checks that such a command runs once the room is there.
func TestAFirstCommandWaitsForTheRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		come(t, l, "anna").types("new davinci seats=2")
		p := firstTime(t, l, func(v lobby.Session) (lobby.Handle, error) {
			return lobby.Ask(t.Context(), v, lobby.Join{Code: "E93TDD"})
		})
		p.types("look")
		p.types("say hello")
		if heard := p.heard(); !strings.Contains(heard, "Welcome to parlor, look.") { // not a command of the lobby
			t.Errorf("it says %s", heard)
		}
		q := firstTime(t, l, func(v lobby.Session) (lobby.Handle, error) {
			return lobby.Ask(t.Context(), v, lobby.Watch{Code: "E93TDD"})
		})
		q.types("say hello")
		if heard := q.heard(); strings.Contains(heard, "One moment") || !strings.Contains(heard, "says: hello") {
			t.Errorf("it says %s", heard)
		}
	})
}

// TestAGameNightsCodeLeadsThere checks it also for a player with a seat in another room.
func TestAGameNightsCodeLeadsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := nightLobby(t)
		anna := come(t, l, "anna")
		anna.types("new davinci seats=2")
		bo := lobbytest.Enter(t, l, "bo")
		if _, err := lobby.Ask(t.Context(), bo, lobby.Join{Code: "AAAAAA"}); err != nil {
			t.Fatal(err)
		}
		anna.types("start")
		bo.Close()
		come(t, l, "cy").types("night new games=kodeknacker title=Friday")
		again := lobbytest.Enter(t, l, "bo")
		night, err := lobby.Ask(t.Context(), again, lobby.JoinGameNight{Code: "CCCCCC"})
		if err != nil {
			t.Fatal(err)
		}
		p := begin(t, l, again, lines.Session{GameNight: night})
		if heard := p.heard(); !strings.Contains(heard, "Friday (game night CCCCCC)") || strings.Contains(heard, "Your seat was kept.") || strings.Contains(heard, "Room AAAAAA, ") {
			t.Errorf("it says %s", heard)
		}
		back := begin(t, l, again, lines.Session{}) // without a code, the match comes first
		if heard := back.heard(); !strings.Contains(heard, "Your seat was kept.") {
			t.Errorf("without a code it says %s", heard)
		}
	})
}
