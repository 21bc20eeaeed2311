package tui_test

import (
	"strings"
	"testing"
)

// told holds each key, or keys parted by blanks, to what is said of the last.
func (s *client) told(rows ...[2]string) {
	s.t.Helper()
	for _, row := range rows {
		s.press(strings.Fields(row[0])...)
		lines := strings.Split(s.text(), "\n")
		if got := strings.TrimSpace(lines[len(lines)-2]); got != row[1] {
			s.t.Errorf("after %s it says %q, not %q", row[0], got, row[1])
		}
	}
}

func TestKeysWhileGatheringSayWhyNot(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		for _, key := range []string{"enter", "b", "B", "[", "]"} {
			bo.told([2]string{key, "Only the host can do that."})
		}
		bo.told([2]string{"o", "Only the host can change the room."})
		bo.told([2]string{"d", "The match has not begun yet."}, [2]string{"g", "The match has not begun yet."})
		bo.told([2]string{"u", ""}, [2]string{"left", ""}, [2]string{"tab", "The match has not begun yet."})
		anna.told([2]string{"[", "There is no seat to swap with."})
		anna.told([2]string{"x", "Press w for the list of people, where the host can kick a player."})
		gus.press("w")
		gus.told([2]string{"r", "Only players can do that. You are watching."})
		gus.told([2]string{"esc p", "Only players can do that. You are watching."})
	})
}

func TestKeysInAMatchSayWhyNot(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		gus.press("w")
		anna.press("enter", "d")
		bo.settle()
		anna.told([2]string{"b", "It is not your turn. Waiting for bo."}, [2]string{"u", ""}, [2]string{"up", ""})
		bo.told([2]string{"enter", "Take 4 tiles for your row, one at a time, black or white."})
		bo.press("d")
		gus.settle()
		anna.settle()
		first, second, name := anna, bo, "anna"
		if !strings.Contains(anna.text(), "Your turn") {
			first, second, name = bo, anna, "bo"
		}
		for _, key := range []string{"b", "W", "5", "enter", "s", "backspace", "-", "j", "["} {
			gus.told([2]string{key, "You are watching."})
			second.told([2]string{key, "It is not your turn. Waiting for " + name + "."})
		}
		second.told([2]string{"left", ""}, [2]string{"esc n", ""}, [2]string{"u", ""})
		second.told([2]string{"x", "It is not your turn. Waiting for " + name + "."}, [2]string{"g", "The match is not paused."})
		first.told([2]string{"7", "Your turn: draw a tile, black or white."})
		first.told([2]string{"tab 7", "Your turn: press Tab to go back to the table."})
		second.told([2]string{"s", "It is not your turn. Waiting for " + name + "."})
		first.press("tab", "b")
		second.settle()
		gus.settle()
		gus.told([2]string{"o", "Only the host can change the room."}, [2]string{"esc e", "Only players can share their hand. You are watching."})
		anna.told([2]string{"o", "The room's settings can be changed once the match is over."})
	})
}

// TestAnExcuseGoesWithItsMoment: it would be wrong at the next one.
func TestAnExcuseGoesWithItsMoment(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := night(t)
		anna.press("enter", "d", "b")
		anna.shows("It is not your turn. Waiting for bo.")
		bo.settle()
		bo.press("b")
		anna.settle()
		if strings.Contains(anna.text(), "It is not your turn. Waiting for bo.") {
			t.Error("it still says why a key did nothing before")
		}
	})
}

func TestKeysInAPauseAndBetweenRoundsSayWhyNot(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		gus.press("w")
		anna.press("enter", "d", "esc", "p")
		bo.settle()
		bo.press("esc", "p")
		bo.told([2]string{"b", "The match is paused. Press g to go on."}, [2]string{"u", ""})
		gus.settle()
		gus.told([2]string{"g", "You are watching. The match is paused until a player resumes it."})
		bo.press("g", "d", "esc", "y", "down", "enter")
		gus.settle()
		anna.settle()
		anna.told([2]string{"5", "The game is over."}, [2]string{"o", "The room's settings can be changed once the match is over."})
		anna.told([2]string{"esc p", "The match is paused."}, [2]string{"w", "The match is paused. Press g to go on."})
		anna.told([2]string{"s", "The match is paused. Press g to go on."}, [2]string{"g", "anna resumes the match."})
		anna.press("enter", "enter", "enter", "enter")
		gus.settle()
		gus.press("enter")
		gus.told([2]string{"enter", "You are watching. The players can begin another match."}, [2]string{"5", "The match is over."})
	})
}

func TestReadyPlayerSeesThatTheyAreReady(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo := sit(t, l, "anna", false), sit(t, l, "bo", false)
		anna.press("3")
		bo.press("3")
		anna.settle()
		for _, keys := range [][2]string{{"enter r g b y o enter", "p p g r r enter"}, {"r r g g b enter", "r g b y o enter"}} {
			anna.press(strings.Fields(keys[0])...)
			bo.settle()
			bo.press(strings.Fields(keys[1])...)
			anna.settle()
		}
		bo.press("enter", "enter")
		bo.told([2]string{"enter", "You are already ready. Waiting for anna."}, [2]string{"r", "The game is over."})
		gus := sit(t, l, "gus", true)
		gus.press("w")
		gus.told([2]string{"enter", "You are watching. Waiting for anna."})
	})
}

func TestKeysOfTheOtherGamesSayWhyNot(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo := sit(t, l, "anna", false), sit(t, l, "bo", false)
		anna.press("3")
		bo.press("3")
		anna.settle()
		bo.told([2]string{"y", "The match has not begun yet."}, [2]string{"9", "The match has not begun yet."})
		anna.press("enter", "r", "g")
		anna.told([2]string{"enter", "Fill the whole row first."})
		anna.told([2]string{"[", "That is only possible before a match starts."})
		anna.press("b", "y", "o", "enter")
		anna.told([2]string{"esc w", ""}, [2]string{"esc w", "The list of people is in the menu. Press Esc, then w."})
		anna.told([2]string{"r", "It is not your turn. Waiting for bo."}, [2]string{"4", "It is not your turn. Waiting for bo."}, [2]string{"z", ""})
	})
	in(t, func(t *testing.T) {
		s := sit(t, testLobby(t), "anna", false)
		s.press("t", "2", "enter")
		s.told([2]string{"u", ""}, [2]string{"5", "Press Enter to continue."})
		s.press("enter")
		s.told([2]string{"5", "Your turn: roll the dice, or solve if you know the code."})
		s.press("enter")
		s.told([2]string{"enter", "Place at least one die on the row first."})
	})
}

func TestPeopleAndRoomsSayWhyNot(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		gus.press("f") // lists private rooms, too
		gus.settle()
		gus.told([2]string{"down w", "That room is private. Press c to type its code."})
		gus.told([2]string{"enter", "That room is private. Press c to type its code."})
		gus.press("up", "w")
		anna.settle()
		anna.told([2]string{"w m", "You cannot mute yourself."}, [2]string{"h", "You are already the host."})
		anna.told([2]string{"x", "That is you. You can leave the table instead."}, [2]string{"f", "Only spectators can view a hand."})
		anna.told([2]string{"down down h", "The player in that seat cannot be the host now."})
		bo.told([2]string{"w x", "Only the host can do that."}, [2]string{"h", "Only the host can do that."})
		gus.told([2]string{"w down down f", "Spectators have no hand. Choose a player with a seat."})
	})
	in(t, func(t *testing.T) {
		sit(t, testLobby(t), "anna", false).told([2]string{"w", "There are no rooms yet. Press p for quick play, n for a new room."})
	})
}
