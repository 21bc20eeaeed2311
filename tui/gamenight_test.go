package tui_test

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlor/tui/program"
	"parlor/tui/screen"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/prose"
)

// gameNight is anna, the host, bo and gus at a game night of hers.
func gameNight(t *testing.T, plan lobby.GameNightPlan) (anna, bo, gus *client) {
	t.Helper()
	l := testLobby(t)
	anna, bo, gus = sit(t, l, "anna", false), sit(t, l, "bo", false), sit(t, l, "gus", true)
	hold, err := lobby.Ask(t.Context(), anna.visit, lobby.OpenGameNight{Plan: plan})
	if err != nil {
		t.Fatal(err)
	}
	code := (<-hold.Updates()).Code
	hold.Close()
	for _, one := range []*client{anna, bo, gus} {
		one.settle()
		one.press("c")
		for _, letter := range code {
			one.press(string(letter))
		}
		one.press("enter")
	}
	everybody(anna, bo, gus)
	return anna, bo, gus
}

func everybody(all ...*client) {
	for _, one := range all {
		one.settle()
	}
}

// atResults is bo at the results of a game night that is over, with a best moment.
func atResults(t *testing.T, host *client) *client {
	t.Helper()
	moments := func(_ context.Context, played []lobby.GameNightTable) (all []lobby.Highlight) {
		for _, one := range played {
			all = append(all, lobby.Highlight{Table: one.Number, Game: one.Game, Text: prose.T("{name} guessed {claim}, with a chance of {chance}: right.",
				prose.Name("bo"), prose.Sub(prose.T("the code {code}", prose.Literal("rgbyo"))), prose.Sub(prose.Chance(0.04))), Chance: 0.04})
		}
		return all
	}
	bo := sitWith(t, host.testLobby, "bo", false, program.Session{Highlights: moments})
	bo.settle()
	bo.press("c")
	for _, letter := range "AAAAAA" {
		bo.press(string(letter))
	}
	bo.press("enter")
	bo.settle()
	bo.press("enter")
	bo.settle()
	return bo
}

// TestGameNights shows a game night from its beginning to its end, in all sizes.
func TestGameNights(t *testing.T) {
	plan := lobby.GameNightPlan{Title: "Friday", Games: []string{"kodeknacker"}, Rounds: 1, Bots: 1}
	begun := func(t *testing.T) (anna, bo, gus *client) {
		anna, bo, gus = gameNight(t, plan)
		anna.press("b")
		everybody(anna, bo, gus)
		return anna, bo, gus
	}
	played := func(t *testing.T) (anna, bo, gus *client) {
		anna, bo, gus = begun(t)
		anna.press("enter")
		bo.press("enter")
		everybody(anna, bo, gus)
		resign(t, anna)
		everybody(anna, bo, gus)
		return anna, bo, gus
	}
	begunAll := func(t *testing.T) (anna, bo, gus *client) {
		anna, bo, gus = begun(t)
		anna.press("enter")
		bo.press("enter")
		everybody(anna, bo, gus)
		anna.press("esc", "h")
		return anna, bo, gus
	}
	over := func(t *testing.T) *client {
		anna, bo, gus := played(t)
		for range 3 {
			anna.press("enter")
			anna.settle()
		}
		anna.press("c", "f", "y", "esc")
		everybody(anna, bo, gus)
		return anna
	}
	for name, prepare := range map[string]func(t *testing.T) *client{
		"form": func(t *testing.T) *client {
			s := sit(t, testLobby(t), "anna", false)
			s.press("e")
			s.settle()
			return s
		},
		"form with shares": func(t *testing.T) *client {
			s := sit(t, testLobby(t), "anna", false)
			s.press("e", "down", "left", "left", "down", "right")
			s.settle()
			return s
		},
		"gathering": func(t *testing.T) *client { anna, _, _ := gameNight(t, plan); return anna },
		"called":    func(t *testing.T) *client { _, bo, _ := begun(t); return bo },
		"waiting":   func(t *testing.T) *client { _, _, gus := begun(t); return gus },
		"at a table that waits": func(t *testing.T) *client {
			anna, bo, gus := begun(t)
			anna.press("enter")
			everybody(anna, bo, gus)
			return anna
		},
		"a match is over": func(t *testing.T) *client { _, bo, _ := played(t); return bo },
		"over":            over,
		"results":         func(t *testing.T) *client { return atResults(t, over(t)) },
		"ends with what is played": func(t *testing.T) *client {
			anna, bo, gus := begunAll(t)
			anna.press("c", "f", "y", "esc")
			everybody(anna, bo, gus)
			return anna
		},
		"closing board": func(t *testing.T) *client {
			anna := over(t)
			hold, err := lobby.Ask(t.Context(), sit(t, anna.testLobby, "dan", true).visit, lobby.WatchGameNight{Code: "AAAAAA"})
			if err != nil {
				t.Fatal(err)
			}
			return sitWith(t, anna.testLobby, "board", true, program.Session{GameNight: hold, Board: true})
		},
		"controls": func(t *testing.T) *client {
			anna, bo, gus := played(t)
			for _, op := range []lobby.NightOp{
				lobby.CorrectResult{Number: 1, Order: [][]string{{"anna"}}}, lobby.MovePlayer{Name: "gus", Out: true},
			} {
				controls(t, anna, op)
			}
			anna.press("c", "m")
			for _, letter := range "bo out" {
				anna.press(string(letter))
			}
			anna.press("enter")
			everybody(anna, bo, gus)
			return anna
		},
		"controls that ask": func(t *testing.T) *client {
			anna, bo, gus := begun(t)
			anna.press("c", "f")
			everybody(anna, bo, gus)
			return anna
		},
		"moved and told": func(t *testing.T) *client {
			anna, bo, gus := begunAll(t)
			controls(t, anna, lobby.MovePlayer{Name: "bo", Out: true})
			controls(t, anna, lobby.Announce{Text: "pizza at eight"})
			everybody(anna, bo, gus)
			return bo
		},
		"practice":                  practises,
		"called away from practice": calledAway,
		"asked whether to leave":    func(t *testing.T) *client { _, bo, _ := begun(t); bo.press("y"); return bo },
		"seven people": func(t *testing.T) *client {
			anna, bo, gus := gameNight(t, plan)
			for _, name := range []string{"cy", "dee", "eve", "fay"} {
				if _, err := lobby.Ask(t.Context(), sit(t, anna.testLobby, name, false).visit, lobby.JoinGameNight{Code: "AAAAAA"}); err != nil {
					t.Fatal(err)
				}
			}
			everybody(anna, bo, gus)
			return gus
		},
		"teams": func(t *testing.T) *client {
			_, bo, _ := gameNight(t, lobby.GameNightPlan{Title: "Friday", Format: lobby.GameNightTeams, Teams: []string{"Red", "Blue"}, Games: []string{"kodeknacker"}})
			return bo
		},
		"knockout drawn":          func(t *testing.T) *client { return knockout(t, 0) },
		"knockout with walkovers": func(t *testing.T) *client { return knockout(t, 46*time.Second) },
		"knockout decided":        func(t *testing.T) *client { return knockout(t, 10*time.Minute) },
	} {
		inSizes(t, name, prepare)
	}
}

// knockout returns a player of a knockout of seven, in which no player comes to a table.
func knockout(t *testing.T, later time.Duration) *client {
	anna, bo, gus := gameNight(t, lobby.GameNightPlan{Title: "Friday", Format: lobby.GameNightKnockout, Games: []string{"kodeknacker"}})
	for _, name := range []string{"cy", "dee", "eve", "fay"} {
		if _, err := lobby.Ask(t.Context(), sit(t, anna.testLobby, name, false).visit, lobby.JoinGameNight{Code: "AAAAAA"}); err != nil {
			t.Fatal(err)
		}
	}
	everybody(anna, bo, gus)
	anna.press("b")
	everybody(anna, bo, gus)
	time.Sleep(later)
	everybody(anna, bo, gus)
	return gus
}

// TestACallRingsAndCounts checks that a player who is called hears the bell and sees the
// time that is left, rests after two missed calls, and comes back by one key.
func TestACallRingsAndCounts(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := gameNight(t, lobby.GameNightPlan{Title: "Friday", Games: []string{"kodeknacker"}})
		rings := bo.rings
		gus.press("s") // out
		anna.press("b")
		everybody(anna, bo, gus)
		if bo.rings == rings {
			t.Error("the bell does not ring")
		}
		left := func() (seconds int) {
			found := regexp.MustCompile(`Press Enter within\s+0:(\d\d)`).FindStringSubmatch(bo.text())
			if found == nil {
				t.Fatalf("bo does not see how much time is left:\n%s", bo.text())
			}
			seconds, _ = strconv.Atoi(found[1])
			return seconds
		}
		before := left()
		time.Sleep(10 * time.Second)
		bo.settle()
		if now := left(); before > 45 || before-now < 10 || before-now > 12 {
			t.Errorf("bo has %d seconds, and 10 seconds later %d", before, now)
		}
		anna.press("enter") // bo does not come, twice
		for range 2 {
			time.Sleep(46 * time.Second)
			everybody(anna, bo, gus)
			anna.press("enter")
		}
		bo.sees("You are sitting out. Press s to play again.")
		bo.press("s")
		bo.settle()
		if text := bo.text(); strings.Contains(text, "You are sitting out") {
			t.Errorf("bo is not back:\n%s", text)
		}
	})
}

// practises returns a player who plays a bot while the others play.
func practises(t *testing.T) *client {
	t.Helper()
	anna, bo, gus := gameNight(t, lobby.GameNightPlan{Title: "Friday", Games: []string{"kodeknacker"}, Rounds: 1})
	anna.press("b")
	everybody(anna, bo, gus)
	for _, one := range []*client{anna, bo} {
		one.press("enter")
		one.settle()
	}
	everybody(anna, bo, gus)
	gus.press("r")
	everybody(anna, bo, gus)
	return gus
}

// calledAway returns a player who plays a bot and is called to a table.
func calledAway(t *testing.T) *client {
	t.Helper()
	gus := practises(t)
	anna := sit(t, gus.testLobby, "anna", false)
	if night, err := lobby.Ask(t.Context(), anna.visit, lobby.JoinGameNight{Code: "AAAAAA"}); err != nil {
		t.Fatal(err)
	} else if _, open := <-night.Updates(); !open {
		t.Fatal("the night is over")
	}
	hold, err := lobby.Ask(t.Context(), anna.visit, lobby.Return{})
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range []lobby.RoomOp{lobby.Play{Action: engine.Resign}, lobby.Leave{}} {
		if err := lobby.Perform(t.Context(), hold, op); err != nil {
			t.Fatal(err)
		}
	}
	gus.settle()
	return gus
}

// TestPracticeKeepsThePlace checks that a player who plays a bot is called, comes to the
// table by one key and has left the room for practice, where nothing counts for ratings.
func TestPracticeKeepsThePlace(t *testing.T) {
	in(t, func(t *testing.T) {
		gus := calledAway(t)
		if text := gus.text(); !strings.Contains(text, "Press Ctrl+T within 0:45 to go there.") {
			t.Fatalf("gus is not called:\n%s", text)
		}
		gus.press("ctrl+t")
		gus.settle()
		if text := gus.text(); !strings.Contains(text, "Friday #2") || strings.Contains(text, "Ctrl+T") {
			t.Errorf("gus is not at the table:\n%s", text)
		}
		if gus.press("esc"); strings.Contains(gus.text(), "Ctrl+T") {
			t.Error("gus is still called away")
		}
		practice := "DDDDDD" // the code that comes after those of the night and its first table
		if gus.testLobby.Has(t.Context(), lobby.Identity{ID: "gus"}, practice) {
			t.Error("the room for practice is open")
		}
	})
}

// controls has a player do something as the host.
func controls(t *testing.T, s *client, op lobby.NightOp) {
	t.Helper()
	board, err := lobby.Ask(t.Context(), s.visit, lobby.WatchGameNight{Code: "AAAAAA"})
	if err != nil {
		t.Fatal(err)
	}
	defer board.Close()
	if err := lobby.Perform(t.Context(), board, op); err != nil {
		t.Error(err)
	}
}

// inSizes compares a golden screen in all sizes.
func inSizes(t *testing.T, name string, prepare func(t *testing.T) *client) {
	t.Helper()
	for _, size := range []struct {
		name          string
		width, height int
	}{{"50x16", 50, 16}, {"80x24", 80, 24}, {"120x40", 120, 40}, {"200x60", 200, 60}} {
		t.Run(name+"/"+size.name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				s := prepare(t)
				s.take(tea.WindowSizeMsg{Width: size.width, Height: size.height})
				golden.RequireEqual(t, s.text()+"\n")
			})
		})
	}
}

// resign has a player resign by another handle of the same seat.
func resign(t *testing.T, s *client) {
	t.Helper()
	hold, err := lobby.Ask(t.Context(), s.visit, lobby.Return{})
	if err != nil {
		t.Fatal("there is no match to be given up")
	}
	if err := lobby.Perform(t.Context(), hold, lobby.Play{Action: engine.Resign}); err != nil {
		t.Fatal(err)
	}
	hold.Close()
	s.settle()
	s.press("enter")
	s.settle()
}

// TestBoards shows a game night as on a projector, which shows no code of a table
// at all.
func TestBoards(t *testing.T) {
	for _, size := range []struct {
		name          string
		width, height int
	}{{"80x24", 80, 24}, {"120x40", 120, 40}, {"200x60", 200, 60}, {"300x80", 300, 80}} {
		for _, ascii := range []bool{false, true} {
			name := size.name
			if ascii {
				name += " in ASCII"
			}
			t.Run(name, func(t *testing.T) {
				in(t, func(t *testing.T) {
					l := testLobby(t)
					host, err := lobby.Ask(t.Context(), sit(t, l, "anna", false).visit, lobby.OpenGameNight{Plan: lobby.GameNightPlan{Title: "Friday", Bots: 1}})
					if err != nil {
						t.Fatal(err)
					}
					code := (<-host.Updates()).Code
					for _, name := range []string{"bo", "cy", "dee", "eve"} {
						if _, err := lobby.Ask(t.Context(), sit(t, l, name, false).visit, lobby.JoinGameNight{Code: code}); err != nil {
							t.Fatal(err)
						}
					}
					if err := lobby.Perform(t.Context(), host, lobby.BeginGameNight{}); err != nil {
						t.Fatal(err)
					}
					hold, err := lobby.Ask(t.Context(), sit(t, l, "dan", true).visit, lobby.WatchGameNight{Code: code})
					if err != nil {
						t.Fatal(err)
					}
					s := sitWith(t, l, "board", true, program.Session{GameNight: hold, Board: true, Settings: screen.Settings{ASCII: ascii}})
					s.take(tea.WindowSizeMsg{Width: size.width, Height: size.height})
					s.settle()
					golden.RequireEqual(t, s.text()+"\n")
					before := s.text()
					if time.Sleep(time.Minute); s.text() != before {
						t.Error("the board moves although nothing happens")
					}
				})
			})
		}
	}
}

// TestTalkIsKeptAtAGameNight: what a player is typing when their table closes is still
// being typed, is no key of the game night, and goes along to the next table.
func TestTalkIsKeptAtAGameNight(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := gameNight(t, lobby.GameNightPlan{Title: "Friday", Games: []string{"kodeknacker"}, Rounds: 1, Bots: 1})
		anna.press("b")
		everybody(anna, bo, gus)
		bo.press("enter")
		anna.press("enter")
		everybody(anna, bo, gus)
		bo.shows("Make your code")
		bo.press("t")
		bo.types("yes s")
		anna.press("esc", "h")
		everybody(anna, bo, gus)
		anna.press("c", "d", "7", "enter", "y")
		anna.settle()
		anna.shows("There is no table 7 with a match under way.", "stop   7")
		anna.press("backspace", "1", "enter", "y")
		everybody(anna, bo, gus)
		bo.shows("Say: yes s", "Friday", "waiting for a table")
		bo.types("y\r")
		bo.shows("Say: yes sy", "Everyone here will see this. Press Enter to send it, Esc to cancel.", "Friday")
		bo.press("esc", "s")
		bo.shows("You are sitting out.")
	})
}

// TestPeopleTalkAtAGameNight: all who take part hear what one of them says, but for who
// has muted them, and a projector shows none of it but, for a while, what the host announces.
func TestPeopleTalkAtAGameNight(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := gameNight(t, lobby.GameNightPlan{Title: "Friday", Games: []string{"kodeknacker"}, Rounds: 1})
		hold, err := lobby.Ask(t.Context(), sit(t, anna.testLobby, "dan", true).visit, lobby.WatchGameNight{Code: "AAAAAA"})
		if err != nil {
			t.Fatal(err)
		}
		board := sitWith(t, anna.testLobby, "board", true, program.Session{GameNight: hold, Board: true})
		board.settle()
		before := board.text()
		bo.press("t")
		bo.shows("No messages yet.", "send to the game night")
		bo.types("two are late\r")
		bo.press("esc")
		everybody(anna, bo, gus, board)
		anna.shows("bo two are late")
		if board.text() != before {
			t.Errorf("the board shows\n%s", board.text())
		}
		gus.press("t", "up", "tab", "esc")
		everybody(anna, bo, gus)
		gus.lacks("two are late")
		anna.take(tea.WindowSizeMsg{Width: 50, Height: 16})
		bo.press("t")
		bo.types("we begin without them\r")
		everybody(anna, bo, gus)
		gus.lacks("without them")
		anna.shows("chat (1)")
		anna.press("t")
		anna.shows("bo we begin without them")
		controls(t, anna, lobby.Announce{Text: "pizza at eight"})
		for range 2 { // a board takes an update, and draws it at its next tick
			everybody(anna, bo, gus, board)
			time.Sleep(time.Second)
		}
		board.settle()
		board.shows("anna announces: pizza at eight")
		board.lacks("without them")
		for range 11 {
			time.Sleep(time.Minute)
			board.settle()
		}
		board.lacks("pizza")
	})
}

// TestAGameNightSaysThatTheServerStops: no player waits for a table that does not come.
func TestAGameNightSaysThatTheServerStops(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := gameNight(t, lobby.GameNightPlan{Title: "Friday", Games: []string{"kodeknacker"}, Rounds: 1})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		anna.testLobby.Drain(ctx)
		everybody(anna, bo, gus)
		bo.reads("The server will stop soon. Matches in play can be finished, and the game night continues after the restart.")
	})
}

// TestAGameNightThatMovesSaysSo, and says nothing any more when it is back.
func TestAGameNightThatMovesSaysSo(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		hold, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.OpenGameNight{Plan: lobby.GameNightPlan{Title: "Friday"}})
		if err != nil {
			t.Fatal(err)
		}
		ferry := lobbytest.NewMovingNightHandle(hold)
		anna := sitWith(t, l, "anna", false, program.Session{GameNight: ferry})
		said := lobby.GameNightUpdate{}.MovingText().String()
		ferry.SetMoving(true)
		anna.settle()
		anna.reads(said)
		anna.shows("Friday")
		ferry.SetMoving(false)
		anna.settle()
		anna.lacks(said)
	})
}

// TestWhatIsSaidAtAGameNightIsSeen shows it in all sizes.
func TestWhatIsSaidAtAGameNightIsSeen(t *testing.T) {
	for name, open := range map[string]bool{"talk": false, "talk that is open": true} {
		inSizes(t, name, func(t *testing.T) *client {
			anna, bo, gus := gameNight(t, lobby.GameNightPlan{Title: "Friday", Games: []string{"kodeknacker"}, Rounds: 1})
			bo.press("t")
			bo.types("two are late\rthey know the way, and come by train\rlet us begin without them\r")
			everybody(anna, bo, gus)
			if open {
				return bo
			}
			return anna
		})
	}
}

// TestARefusedGameNightCanBeChosenOtherwise: the form stays as it is. Every game has
// some number of games in a match.
func TestARefusedGameNightCanBeChosenOtherwise(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, again := sit(t, l, "anna", false), sit(t, l, "anna", false)
		again.press("e", "T", "h", "u")
		anna.press("e", "F", "r", "i", "down", "left", "down", "down", "right")
		anna.shows("‹ 2 ›", "all in turn")
		anna.press("enter")
		anna.shows("Fri", "Give the others the code")
		again.press("enter")
		again.shows("New game night", "Thu", "End it first.")
		anna.press("o", "down", "right", "enter")
		anna.shows("Give the others the code")
	})
}

// TestBoardOfAFormat checks that the board shows the bracket in turn with the standings, and teams above them.
func TestBoardOfAFormat(t *testing.T) {
	for format, want := range map[string][]string{
		lobby.GameNightKnockout: {"Final", "Standings"},
		lobby.GameNightTeams:    {"1. Red: 0 points per match", "Standings"},
	} {
		t.Run(format, func(t *testing.T) {
			in(t, func(t *testing.T) {
				l := testLobby(t)
				host, err := lobby.Ask(t.Context(), sit(t, l, "anna", false).visit, lobby.OpenGameNight{Plan: lobby.GameNightPlan{Title: "Friday", Format: format}})
				if err != nil {
					t.Fatal(err)
				}
				code := (<-host.Updates()).Code
				for _, name := range []string{"bo", "cy"} {
					if _, err := lobby.Ask(t.Context(), sit(t, l, name, false).visit, lobby.JoinGameNight{Code: code}); err != nil {
						t.Fatal(err)
					}
				}
				if err := lobby.Perform(t.Context(), host, lobby.BeginGameNight{}); err != nil {
					t.Fatal(err)
				}
				hold, err := lobby.Ask(t.Context(), sit(t, l, "dan", true).visit, lobby.WatchGameNight{Code: code})
				if err != nil {
					t.Fatal(err)
				}
				s := sitWith(t, l, "board", true, program.Session{GameNight: hold, Board: true})
				s.take(tea.WindowSizeMsg{Width: 120, Height: 40})
				s.settle()
				shown := s.text()
				time.Sleep(15 * time.Second)
				s.settle()
				shown += s.text()
				for _, text := range want {
					if !strings.Contains(shown, text) {
						t.Errorf("the board has no %q:\n%s", text, shown)
					}
				}
			})
		})
	}
}
