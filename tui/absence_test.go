package tui_test

import (
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// gone is anna at a table that has waited for bo for so long.
func gone(t *testing.T, since time.Duration) (anna, bo *client) {
	t.Helper()
	anna, bo = pair(t, lobby.Plan{Game: "davinci", Seats: 2, Options: engine.Options{"first": "2"}})
	anna.press("d")
	bo.settle()
	bo.visit.Close()
	time.Sleep(since)
	anna.settle()
	return anna, bo
}

// TestAbsentPlayer shows what can be done about it, and when, in all sizes.
func TestAbsentPlayer(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T) *client{
		"just gone":          func(t *testing.T) *client { anna, _ := gone(t, 2*time.Second); return anna },
		"gone for a while":   func(t *testing.T) *client { anna, _ := gone(t, 2*time.Minute); return anna },
		"gone for long":      func(t *testing.T) *client { anna, _ := gone(t, 6*time.Minute); return anna },
		"what can be done":   func(t *testing.T) *client { anna, _ := gone(t, 6*time.Minute); anna.press("esc"); return anna },
		"a bot plays":        func(t *testing.T) *client { anna, _ := gone(t, 2*time.Minute); anna.press("esc", "b"); return anna },
		"the game is theirs": func(t *testing.T) *client { anna, _ := gone(t, 6*time.Minute); anna.press("esc", "c"); return anna },
	} {
		inSizes(t, name, prepare)
	}
}

// TestWhatIsDoneAboutWhoIsAway: a bot plays until they are back, the game is claimed
// as soon as that is offered and not before, and a player who is alone closes the room.
func TestWhatIsDoneAboutWhoIsAway(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := gone(t, 2*time.Second)
		anna.reads("bo is away. You can let a bot play in 0:5", "or claim a forfeit in 4:5")
		anna.press("esc", "c")
		anna.shows("Menu")
		anna.lacks("Claim a forfeit", "Let a bot play")
		anna.press("n")
		time.Sleep(time.Minute)
		anna.settle()
		anna.reads("Press Esc, then b to let a bot play. You can claim a forfeit in 3:")
		anna.press("esc", "b")
		anna.reads("bo is away. A bot is playing for them.", "anna let a bot play for bo until they return.")
		bo = sit(t, bo.testLobby, "bo", false)
		bo.press("enter")
		anna.settle()
		anna.shows("bo is back.")
		bo.visit.Close()
		time.Sleep(6 * time.Minute)
		anna.settle()
		anna.press("esc")
		anna.shows("b  Let a bot play", "c  Claim a forfeit", "x  Close room")
		anna.press("c")
		anna.reads("You won game 1.")
	})
	in(t, func(t *testing.T) {
		anna, _ := gone(t, 6*time.Minute)
		anna.press("esc", "x")
		anna.reads("A player closed this room because the others had left. The match does not count.")
	})
}

// reads holds the screen to have these texts, on one line or on several.
func (s *client) reads(texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		if !strings.Contains(strings.Join(strings.Fields(s.text()), " "), text) {
			s.t.Fatalf("%q is not on the screen:\n%s", text, s.text())
		}
	}
}

// TestASubstituteBotIsMarked: the table reads when a bot plays for a player who is not
// connected, then that it does, and what it has done stays marked in the log, also for
// the player who is back.
func TestASubstituteBotIsMarked(t *testing.T) {
	in(t, func(t *testing.T) {
		plan := lobby.Plan{Game: "davinci", Seats: 2, Absent: lobby.AbsentBot, Options: engine.Options{"first": "2"}}
		anna, bo := pair(t, plan)
		anna.press("d")
		bo.settle()
		bo.press("esc", "h")
		time.Sleep(5 * time.Minute)
		anna.settle()
		anna.lacks("bot for bo", "A bot plays for bo")
		bo.visit.Close()
		time.Sleep(2 * time.Second)
		anna.settle()
		anna.reads("A bot will play for bo in 1:5")
		time.Sleep(2 * time.Minute)
		anna.settle()
		anna.shows("bot for bo")
		anna.reads("bot for bo: took")
		anna.lacks("A bot plays for bo in")
		bo = sit(t, bo.testLobby, "bo", false)
		bo.press("enter")
		bo.reads("bot for bo: took")
		anna.settle()
		anna.reads("bo is back.", "bot for bo: took")
	})
}
