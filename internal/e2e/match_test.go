package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlor/internal/cli"
)

func TestTwoPeoplePlayAMatch(t *testing.T) {
	t.Parallel()
	addr := startProgram(t)
	anna, bo := dial(t, addr, "anna"), dial(t, addr, "bo")
	anna.see("parlor", "Here now: anna, bo")
	anna.press("p")
	anna.see("anna  (you, host)")
	bo.see("anna's table")
	bo.press("p")
	anna.see("bo", "You can begin")
	anna.press(enter)
	for _, end := range []string{"won game 1", "game 2 of 3", "won game 2", "game 3 of 3", "won the match"} {
		playUntil(end, anna, bo)
	}
	ends := []string{anna.totals(), bo.totals()}
	first, second := points(ends[0]), points(ends[1])
	if len(first) != 2 || fmt.Sprint(first) != fmt.Sprint(second) {
		t.Errorf("anna sees the points %v, bo %v:\n%s", first, second, ends[0])
	}
}

func TestADroppedPlayerComesBack(t *testing.T) {
	t.Parallel()
	addr := startProgram(t)
	anna, bo := dial(t, addr, "anna"), dial(t, addr, "bo")
	bo.still()
	anna.press("p")
	anna.see("anna  (you, host)")
	bo.see("anna's table")
	bo.press("p")
	anna.see("You can begin")
	anna.press(enter)
	// Bo's screen decides, because anna's may lag behind.
	playUntil("Your turn: draw a tile", bo, anna)
	anna.see("Waiting for bo to draw")
	bo.press("r")
	before := bo.whole("Type it.", "drawn")
	bo.HangUp()
	anna.see("bo is away")
	again := dial(t, addr, "bo")
	after := again.whole("Welcome back", "Type it.")
	// Racks, pool and log are the same; the welcome text is below.
	if head(before) != head(after) {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	anna.see("bo is back")
	playUntil("won game 1", anna, again)
}

func TestFourSeatsWithJokersAndTwoBots(t *testing.T) {
	t.Parallel()
	addr := startProgram(t)
	anna, bo := dial(t, addr, "anna"), dial(t, addr, "bo")
	anna.press("n")
	anna.see("create the room")
	anna.press("o")
	anna.see("New room")
	anna.press(down + down + down + down + down + right)
	anna.see("‹ free ›")
	anna.press(down + down + left + left)
	anna.see("‹ 1 ›")
	anna.press(enter)
	anna.see("anna  (you, host)", "Jokers          free")
	bo.see("anna's table")
	bo.press(enter)
	anna.see("bo")
	anna.press("b")
	anna.see("Caliper")
	anna.press("b")
	anna.see("Lodestar", "You can begin anyway")
	anna.press(enter)
	playUntil("won the match", anna, bo)
	bo.see("won the match", "Caliper", "Lodestar")
}

func TestAStopTellsPeopleAndRestoresScreens(t *testing.T) {
	t.Parallel()
	p := launch(t)
	anna, bo := dial(t, p.addr, "anna"), dial(t, p.addr, "bo")
	anna.see("Here now")
	bo.press("p")
	bo.see("bo  (you, host)")
	p.stop()
	for _, person := range []*player{anna, bo} {
		select {
		case <-person.Done():
		case <-person.ctx.Done():
			t.Fatal("the session did not end")
		}
		if person.AltScreen() || !strings.Contains(person.Screen(), "The server is stopping") {
			t.Errorf("%s was left with alternate screen %v:\n%s", person.name, person.AltScreen(), person.Screen())
		}
	}
	if code := <-p.ended; code != cli.StatusOK {
		t.Errorf("exit status %d", code)
	}
}

// playOther answers the prompts of the games with simple moves, and waits until the screen shows the effect, so that
// no key is in transit when the next prompt is read.
func (p *player) playOther() {
	p.t.Helper()
	ask := p.asked(p.Screen())
	for _, one := range []struct{ asked, keys, then string }{
		{"roll the dice, or solve", enter, ""},
		{"Place one to four of the dice", "\x1b[A", "Press Enter to place"}, // a die of any value
		{"Press Enter to place", enter, ""},
		{"enter all four values", "3344" + enter, "Enter again"},
		{"Enter again", enter, ""}, // until a clue is given, the values are asked for again
		{"Make your code", map[string]string{"anna": "rgbyo", "bo": "ppgrr"}[p.name], "Press Enter to make"},
		{"fill the row", []string{"rrggb", "bbyyo", "ooppr", "12345"}[p.number%4], "Press Enter to guess"},
		{"Press Enter to make", enter, ""},
		{"Press Enter to guess", enter, ""},
		{"Press Enter for game", enter, ""},
	} {
		if !strings.Contains(ask, one.asked) {
			continue
		}
		p.number++
		p.press(one.keys)
		if _, err := p.Until(p.ctx, func(screen string) bool {
			now := p.asked(screen)
			given := one.asked != "Enter again" || !strings.Contains(now, "enter all four values")
			return now != ask && given && strings.Contains(now, one.then)
		}); err != nil {
			p.t.Fatalf("%s typed %q and was not asked %q: %v", p.name, one.keys, one.then, err)
		}
		return
	}
}

// TestTwoPeoplePlayTheOtherGames plays a whole match of each, once between two people and once with a bot.
func TestTwoPeoplePlayTheOtherGames(t *testing.T) {
	t.Parallel()
	for _, game := range []struct{ key, title string }{{"2", "MasterDice"}, {"3", "Kodeknacker"}} {
		for _, withBot := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, bot %v", game.title, withBot), func(t *testing.T) {
				t.Parallel()
				addr := startProgram(t)
				anna := dial(t, addr, "anna")
				anna.see("Here now")
				anna.press(game.key)
				anna.see("anna  (you, host)", game.title)
				people := []*player{anna}
				if withBot {
					anna.press("b")
					anna.see("Caliper")
				} else {
					bo := dial(t, addr, "bo")
					bo.see("anna's table")
					bo.press(enter)
					anna.see("bo")
					people = append(people, bo)
				}
				anna.see("enter begin")
				anna.press(enter)
				for !over(anna.Screen()) {
					if err := anna.ctx.Err(); err != nil {
						t.Fatalf("the match did not end: %v\n%s", err, anna.Screen())
					}
					for _, p := range people {
						p.playOther()
					}
					anna.Settle(anna.ctx, 5*time.Millisecond)
				}
				for _, p := range people {
					if screen := p.totals(); !strings.Contains(screen, "anna") || !strings.Contains(screen, "points") {
						t.Errorf("no points on the screen:\n%s", screen)
					}
				}
			})
		}
	}
}
