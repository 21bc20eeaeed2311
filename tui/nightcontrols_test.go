package tui_test

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"parlor/lobby"
)

// playedOut is anna, the host, bo and gus at a game night after one match, which bo has won.
func playedOut(t *testing.T) (anna, bo, gus *client) {
	t.Helper()
	now := time.Now()
	anna, bo, gus = gameNight(t, lobby.GameNightPlan{Title: "Friday", Games: []string{"kodeknacker"}, Rounds: 1, Begins: now, Ends: now.Add(time.Hour)})
	for _, one := range []*client{anna, bo} {
		one.press("enter")
		one.settle()
	}
	everybody(anna, bo, gus)
	resign(t, anna)
	everybody(anna, bo, gus)
	for range 3 {
		anna.press("enter")
		anna.settle()
	}
	return anna, bo, gus
}

// TestControlsAskAndKeepWhatIsTyped checks that the end of a game night moves only after a number, that the last match is
// called only after a question, and that a refused line can be corrected.
func TestControlsAskAndKeepWhatIsTyped(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := playedOut(t)
		anna.press("c", "+")
		anna.shows("extend   15")
		anna.press("backspace", "x", "enter")
		anna.shows("extend   1x", "Type extend [MINUTES].")
		anna.press("backspace", "0", "enter")
		anna.settle()
		anna.shows("anna has moved the end of the game night to")
		for range 7 { // to the correction of a result
			anna.press("down")
		}
		anna.press("up", "up", "enter")
		anna.reads("correct 1 bo, anna", "Table 1 Kodeknacker: anna +0, bo +100.")
		for range len("bo, anna") {
			anna.press("backspace")
		}
		anna.types("anna  boo\r")
		anna.settle()
		anna.reads("correct 1 anna boo", "boo has not played at that table.")
		anna.press("backspace", "enter")
		anna.settle()
		anna.reads("anna has corrected the result of table 1.", "1 Kodeknacker, corrected: anna +100, bo")
		anna.press("l")
		anna.shows("Call the last match? No more tables are made")
		anna.press("n")
		everybody(anna, bo, gus)
		gus.shows("in progress")
		anna.press("l", "y")
		everybody(anna, bo, gus)
		anna.shows("No match is under way. End the game night instead.")
	})
}

// TestTheHostIsCalledOnAnyScreen checks that a table calls also who is in the controls, at a prompt, at the board or in
// the help, and that one key leads there.
func TestTheHostIsCalledOnAnyScreen(t *testing.T) {
	for _, keys := range []string{"c", "c a", "v", "?", "o", "t"} {
		in(t, func(t *testing.T) {
			anna, bo, gus := gameNight(t, lobby.GameNightPlan{Title: "Friday", Games: []string{"kodeknacker"}, Rounds: 1})
			anna.press(strings.Fields(keys)...)
			controls(t, anna, lobby.BeginGameNight{})
			everybody(anna, bo, gus)
			if keys == "t" { // on the screen of the game night
				anna.reads("Press Enter within 0:45.")
				return
			}
			anna.shows("Your table at the game night is ready. Press Ctrl+T within 0:45 to go there.")
			time.Sleep(10 * time.Second)
			anna.settle()
			anna.shows("Press Ctrl+T within 0:3")
			anna.press("ctrl+t")
			anna.settle()
			anna.reads("Friday #1", "Still missing: bo. The table waits for 0:3")
			anna.lacks("Ctrl+T")
		})
	}
}

// TestKeysOfAGameNightAgree checks that no letter means one thing on a screen of a game night, or in the lobby of those
// who are away from it, and another thing in the controls of its host, where it may be final.
func TestKeysOfAGameNightAgree(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, _, _ := playedOut(t)
		means := map[string]string{}
		same := map[string]bool{"b": true, "p": true, "j": true, "k": true, "q": true} // begin, pause, scroll, back
		take := func(where string) {
			for one := range anna.root.Bindings() {
				for _, key := range one.Key.Keys() {
					if r := []rune(key); len(r) != 1 || !unicode.IsLetter(r[0]) || same[key] {
						continue
					}
					if before := means[key]; before != "" && before != where && (where == "controls" || before == "controls") {
						t.Errorf("%s has a meaning on the screen %s and another one on the screen %s", key, before, where)
					}
					means[key] = where
				}
			}
		}
		take("night")
		anna.press("v")
		take("board")
		anna.press("esc", "c")
		anna.shows("For the host of Friday")
		take("controls")
		anna.press("f", "y", "esc")
		anna.settle()
		anna.press("enter")
		anna.shows("Results")
		take("results")
		anna.press("esc", "esc")
		anna.reads("To see the results again, press c and type AAAAAA.")
		if means["e"] != "" {
			t.Errorf("e, which leads back from the lobby, has a meaning on the screen %s", means["e"])
		}
	})
}

// TestAGameNightAgain checks that its host reads what is lost before typing a time, and that all who are there are told
// that it is open again.
func TestAGameNightAgain(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := playedOut(t)
		anna.press("c", "f", "y")
		everybody(anna, bo, gus)
		anna.press("esc", "c", "enter")
		anna.reads("again", "its results are removed")
		for range 20 {
			anna.press("backspace")
		}
		anna.press("enter", "y")
		everybody(anna, bo, gus)
		for _, one := range []*client{anna, gus} {
			one.reads("The game night is open again, without the old results. It begins when anna starts it.")
		}
	})
}

// TestWhoWaitsWhileTheLastMatchesRun checks that they are told when the game night ends, and that no table is promised.
func TestWhoWaitsWhileTheLastMatchesRun(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := gameNight(t, lobby.GameNightPlan{Title: "Friday", Games: []string{"kodeknacker"}, Rounds: 1})
		anna.press("b")
		everybody(anna, bo, gus)
		for _, one := range []*client{anna, bo} {
			one.press("enter")
			one.settle()
		}
		everybody(anna, bo, gus)
		gus.reads("You are next: table 1 finishes in about")
		controls(t, anna, lobby.CallLastMatch{On: true})
		everybody(anna, bo, gus)
		gus.press("left")
		gus.reads("The last matches are in play, and you will not be called any more. The game night ends when they are over, in about 2 minutes.",
			"last matches in play", "finished playing")
		gus.lacks("You are next")
	})
}

// TestTimesOfTablesRun checks that the rows of tables with a time limit say when their matches end, and that this is
// kept current.
func TestTimesOfTablesRun(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := gameNight(t, lobby.GameNightPlan{Title: "Friday", Games: []string{"kodeknacker"}, Minutes: 5})
		gus.press("s")
		anna.press("b")
		everybody(anna, bo, gus)
		for _, one := range []*client{anna, bo} {
			one.press("enter")
			one.settle()
		}
		everybody(anna, bo, gus)
		gus.reads("Kodeknacker, game 1, ends in about 6 minutes")
		time.Sleep(2 * time.Minute)
		gus.settle()
		gus.reads("Kodeknacker, game 1, ends in about 4 minutes")
	})
}
