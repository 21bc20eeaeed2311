package tui_test

import (
	"cmp"
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/tui/program"
	"parlor/tui/screen"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	"parlor/lobby"
	"parlor/tui"
	"parlor/tui/boardtest"
)

func TestPeopleAtATable(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		gus.press("w")
		anna.settle()
		anna.press("w")
		anna.shows("People at this table", "seat 1, host", "bo", "seat 2", "gus", "watching", "kick")
		anna.press("down", "m")
		anna.shows("You have muted bo.", "muted")
		bo.press("t", "!", "enter", "esc")
		anna.settle()
		anna.press("esc", "t")
		anna.shows("No messages yet.")
		anna.press("esc", "w", "down", "m", "h")
		bo.settle()
		bo.shows("bo  (you, host)")
		anna.press("x")
		anna.shows("Only the host can do that.")
		bo.press("w", "down", "down", "x")
		bo.shows("Kick gus?", "y kick · n do not")
		bo.press("enter", "n")
		bo.shows("x kick")
		bo.press("x", "y")
		gus.settle()
		gus.shows("The host kicked you from this table.")
		bo.press("up", "up", "X")
		bo.shows("Kick and ban anna?")
		bo.press("y")
		anna.settle()
		anna.shows("The host kicked you from this table.")
		anna.press("c", "A", "A", "A", "A", "A", "A", "enter")
		anna.shows("has banned you")
	})
}

// TestTheHostIsAskedBeforeABotPlaysOn: and a kicked player can only watch
// what becomes of the seat.
func TestTheHostIsAskedBeforeABotPlaysOn(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := night(t)
		anna.press("enter", "d", "esc", "w", "down", "x")
		anna.shows("Kick bo? A bot takes over their seat.", engine.Seed{4}.Commitment()[:32])
		bo.settle()
		bo.shows("Take 4 tiles")
		anna.press("y")
		anna.shows("The host kicked bo. The bot Caliper plays on.")
		anna.press("esc")
		bo.settle()
		bo.shows("The host kicked you from this table.")
		bo.press("enter")
		bo.shows("watching", "Caliper")
		time.Sleep(time.Minute)
		anna.settle()
		anna.shows("Caliper: took ", "? ┃")
	})
}

// TestTheCommitmentIsShownWhole: on the people's screen, from the beginning
// of the match on and after its end, however many there are.
func TestTheCommitmentIsShownWhole(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo := sit(t, l, "anna", false), sit(t, l, "bo", false)
		anna.press("1")
		bo.press("p")
		anna.settle()
		anna.press("w")
		if strings.Contains(anna.text(), "commitment") {
			t.Errorf("a commitment without a match:\n%s", anna.text())
		}
		for i := range 20 {
			visit, err := l.Enter(context.Background(), lobby.Identity{ID: "key:" + strconv.Itoa(i), Name: "eve" + strconv.Itoa(i)})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(visit.Close)
			if _, err := lobby.Ask(t.Context(), visit, lobby.Watch{Code: "AAAAAA"}); err != nil {
				t.Fatal(err)
			}
		}
		anna.press("esc", "enter", "esc", "w")
		proof := engine.Seed{4}.Commitment()
		anna.shows("commitment to the deal", "   "+proof[:32]+"\n", "   "+proof[32:]+"\n", "checks the record against it", "▸ anna")
		anna.press(strings.Split(strings.Repeat("down ", 21)+"down", " ")...)
		anna.shows("▸ eve19", proof[:32], proof[32:])
		bo.press("esc", "y", "down", "enter")
		anna.settle()
		anna.press("esc", "enter", "enter", "enter", "enter", "esc", "w")
		anna.shows(proof[:32], proof[32:], "The match is over: parlor verify checks the output")
		fits(t, anna)
	})
}

// TestWhatIsTypedAsTalkIsNeverAMove: digits are text, the line stays open for
// more after it was said, and no change of the screen round it takes it away.
func TestWhatIsTypedAsTalkIsNeverAMove(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		bo.types("t2 brb")
		bo.shows("Say: 2 brb")
		anna.press("enter", "d")
		bo.settle()
		bo.shows("Say: 2 brb", "0 of 4")
		bo.types("\r3 b b b b\r\r")
		anna.settle()
		bo.shows("bo 2 brb", "bo 3 b b b b", "0 of 4")
		anna.shows("bo: 3 b b b b")
		bo.press("enter")
		bo.shows("Nothing typed. Press Esc to cancel.")
		bo.press("esc", "d")
		bo.shows("You: took")
		gus.press("w")
		gus.types("twell")
		anna.press("esc", "y", "down", "enter")
		bo.press("esc", "y", "down", "enter")
		gus.settle()
		gus.shows("Say: well", "1 private or finished")
		gus.press("p", "enter")
		gus.shows("Say: wellp", "Everyone in the lobby will see this. Press Enter to send it, Esc to cancel.")
		gus.press("enter")
		gus.shows("gus wellp", "Say:")
	})
}

// TestTalkGoesOnAtATableThatComesMeanwhile: a seat is given back while its player
// already types in the lobby.
func TestTalkGoesOnAtATableThatComesMeanwhile(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		gus.press("w")
		anna.press("enter", "d")
		bo.press("esc", "h", "s")
		bo.types("bb")
		bo.take(tui.Seated(bo.visit, "AAAAAA"))
		bo.types("bb\r")
		bo.settle()
		bo.shows("Say: bbbb", "0 of 4", "The whole table will see this")
	})
}

// types presses one key after the other without looking.
func (s *client) types(text string) {
	for _, key := range text {
		name := map[rune]string{'\r': "enter", ' ': "space"}[key]
		s.take(boardtest.Key(cmp.Or(name, string(key))))
	}
	s.settle()
}

func TestPauseByAgreement(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := night(t)
		anna.press("enter", "esc", "p")
		bo.settle()
		bo.shows("anna asks for a pause.")
		bo.press("esc", "p")
		bo.shows("The match is paused. Press g to go on.")
		anna.settle()
		anna.press("d")
		anna.shows("The match is paused.")
		anna.press("g")
		bo.settle()
		bo.shows("anna resumes the match.", "Take 4 tiles")
	})
}

func TestAWatcherSeesWithSomebodysEyes(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		gus.press("w")
		anna.press("enter", "d")
		bo.settle()
		bo.press("d")
		gus.settle()
		gus.press("esc", "w", "f")
		gus.shows("anna does not share their hand with spectators.")
		anna.press("esc", "e")
		gus.settle()
		gus.press("f", "esc")
		gus.shows("as anna sees it", "anna: took 3 black", "Waiting for")
		if strings.Contains(gus.text(), "You") {
			t.Errorf("a watcher is taken for the one whose eyes these are:\n%s", gus.text())
		}
		bo.press("d")
		anna.settle()
		gus.settle()
		anna.shows("b black")
		gus.shows("Waiting for anna")
		if strings.Contains(gus.text(), "b black") {
			t.Errorf("a watcher is told of keys that play:\n%s", gus.text())
		}
	})
}

func TestSeatsChangePlaces(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := night(t)
		anna.press("]")
		bo.settle()
		bo.shows("1  bo  (you)", "2  anna  (host)")
		bo.press("]")
		bo.shows("Only the host can do that.")
	})
}

func TestTheBell(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		bo.press("esc", "n")
		waited := anna.rings
		anna.press("enter")
		bo.settle()
		if anna.rings != waited+1 || bo.rings != 1 {
			t.Errorf("the tiles are to be taken, and it rang %d and %d times", anna.rings-waited, bo.rings)
		}
		anna.press("d")
		bo.press("d")
		anna.settle()
		second := bo
		if anna.rings < bo.rings {
			second = anna
		}
		rings := second.rings
		gus.press("w", "t", "h", "i", "enter", "esc")
		second.settle()
		if second.rings != rings {
			t.Error("it rings when somebody says hi")
		}
		gus.press("t", "b", "o", "?", "enter")
		rings = bo.rings
		bo.settle()
		if bo.shows("gus (watching): bo?"); bo.rings != rings+1 {
			t.Error("bo is called and hears nothing")
		}
	})
}

// TestTheBellForWhomeverOneWaitsFor: a player sits down, is ready, or begins the
// match; not for bots, nor for what one does oneself.
func TestTheBellForWhomeverOneWaitsFor(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo, cy := sit(t, l, "anna", false), sit(t, l, "bo", false), sit(t, l, "cy", false)
		rang := func(what string, s *client, want int, does func()) {
			t.Helper()
			before := s.rings
			does()
			if s.settle(); s.rings-before != want {
				t.Errorf("%s, and it rings %d times", what, s.rings-before)
			}
		}
		rang("a table is made", anna, 0, func() { anna.press("1") })
		rang("bo sits down", anna, 1, func() { bo.press("p") })
		rang("a bot is added", anna, 0, func() { anna.press("b") })
		rang("bots are of no interest to bo", bo, 0, func() { anna.press("x", "down", "x", "down", "x") })
		cy.settle()
		rang("somebody watches", anna, 0, func() { cy.press("w") })
		rang("bo is ready", anna, 1, func() { bo.press("r") })
		rang("the own readiness", bo, 0, func() { bo.press("r", "r") })
		rang("bo leaves", anna, 0, func() { bo.press("esc", "y") })
		rang("seats change places", anna, 0, func() { anna.press("]", "[") })
		bo.press("3")
		cy.press("esc", "y", "3")
		cy.shows("bo's table", "cy  (you)")
		rang("the match begins", cy, 1, func() { bo.press("enter") })
	})
}

// TestEscInTheLobbyAsks: esc after esc leaves tables and screens, and must not
// close parlor by the way.
func TestEscInTheLobbyAsks(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := night(t)
		anna.press("esc", "y", "esc", "esc", "esc", "esc")
		if anna.quit {
			t.Fatal("esc closes parlor at once")
		}
		anna.press("q")
		anna.shows("Quit parlor?", "y leave · n stay")
		anna.press("enter")
		anna.shows("Quit parlor?", "Press y to leave, n to stay.")
		anna.press("n")
		anna.shows("p quick play")
		anna.press("esc", "y")
		if !anna.quit {
			t.Error("it does not leave")
		}
		bo.take(tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl})
		if bo.settle(); !bo.quit {
			t.Error("ctrl+c does not close at once")
		}
	})
}

func TestSettings(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		var kept []screen.Settings
		anna := sitWith(t, l, "anna", false, program.Session{Keep: func(s screen.Settings) { kept = append(kept, s) }})
		anna.press("o")
		anna.shows("Settings", "▸ Contrast        ‹ off ›", "Bell              on", "To delete everything about you, quit parlor and run", "play.example.com me --delete")
		anna.press("right", "down", "right", "down", "down", "left", "down", "down", "down", "space")
		want := screen.Settings{Contrast: true, Background: "dark", Quiet: true, Untitled: true}
		if len(kept) != 4 || kept[3] != want {
			t.Errorf("kept %+v", kept)
		}
		anna.press("esc", "p", "b", "enter")
		anna.settle()
		if anna.rings > 0 {
			t.Error("it rings although it was turned off")
		}
		if title := anna.root.View().WindowTitle; strings.Contains(title, "your turn") {
			t.Errorf("the title is %q", title)
		}
	})
}

// TestSeatsCanBeClicked in a window of any size.
func TestSeatsCanBeClicked(t *testing.T) {
	for _, size := range []tea.WindowSizeMsg{{Width: 50, Height: 16}, {Width: 60, Height: 30}, {Width: 80, Height: 24}} {
		in(t, func(t *testing.T) {
			anna, _, _ := night(t)
			anna.take(size)
			anna.clicks("bo")
			anna.shows("▸ 2  bo")
		})
	}
}

// clicks presses the left button on a text of the screen.
func (s *client) clicks(text string) {
	s.t.Helper()
	for y, line := range strings.Split(s.text(), "\n") {
		if at := strings.Index(line, text); at >= 0 {
			s.take(tea.MouseClickMsg{X: ansi.StringWidth(line[:at]), Y: y, Button: tea.MouseLeft})
			s.settle()
			return
		}
	}
	s.t.Fatalf("%q is not on the screen:\n%s", text, s.text())
}

func TestTheMouse(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		gus.clicks("anna's table")
		gus.shows("Da Vinci Code", "How to play", "gus  (you, guest)")
		gus.clicks("esc menu")
		gus.clicks("Leave this table")
		gus.clicks("Leave this table")
		gus.shows("Here now")
		gus.clicks("n new room")
		gus.clicks("Custom")
		gus.clicks("Custom")
		gus.clicks("Games")
		gus.shows("▸ Games", "‹ 3 ›")
		gus.clicks("Games")
		gus.shows("‹ 4 ›")
		gus.clicks("esc back")
		anna.clicks("bo")
		anna.shows("▸ 2  bo")
		anna.clicks("enter begin")
		bo.settle()
		bo.clicks("d deal the rest")
		bo.shows("You: took")
		anna.take(tea.MouseClickMsg{X: 3, Y: 3, Button: tea.MouseRight})
		anna.take(tea.MouseClickMsg{X: 900, Y: 900, Button: tea.MouseLeft})
		anna.clicks("? help")
		before := anna.text()
		anna.take(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
		if anna.text() == before {
			t.Error("the wheel does not scroll")
		}
		if anna.root.View().MouseMode == tea.MouseModeNone {
			t.Error("clicks are not asked for")
		}
	})
}

func TestBoardsAreClicked(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := night(t)
		anna.press("enter", "d")
		bo.settle()
		bo.press("d")
		anna.settle()
		first, other := anna, bo
		if !strings.Contains(anna.text(), "Your turn") {
			first, other = bo, anna
		}
		first.clicks("│W│")
		first.shows("You: drew white")
		first.clicks("? ┃") // the face of a black tile of the other
		first.press("3")
		first.shows("Guess 3 for tile", "of "+map[bool]string{true: "bo", false: "anna"}[first == anna])
		first.clicks("enter guess")
		other.settle()
		other.shows("guessed 3 for your tile")
		if raw := first.root.View().Content; regexp.MustCompile(`\x1b\[[0-9;]*z`).MatchString(raw) {
			t.Error("marks of what can be clicked are drawn")
		}
	})
	in(t, func(t *testing.T) {
		s := sit(t, testLobby(t), "anna", false)
		s.press("3", "b", "enter")
		for _, part := range []string{"R  red", "B  blue", "B  blue", "G  green", "P  purple"} {
			s.clicks(part)
		}
		s.shows("Press Enter to make rbbgp your code.")
		s.clicks("enter set your code")
		s.shows("fill the row")
	})
	in(t, func(t *testing.T) {
		s := sit(t, testLobby(t), "anna", false)
		s.press("t", "2", "enter", "enter", "enter")
		s.shows("Place dice on the row")
		for range 2 {
			s.clicks("│●")
		}
		s.shows("Press Enter to place blue")
		s.press("esc")
		s.shows("Here now")
	})
}

// watch is how often a screen changes in the half second to come.
func (s *client) watch() int {
	seen := map[string]bool{}
	for range 50 {
		time.Sleep(10 * time.Millisecond)
		for synctest.Wait(); len(s.msgs) > 0; synctest.Wait() {
			s.take(<-s.msgs)
		}
		seen[s.text()] = true
	}
	return len(seen)
}

func TestWhatFallsIsSeen(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo := sitWith(t, l, "anna", false, program.Session{}), sit(t, l, "bo", false)
		anna.press("1")
		bo.press("p")
		anna.settle()
		anna.press("enter", "d")
		bo.settle()
		bo.press("d")
		anna.settle()
		first := anna
		if strings.Contains(bo.text(), "Your turn") {
			first = bo
		}
		first.take(boardtest.Key("b"))
		moves := anna.watch()
		for synctest.Wait(); len(bo.msgs) > 0; synctest.Wait() {
			bo.take(<-bo.msgs)
		}
		if still := bo.watch(); moves < 4 || still != 1 {
			t.Errorf("a tile is drawn: %d pictures, and %d for somebody who wants nothing to move", moves, still)
		}
	})
}

// TestABotOfAnyLevel: b adds the weakest, B the strongest, and a digit that level.
func TestABotOfAnyLevel(t *testing.T) {
	in(t, func(t *testing.T) {
		anna := sit(t, testLobby(t), "anna", false)
		anna.press("n", "1", "3")
		anna.shows("(bot, signals)")
		anna.press("b", "B")
		anna.shows("(bot)", "(bot, rollouts)")
	})
}
