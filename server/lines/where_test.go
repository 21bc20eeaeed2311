package lines_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
	"parlor/lobby/lobbytest"
)

// TestWhoTellsWhereAPlayerIs checks the command who for a player in the lobby, in a room that is open, closed to
// spectators or private, away, and not connected.
func TestWhoTellsWhereAPlayerIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := nightLobby(t)
		anna := come(t, l, "anna")
		makes := func(name string, plan lobby.Plan) lobby.Session {
			visit := lobbytest.Enter(t, l, name)
			if _, err := lobby.Ask(t.Context(), visit, lobby.Create{Plan: plan}); err != nil {
				t.Fatal(err)
			}
			return visit
		}
		lobbytest.Enter(t, l, "bo")
		makes("cy", lobby.Plan{Game: "davinci", Public: true})
		makes("dee", lobby.Plan{Game: "masterdice", Public: true, Unwatched: true})
		makes("eve", lobby.Plan{Game: "davinci"})
		makes("fay", lobby.Plan{Game: "kodeknacker", Public: true}).Close()
		asks := func() {
			for _, name := range []string{"bo", "cy", "dee", "eve", "fay", "nobody"} {
				anna.types("who " + name)
				time.Sleep(time.Second)
			}
		}
		asks()
		anna.types("new davinci")
		time.Sleep(time.Second)
		asks()
		anna.types("quit")
		heard := anna.heard()
		for _, want := range []string{
			"bo is here, but not at a table.", "cy is at table AAAAAA: Da Vinci Code, waiting for players.\nTo watch them, type watch AAAAAA in the lobby.",
			": MasterDice, waiting for players.\nThat table cannot be watched.", "eve is at a private table.", "fay is away, and has a seat at table",
			"nobody is not here now.",
		} {
			if strings.Count(heard, want) != 2 {
				t.Errorf("%q is not told twice:\n%s", want, heard)
			}
		}
	})
}
