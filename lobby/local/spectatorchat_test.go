package local_test

import (
	"testing"

	"parlor/lobby"
	"parlor/lobby/local"
)

// TestSpectatorChatSendsPlayersNothing: players cannot even notice that spectators chat.
func TestSpectatorChatSendsPlayersNothing(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, bo := pair(t, l, lobby.Plan{Apart: true, Public: true})
		cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: anna.now.Code}))
		dan := seated(t)(lobby.Ask(t.Context(), enter(t, l, "dan"), lobby.Watch{Code: anna.now.Code}))
		for _, p := range []*person{anna, bo, cy, dan} {
			p.look()
		}
		if err := lobby.Perform(t.Context(), cy, lobby.Say{Text: "bo has the joker"}); err != nil {
			t.Fatal(err)
		}
		if anna.look() || bo.look() {
			t.Error("the players were sent an update")
		}
		if !cy.look() || !dan.look() || len(dan.now.Chat) != 1 {
			t.Errorf("the watchers hear %+v", dan.now.Chat)
		}
	})
}
