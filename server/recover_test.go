package server

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// brittle is a model that panics in a given method.
type brittle struct{ at string }

const secret = "tile seven"

func (b brittle) breaks(at string) {
	if b.at == at {
		panic(secret)
	}
}

func (b brittle) command() tea.Msg {
	b.breaks("command")
	return nil
}

func (b brittle) Init() tea.Cmd {
	b.breaks("init")
	return nil
}

func (b brittle) Update(tea.Msg) (tea.Model, tea.Cmd) {
	b.breaks("update")
	if b.at == "command" {
		return b, b.command
	}
	return b, func() tea.Msg { return tea.BatchMsg{b.command, func() tea.Msg { b.breaks("batch"); return nil }} }
}

func (b brittle) View() tea.View {
	b.breaks("view")
	return tea.NewView(b.at)
}

// runAll runs a command and those that follow from it, as the library does.
func runAll(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if batch, ok := cmd().(tea.BatchMsg); ok {
		for _, one := range batch {
			runAll(one)
		}
	}
}

func TestAModelMayBreakAnywhere(t *testing.T) {
	for _, at := range []string{"init", "update", "command", "batch", "view", "nowhere"} {
		t.Run(at, func(t *testing.T) {
			var log bytes.Buffer
			broke := 0
			g := &panicGuard{
				model: brittle{at}, log: slog.New(slog.NewTextHandler(&log, nil)),
				broke: func() { broke++ }, sized: func() {},
			}
			runAll(g.Init())
			_, cmd := g.Update(nil)
			runAll(cmd)
			view := g.View()
			if at == "nowhere" {
				if broke != 0 || log.Len() != 0 || view.Content != at {
					t.Errorf("broke %d times, shows %q, logs %q", broke, view.Content, log.String())
				}
				return
			}
			if broke != 1 {
				t.Errorf("broke %d times", broke)
			}
			if _, cmd := g.Update(nil); cmd != nil || g.View().Content != "" {
				t.Error("it goes on after it broke")
			}
			if text := log.String(); !strings.Contains(text, "brittle.breaks") || strings.Contains(text, secret) {
				t.Errorf("the log is %q", text)
			}
		})
	}
}
