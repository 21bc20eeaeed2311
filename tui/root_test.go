package tui_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/tui/program"
	"parlor/tui/screen"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"go.uber.org/goleak"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/tui"
	"parlor/tui/board"
	"parlor/tui/boardtest"
	davinciboard "parlor/tui/davinci"
	kodeknackerboard "parlor/tui/kodeknacker"
	masterdiceboard "parlor/tui/masterdice"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// kits are the games of these tests. Their matches are played by rules of before, by
// which a player who leaves gives up a game after the other, so that a game can be
// ended at once and there is still one to come.
func kits() []board.Game {
	d, m, k := davinci.Rules(), masterdice.Rules(), kodeknacker.Rules()
	d.Version, m.Version, k.Version = 2, 2, 2
	all := []board.Game{davinciboard.Game(), masterdiceboard.Game(), kodeknackerboard.Game()}
	for i, game := range []engine.Game{d.Game(), m.Game(), k.Game()} {
		all[i].Game = game
	}
	return all
}

// testLobby is a lobby with fixed codes and deals.
func testLobby(t *testing.T) *local.Lobby {
	t.Helper()
	return testLobbyWith(t, local.Config{})
}

// testLobbyWith is the same with what else a lobby is made of, for other games where it has
// some.
func testLobbyWith(t *testing.T, config local.Config) *local.Lobby {
	t.Helper()
	var games []engine.Game
	for _, kit := range kits() {
		games = append(games, kit.Game)
	}
	codes := []string{"AAAAAA", "CCCCCC", "DDDDDD", "EEEEEE", "FFFFFF", "GGGGGG", "HHHHHH", "JJJJJJ", "KKKKKK"}
	if config.Games == nil {
		config.Games = games
	}
	if config.Seed == nil {
		config.Seed = func() engine.Seed { return engine.Seed{4} }
	}
	config.Code = func() string { code := codes[0]; codes = codes[1:]; return code }
	l := local.New(config)
	t.Cleanup(func() {
		if err := l.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return l
}

// client is one person's model, run by hand: commands run on goroutines, and what
// they bring is taken when everybody waits.
type client struct {
	t         *testing.T
	root      *tui.Root
	visit     lobby.Session
	testLobby *local.Lobby
	msgs      chan tea.Msg
	quit      bool
	rings     int      // how often the bell rang
	raws      []string // what the terminal was sent apart from the screen
}

func sit(t *testing.T, l *local.Lobby, name string, guest bool) *client {
	t.Helper()
	return sitWith(t, l, name, guest, program.Session{Settings: screen.Settings{Still: true}})
}

// sitWith begins with what is set in a session; who and where is filled in.
func sitWith(t *testing.T, l *local.Lobby, name string, guest bool, session program.Session) *client {
	t.Helper()
	visit, err := l.Enter(context.Background(), lobby.Identity{ID: "key:" + name, Name: name, Guest: guest})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(visit.Close)
	session.Session = visit
	if session.Games == nil {
		session.Games = kits()
	}
	if session.Invitation == nil {
		session.Invitation = func(code string) lobby.Invitation {
			invitation := lobby.Entrance{Public: "play.example.com:2222"}.Invitation(code)
			invitation.Line = "ssh -p 2222 play.example.com"
			return invitation
		}
	}
	if guest {
		session.ReturnLine = "ssh -p 2222 " + name + "+abcdefgh23456777@play.example.com"
	}
	t.Cleanup(func() { time.Sleep(11 * time.Second) }) // until what a screen waits for has come
	s := &client{t: t, root: program.New(session), visit: visit, testLobby: l, msgs: make(chan tea.Msg, 1000)}
	s.run(s.root.Init())
	s.take(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.settle()
	return s
}

func (s *client) run(cmd tea.Cmd) {
	if cmd != nil {
		go func() { s.msgs <- cmd() }()
	}
}

func (s *client) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.BatchMsg:
		for _, cmd := range msg {
			s.run(cmd)
		}
		return
	case tea.RawMsg:
		if msg.Msg == "\a" {
			s.rings++
		} else if text, is := msg.Msg.(string); is {
			s.raws = append(s.raws, text)
		}
	case tea.QuitMsg:
		s.quit = true
		return
	}
	_, cmd := s.root.Update(msg)
	s.run(cmd)
	s.root.View() // as the program does after each
}

// settle takes what has come until everybody waits, and what is new at the table
// has been seen. The lobby is drawn up at most ten times a second.
func (s *client) settle() {
	for range 3 {
		s.look()
	}
	for range 10 {
		if s.root.Settled() {
			break
		}
		s.look()
	}
}

func (s *client) look() {
	time.Sleep(100 * time.Millisecond)
	for synctest.Wait(); len(s.msgs) > 0; synctest.Wait() {
		s.take(<-s.msgs)
	}
}

func (s *client) press(keys ...string) {
	for _, key := range keys {
		s.take(boardtest.Key(key))
		s.settle()
	}
}

// text is the screen without styles and without blanks at the ends of lines.
func (s *client) text() string {
	lines := strings.Split(ansi.Strip(s.root.View().Content), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

func (s *client) shows(texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		if !strings.Contains(s.text(), text) {
			s.t.Fatalf("%q is not on the screen:\n%s", text, s.text())
		}
	}
}

// in runs a test in a bubble where time passes only when everybody waits.
func in(t *testing.T, test func(t *testing.T)) { synctest.Test(t, test) }

// game night is anna and bo at a table of Da Vinci Code, with gus the guest in the
// lobby and a private room of cy.
func night(t *testing.T) (anna, bo, gus *client) {
	t.Helper()
	return nightOf(t, program.Session{}, "anna", "bo", "gus")
}

// game nightOf is the same with other names and settings; nothing moves by itself.
func nightOf(t *testing.T, session program.Session, names ...string) (anna, bo, gus *client) {
	t.Helper()
	session.Settings.Still = true
	l := testLobby(t)
	anna, bo = sitWith(t, l, names[0], false, session), sitWith(t, l, names[1], false, session)
	gus = sitWith(t, l, names[2], true, session)
	anna.press("n", "2")
	bo.press("p")
	cy := sit(t, l, "cy", false)
	if _, err := lobby.Ask(t.Context(), cy.visit, lobby.Create{Plan: lobby.Plan{Game: "kodeknacker", Title: "secret"}}); err != nil {
		t.Fatal(err)
	}
	anna.settle()
	bo.settle()
	gus.settle()
	return anna, bo, gus
}

// pair is anna and bo at the beginning of a match.
func pair(t *testing.T, plan lobby.Plan) (anna, bo *client) {
	t.Helper()
	l := testLobby(t)
	anna, bo = sit(t, l, "anna", false), sit(t, l, "bo", false)
	plan.Public = true
	handle, err := lobby.Ask(t.Context(), anna.visit, lobby.Create{Plan: plan})
	if err != nil {
		t.Fatal(err)
	}
	handle.Close()
	anna.settle()
	anna.press("enter")
	bo.settle()
	bo.press("enter")
	anna.press("enter")
	bo.settle()
	return anna, bo
}

func TestGoldens(t *testing.T) {
	for _, size := range []struct {
		name          string
		width, height int
	}{{"50x16", 50, 16}, {"80x24", 80, 24}, {"120x40", 120, 40}, {"200x60", 200, 60}} {
		check := func(name string, prepare func(t *testing.T) *client) {
			t.Run(name+"/"+size.name, func(t *testing.T) {
				in(t, func(t *testing.T) {
					s := prepare(t)
					s.take(tea.WindowSizeMsg{Width: size.width, Height: size.height})
					golden.RequireEqual(t, s.text()+"\n")
					if size.width == 80 || size.width == 120 {
						appearances(t, s)
					}
				})
			})
		}
		check("hall", func(t *testing.T) *client { _, _, gus := night(t); return gus })
		check("first visit", func(t *testing.T) *client {
			return sitWith(t, testLobby(t), "anna", false, program.Session{First: true})
		})
		check("first visit of a guest with words of the host", func(t *testing.T) *client { return newcomer(t, testLobby(t)) })
		check("words of the host", func(t *testing.T) *client {
			s := newcomer(t, testLobby(t))
			s.press("tab")
			return s
		})
		check("first card", func(t *testing.T) *client {
			s := newcomer(t, testLobby(t))
			s.press("enter")
			return s
		})
		check("another name", func(t *testing.T) *client {
			_, _, gus := night(t)
			gus.press("r")
			return gus
		})
		check("empty hall", func(t *testing.T) *client { return sit(t, testLobby(t), "anna", false) })
		check("presets", func(t *testing.T) *client {
			s := sit(t, testLobby(t), "anna", false)
			s.press("n", "down", "right")
			return s
		})
		check("new room", func(t *testing.T) *client {
			s := sit(t, testLobby(t), "anna", false)
			s.press("n", "o", "down", "E", "v", "e", "down", "down", "right")
			return s
		})
		check("waiting room", func(t *testing.T) *client { anna, _, _ := night(t); anna.press("b"); return anna })
		check("guest of a room", func(t *testing.T) *client { _, bo, _ := night(t); return bo })
		check("table", func(t *testing.T) *client {
			anna, bo, _ := night(t)
			anna.press("enter", "d")
			bo.settle()
			bo.press("d")
			anna.settle()
			return anna
		})
		check("table of MasterDice", func(t *testing.T) *client {
			s := sit(t, testLobby(t), "anna", false)
			s.press("n", "right", "2", "b", "enter", "enter", "1", "2", "3", "4", "5", "6", "enter", "enter")
			return s
		})
		check("table of Kodeknacker", func(t *testing.T) *client {
			l := testLobby(t)
			anna, bo := sit(t, l, "anna", false), sit(t, l, "bo", false)
			anna.press("n", "left", "2")
			bo.press("3")
			anna.settle()
			anna.press("enter", "r", "g", "b", "y", "o", "enter")
			bo.settle()
			bo.press("p", "p", "g", "r", "r", "enter")
			anna.settle()
			anna.press("r", "r", "g", "g", "b", "enter")
			bo.settle()
			bo.press("r", "g", "b", "b", "b", "enter")
			bo.press("1", "2", "3", "4", "5", "enter")
			anna.settle()
			anna.press("y", "o")
			return anna
		})
		check("settings", func(t *testing.T) *client {
			s := sit(t, testLobby(t), "anna", false)
			s.press("o", "down")
			return s
		})
		check("lesson", func(t *testing.T) *client {
			s := sit(t, testLobby(t), "anna", false)
			s.press("t", "1", "enter", "d", "enter", "b")
			return s
		})
		check("lesson in MasterDice", func(t *testing.T) *client {
			s := sit(t, testLobby(t), "anna", false)
			s.press("t", "2", "enter", "enter", "enter", "3", "5", "2", "3", "enter")
			return s
		})
		check("lesson in Kodeknacker", func(t *testing.T) *client {
			s := sit(t, testLobby(t), "anna", false)
			s.press("t", "3", "enter", "r", "g", "b", "b", "enter", "r", "r", "g", "g", "enter")
			return s
		})
		check("people", func(t *testing.T) *client {
			anna, _, gus := night(t)
			gus.press("w")
			anna.settle()
			anna.press("w", "down")
			return anna
		})
		check("commitment", func(t *testing.T) *client {
			anna, bo, _ := night(t)
			anna.press("enter", "d")
			bo.settle()
			bo.press("d")
			anna.settle()
			anna.press("esc", "w")
			return anna
		})
		check("talking", func(t *testing.T) *client {
			anna, bo, _ := night(t)
			anna.press("enter", "d")
			bo.settle()
			bo.press("t", "h", "i", " ", "a", "n", "n", "a", "enter", "esc")
			anna.settle()
			anna.press("t")
			return anna
		})
		check("talking in the hall", func(t *testing.T) *client {
			_, _, gus := night(t)
			gus.press("s", "h", "i", "enter", "a", "l", "l")
			return gus
		})
		check("nothing said", func(t *testing.T) *client {
			anna, bo, _ := night(t)
			anna.press("enter", "d")
			bo.settle()
			bo.press("d")
			anna.settle()
			anna.press("t", "h", "i")
			return anna
		})
		check("reading back", func(t *testing.T) *client {
			anna, bo, gus := night(t)
			gus.press("w")
			anna.press("enter", "d")
			bo.settle()
			bo.press("d")
			bo.tells(numbered(1, 20)...)
			bo.tells("a long line, longer than any window of the usual size, so that it goes on and on below itself", "short")
			gus.settle()
			gus.tells("do go on, anna")
			anna.settle()
			anna.press("t", "up", "up", "up", "up", "up", "up", "up")
			bo.tells("after that", "and after that")
			anna.settle()
			return anna
		})
		check("unread", func(t *testing.T) *client {
			anna, bo, gus := night(t)
			gus.press("w")
			anna.press("enter", "d")
			bo.settle()
			bo.press("d")
			bo.tells("hi anna", "ready when you are")
			gus.settle()
			gus.tells("good luck, both of you")
			anna.settle()
			anna.press("u")
			return anna
		})
		check("hall with talk", func(t *testing.T) *client {
			anna, bo, gus := night(t)
			bo.press("esc", "y", "s")
			bo.types("anybody for a game of Kodeknacker?\r")
			time.Sleep(2 * time.Second)
			bo.types("a long line, longer than any window of the usual size, so that it goes on and on below itself\r")
			time.Sleep(2 * time.Second)
			bo.types("gus?\r")
			anna.press("enter")
			gus.settle()
			return gus
		})
		check("leaving", func(t *testing.T) *client {
			anna, _, _ := night(t)
			anna.press("enter", "esc")
			return anna
		})
		check("leaving the hall", func(t *testing.T) *client {
			_, _, gus := night(t)
			gus.press("esc")
			return gus
		})
		check("code", func(t *testing.T) *client {
			s := sit(t, testLobby(t), "anna", false)
			s.press("c", "k", "7")
			return s
		})
		check("help", func(t *testing.T) *client {
			anna, _, _ := night(t)
			anna.press("enter", "?", "pgdown")
			return anna
		})
		check("round over", func(t *testing.T) *client {
			anna, bo, _ := night(t)
			anna.press("enter", "d")
			bo.settle()
			bo.press("d")
			bo.press("esc", "y", "down", "enter")
			anna.settle()
			return anna
		})
		check("match over", func(t *testing.T) *client {
			anna, bo, _ := night(t)
			anna.press("enter", "d")
			bo.settle()
			bo.press("d", "esc", "y", "down", "enter")
			anna.settle()
			for range 2 {
				anna.press("enter", "enter")
			}
			anna.press("enter")
			return anna
		})
		check("points of a match", func(t *testing.T) *client {
			anna, bo, _ := night(t)
			anna.press("enter", "d")
			bo.settle()
			bo.press("d", "esc", "y", "down", "enter")
			anna.settle()
			anna.press("enter")
			return anna
		})
		check("points of MasterDice", func(t *testing.T) *client { anna, _ := solved(t); anna.press("enter"); return anna })
		check("points of four", func(t *testing.T) *client { s := four(t); s.press("enter"); return s })
		check("points of Kodeknacker", func(t *testing.T) *client { anna, _ := cracked(t); anna.press("enter", "tab"); return anna })
		check("a code half turned up", func(t *testing.T) *client { anna, _ := cracked(t); anna.press("space", "space"); return anna })
		check("ratings of a match", func(t *testing.T) *client {
			anna, _, _ := rated(t, screen.Settings{Still: true})
			anna.press("enter")
			return anna
		})
		check("end of MasterDice", func(t *testing.T) *client {
			s := sit(t, testLobby(t), "anna", false)
			s.press("n", "right", "2", "b", "enter", "enter", "1", "2", "3", "4", "5", "6", "enter", "s", "1", "1", "1", "1", "enter", "enter")
			return s
		})
		check("end of a duel", func(t *testing.T) *client {
			anna, bo := pair(t, lobby.Plan{Game: "masterdice", Options: engine.Options{"mode": "duel"}})
			for _, s := range []*client{anna, bo} {
				s.press("enter", "1", "2", "3", "4", "5", "6", "enter", "s", "1", "1", "1", "1", "enter", "enter")
			}
			anna.settle()
			return anna
		})
		check("end of Kodeknacker", func(t *testing.T) *client {
			anna, bo := pair(t, lobby.Plan{Game: "kodeknacker"})
			anna.press("r", "g", "b", "y", "o", "enter")
			bo.press("p", "p", "g", "r", "r", "enter")
			anna.settle()
			anna.press("r", "r", "g", "g", "b", "enter", "tab")
			bo.press("r", "g", "b", "y", "o", "enter")
			anna.settle()
			return anna
		})
	}
	t.Run("small", func(t *testing.T) {
		in(t, func(t *testing.T) {
			anna, _, _ := night(t)
			anna.take(tea.WindowSizeMsg{Width: 40, Height: 14})
			golden.RequireEqual(t, anna.text()+"\n")
			appearances(t, anna)
		})
	})
}

func TestTwoKeystrokesIntoAGame(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sit(t, l, "anna", false)
		anna.press("p")
		bo := sit(t, l, "bo", false)
		bo.press("p")
		anna.settle()
		anna.shows("Not ready yet: bo. You can begin anyway. Empty seats are removed.")
		bo.shows("Press r when you are ready.")
		bo.press("r")
		anna.settle()
		anna.shows("You can begin. Empty seats are removed.")
		anna.lacks("Not ready yet")
	})
}

func TestQuickFingersLoseNoKey(t *testing.T) {
	in(t, func(t *testing.T) {
		anna := sit(t, testLobby(t), "anna", false)
		for _, key := range []string{"1", "b", "b"} {
			anna.take(boardtest.Key(key)) // and nothing has come back yet
		}
		anna.settle()
		anna.shows("anna  (you, host)", "Caliper", "Lodestar")
	})
}

func TestARefusalIsShownAndNothingLost(t *testing.T) {
	in(t, func(t *testing.T) {
		_, bo, gus := night(t)
		bo.press("b")
		bo.shows("Only the host can do that.")
		bo.press("o")
		bo.shows("Only the host can change the room.")
		gus.press("c", "x", "x", "x", "enter")
		gus.shows("There is no room")
		gus.press("n", "o", "down", "h", "i", "esc", "o")
		gus.shows("New room")
	})
}

// TestTurnBarLeadsToTheTable: the lobby says where it is the player's turn, and one key goes there.
func TestTurnBarLeadsToTheTable(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := night(t)
		anna.press("enter")
		bo.settle()
		anna.press("0")
		bo.press("esc", "h")
		bo.shows("▶ YOUR TURN  Da Vinci Code  anna, bo", "0 go there")
		bo.press("0")
		bo.settle()
		bo.shows("Take 4 tiles")
		bo.lacks("YOUR TURN")
	})
	in(t, func(t *testing.T) {
		_, _, gus := night(t)
		gus.press("0")
		gus.shows("You have no seat at a table.")
		gus.lacks("YOUR TURN")
	})
}

func TestLeavingAndTheKeptSeat(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := night(t)
		anna.press("enter")
		bo.settle()
		bo.press("esc")
		bo.shows("Resign and leave", "Your seat is kept.")
		bo.press("n")
		bo.shows("Take 4 tiles")
		bo.press("esc", "h")
		bo.shows("YOUR TURN", "Your tables", "anna's table", "enter go there")
		anna.settle()
		anna.shows("bo is away")
		bo.press("enter")
		bo.shows("Take 4 tiles")
		bo.press("esc", "y", "down", "enter")
		anna.settle()
		anna.shows("You won game 1.")
		bo.shows("Rooms")
	})
}

func TestAnotherTerminalTakesTheTable(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo := sit(t, l, "anna", false), sit(t, l, "bo", false)
		anna.press("1")
		bo.press("p")
		anna.settle()
		anna.press("enter")
		again := sit(t, l, "anna", false)
		again.shows("Welcome back. Your seat was kept.", "Take 4 tiles")
		anna.settle()
		anna.shows("You opened this table in another terminal.", "Your tables")
	})
}

func TestTheClockIsShown(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sit(t, l, "anna", false)
		anna.press("n", "o", "up", "up", "up", "up", "up", "left", "left", "left", "left", "enter")
		anna.shows("15 seconds")
		anna.press("b", "enter")
		anna.shows("0:1")
		time.Sleep(8 * time.Second)
		anna.settle()
		anna.shows("hurry  0:0")
		anna.visit.Close()
		time.Sleep(2 * time.Second)
	})
}

func TestStopping(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sit(t, l, "anna", false)
		anna.press("p")
		if err := l.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		anna.settle()
		if !anna.quit || !strings.Contains(anna.root.Farewell(), "stopping") {
			t.Errorf("quit %v, farewell %q", anna.quit, anna.root.Farewell())
		}
	})
}

// TestAGuestFindsTheWayBack checks that the line with which a guest returns is in the help of every screen and is
// the last thing that they see when the server stops, and that a player with a key sees none.
func TestAGuestFindsTheWayBack(t *testing.T) {
	const line = "ssh -p 2222 bo+abcdefgh23456777@play.example.com"
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo := sit(t, l, "anna", false), sit(t, l, "bo", true)
		anna.press("p")
		anna.press("?", "end")
		anna.lacks("If the connection is lost")
		bo.press("l", "?", "end")
		bo.shows("If the connection is lost", line)
		if err := l.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		everybody(anna, bo)
		if told := bo.root.Farewell(); !strings.Contains(told, "stopping") || !strings.Contains(told, line) {
			t.Errorf("a guest is told %q", told)
		}
		if told := anna.root.Farewell(); strings.Contains(told, "come back as") {
			t.Errorf("a player with a key is told %q", told)
		}
	})
}

// TestAnyKeys presses random keys at random sizes: nothing breaks, and no
// screen is larger than its window.
func TestAnyKeys(t *testing.T) {
	runs := 6
	if testing.Short() {
		runs = 2
	}
	keys := strings.Fields("enter esc tab up down left right backspace space pgdown ? p n c r w b x o d s h y q 1 2 3 5 k l v a")
	for run := range runs {
		in(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(run), 8))
			l := testLobby(t)
			people := []*client{sit(t, l, "anna", false), sit(t, l, "李小龍🦊", true)}
			for range 250 {
				s := people[random.IntN(2)]
				if random.IntN(10) == 0 {
					s.take(tea.WindowSizeMsg{Width: 1 + random.IntN(200), Height: 1 + random.IntN(60)})
				}
				if key := keys[random.IntN(len(keys))]; !s.quit {
					s.take(boardtest.Key(key))
					for synctest.Wait(); len(s.msgs) > 0; synctest.Wait() {
						s.take(<-s.msgs)
					}
				}
				fits(t, s)
			}
		})
	}
}

func fits(t *testing.T, s *client) {
	t.Helper()
	var width, height int
	for _, line := range strings.Split(s.root.View().Content, "\n") {
		width, height = max(width, ansi.StringWidth(line)), height+1
	}
	if w, h := s.root.Size(); width > w || height > h {
		t.Fatalf("a screen of %d × %d in a window of %d × %d:\n%s", width, height, w, h, s.text())
	}
}
