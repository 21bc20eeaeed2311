package lines_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/prose"
)

// TestRefusalsByEar checks that a refusal says what to type and uses names.
func TestRefusalsByEar(t *testing.T) {
	for _, voice := range []*prose.Voice{prose.English(), prose.Pseudo()} {
		synctest.Test(t, func(t *testing.T) { refusalsByEar(t, voice) })
	}
}

func refusalsByEar(t *testing.T, voice *prose.Voice) {
	t.Helper()
	l := house(t)
	anna := comeTo(t, l, "anna", nil, kits(), voice)
	anna.types("new davinci seats=2 first=2 rounds=3")
	bo, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Join{Code: "E93TDD"})
	if err != nil {
		t.Fatal(err)
	}
	does := func(all ...lobby.RoomOp) {
		t.Helper()
		for _, do := range all {
			time.Sleep(200 * time.Millisecond)
			if err := lobby.Perform(t.Context(), bo, do); err != nil {
				t.Fatal(err)
			}
		}
	}
	hears := func(line, want string) {
		t.Helper()
		anna.types(line)
		time.Sleep(200 * time.Millisecond)
		heard := strings.Split(strings.TrimSpace(anna.heard()), "\n")
		if got := heard[len(heard)-1]; voice == prose.English() && got != want {
			t.Errorf("after %q it says %q, not %q", line, got, want)
		}
	}
	hears("code rrgb", `"code" works once the match has started. Type help for the list.`)
	hears("resign", `"resign" works once the match has started. Type help for the list.`)
	anna.types("start")
	hears("place 1", "First take all your tiles: type take black, take white, take any or deal.")
	hears("next", "Game 1 is not over yet.")
	hears("jump", "Unknown command. Type help.")
	hears("hint", "No hint: it is not your turn to guess.")
	anna.types("deal")
	hears("take black", "You are ready. Play begins when everybody is.")
	does(lobby.Play{Action: "deal"})
	hears("draw black", "It is not your turn. Waiting for bo.")
	does(lobby.Play{Action: "draw black"}, lobby.Play{Action: "guess 1 1 11"})
	anna.types("draw white")
	hears("guess bo", "Guess a hidden tile: type guess, the seat, the place and the number, such as guess 2 1 7.")
	hears("guess 1 1 1", "That is your own tile. Guess a tile of another player.")
	hears("guess 2 9 1", "bo has 5 tiles, so there is no tile 9.")
	hears("guess 7 1 1", "There is no seat 7. Seats are 1 to 2.")
	anna.types("pause")
	does(lobby.Pause{Pause: true})
	hears("guess 2 1 1", "The match is paused. Type go to go on.")
	anna.types("go")
	does(lobby.Play{Action: engine.Resign}, lobby.SetReady{Ready: true})
	anna.types("ready")
	if voice != prose.English() {
		holdsNoEnglish(t, anna.heard())
	}
	anna.types("quit")
	if err := <-anna.ended; err != nil {
		t.Error(err)
	}
}
