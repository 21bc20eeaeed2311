package widget

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parlor/lobby"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// TestAConversationStaysInPlace: whatever is said and pressed, at any size, the lines
// drawn are as many as asked for, they follow each other, the cursor is among them,
// and what a player reads back does not move when more is said.
func TestAConversationStaysInPlace(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 1))
		r, c := &screen.Context{Theme: style.NewTheme(true), Shell: anna{}}, ChatLog{}
		var heard []lobby.ChatMessage
		width, height := 40, 6
		for range 120 {
			before, reads := drawnAs(&c, r, heard, width, height), c.chosen
			switch n := random.IntN(10); {
			case n < 3:
				id := NewestLine(heard) + 1
				heard = append(heard, lobby.ChatMessage{ID: id, Name: "bo", Text: strings.TrimSpace(fmt.Sprintf("<%d>", id) + strings.Repeat(" word", random.IntN(20)))})
				if after := drawnAs(&c, r, heard, width, height); reads > 0 && !strings.HasPrefix(after, strings.TrimRight(before, "\n")) {
					t.Fatalf("seed %d: what is read was\n%s\nand is\n%s", seed, before, after)
				}
				if len(heard) > 30 && reads == 0 {
					heard = heard[5:]
				}
			case n < 4:
				width, height = 36+random.IntN(60), 1+random.IntN(20)
			default:
				c.key(r, heard, []string{"up", "down", "up", "pgup", "pgdown", "home", "end", "up"}[random.IntN(8)])
			}
			drawn := drawnAs(&c, r, heard, width, height)
			if rows := strings.Count(drawn, "\n") + 1; rows != height {
				t.Fatalf("seed %d: %d lines of %d", seed, rows, height)
			}
			if all := allOf(&c, r, heard, width); len(heard) > 0 && !strings.Contains(all, strings.TrimRight(drawn, "\n")) {
				t.Fatalf("seed %d: lines are left out:\n%s\nof\n%s", seed, drawn, all)
			}
			if c.chosen > 0 && height > 5 && !strings.Contains(drawn, fmt.Sprintf("▸bo <%d>", c.chosen)) {
				t.Fatalf("seed %d: the cursor is not seen at line %d:\n%s", seed, c.chosen, drawn)
			}
			if c.chosen == 0 && len(heard) > 0 && c.Unread(heard, "anna") > 0 {
				t.Fatalf("seed %d: somebody who follows has not seen the newest", seed)
			}
		}
	}
}

func drawnAs(c *ChatLog, r *screen.Context, heard []lobby.ChatMessage, width, height int) string {
	return ansi.Strip(strings.Join(c.draw(r, heard, width, height), "\n"))
}

func allOf(c *ChatLog, r *screen.Context, heard []lobby.ChatMessage, width int) string {
	rows := c.rows(r, heard, width, -1)
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = row.text
	}
	return ansi.Strip(strings.Join(lines, "\n"))
}

// anna is a shell that knows its player's name.
type anna struct{ screen.Shell }

func (anna) Name() string { return "anna" }
