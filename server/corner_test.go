package server_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"parlor/internal/terminal"
	"parlor/server"
	"parlor/tui/board"
)

// TestALargeWindowKeepsTheScreenInItsCorner checks that nothing is drawn or colored outside the screen, whatever is
// shown and however the window is resized.
func TestALargeWindowKeepsTheScreenInItsCorner(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	for _, row := range []struct {
		name          string
		width, height int
	}{{"both", 240, 80}, {"wide", 240, 26}, {"tall", 90, 80}} {
		c := s.come(t, terminal.Options{User: row.name, Key: signer(t, row.name), Width: row.width, Height: row.height})
		step := func(keys string, texts ...string) {
			t.Helper()
			press(t, c, keys)
			see(t, c, texts...)
			settled(t, c, row.width, row.height)
		}
		step("", "Here now", row.name)
		step("v", "High contrast") // drawn with a background
		step("p", row.name+"  (you, host)")
		step("bb", "Lodestar")
		step("\r", "Take ")
		step("?", "Help")
		for range 2 { // scrolls in both directions
			step("\x1b[B\x1b[B\x1b[B", "Help")
			step("\x1b[6~", "Help")
			step("\x1b[A\x1b[5~", "Help")
		}
		step("q", "Take ")
		step("t", "Say:")
		for _, size := range [][2]int{{100, 30}, {250, 90}, {row.width, row.height}} {
			if err := c.Resize(size[0], size[1]); err != nil {
				t.Fatal(err)
			}
			settled(t, c, size[0], size[1])
		}
		press(t, c, "\x03")
		<-c.Done()
		if sent := string(c.Bytes()); !strings.Contains(sent[strings.LastIndex(sent, "\x1b[?1049l"):], "\x1b[r") {
			t.Errorf("%s: the window is left with lines that do not scroll", row.name)
		}
		c.HangUp()
	}
}

// settled waits until a screen fills its part of the window.
func settled(t *testing.T, c *terminal.Client, width, height int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	_, err := c.Until(ctx, func(string) bool { return outside(c.Styled(), width, height) == "" })
	if err != nil {
		t.Errorf("at %d × %d: %s: %v", width, height, outside(c.Styled(), width, height), err)
	}
}

// outside describes cells outside the screen, or missing at its edge.
func outside(styled string, width, height int) string {
	cells := uv.NewScreenBuffer(width, height)
	uv.NewStyledString(styled).Draw(cells, cells.Bounds())
	for y := range height {
		for x := range width {
			cell := cells.CellAt(x, y)
			blank := cell == nil || strings.TrimSpace(cell.Content) == "" && cell.Style.Bg == nil
			inside := x < board.MaxWidth && y < board.MaxHeight
			switch beside := x == board.MaxWidth-1 && y < min(height, board.MaxHeight)-1; {
			case !inside && !blank:
				return fmt.Sprintf("%q stands outside, at %d, %d", cell.Content, x, y)
			case beside && (blank || cell.Content != "│"):
				return fmt.Sprintf("the edge is missing at %d, %d", x, y)
			case y == board.MaxHeight-1 && x < min(width, board.MaxWidth)-1 && (blank || cell.Content != "─"):
				return fmt.Sprintf("the edge below is missing at %d, %d", x, y)
			}
		}
	}
	return ""
}

// TestWhereThereIsNoMemoryForALargeScreen checks that the screen has the usual size, that the user is told why, and
// that it grows once memory is free.
func TestWhereThereIsNoMemoryForALargeScreen(t *testing.T) {
	t.Parallel()
	const width, height = 200, 60
	s := open(t, server.Limits{Cells: 8 * width * height / 5})
	come := func(name string) *terminal.Client {
		return s.come(t, terminal.Options{User: name, Key: signer(t, name), Width: width, Height: height})
	}
	s.knows(t, "first", "second")
	first := come("first")
	see(t, first, "Here now")
	second := come("second")
	see(t, second, "The server does not have enough memory for a larger screen right now.", "quick play: create a room others can join")
	lines := strings.Split(second.Screen(), "\n")
	if !strings.HasSuffix(strings.TrimRight(lines[5], " "), "│") || !strings.HasPrefix(lines[24], "──") {
		t.Errorf("the screen has no edges:\n%s", second.Screen())
	}
	for y, line := range lines {
		if cells := []rune(strings.TrimRight(line, " ")); len(cells) > 81 || y > 24 && len(cells) > 0 {
			t.Errorf("line %d is drawn on: %q", y, line)
		}
	}
	press(t, first, "\x03")
	<-first.Done()
	if err := second.Resize(width-1, height); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	wide := func(text string) bool { return strings.Contains(text, strings.Repeat("─", 150)) }
	if _, err := second.Until(ctx, wide); err != nil {
		t.Errorf("it stays small: %v\n%s", err, second.Screen())
	}
	press(t, second, "\x03")
	<-second.Done()
}
