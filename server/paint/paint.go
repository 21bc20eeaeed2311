// Package paint says what differs between two frames: the bytes that make the
// newer one of the older one on a terminal. Between two frames it holds nothing
// but the older one's text.
package paint

import (
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Box holds what drawing a frame needs, for screens that are not drawn at the
// same time. Its zero value is ready, for any number of goroutines.
type Box struct{ kits sync.Pool }

// Screen is what one terminal shows. It is for one goroutine at a time.
//
// Of a view it shows the content, the cursor with its shape, the window's title,
// and the modes: the alternate screen, the mouse, pastes, and focus. The
// content's place is the upper left corner, on the main screen too. Of escape
// codes in the content only those for styles count, and characters are as wide
// as ansi.GraphemeWidth says.
type Screen struct {
	box           *Box
	profile       colorprofile.Profile
	fills         bool // the terminal erases in the background that is set
	synchronised  bool
	shown         bool // anything at all
	width, height int
	content       string
	modes         modes
	x, y          int // of the terminal's cursor, as brush says
}

// Screen is the screen of a terminal that shows a profile's colours and has such
// a TERM. Nothing is shown yet.
func (b *Box) Screen(profile colorprofile.Profile, term string) *Screen {
	// Of the terminals in use GNU Screen alone erases in its own background; to
	// others of that name it makes no difference.
	return &Screen{box: b, profile: profile, fills: !strings.HasPrefix(term, "screen")}
}

// Synchronise makes the terminal show larger frames at once. It is for those
// that say they know mode 2026; the first frame asks.
func (s *Screen) Synchronise() { s.synchronised = true }

// Forget has the next frame drawn anew: nobody knows what a terminal shows whose
// window has changed, even where as much of it is drawn on.
func (s *Screen) Forget() { s.width, s.height = 0, 0 }

// Same reports whether the terminal shows a view already, in so many cells.
func (s *Screen) Same(view *tea.View, width, height int) bool {
	return s.shown && s.width == width && s.height == height && s.content == view.Content && s.modes == modesOf(view)
}

// Draw adds what makes a terminal of so many cells show a view, which is nothing
// where it shows it already. In another size than the last it draws all anew.
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

// worthwhile is how many bytes a frame has at least that is shown at once: a
// smaller one changes a place or two.
const worthwhile = 64

// frame adds what was drawn, and the modes that change.
func (s *Screen) frame(out, drawn []byte, now modes) []byte {
	large := len(drawn) >= worthwhile
	before := s.modes
	if !s.shown {
		before.cursor = true
	}
	out = now.change(out, before)
	if !s.shown {
		// A terminal that does not know the question may show it: then it is erased
		// by what is drawn.
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

// wholeWindow lets all lines of a window scroll, whatever was set before, and
// leaves the cursor where it is.
const wholeWindow = "\x1b7\x1b[r\x1b8"

// Close adds what leaves a terminal to whoever writes on it next: on the main
// screen, below what was drawn there, with the cursor seen and without any mode.
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

// kit is what drawing a frame needs.
type kit struct {
	brush  brush
	reader reader
	old    []cell
	new    []cell
}

// kit is one for a screen of so many columns.
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

// back keeps a kit, without what was drawn.
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

// row draws what differs in a row.
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
		if c.unsure { // what it may have written over is written again
			dirty = max(dirty, x+c.reach())
			to = max(to, dirty)
		}
		x += c.width
	}
}

// wideGap is how many blank cells are erased within a row rather than written.
const wideGap = 11

// gap is how many cells from a place on are blank in the same way, up to the last
// that was not.
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

// blank is from where on the new row can be erased.
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
