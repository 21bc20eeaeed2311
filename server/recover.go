package server

import (
	"fmt"
	"log/slog"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"parlor/internal/workers"
)

// recoverPanic logs a panic and calls then. It is deferred in every goroutine of a session, so that
// a panic ends only that session. Neither the value nor arguments are logged, as they could contain
// hidden tiles.
func recoverPanic(log *slog.Logger, then func()) {
	if why := recover(); why != nil {
		broke, elsewhere := why.(*workers.Panic)
		if !elsewhere {
			broke = &workers.Panic{Value: why, Stack: workers.Stack()}
		}
		log.Error("session failed", "kind", fmt.Sprintf("%T", broke.Value), "at", broke.Stack)
		then()
	}
}

// panicGuard is a model that recovers panics of another model, reports the first, and then shows nothing. The library
// would print the panic's value.
type panicGuard struct {
	model  tea.Model
	log    *slog.Logger
	broke  func()
	broken atomic.Bool
	sized  func() // called with the model's first size
}

func (g *panicGuard) recoverPanic() {
	g.broken.Store(true)
	g.broke()
}

// Init implements tea.Model.
func (g *panicGuard) Init() tea.Cmd {
	defer recoverPanic(g.log, g.recoverPanic)
	return g.safe(g.model.Init())
}

// Update implements tea.Model.
func (g *panicGuard) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if g.broken.Load() {
		return g, nil
	}
	cmd := g.update(msg)
	if _, isSize := msg.(tea.WindowSizeMsg); isSize {
		g.sized()
	}
	return g, cmd
}

func (g *panicGuard) update(msg tea.Msg) tea.Cmd {
	defer recoverPanic(g.log, g.recoverPanic)
	next, cmd := g.model.Update(msg)
	g.model = next
	return g.safe(cmd)
}

// View implements tea.Model.
func (g *panicGuard) View() tea.View {
	if g.broken.Load() {
		return tea.NewView("")
	}
	defer recoverPanic(g.log, g.recoverPanic)
	return g.model.View()
}

// safe returns a command that recovers panics, also in the commands of a batch.
func (g *panicGuard) safe(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		defer recoverPanic(g.log, g.recoverPanic)
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
