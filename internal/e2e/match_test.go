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
	for _, end := range []string{"won round 1", "round 2 of 3", "won round 2", "round 3 of 3", "won the match"} {
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
	// By bo's own screen: anna's may lag behind what bo has drawn already.
	playUntil("Your turn: draw a tile", bo, anna)
	anna.see("Waiting for bo to draw")
	bo.press("r")
	before := bo.whole("Type it.", "drawn")
	bo.HangUp()
	anna.see("bo is away")
	again := dial(t, addr, "bo")
	after := again.whole("Welcome back", "Type it.")
	// Racks, pool and log are the same; below stands the welcome.
	if head(before) != head(after) {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	anna.see("bo is back")
	playUntil("won round 1", anna, again)
}

func TestFourSeatsWithJokersAndTwoBots(t *testing.T) {
	t.Parallel()
	addr := startProgram(t)
	anna, bo := dial(t, addr, "anna"), dial(t, addr, "bo")
	anna.press("n")
	anna.see("New room")
	anna.press(down + down + down + right)
	anna.see("‹ free ›")
	anna.press(down + down + left + left)
	anna.see("‹ 1 ›")
	anna.press(enter)
	anna.see("anna  (you, host)", "Jokers          free")
	bo.see("anna's table")
	bo.press(enter)
	anna.see("bo")
	anna.press("b")
	anna.see("Cecilia")
	anna.press("b")
	anna.see("Ludovico", "All seats are taken")
	anna.press(enter)
	playUntil("won the match", anna, bo)
	bo.see("won the match", "Cecilia", "Ludovico")
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

// playOther answers screens of the two games whose moves are plain: the first
// hint that does something.
func (p *player) playOther() {
	p.t.Helper()
	before := p.Screen()
	var keys string
	switch {
	case strings.Contains(before, "roll the dice, or solve"):
		keys = enter
	case strings.Contains(before, "Put one to four dice"):
		// One die of any value: the next that was rolled.
		keys = "\x1b[A" + enter
	case strings.Contains(before, "No attempt is left"), strings.Contains(before, "Solve: name"):
		keys = "3344" + enter + enter
	case strings.Contains(before, "Make your code"):
		keys = map[string]string{"anna": "rgbyo", "bo": "ppgrr"}[p.name] + enter
	case strings.Contains(before, "fill the row"):
		p.number++
		keys = []string{"rrggb", "bbyyo", "oopprr"[:5], "12345"}[p.number%4] + enter
	case strings.Contains(before, "Press enter for round"):
		keys = enter
	default:
		return
	}
	p.press(keys)
	if _, err := p.Until(p.ctx, func(screen string) bool { return screen != before }); err != nil {
		p.t.Fatalf("%s typed %q and nothing changed: %v", p.name, keys, err)
	}
	p.Settle(p.ctx, 120*time.Millisecond) // several frames: a row half typed is no answer
}

// TestTwoPeoplePlayTheOtherGames plays a whole match of each to the winner's
// screen, once between two people and once with a bot.
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
					anna.see("Cecilia")
				} else {
					bo := dial(t, addr, "bo")
					bo.see("anna's table")
					bo.press(enter)
					anna.see("bo")
					people = append(people, bo)
				}
				anna.see("All seats are taken")
				anna.press(enter)
				for !strings.Contains(anna.Screen(), "won the match") {
					if err := anna.ctx.Err(); err != nil {
						t.Fatalf("the match did not end: %v\n%s", err, anna.Screen())
					}
					for _, p := range people {
						p.playOther()
					}
				}
				for _, p := range people {
					p.see("won the match")
					if screen := p.totals(); !strings.Contains(screen, "anna") || !strings.Contains(screen, "points") {
						t.Errorf("no points on the screen:\n%s", screen)
					}
				}
			})
		}
	}
}
