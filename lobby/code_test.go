package lobby_test

import (
	"testing"

	"parlor/lobby"
)

func TestCodesAreFairAndTellApart(t *testing.T) {
	count := map[rune]int{}
	const draws = 20000
	for range draws {
		code := lobby.DrawCode()
		if len(code) != lobby.CodeLength {
			t.Fatalf("code %q", code)
		}
		for _, r := range code {
			count[r]++
		}
	}
	// Each letter comes about as often; six standard deviations are allowed.
	mean := float64(draws) * lobby.CodeLength / float64(len(lobby.CodeLetters))
	for _, r := range lobby.CodeLetters {
		if d := float64(count[r]) - mean; d*d > 36*mean {
			t.Errorf("%c came %d times, about %.0f were due", r, count[r], mean)
		}
	}
	if len(count) != len(lobby.CodeLetters) {
		t.Errorf("%d different letters, not %d", len(count), len(lobby.CodeLetters))
	}
}
