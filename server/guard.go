package server

import (
	"fmt"
	"log/slog"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"parlor/internal/workers"
)

// caught is deferred in every goroutine of a session: a panic ends that session
// and nothing else. Neither the value nor the arguments of the calls are
// logged, since they could be somebody's tiles.
func caught(log *slog.Logger, then func()) {
	if why := recover(); why != nil {
		broke, elsewhere := why.(*workers.Panic)
		if !elsewhere {
			broke = &workers.Panic{Value: why, Stack: workers.Stack()}
		}
		log.Error("a session failed", "kind", fmt.Sprintf("%T", broke.Value), "at", broke.Stack)
		then()
	}
}

// guard is a model that survives its own panics: it says so once and shows
// nothing more. The library would print what broke, values included.
type guard struct {
	model  tea.Model
	log    *slog.Logger
	broke  func()
	broken atomic.Bool
	sized  func() // called when the model has its first size
}

func (g *guard) caught() {
	g.broken.Store(true)
	g.broke()
}

// Init begins the model.
func (g *guard) Init() tea.Cmd {
	defer caught(g.log, g.caught)
	return g.safe(g.model.Init())
}

// Update passes a message on.
func (g *guard) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if g.broken.Load() {
		return g, nil
	}
	cmd := g.update(msg)
	if _, isSize := msg.(tea.WindowSizeMsg); isSize {
		g.sized()
	}
	return g, cmd
}

func (g *guard) update(msg tea.Msg) tea.Cmd {
	defer caught(g.log, g.caught)
	next, cmd := g.model.Update(msg)
	g.model = next
	return g.safe(cmd)
}

// View draws the model.
func (g *guard) View() tea.View {
	if g.broken.Load() {
		return tea.NewView("")
	}
	defer caught(g.log, g.caught)
	return g.model.View()
}

// safe is a command whose panics are caught, and those of the commands in a
// batch that it answers.
func (g *guard) safe(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		defer caught(g.log, g.caught)
		msg := cmd()
		batch, ok := msg.(tea.BatchMsg)
		if !ok {
			return msg
		}
		all := make(tea.BatchMsg, len(batch))
		for i, one := range batch {
			all[i] = g.safe(one)
		}
		return all
	}
}
