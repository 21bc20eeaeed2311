package e2e

import "testing"

// TestFewKeysToTheFirstMove counts the keys from ssh to the first move: three against a bot, none for a returning
// player, and at most two for each of two friends, where one has the other's code.
func TestFewKeysToTheFirstMove(t *testing.T) {
	t.Parallel()
	addr := startProgram(t)
	anna := dial(t, addr, "anna")
	anna.see("Here now")
	typed := anna.types("p", "anna  (you, host)") + anna.types("b", "You can begin") + anna.types(enter, "Take 4 tiles")
	if typed > 3 {
		t.Errorf("against a bot anna typed %d keys", typed)
	}
	anna.HangUp()
	dial(t, addr, "anna").see("Welcome back", "Take 4 tiles")

	bo := dial(t, addr, "bo")
	bo.see("Here now")
	hosts := bo.types("1", "bo  (you, host)")
	cy := dialAs(t, addr, "cy", bo.code(), "")
	cy.see("(you)")
	bo.see("You can begin")
	hosts += bo.types(enter, "Take 4 tiles")
	cy.see("Take 4 tiles")
	if hosts > 2 {
		t.Errorf("bo typed %d keys to play with a friend, who typed none", hosts)
	}
}

// types presses a key, waits for its effect, and returns the number of keys.
func (p *player) types(key string, then ...string) int {
	p.t.Helper()
	p.press(key)
	p.see(then...)
	return len([]rune(key))
}
