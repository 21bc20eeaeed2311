package paint

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// drawn returns what a screen of 20 × 3 draws for a view.
func drawn(s *Screen, view tea.View) string { return string(s.Draw(nil, &view, 20, 3)) }

func newScreen() *Screen { return new(Box).Screen(colorprofile.TrueColor, "xterm") }

func TestModesAreTurnedOnAndOff(t *testing.T) {
	cursor := tea.NewCursor(3, 1)
	bar := tea.NewCursor(3, 1)
	bar.Shape, bar.Blink = tea.CursorBar, false
	for _, one := range []struct {
		name    string
		view    tea.View
		on, off string
	}{
		{"alternate", tea.View{AltScreen: true}, "\x1b[?1049h", "\x1b[?1049l"},
		{"focus", tea.View{ReportFocus: true}, "\x1b[?1004h", "\x1b[?1004l"},
		{"mouse", tea.View{MouseMode: tea.MouseModeCellMotion}, "\x1b[?1002h\x1b[?1006h", "\x1b[?1002l\x1b[?1006l"},
		{"all of the mouse", tea.View{MouseMode: tea.MouseModeAllMotion}, "\x1b[?1003h\x1b[?1006h", "\x1b[?1003l\x1b[?1006l"},
		{"title", tea.View{WindowTitle: "a title"}, "\x1b]2;a title\a", "\x1b]2;\a"},
		{"cursor", tea.View{Cursor: cursor}, "\x1b[2;4H\x1b[?25h", "\x1b[?25l"},
		{"its shape", tea.View{Cursor: bar}, "\x1b[6 q", "\x1b[0 q"},
	} {
		t.Run(one.name, func(t *testing.T) {
			plain, view := tea.NewView("text"), one.view
			view.Content = "text"
			s := newScreen()
			if first := drawn(s, plain); strings.Contains(first, one.on) {
				t.Fatalf("it is on in %q", first)
			}
			if on := drawn(s, view); !strings.Contains(on, one.on) || strings.Contains(on, "text") != view.AltScreen {
				t.Errorf("it goes on by %q", on)
			}
			if off := drawn(s, plain); !strings.Contains(off, one.off) {
				t.Errorf("it goes off by %q", off)
			}
			if s = newScreen(); !strings.Contains(drawn(s, view), one.on) {
				t.Error("it is not on in the first frame")
			}
			end := string(s.Close(nil))
			if off := strings.Replace(one.off, "\x1b[?25l", "\x1b[3H", 1); !strings.Contains(end, off) || !strings.HasSuffix(end, wholeWindow) {
				t.Errorf("it ends with %q", end)
			}
			if more := s.Close(nil); len(more) > 0 {
				t.Errorf("it ends again with %q", more)
			}
		})
	}
}

func TestPastesAreTold(t *testing.T) {
	s := newScreen()
	if first := drawn(s, tea.NewView("text")); !strings.Contains(first, ansi.SetModeBracketedPaste) {
		t.Errorf("%q", first)
	}
	if off := drawn(s, tea.View{Content: "text", DisableBracketedPasteMode: true}); off != ansi.ResetModeBracketedPaste {
		t.Errorf("%q", off)
	}
}

func TestATitleEndsWhereItEnds(t *testing.T) {
	if text := drawn(newScreen(), tea.View{WindowTitle: "a\ab\x1b]2;c\x1b\\\u009c\xffd"}); !strings.Contains(text, "\x1b]2;ab]2;c\\d\a") {
		t.Errorf("%q", text)
	}
}

// TestTheCursorDoesNotFlyAround checks that the cursor is hidden during large frames without synchronized output.
func TestTheCursorDoesNotFlyAround(t *testing.T) {
	long := strings.Repeat("many words in a line\n", 3)
	view := func(content string) tea.View { return tea.View{Content: content, Cursor: tea.NewCursor(0, 0)} }
	s := newScreen()
	_ = drawn(s, view(""))
	if text := drawn(s, view("x")); strings.Contains(text, "?25") {
		t.Errorf("a little is drawn by %q", text)
	}
	if text := drawn(s, view(long)); !strings.HasPrefix(text, ansi.HideCursor) || !strings.HasSuffix(text, "\x1b[H"+ansi.ShowCursor) {
		t.Errorf("much is drawn by %q", text)
	}
	s.Synchronise()
	if text := drawn(s, view("")); strings.Contains(text, "?2026") {
		t.Errorf("a little is drawn by %q", text)
	}
	text := drawn(s, view(long))
	if !strings.HasPrefix(text, ansi.SetModeSynchronizedOutput) || !strings.HasSuffix(text, ansi.ResetModeSynchronizedOutput) || strings.Contains(text, "?25") {
		t.Errorf("at once it is drawn by %q", text)
	}
}

// TestTheQuestionIsErased checks that a terminal that prints an unknown query is cleared by the first frame.
func TestTheQuestionIsErased(t *testing.T) {
	s := newScreen()
	first := drawn(s, tea.View{Content: "text", AltScreen: true})
	if at := strings.Index(first, ansi.RequestModeSynchronizedOutput); at < strings.Index(first, "\x1b[?1049h") || at > strings.Index(first, ansi.EraseEntireScreen) {
		t.Errorf("%q", first)
	}
	again := drawn(s, tea.View{Content: "other", AltScreen: true})
	if strings.Contains(again, ansi.RequestModeSynchronizedOutput) {
		t.Errorf("it is asked again: %q", again)
	}
}

// TestTheShortestWay pins the output of small changes.
func TestTheShortestWay(t *testing.T) {
	for _, one := range []struct{ before, after, drawn string }{
		{"text", "text", ""},
		{"text", "test", "\x1b[1;3Hs"},
		{"\x1b[1mtext\x1b[m", "\x1b[1mtext\x1b[0m", ""},
		{"a    c", "a    d", "\x1b[1;6Hd"},
		{"text", "", "\x1b[H\x1b[K"},
		{"ab", "a", "\x1b[1;2H "},
		{"x x", "y y", "\x1b[Hy y"},
		{"x\nx\nx", "y\ny\ny", "\x1b[Hy\r\ny\r\ny"},
		{"x\n x\n  x", "y\n y\n  y", "\x1b[Hy\x1b[By\x1b[By"},
		{"0123456789abcdefghi", "1               ghi", "\x1b[H1\x1b[15X"},
		{"text", "\x1b[1;31mtext", "\x1b[H\x1b[1;31mtext\x1b[m"},
		{"ab", "\x1b[1;3;4;31ma\x1b[m\x1b[1mb", "\x1b[H\x1b[1;3;4;31ma\x1b[0;1mb\x1b[m"},
		{"", "\x1b[41m" + strings.Repeat(" ", 20) + "\x1b[m", "\x1b[H\x1b[41m\x1b[K\x1b[m"},
		{"日本", "日x", "\x1b[1;3Hx "},
		{"a日本", "日本a", "\x1b[H日本a"},
	} {
		s := newScreen()
		_ = drawn(s, tea.NewView(one.before))
		s.x, s.y = nowhere, nowhere
		if text := drawn(s, tea.NewView(one.after)); text != one.drawn {
			t.Errorf("from %q to %q by %q, not %q", one.before, one.after, text, one.drawn)
		}
	}
}

// TestGNUScreenErasesInItsOwnBackground checks that colored blanks are written there.
func TestGNUScreenErasesInItsOwnBackground(t *testing.T) {
	s := new(Box).Screen(colorprofile.TrueColor, "screen-256color")
	text := drawn(s, tea.NewView("\x1b[41m"+strings.Repeat(" ", 20)+"\x1b[m"))
	if strings.Contains(text, ansi.EraseLineRight) || !strings.Contains(text, strings.Repeat(" ", 20)) {
		t.Errorf("%q", text)
	}
}

// TestOneFrameIsHeld checks that only the text is kept between frames.
func TestOneFrameIsHeld(t *testing.T) {
	s := newScreen()
	view := tea.NewView(strings.Repeat("text\n", 3))
	drawn(s, view)
	if n := testing.AllocsPerRun(100, func() { s.Draw(nil, &view, 20, 3) }); n > 0 {
		t.Errorf("%v allocations for what is shown already", n)
	}
	other := tea.NewView(strings.Repeat("test\n", 3))
	out := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() {
		s.Draw(out, &view, 20, 3)
		s.Draw(out, &other, 20, 3)
	}); n > 4 {
		t.Errorf("%v allocations for two frames", n)
	}
}
