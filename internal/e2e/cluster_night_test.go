//go:build etcd

package e2e

import (
	"strings"
	"testing"
	"time"
)

// TestAGameNightOutlivesItsMachine kills the node of a game night in the middle of a match: the night continues at
// another node, the host returns, the match counts once, and the next one begins.
func TestAGameNightOutlivesItsMachine(t *testing.T) {
	f := newFarm(t, 3, 1)
	anna := dialAs(t, f.nodes[0].address(), "anna", "anna", "night new games=davinci seats=2 rounds=1 bots=0")
	anna.see("Give the others the code")
	code := anna.code()
	for i, name := range []string{"bo", "cy"} {
		dial(t, f.nodes[i+1].address(), name).HangUp() // so that the name is known
	}
	bo := dialAs(t, f.nodes[1].address(), "bo", code, "")
	bo.see("start the game night")
	cy := dialAs(t, f.nodes[2].address(), "cy", code, "")
	cy.see("start the game night")
	anna.see("cy")
	anna.press("b")
	for _, one := range []*player{anna, bo} {
		one.see("Your table is ready")
		one.press(enter)
	}
	for _, one := range []*player{anna, bo} {
		one.see("Take 4 tiles")
	}
	died := time.Now()
	f.nodes[0].kill()
	cy.see("the game night is moving")
	bo.see("the room is moving")
	anna = dial(t, f.nodes[2].address(), "anna")
	anna.see("Welcome back")
	t.Logf("anna is back at the table %v after its machine was killed", time.Since(died).Round(10*time.Millisecond))
	bo.press("\x1b")
	bo.see("Resign and leave")
	bo.press("y")
	bo.whole("Resign this match? anna wins.", "▸ Keep playing") // it takes no key typed ahead
	bo.press(down)
	bo.see("▸ Resign")
	bo.press(enter)
	anna.see("You won the match")
	cy.see("anna +100, bo +0")
	if n := strings.Count(cy.Screen(), "+100"); n != 1 {
		t.Errorf("one match stands there %d times:\n%s", n, cy.Screen())
	}
	cy.see("Your table is ready")
}
