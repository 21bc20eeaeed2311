package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlor/tui/program"
	"parlor/tui/screen"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/tui"
)

// typist presses keys on a screen that is drawn by no program.
type typist struct {
	root *tui.Root
	msgs chan tea.Msg
}

func (y *typist) take(msg tea.Msg) {
	if batch, many := msg.(tea.BatchMsg); many {
		for _, cmd := range batch {
			y.run(cmd)
		}
		return
	}
	_, cmd := y.root.Update(msg)
	y.run(cmd)
}

func (y *typist) run(cmd tea.Cmd) {
	if cmd != nil {
		go func() { y.msgs <- cmd() }()
	}
}

// sees waits until a text is on the screen.
func (y *typist) sees(b *testing.B, text string) {
	b.Helper()
	patience := time.After(time.Minute)
	for !strings.Contains(ansi.Strip(y.root.View().Content), text) {
		select {
		case msg := <-y.msgs:
			y.take(msg)
		case <-patience:
			b.Fatalf("%q is not on the screen:\n%s", text, ansi.Strip(y.root.View().Content))
		}
	}
}

// BenchmarkFrame is the drawing of a whole screen, as after a change of its size.
func BenchmarkFrame(b *testing.B) {
	for _, row := range []struct {
		name string
		keys []string // each with what is seen then, behind a blank
	}{
		{"hall", nil},
		{"form", []string{"n New room", "o Title"}},
		{"waiting room", []string{"n New room", "1 How to play"}},
		{"Da Vinci Code", []string{"1 How to play", "b bot", "enter game 1 of"}},
		{"MasterDice", []string{"2 How to play", "b bot", "enter game 1 of"}},
		{"Kodeknacker", []string{"3 How to play", "b bot", "enter game 1 of"}},
	} {
		for _, size := range [][2]int{{80, 24}, {200, 60}} {
			b.Run(fmt.Sprintf("%s/%dx%d", row.name, size[0], size[1]), func(b *testing.B) {
				y := seatedTypist(b)
				y.take(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				y.sees(b, "Here now")
				for _, step := range row.keys {
					key, then, _ := strings.Cut(step, " ")
					y.take(pressed(key))
					y.sees(b, then)
				}
				b.ReportAllocs()
				for b.Loop() {
					y.root.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					y.root.View()
				}
			})
		}
	}
}

// seatedTypist has just come into a lobby.
func seatedTypist(b *testing.B) *typist {
	b.Helper()
	var games []engine.Game
	for _, kit := range kits() {
		games = append(games, kit.Game)
	}
	l := local.New(local.Config{Games: games, Seed: func() engine.Seed { return engine.Seed{4} }})
	visit, err := l.Enter(b.Context(), lobby.Identity{ID: "key:anna", Name: "anna"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = l.Close(b.Context()) })
	y := &typist{root: program.New(program.Session{
		Session: visit, Games: kits(), Settings: screen.Settings{Still: true}, Invitation: lobby.Entrance{Public: "play.example.com"}.Invitation,
	}), msgs: make(chan tea.Msg, 100)}
	y.run(y.root.Init())
	return y
}

// pressed is a key by its name.
func pressed(name string) tea.KeyPressMsg {
	if name == "enter" {
		return tea.KeyPressMsg{Code: tea.KeyEnter}
	}
	return tea.KeyPressMsg{Code: rune(name[0]), Text: name}
}
