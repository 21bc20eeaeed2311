package lines_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
	"parlor/lobby/lobbytest"
)

// TestTheClockDecidesByEar checks that the player is told only of the clock, if it runs out before the win can be
// claimed.
func TestTheClockDecidesByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := nightLobby(t)
		bo := lobbytest.Enter(t, l, "bo")
		hold, err := lobby.Ask(t.Context(), bo, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Clock: 30 * time.Second, Absent: lobby.AbsentClock}})
		if err != nil {
			t.Fatal(err)
		}
		anna := come(t, l, "anna")
		anna.types("join AAAAAA")
		synctest.Wait()
		if err := lobby.Perform(t.Context(), hold, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		bo.Close()
		time.Sleep(6 * time.Minute)
		anna.types("quit")
		heard := anna.heard()
		if strings.Count(heard, "While bo is away, the clock decides") != 1 || strings.Contains(heard, "claim") {
			t.Errorf("anna hears\n%s", heard)
		}
	})
}

// TestASubstituteBotByEar checks that the player is told once that a bot plays for an absent opponent, and that its
// moves are told as such.
func TestASubstituteBotByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := nightLobby(t)
		bo := lobbytest.Enter(t, l, "bo")
		hold, err := lobby.Ask(t.Context(), bo, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Absent: lobby.AbsentBot, Substitute: lobby.Substitute1m}})
		if err != nil {
			t.Fatal(err)
		}
		anna := come(t, l, "anna")
		anna.types("join AAAAAA")
		synctest.Wait()
		if err := lobby.Perform(t.Context(), hold, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		anna.types("deal")
		synctest.Wait()
		bo.Close()
		time.Sleep(3 * time.Minute)
		anna.types("who")
		anna.types("resign")
		anna.types("resign")
		anna.types("record")
		anna.types("quit")
		heard := anna.heard()
		if !strings.Contains(heard, `,"bot_moves":[[1],[]]}`) {
			t.Errorf("the record does not say what the bot did:\n%s", heard)
		}
		for _, want := range []string{"A bot will play for bo in 1 minute unless they return.", "A bot plays for bo until they return.", "bot for bo took", "away, bot for bo"} {
			if strings.Count(heard, want) != 1 {
				t.Errorf("anna does not hear %q once:\n%s", want, heard)
			}
		}
	})
}
