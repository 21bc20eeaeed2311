package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/tui/boardtest"
)

// lacks holds the screen to have none of these texts.
func (s *client) lacks(texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		if strings.Contains(s.text(), text) {
			s.t.Fatalf("%q is on the screen:\n%s", text, s.text())
		}
	}
}

// tells says lines to the table, as slowly as it may.
func (s *client) tells(lines ...string) {
	for _, line := range lines {
		time.Sleep(2 * time.Second)
		s.press("t")
		s.types(line + "\r")
		s.press("esc")
	}
}

// numbered returns lines: 1st, 2nd and so on, in words that wrap at no size.
func numbered(from, to int) (lines []string) {
	for n := from; n <= to; n++ {
		lines = append(lines, fmt.Sprintf("line-%02d", n))
	}
	return lines
}

// TestAReactionIsOneSign: alone in the line; else it is a sign like any other.
func TestAReactionIsOneSign(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		bo.press("t", "h", "i", " ", "a", "n", "n", "a", "enter")
		anna.settle()
		anna.shows("bo: hi anna")
		anna.press("t")
		anna.shows("bo hi anna", "! Well played!   # Oops!   , Hmm…   > Your turn!   & Thank you!   % Good luck!", "enter send to the table · esc close")
		for i, sign := range strings.Split("! # , > & %", " ") {
			time.Sleep(2 * time.Second)
			anna.press(sign)
			anna.shows("enter say “" + []string{"Well played!", "Oops!", "Hmm…", "Your turn!", "Thank you!", "Good luck!"}[i] + "”")
			anna.press("enter")
			anna.shows("anna " + []string{"Well played!", "Oops!", "Hmm…", "Your turn!", "Thank you!", "Good luck!"}[i])
		}
		anna.press("n", "o", "!")
		anna.shows("Say: no!")
		anna.lacks("# Oops!")
		anna.press("enter", "esc")
		bo.settle()
		bo.shows("anna no!")
		gus.press("s", "!")
		gus.shows("Say: !")
		bo.press("esc", "!", "#", ",", ">", "&", "%")
		bo.shows("Seats")
		anna.settle()
		anna.press("t")
		anna.lacks("bo Well played!")
	})
}

// TestReactionsEatNothing: a line that begins with the sign of one is said as it was typed.
func TestReactionsEatNothing(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := night(t)
		anna.press("t")
		for _, line := range []string{"!!! wow", "#2 is a 5", "> so", "100 %", "!?"} {
			time.Sleep(5 * time.Second)
			anna.types(line)
			anna.shows("Say: " + line)
			anna.press("enter")
			bo.settle()
			bo.shows("anna: " + line)
			anna.lacks("anna Well played!", "anna Oops!", "anna Your turn!")
		}
	})
}

// TestTheUnreadAreCounted: what others have said since the talk was seen last, but
// for those who are muted.
func TestTheUnreadAreCounted(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		bo.tells("before")
		anna.settle()
		gus.press("w")
		gus.lacks("new message", "chat (")
		anna.take(tea.WindowSizeMsg{Width: 110, Height: 24})
		anna.shows("1 new message  ·  anna's table", "t chat (1)")
		anna.press("enter")
		anna.shows("1 new message  ·  game 1 of 3", "t chat (1)")
		bo.settle()
		bo.tells("one", "two")
		gus.settle()
		gus.tells("three")
		anna.settle()
		anna.shows("4 new messages  ·  game 1 of 3", "t chat (4)")
		bo.lacks("t chat (3)")
		bo.settle()
		bo.shows("1 new message  ·  game")
		anna.take(tea.WindowSizeMsg{Width: 50, Height: 16})
		anna.shows("chat (4) · AAAAAA")
		gus.take(tea.WindowSizeMsg{Width: 50, Height: 16})
		gus.shows(" Da Vinci Code    watching · game 1 of 3 · AAAAAA")
		gus.take(tea.WindowSizeMsg{Width: 80, Height: 24})
		anna.take(tea.WindowSizeMsg{Width: 110, Height: 24})
		anna.press("esc", "w", "down", "m", "esc")
		anna.shows("1 new message  ·  game 1 of 3", "t chat (1)")
		anna.press("t")
		anna.shows("gus (watching) three")
		anna.lacks("bo two")
		anna.press("!", "enter", "esc")
		anna.lacks("new message", "chat (")
		bo.tells("four")
		anna.settle()
		anna.lacks("new message", "chat (", "four")
		bo.settle()
		bo.press("t", "esc")
		bo.lacks("new message", "chat (")
	})
}

// TestReadingBack: by lines, by pages, to the first and back to the newest; what is
// read stays where it is whatever is said meanwhile.
func TestReadingBack(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := night(t)
		bo.tells(numbered(1, 30)...)
		anna.settle()
		anna.press("t")
		reads := func(first, last int) {
			t.Helper()
			anna.shows(numbered(first, last)...)
			anna.lacks(fmt.Sprintf("line-%02d", first-1), fmt.Sprintf("line-%02d", last+1))
		}
		reads(25, 30)
		anna.press("up")
		anna.shows("▸bo line-30")
		reads(25, 30)
		anna.press("up", "up", "up", "up", "up", "up")
		anna.shows("▸bo line-24")
		reads(24, 29)
		before := anna.text()
		bo.tells("more", "and more")
		anna.settle()
		reads(24, 29)
		anna.shows("2 new messages below", "▸bo line-24")
		for i, line := range strings.Split(anna.text(), "\n") {
			if was := strings.Split(before, "\n")[i]; strings.Contains(was, "line-") && line != was {
				t.Errorf("line %d was %q and is %q", i+1, was, line)
			}
		}
		anna.press("pgup")
		reads(19, 24)
		anna.press("home")
		reads(1, 6)
		anna.shows("▸bo line-01")
		anna.press("up", "pgup")
		reads(1, 6)
		anna.press("pgdown", "down")
		reads(7, 12)
		anna.shows("▸bo line-12")
		anna.press("end")
		anna.shows("bo line-30", "bo and more")
		anna.lacks("▸bo", "new message")
		anna.press("home", "x", "home")
		anna.shows("bo line-01", "Say: x")
		anna.press("y", "enter")
		anna.shows("anna yx", "bo and more")
		anna.press("esc")
		anna.lacks("new message", "chat (")
	})
}

// TestMutingWhileReading: the player who said the line under the cursor; their lines go, and
// come again.
func TestMutingWhileReading(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		gus.press("w")
		bo.tells("from bo")
		gus.settle()
		gus.tells("from gus")
		anna.settle()
		anna.press("t", "!", "enter", "up", "tab")
		anna.lacks("muted", "mute ")
		anna.press("up")
		anna.shows("▸gus (watching) from gus", "tab mute gus")
		anna.press("up", "tab")
		anna.shows("You have muted bo.", "gus (watching) from gus", "shift+tab unmute bo")
		anna.lacks("bo from bo")
		bo.settle()
		bo.tells("still here")
		anna.settle()
		anna.lacks("still here", "new message")
		anna.clicks("shift+tab unmute bo")
		anna.shows("bo is no longer muted.", "bo from bo")
		anna.press("end")
		anna.shows("bo still here")
		anna.press("esc", "w", "down", "m", "esc", "t")
		anna.shows("shift+tab unmute bo")
	})
}

func TestLobbyChat(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo := sit(t, l, "anna", false), sit(t, l, "bo", false)
		anna.press("s", "h")
		anna.shows("No messages yet.", "Say: h", "enter send to the lobby · esc close · ↑↓ messages")
		anna.press("esc")
		for _, word := range strings.Fields("zero one two three four five six seven eight") {
			time.Sleep(2 * time.Second)
			bo.press("s", "1", word[:1])
			bo.take(tea.PasteMsg{Content: word[1:]})
			bo.press("enter", "esc")
		}
		anna.settle()
		anna.shows("bo 1eight")
		anna.press("s")
		anna.shows("bo 1three", "bo 1eight")
		anna.lacks("bo 1two")
		anna.press("pgup")
		anna.shows("bo 1zero", "bo 1five", "Say:")
		anna.press("end")
		anna.shows("bo 1eight")
		anna.clicks("esc close")
		anna.shows("p quick play")
	})
}

// TestLobbyChatWhileInARoom: a player who comes back from a table is told how much
// that was, unless all of it is on the screen.
func TestLobbyChatWhileInARoom(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo := sit(t, l, "anna", false), sit(t, l, "bo", false)
		says := func(words ...string) {
			for _, word := range words {
				time.Sleep(2 * time.Second)
				bo.press("s")
				bo.types(word + "\r")
				bo.press("esc")
			}
			anna.settle()
		}
		says("here")
		anna.shows("bo here")
		anna.lacks("new message", "chat (")
		anna.press("1")
		says("one", "two", "three", "four")
		anna.press("esc", "y")
		anna.settle()
		anna.shows("bo four", "4 new messages  ·  anna")
		anna.take(tea.WindowSizeMsg{Width: 50, Height: 16})
		anna.shows("chat (4) · anna")
		anna.take(tea.WindowSizeMsg{Width: 110, Height: 24})
		anna.shows("4 new messages  ·  anna", "s chat (4)")
		anna.take(tea.WindowSizeMsg{Width: 80, Height: 24})
		anna.settle()
		anna.press("s", "esc")
		anna.lacks("new message", "chat (")
		anna.press("1")
		says("five", "six")
		anna.press("esc", "y")
		anna.settle()
		anna.shows("bo five", "bo six")
		anna.lacks("new message", "chat (")
	})
}

// TestAWideScreenHasAPanel: with the people and with what is said, which so needs no
// message and is never unread.
func TestAWideScreenHasAPanel(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		for _, s := range []*client{anna, bo, gus} {
			s.take(tea.WindowSizeMsg{Width: 120, Height: 40})
			s.settle()
		}
		gus.shows("Here now", "anna                      AAAAAA", "Chat")
		gus.press("w")
		bo.tells("hello")
		anna.settle()
		anna.shows("Chat", "bo hello", "Watching: gus", "Seats")
		anna.lacks("new message", "chat (", "bo: hello")
		anna.press("enter", "d")
		bo.settle()
		bo.press("d")
		anna.settle()
		anna.shows("What happened", "At the table", "1 anna  you, host", "2 bo", "Watching: gus", "Chat", "bo hello")
		bo.tells(numbered(1, 20)...)
		anna.settle()
		anna.shows("bo line-20")
		anna.lacks("new message", "chat (", "bo: line-20")
		anna.press("t", "home")
		anna.shows("▸bo hello", "! Well played!")
		bo.tells("more")
		anna.settle()
		anna.shows("1 new message below", "▸bo hello")
		anna.press("esc")
		anna.shows("bo more")
		anna.lacks("new message", "▸bo")
		bo.press("esc", "h")
		anna.settle()
		anna.shows("2 bo  away")
		anna.press("esc", "w")
		anna.lacks("At the table")
		bo.press("enter")
		bo.tells("back")
		anna.settle()
		anna.shows("bo: back")
	})
}

// TestAnySize: no screen with talk is larger than its window or cuts what it says,
// whatever the window.
func TestAnySize(t *testing.T) {
	long := strings.Repeat("and so on ", 12)
	all := func(t *testing.T, s *client) {
		t.Helper()
		for width := 50; width <= 220; width += 7 {
			for height := 16; height <= 70; height += 9 {
				s.take(tea.WindowSizeMsg{Width: width, Height: height})
				fits(t, s)
				head, below, _ := strings.Cut(s.text(), "\n")
				if width >= 80 { // in a narrower one the title of the table may be cut
					below = head + below
				}
				if err := boardtest.Uncut(strings.ReplaceAll(below, "Hmm…", "")); err != nil {
					t.Fatalf("at %d × %d: %v\n%s", width, height, err, s.text())
				}
			}
		}
	}
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		gus.press("w")
		bo.tells(long, "short", long, "short", long)
		for _, s := range []*client{anna, gus} {
			s.settle()
			all(t, s)
			s.press("t")
			all(t, s)
			s.press("home")
			all(t, s)
			s.press("esc")
		}
		anna.take(tea.WindowSizeMsg{Width: 120, Height: 40})
		anna.press("enter", "d")
		bo.settle()
		bo.press("d")
		for _, s := range []*client{anna, gus} {
			s.settle()
			all(t, s)
			s.press("t")
			all(t, s)
			s.press("pgup")
			all(t, s)
			s.press("esc")
		}
		bo.press("esc", "y", "s")
		bo.types("hello\r")
		bo.press("esc")
		for _, s := range []*client{anna, bo} {
			s.settle()
			all(t, s)
		}
	})
}
