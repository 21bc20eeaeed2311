package paint

import (
	"bytes"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// TestBytesAreFew checks that no change of screens takes more bytes than the library's renderer.
func TestBytesAreFew(t *testing.T) {
	for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ASCII} {
		var out bytes.Buffer
		library := uv.NewTerminalRenderer(&out, []string{"TERM=xterm-256color"})
		library.SetFullscreen(true)
		library.SetColorProfile(profile)
		library.SetScrollOptim(true)
		cells := uv.NewScreenBuffer(80, 24)
		cells.Method = ansi.GraphemeWidth
		box := Box{}
		screen := box.Screen(profile, "xterm-256color")
		ours, theirs, first, firstTheirs := 0, 0, 0, 0
		for _, frame := range goldens(t) {
			if frame.width != 80 || frame.height > 24 {
				continue
			}
			view := tea.NewView(frame.content)
			ours += len(screen.Draw(nil, &view, 80, 24))
			cells.Clear()
			uv.NewStyledString(frame.content).Draw(cells, cells.Bounds())
			library.Render(cells.RenderBuffer)
			_ = library.Flush()
			theirs += out.Len()
			if first == 0 {
				first, firstTheirs = ours, theirs
			}
			out.Reset()
		}
		t.Logf("%s: %d bytes, the library's %d: %.3f; the first frame %d and %d", profile, ours, theirs, float64(ours)/float64(theirs), first, firstTheirs)
		if ours > theirs {
			t.Errorf("%s: %d bytes, more than the library's %d", profile, ours, theirs)
		}
	}
}

// BenchmarkFrame draws a series of screens. Compare results within one run only.
func BenchmarkFrame(b *testing.B) {
	var frames []golden
	for _, frame := range goldens(b) {
		if frame.width == 80 && frame.height <= 24 {
			frames = append(frames, frame)
		}
	}
	b.Run("paint", func(b *testing.B) {
		var box Box
		var out []byte
		screen := box.Screen(colorprofile.ANSI256, "xterm-256color")
		b.ReportAllocs()
		for i := range b.N {
			view := tea.NewView(frames[i%len(frames)].content)
			out = screen.Draw(out[:0], &view, 80, 24)
		}
	})
	b.Run("library", func(b *testing.B) {
		var out bytes.Buffer
		library := uv.NewTerminalRenderer(&out, []string{"TERM=xterm-256color"})
		library.SetFullscreen(true)
		library.SetColorProfile(colorprofile.ANSI256)
		cells := uv.NewScreenBuffer(80, 24)
		b.ReportAllocs()
		for i := range b.N {
			cells.Clear()
			uv.NewStyledString(frames[i%len(frames)].content).Draw(cells, cells.Bounds())
			library.Render(cells.RenderBuffer)
			_ = library.Flush()
			out.Reset()
		}
	})
}
