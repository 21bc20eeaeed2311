package style_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"rsc.io/qr"

	"parlor/tui/style"
)

// TestQRLines reads the modules back from what is drawn, on either background, with
// nothing round them for four modules.
func TestQRLines(t *testing.T) {
	const link = "ssh://E93TDD@play.example.com:2222"
	code, err := qr.Encode(link, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	for _, dark := range []bool{true, false} {
		lines := style.QRLines(link, dark)
		if want := (code.Size + 8 + 1) / 2; len(lines) != want {
			t.Errorf("%d lines, want %d", len(lines), want)
		}
		for y := range code.Size + 8 {
			row := []rune(ansi.Strip(lines[y/2]))
			if len(row) != code.Size+8 {
				t.Fatalf("a line of %d modules, want %d", len(row), code.Size+8)
			}
			for x := range row {
				inked := strings.ContainsRune("█", row[x]) || y%2 == 0 && row[x] == '▀' || y%2 == 1 && row[x] == '▄'
				inside := x >= 4 && y >= 4 && x < code.Size+4 && y < code.Size+4
				if black := inside && code.Black(x-4, y-4); (inked == dark) == black {
					t.Fatalf("module %d, %d is wrong on a background that is dark: %t", x, y, dark)
				}
			}
		}
	}
}
