// Package paint draws frames on a terminal by writing the difference from the frame before. Between frames it holds
// only the last frame's text.
package paint

import (
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Box holds reusable buffers for drawing. Screens that are not drawn at the same time share them. The zero value is
// ready to use, also concurrently.
type Box struct{ kits sync.Pool }

// Screen holds the content of one terminal. It must not be used by several goroutines at a time. Of
// a view it shows the content, the cursor with its shape, the window's title, and the modes: the
// alternate screen, the mouse, pastes, and focus. The content is placed at the upper left corner,
// also on the main screen. Escape codes in the content other than those for styles are ignored, and
// characters have the width given by ansi.GraphemeWidth.
type Screen struct {
	box           *Box
	profile       colorprofile.Profile
	fills         bool // the terminal erases with the current background
	synchronised  bool
	shown         bool // anything was drawn
	width, height int
	content       string
	modes         modes
	x, y          int // cursor position, as in brush
}

// Screen returns the screen of a terminal with the given color profile and TERM, on which nothing is shown yet.
func (b *Box) Screen(profile colorprofile.Profile, term string) *Screen {
	// Of the terminals in use only GNU Screen erases with its default background. Other terminals with such a TERM
	// are not affected.
	return &Screen{box: b, profile: profile, fills: !strings.HasPrefix(term, "screen")}
}

// Synchronise enables synchronized output for larger frames. Call it for terminals that report mode 2026; the first
// frame queries it.
func (s *Screen) Synchronise() { s.synchronised = true }

// Forget makes the next frame draw everything, because the content of a resized terminal is unknown.
func (s *Screen) Forget() { s.width, s.height = 0, 0 }

// Same reports whether the terminal already shows a view at the given size.
func (s *Screen) Same(view *tea.View, width, height int) bool {
	return s.shown && s.width == width && s.height == height && s.content == view.Content && s.modes == modesOf(view)
}

// Draw appends the bytes that make a terminal of the given size show a view, or nothing if it
// already does. A new size redraws everything.
func (s *Screen) Draw(out []byte, view *tea.View, width, height int) []byte {
	if s.Same(view, width, height) {
		return out
	}
	now := modesOf(view)
	anew := !s.shown || s.width != width || s.height != height || s.modes.alternate != now.alternate
	if anew {
		s.content, s.x, s.y = "", nowhere, nowhere
	}
	k := s.box.kit(s, width)
	defer s.box.back(k)
	if anew {
		k.brush.out = append(k.brush.out, ansi.EraseEntireScreen...)
	}
	k.draw(s.content, view.Content, height)
	k.brush.dip(style{})
	if now.cursor {
		k.brush.to(min(now.x, width-1), min(now.y, height-1), nil)
	}
	out = s.frame(out, k.brush.out, now)
	s.shown, s.width, s.height, s.content, s.modes = true, width, height, view.Content, now
	s.x, s.y = k.brush.x, k.brush.y
	return out
}

// worthwhile is the minimum size in bytes of a synchronized frame.
const worthwhile = 64

// frame appends the drawn cells and the changed modes.
func (s *Screen) frame(out, drawn []byte, now modes) []byte {
	large := len(drawn) >= worthwhile
	before := s.modes
	if !s.shown {
		before.cursor = true
	}
	out = now.change(out, before)
	if !s.shown {
		// A terminal that does not know the query may print it, so it comes before the content.
		out = append(out, ansi.RequestModeSynchronizedOutput...)
	}
	if s.synchronised && large {
		out = append(out, ansi.SetModeSynchronizedOutput...)
	}
	hidden := before.cursor && (!now.cursor || large && !s.synchronised)
	if hidden {
		out = append(out, ansi.HideCursor...)
	}
	out = append(out, drawn...)
	if now.cursor && (hidden || !before.cursor || !s.shown) {
		out = append(out, ansi.ShowCursor...)
	}
	if s.synchronised && large {
		out = append(out, ansi.ResetModeSynchronizedOutput...)
	}
	return out
}

// wholeWindow resets the scroll region and keeps the cursor position.
const wholeWindow = "\x1b7\x1b[r\x1b8"

// Close appends the bytes that restore the terminal: the main screen, the cursor visible below what
// was drawn there, and no modes.
func (s *Screen) Close(out []byte) []byte {
	if !s.shown {
		return out
	}
	s.shown = false
	out = appendPlace(out, 0, s.height-1)
	out = modes{}.change(out, s.modes)
	if !s.modes.cursor {
		out = append(out, ansi.ShowCursor...)
	}
	return append(out, wholeWindow...)
}

// kit holds the buffers for drawing a frame.
type kit struct {
	brush  brush
	reader reader
	old    []cell
	new    []cell
}

// kit returns a kit for a screen with width columns.
func (b *Box) kit(s *Screen, width int) *kit {
	k, ok := b.kits.Get().(*kit)
	if !ok {
		k = &kit{reader: reader{colours: colours{}, parser: ansi.NewParser()}}
	}
	if cap(k.old) < width {
		k.old, k.new = make([]cell, width), make([]cell, width)
	}
	k.old, k.new = k.old[:width], k.new[:width]
	k.reader.profile = s.profile
	k.brush.out = k.brush.out[:0]
	k.brush.x, k.brush.y, k.brush.width, k.brush.fills, k.brush.pen = s.x, s.y, width, s.fills, style{}
	return k
}

// back returns a kit to the pool.
func (b *Box) back(k *kit) {
	clear(k.old)
	clear(k.new)
	b.kits.Put(k)
}

// draw draws the lines that differ.
func (k *kit) draw(before, after string, height int) {
	var was, is uv.Style
	for y := range height {
		var old, line string
		old, before, _ = strings.Cut(before, "\n")
		line, after, _ = strings.Cut(after, "\n")
		if old == line && was == is {
			k.reader.skip(line, &is)
			was = is
			continue
		}
		k.reader.read(k.old, old, &was)
		k.reader.read(k.new, line, &is)
		k.row(y)
	}
}

// row draws the differences in a row.
func (k *kit) row(y int) {
	x, to := 0, len(k.new)
	for x < to && k.old[x] == k.new[x] {
		x++
	}
	for x < to && k.old[to-1] == k.new[to-1] {
		to--
	}
	blank, dirty := k.blank(), 0
	for x < to {
		c := k.new[x]
		if x >= dirty && c == k.old[x] || c.width == 0 {
			x++
			continue
		}
		k.brush.to(x, y, k.new)
		if x >= blank && to-x > len(ansi.EraseLineRight) {
			k.brush.erase(c.style)
			return
		}
		if n := k.gap(x); n >= wideGap && (k.brush.fills || c.style.back == 0) {
			k.brush.skip(c.style, n)
			x += n
			continue
		}
		k.brush.write(k.new, x, y)
		if c.unsure { // the next cell may have been overwritten
			dirty = max(dirty, x+c.reach())
			to = max(to, dirty)
		}
		x += c.width
	}
}

// wideGap is the minimum number of blank cells in a row that are erased and not written.
const wideGap = 11

// gap returns how many cells from x on are equally blank, up to the last that was not.
func (k *kit) gap(x int) (cells int) {
	first := k.new[x]
	if first.text != " " || !first.style.erases() {
		return 0
	}
	for i := x; i < len(k.new) && k.new[i] == first; i++ {
		if k.old[i] != first {
			cells = i - x + 1
		}
	}
	return cells
}

// blank returns from which cell on the new row can be erased.
func (k *kit) blank() int {
	x := len(k.new)
	if x == 0 {
		return 0
	}
	last := k.new[x-1]
	if last.text != " " || !last.style.erases() || !k.brush.fills && last.style.back != 0 {
		return x
	}
	for x > 0 && k.new[x-1] == last {
		x--
	}
	return x
}
