package tui_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/tui/program"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	"parlor/lobby"
	"parlor/tui/boardtest"
)

// memHistory is a history in memory, the newest match first.
type memHistory struct {
	matches []lobby.Finished
	asked   int           // for pages
	slow    time.Duration // how long an answer takes
	err     error
}

func (s *memHistory) Matches(_ context.Context, filter lobby.MatchFilter) ([]lobby.Finished, error) {
	s.asked++
	time.Sleep(s.slow)
	if s.err != nil {
		return nil, s.err
	}
	var found []lobby.Finished
	passed := filter.Before == ""
	for _, match := range s.matches {
		own := slices.ContainsFunc(match.Players, func(p lobby.Player) bool { return p.ID == filter.Person })
		if passed && (own || filter.Person == "") && (filter.Game == "" || filter.Game == match.Record.Game) && (match.Public || !filter.Public) {
			match.Record.Moves = nil
			found = append(found, match)
		}
		passed = passed || match.ID == filter.Before
	}
	return found[:min(len(found), filter.Limit)], nil
}

func (s *memHistory) Match(_ context.Context, id string) (lobby.Finished, error) {
	time.Sleep(s.slow)
	if s.err != nil {
		return lobby.Finished{}, s.err
	}
	for _, match := range s.matches {
		if match.ID == id {
			return match, nil
		}
	}
	return lobby.Finished{}, lobby.ErrUnknown
}

// played is a match that bots have played for these people, and that ended so
// long ago.
func played(t *testing.T, game int, options engine.Options, ago time.Duration, names ...string) lobby.Finished {
	t.Helper()
	kit := kits()[game]
	m, err := kit.Game.Start(len(names), engine.Seed{4}, options)
	for random := rand.New(rand.NewPCG(9, 9)); err == nil && len(m.ToMove()) > 0; {
		seat := m.ToMove()[0]
		m, _, err = m.Play(seat, m.Think(seat, engine.FirstBot, random))
	}
	if err != nil {
		t.Fatal(err)
	}
	view, ended := m.View(engine.Watcher), time.Now().Add(-ago)
	match := lobby.Finished{
		ID: "K4WQXAE93TD" + strconv.Itoa(game), Title: names[0] + "'s table", Public: true, Began: ended.Add(-24 * time.Minute), Ended: ended,
		Winners: view.Winners, Totals: view.Totals, Record: m.Record(),
	}
	for _, name := range names {
		match.Players = append(match.Players, lobby.Player{ID: "key:" + name, Name: name})
	}
	return match
}

// library has a match of each game with anna, an old one of others, and one of
// others in a private room.
func library(t *testing.T) *memHistory {
	t.Helper()
	old := played(t, 2, engine.Options{"rounds": "1"}, 90*24*time.Hour, "dan", "李小龍🦊")
	private := played(t, 0, engine.Options{"rounds": "1"}, 3*time.Hour, "eve", "fay")
	old.ID, private.ID, private.Public = "LDERLDER2345", "PRVATE234567", false
	return &memHistory{matches: []lobby.Finished{
		played(t, 0, engine.Options{"rounds": "2", "jokers": "free"}, 20*time.Minute, "anna", "bo", "cy"),
		private,
		played(t, 1, engine.Options{"mode": "duel"}, 5*time.Hour, "bo", "anna"),
		played(t, 2, engine.Options{"rounds": "1"}, 30*time.Hour, "anna", "李小龍🦊"),
		old,
	}}
}

// reader is anna in the history.
func reader(t *testing.T, history lobby.History) *client {
	t.Helper()
	s := sitWith(t, testLobby(t), "anna", false, program.Session{History: history, Person: "key:anna"})
	s.press("y")
	return s
}

func TestHistory(t *testing.T) {
	for _, size := range []struct {
		name          string
		width, height int
	}{{"50x16", 50, 16}, {"80x24", 80, 24}, {"120x40", 120, 40}, {"200x60", 200, 60}} {
		for name, keys := range map[string][]string{
			"hall with a history":          {"esc"},
			"history":                      {"down"},
			"history of everybody":         {"tab"},
			"no such match":                {"3", "tab", "1", "tab", "3", "tab", "2"},
			"replay":                       append([]string{"enter", "pgdown", "pgdown"}, repeat("right", 6)...),
			"replay of the setup open":     {"enter", "right", "right", "a"},
			"replay with one's eyes":       {"enter", "pgdown", "pgdown", "pgdown", "2"},
			"replay with all open":         {"enter", "pgdown", "pgdown", "pgdown", "a"},
			"replay at the end":            {"enter", "end"},
			"replay of a duel open":        append([]string{"down", "enter", "pgdown", "a"}, repeat("right", 3)...),
			"replay of a duel as seen":     {"down", "enter", "pgdown", "1"},
			"replay of Kodeknacker":        {"down", "down", "enter", "right", "right", "right", "right", "right"},
			"replay of Kodeknacker open":   {"down", "down", "enter", "right", "right", "right", "right", "right", "a"},
			"replay of a secret":           {"down", "down", "enter", "right", "right", "right", "1"},
			"help of a replay":             {"enter", "?"},
			"replay with what cannot be":   {"enter", "4"},
			"replay before the first move": {"enter"},
		} {
			t.Run(name+"/"+size.name, func(t *testing.T) {
				in(t, func(t *testing.T) {
					s := reader(t, library(t))
					s.take(tea.WindowSizeMsg{Width: size.width, Height: size.height})
					s.press(keys...)
					golden.RequireEqual(t, s.text()+"\n")
					if size.width == 80 || size.width == 120 {
						appearances(t, s)
					}
				})
			})
		}
	}
}

func repeat(key string, n int) []string { return slices.Repeat([]string{key}, n) }

func TestNoHistory(t *testing.T) {
	in(t, func(t *testing.T) {
		s := reader(t, nil)
		if s.shows("There are no rooms."); strings.Contains(s.text(), "history") {
			t.Errorf("a server without a history offers one:\n%s", s.text())
		}
		if s.press("?"); strings.Contains(s.text(), "finished matches: replay") {
			t.Errorf("a server without a history has help for it:\n%s", s.text())
		}
	})
}

func TestHistoryComesInPages(t *testing.T) {
	in(t, func(t *testing.T) {
		history := &memHistory{}
		for i := range 2*lobby.MatchesPerPage + 7 {
			match := played(t, 2, engine.Options{"rounds": "1"}, time.Duration(i)*time.Hour, "anna", "bo")
			match.ID, match.Title, match.Public = strconv.Itoa(i), "table "+strconv.Itoa(i), i%50 == 0
			history.matches = append(history.matches, match)
		}
		s := reader(t, history)
		s.shows("table 0", "table 16")
		s.press("pgdown", "pgup", "down", "down", "k")
		if s.shows("▸ 1 hour ago"); history.asked != 1 {
			t.Errorf("the history was asked %d times", history.asked)
		}
		for i, last := range []int{49, 99, 106} {
			s.press("end")
			if s.shows("table " + strconv.Itoa(last)); history.asked != min(i+2, 3) {
				t.Errorf("at %d the history was asked %d times", last, history.asked)
			}
		}
		s.press("end", "enter")
		s.shows("table 106", "move 0 of")
		s.press("esc", "home")
		s.shows("table 0")
		s.press("tab") // two of three pages have one that is for everybody
		s.shows("table 0", "table 50", "table 100")
	})
}

func TestTheHistoryMayBeSlow(t *testing.T) {
	in(t, func(t *testing.T) {
		history := library(t)
		history.slow = 3 * time.Second
		s := reader(t, history)
		s.shows("One moment…")
		s.press("tab", "2") // a new question is not given the answer to the one before
		time.Sleep(4 * time.Second)
		s.settle()
		s.shows("matches in public rooms", "MasterDice")
		if strings.Contains(s.text(), "Kodeknacker") {
			t.Errorf("the answer to another question is shown:\n%s", s.text())
		}
		s.press("enter")
		s.shows("One moment…")
		s.press("esc")
		s.shows("There are no rooms.")
		s.press("y")
		time.Sleep(4 * time.Second)
		s.settle()
		s.shows("your matches", "Da Vinci Code")
		s.press("enter", "?", "esc")
		time.Sleep(4 * time.Second)
		s.settle()
		s.shows("move 0 of")
		history.err = errors.New("the disk is broken")
		s.press("esc", "enter")
		time.Sleep(4 * time.Second)
		s.settle()
		s.shows("That match could not be loaded")
		s.press("tab")
		time.Sleep(4 * time.Second)
		s.settle()
		s.shows("The matches could not be loaded")
	})
}

func TestWhatCannotBeGoneThrough(t *testing.T) {
	in(t, func(t *testing.T) {
		history := library(t)
		history.matches[0].Record.Version = 99
		history.matches[2].Record.Game = "chess"
		s := reader(t, history)
		s.press("enter")
		s.shows("That match cannot be shown", "version 99")
		s.press("down", "enter")
		s.shows("This server no longer has chess.")
		s.press("down")
		history.matches = nil
		s.press("enter")
		s.shows("That match no longer exists.")
	})
}

// TestGoingThroughAMatch presses keys one after the other; after each one a
// text has to be on the screen.
func TestGoingThroughAMatch(t *testing.T) {
	in(t, func(t *testing.T) {
		history := library(t)
		match := history.matches[0]
		steps, err := kits()[0].Game.Steps(match.Record)
		if err != nil {
			t.Fatal(err)
		}
		last := len(steps) - 1
		second := slices.IndexFunc(steps, func(step engine.Step) bool { return step.Round == 2 })
		at := func(n int) string { return "move " + strconv.Itoa(n) + " of " + strconv.Itoa(last) + " " }
		s := reader(t, history)
		for _, row := range []struct{ key, shows string }{
			{"enter", at(0)},
			{"left", "That is the beginning."},
			{"right", at(1)},
			{"pgdown", at(11)},
			{"shift+right", at(21)},
			{"shift+left", at(11)},
			{"pgup", at(1)},
			{"pgup", at(0)},
			{"n", at(second)},
			{"N", at(0)},
			{"n", at(second)},
			{"right", at(second + 1)},
			{"N", at(second)},
			{"n", at(last)},
			{"right", "That was the last move."},
			{"space", "That was the last move. Press Home for the first."},
			{"home", at(0)},
			{"end", at(last)},
			{"N", at(second)},
			{"e", "as anna saw it"},
			{"e", "as bo saw it"},
			{"e", "as cy saw it"},
			{"e", "all open"},
			{"e", "what everyone saw"},
			{"3", "as cy saw it"},
			{"4", "There is no such seat."},
			{"0", "what everyone saw"},
			{"a", "all open"},
			{"b", "This match is over: you can only look."},
			{"w", at(second)},
			{"enter", at(second)},
			{"s", "all open"},
			{"?", "Keys"},
			{"esc", at(second)},
			{"esc", "your matches"},
			{"esc", "There are no rooms."},
		} {
			s.press(row.key)
			if !strings.Contains(s.text()+" ", row.shows) {
				t.Fatalf("after %s, %q is not on the screen:\n%s", row.key, row.shows, s.text())
			}
		}
	})
}

func TestAMatchPlaysOnByItself(t *testing.T) {
	in(t, func(t *testing.T) {
		s := reader(t, library(t))
		s.press("down", "down", "enter")
		moves := func(n int) {
			t.Helper()
			s.shows("move " + strconv.Itoa(n) + " of ")
		}
		waits := func(seconds int) {
			for range seconds { // a second, less what settling takes
				time.Sleep(700 * time.Millisecond)
				s.settle()
			}
		}
		s.press("space")
		s.shows("space stop")
		waits(3)
		moves(3)
		s.press("space")
		waits(3)
		moves(3)
		s.press("space", "space", "space")
		waits(2)
		moves(5)
		s.press("left")
		waits(3)
		moves(4)
		s.press("end", "left", "left", "space")
		waits(5)
		s.press("right")
		s.shows("That was the last move.", "space play")
	})
}

// TestAnyKeysInHistory presses random keys at random sizes, among names of
// wide, joined and marked characters.
func TestAnyKeysInHistory(t *testing.T) {
	keys := strings.Fields("enter enter esc tab up down left right space pgdown pgup home end shift+left shift+right ? n N e a 0 1 2 3 4 5 y v b w j k q o x")
	for run := range 4 {
		in(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(run), 8))
			history := library(t)
			for i, name := range []string{"李小龍李小龍李小", "🦊🦊🦊🦊🦊🦊🦊🦊", "x̂ỹz̃x̂ỹz̃x̂ỹz̃x̂ỹz̃x̂ỹz̃", "a name that no lobby lets through"} {
				history.matches[i].Players[i%2].Name = name
				history.matches[i].Title = name + name
			}
			s := reader(t, history)
			for range 150 {
				if random.IntN(8) == 0 {
					s.take(tea.WindowSizeMsg{Width: 70 + random.IntN(130), Height: 20 + random.IntN(40)})
				}
				if s.quit {
					break
				}
				s.take(boardtest.Key(keys[random.IntN(len(keys))]))
				for synctest.Wait(); len(s.msgs) > 0; synctest.Wait() {
					s.take(<-s.msgs)
				}
				fits(t, s)
				if random.IntN(4) == 0 {
					all := s.root.View()
					s.root.Plain(true)
					plain := s.root.View()
					s.root.Plain(false)
					onlyASCII(t, all, plain)
				}
			}
			time.Sleep(2 * time.Second) // no move is awaited any more
		})
	}
}

func TestHistoryInHighContrast(t *testing.T) {
	in(t, func(t *testing.T) {
		s := reader(t, library(t))
		s.press("esc", "v", "y")
		pure(t, s)
		for _, keys := range [][]string{{"enter", "pgdown", "pgdown"}, {"a"}, {"2"}} {
			s.press(keys...)
			pure(t, s)
		}
	})
}

// TestThePanelOfTheHistoryIsWhole: a long option is wrapped there.
func TestThePanelOfTheHistoryIsWhole(t *testing.T) {
	in(t, func(t *testing.T) {
		s := reader(t, library(t))
		s.take(tea.WindowSizeMsg{Width: 120, Height: 40})
		s.press("down", "down")
		s.shows("How it was played", "│ Size            5 of 6 colours, 12\n", "│                 rows\n")
	})
}

func TestHistoryCanBeClicked(t *testing.T) {
	in(t, func(t *testing.T) {
		s := reader(t, library(t))
		click := func(y int) {
			s.take(tea.MouseClickMsg{X: 20, Y: y, Button: tea.MouseLeft})
			s.settle()
		}
		s.shows("▸ 20 minutes ago")
		click(5) // the third match
		s.shows("▸ 30 hours ago")
		click(22)
		click(5)
		s.shows("Kodeknacker", "move 0 of")
		click(5)
		s.take(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
		s.settle()
		s.shows("move 1 of")
	})
}
