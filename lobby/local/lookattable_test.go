package local_test

import (
	"encoding/json"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// TestLookAtTable checks that a table of a game night looks to everybody who knows its code
// as it does to a spectator, byte by byte, also to a player who holds hidden tiles there.
func TestLookAtTable(t *testing.T) {
	for _, game := range games() {
		t.Run(game.Name, func(t *testing.T) {
			l := lobbytest.Open(t, local.New(local.Config{Games: games()}))
			anna, bo, cy := lobbytest.Enter(t, l, "anna"), lobbytest.Enter(t, l, "bo"), lobbytest.Enter(t, l, "cy")
			night := ask(t, anna, lobby.OpenGameNight{Plan: lobby.GameNightPlan{Games: []string{game.Name}, Seats: 2, Rounds: 1}})
			code := (<-night.Updates()).Code
			other := ask(t, bo, lobby.JoinGameNight{Code: code})
			check(t, lobby.Perform(t.Context(), night, lobby.BeginGameNight{}))
			room := ""
			for room == "" {
				if u := <-other.Updates(); len(u.Tables) > 0 {
					room = u.Tables[0].Code
				}
			}
			if _, err := lobby.Ask(t.Context(), cy, lobby.LookAtTable{Code: code, Number: 1}); err == nil {
				t.Error("a table without a match is shown")
			}
			seats := []lobby.Handle{ask(t, anna, lobby.Join{Code: room}), ask(t, bo, lobby.Join{Code: room})}
			for u := range other.Updates() {
				if u.Tables[0].Stage == engine.Playing {
					break
				}
			}
			for range 12 {
				for _, seat := range seats {
					playFirst(t, seat)
					want := publicOf(t, ask(t, cy, lobby.Look{Code: room}))
					for name, one := range map[string]lobby.Session{"anna": anna, "bo": bo, "cy": cy} {
						if got := publicOf(t, ask(t, one, lobby.LookAtTable{Code: code, Number: 1})); got != want {
							t.Fatalf("%s sees\n%s\nand a spectator\n%s", name, got, want)
						}
					}
				}
			}
			if _, err := lobby.Ask(t.Context(), cy, lobby.LookAtTable{Code: lobby.NewCode(), Number: 1}); err == nil {
				t.Error("a wrong code shows a table")
			}
		})
	}
}

// ask performs an operation that must not fail.
func ask[R any](t *testing.T, d lobby.Doer, op lobby.Returns[R]) R {
	t.Helper()
	answer, err := lobby.Ask(t.Context(), d, op)
	check(t, err)
	return answer
}

// publicOf returns an update of a spectator as JSON, without what LookAtTable leaves out.
func publicOf(t *testing.T, u lobby.Update) string {
	t.Helper()
	if u.You != engine.Watcher || u.Match == nil || u.Match.Seat != engine.Watcher {
		t.Fatalf("this is no view of a spectator: %+v", u)
	}
	u.Code, u.Watchers, u.Notes, u.Chat = "", nil, nil, nil
	text, err := json.Marshal(u)
	check(t, err)
	return string(text)
}

// playFirst plays the first legal action of a seat that is no resignation, if there is one.
func playFirst(t *testing.T, seat lobby.Handle) {
	t.Helper()
	check(t, lobby.Perform(t.Context(), seat, lobby.ListLegal{}))
	for _, action := range (<-seat.Updates()).Legal {
		if action != engine.Resign {
			_ = lobby.Perform(t.Context(), seat, lobby.Play{Action: action})
			return
		}
	}
}
