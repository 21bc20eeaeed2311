package tui_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	"parlor/lobby"
	"parlor/tui"
)

// gameNight is anna, the host, bo and gus at a game night of hers.
func gameNight(t *testing.T, plan lobby.EveningPlan) (anna, bo, gus *screen) {
	t.Helper()
	l := house(t)
	anna, bo, gus = sit(t, l, "anna", false), sit(t, l, "bo", false), sit(t, l, "gus", true)
	hold, err := anna.visit.OpenEvening(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	code := (<-hold.Updates()).Code
	hold.Close()
	for _, one := range []*screen{anna, bo, gus} {
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

func everybody(all ...*screen) {
	for _, one := range all {
		one.settle()
	}
}

// TestGameNights shows an evening from its beginning to its end, in all sizes.
func TestGameNights(t *testing.T) {
	plan := lobby.EveningPlan{Title: "Friday", Games: []string{"kodeknacker"}, Rounds: 1, Bots: 1}
	begun := func(t *testing.T) (anna, bo, gus *screen) {
		anna, bo, gus = gameNight(t, plan)
		anna.press("b")
		everybody(anna, bo, gus)
		return anna, bo, gus
	}
	played := func(t *testing.T) (anna, bo, gus *screen) {
		anna, bo, gus = begun(t)
		anna.press("enter")
		bo.press("enter")
		everybody(anna, bo, gus)
		resign(t, anna)
		everybody(anna, bo, gus)
		return anna, bo, gus
	}
	for name, prepare := range map[string]func(t *testing.T) *screen{
		"form":      func(t *testing.T) *screen { s := sit(t, house(t), "anna", false); s.press("e"); s.settle(); return s },
		"gathering": func(t *testing.T) *screen { anna, _, _ := gameNight(t, plan); return anna },
		"called":    func(t *testing.T) *screen { _, bo, _ := begun(t); return bo },
		"waiting":   func(t *testing.T) *screen { _, _, gus := begun(t); return gus },
		"at a table that waits": func(t *testing.T) *screen {
			anna, bo, gus := begun(t)
			anna.press("enter")
			everybody(anna, bo, gus)
			return anna
		},
		"a match is over": func(t *testing.T) *screen { _, bo, _ := played(t); return bo },
		"over": func(t *testing.T) *screen {
			anna, bo, gus := played(t)
			for range 3 {
				anna.press("enter")
				anna.settle()
			}
			anna.press("e", "y")
			everybody(anna, bo, gus)
			return anna
		},
	} {
		inSizes(t, name, prepare)
	}
}

// inSizes compares a golden screen in all sizes.
func inSizes(t *testing.T, name string, prepare func(t *testing.T) *screen) {
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

// resign lets somebody give a match up by another hold on the same seat.
func resign(t *testing.T, s *screen) {
	t.Helper()
	hold, is := s.visit.Return(t.Context())
	if !is {
		t.Fatal("there is no match to be given up")
	}
	if err := lobby.Give(t.Context(), hold, lobby.Play{Action: engine.Resign}); err != nil {
		t.Fatal(err)
	}
	hold.Close()
	s.settle()
	s.press("enter")
	s.settle()
}

// TestBoards shows an evening as on a projector, in which nobody's code of a table
// is.
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
					l := house(t)
					host, err := sit(t, l, "anna", false).visit.OpenEvening(t.Context(), lobby.EveningPlan{Title: "Friday", Bots: 1})
					if err != nil {
						t.Fatal(err)
					}
					code := (<-host.Updates()).Code
					for _, name := range []string{"bo", "cy", "dee", "eve"} {
						if _, err := sit(t, l, name, false).visit.Attend(t.Context(), code); err != nil {
							t.Fatal(err)
						}
					}
					if err := host.Do(t.Context(), lobby.BeginEvening{}); err != nil {
						t.Fatal(err)
					}
					hold, err := sit(t, l, "dan", true).visit.Board(t.Context(), code)
					if err != nil {
						t.Fatal(err)
					}
					s := sitWith(t, l, "board", true, tui.Session{Evening: hold, Board: true, Settings: tui.Settings{ASCII: ascii}})
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
