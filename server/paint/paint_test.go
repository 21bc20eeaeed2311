package paint

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// television is a terminal emulator.
type television struct {
	*vt.Emulator
	titles []string
}

func newTelevision(width, height int) *television {
	tv := &television{Emulator: vt.NewEmulator(width, height)}
	tv.SetCallbacks(vt.Callbacks{Title: func(title string) { tv.titles = append(tv.titles, title) }})
	go func() { _, _ = io.Copy(io.Discard, tv.Emulator) }() // it replies
	return tv
}

func (tv *television) off() {
	if pipe, ok := tv.InputPipe().(io.Closer); ok {
		_ = pipe.Close()
	}
}

// look returns the visible properties of a cell.
func look(c *uv.Cell) cell {
	if c == nil {
		return empty(style{})
	}
	line := packed(c.Style.UnderlineColor)
	if line&^0xf == of256 { // always reported as one of 256
		line = line&0xf | ofSixteen
	}
	style := style{packed(c.Style.Fg), packed(c.Style.Bg), line, c.Style.Attrs, c.Style.Underline}
	if c.Width == 0 {
		return cell{} // the left half has everything
	}
	if c.Content == " " || c.Content == "" {
		return cell{text: " ", width: 1, style: style.paper()}
	}
	return cell{text: c.Content, width: c.Width, style: style}
}

// differs describes where two screens differ.
func differs(one, other interface{ CellAt(x, y int) *uv.Cell }, width, height int) string {
	for y := range height {
		for x := range width {
			if a, b := look(one.CellAt(x, y)), look(other.CellAt(x, y)); a != b {
				return fmt.Sprintf("at %d, %d: %+v, not %+v", x, y, a, b)
			}
		}
	}
	return ""
}

// playback draws frames on one terminal and compares each with a terminal that shows that frame only.
type playback struct {
	t       *testing.T
	box     *Box
	profile colorprofile.Profile
	screen  *Screen
	tv      *television
	whole   *television // draws everything each time
	cells   uv.ScreenBuffer
}

func newPlayback(t *testing.T, profile colorprofile.Profile, width, height int) *playback {
	p := &playback{t: t, box: &Box{}, profile: profile, tv: newTelevision(width, height), whole: newTelevision(width, height)}
	p.screen = p.box.Screen(profile, "xterm")
	p.cells = uv.NewScreenBuffer(width, height)
	p.cells.Method = ansi.GraphemeWidth
	t.Cleanup(p.tv.off)
	t.Cleanup(p.whole.off)
	return p
}

// show reports whether a frame looks as expected.
func (p *playback) show(content string, width, height int) bool {
	p.t.Helper()
	view := tea.View{Content: content, AltScreen: true}
	if p.tv.Width() != width || p.tv.Height() != height {
		p.tv.Resize(width, height)
		p.whole.Resize(width, height)
		p.cells.Resize(width, height)
	}
	drawn := p.screen.Draw(nil, &view, width, height)
	_, _ = p.tv.Write(drawn)
	_, _ = p.whole.Write(p.box.Screen(p.profile, "xterm").Draw(nil, &view, width, height))
	if where := differs(p.tv, p.whole, width, height); where != "" {
		p.t.Errorf("in %d × %d, %s: %s\nby %q\nof %q", width, height, p.profile, where, drawn, content)
		return false
	}
	return p.still(&view, width, height)
}

// still reports whether drawing a frame again writes nothing.
func (p *playback) still(view *tea.View, width, height int) bool {
	p.t.Helper()
	if again := p.screen.Draw(nil, view, width, height); len(again) > 0 {
		p.t.Errorf("what is shown already takes %q", again)
		return false
	}
	return true
}

// same compares with the library's rendering.
func (p *playback) same(content string, width, height int) bool {
	p.t.Helper()
	uv.NewStyledString(content).Draw(p.cells, p.cells.Bounds())
	for _, line := range p.cells.Lines {
		for x := range line {
			line[x].Style = uv.ConvertStyle(line[x].Style, p.profile)
		}
	}
	if where := differs(p.tv, p.cells, width, height); where != "" {
		p.t.Errorf("in %d × %d, %s: %s\nof %q", width, height, p.profile, where, content)
		return false
	}
	return true
}

func profiles() []colorprofile.Profile {
	return []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI, colorprofile.ASCII, colorprofile.NoTTY}
}

// goldens returns all screens and boards that other tests use as goldens, with their sizes.
func goldens(t testing.TB) (frames []golden) {
	t.Helper()
	size := regexp.MustCompile(`(\d+)x(\d+)`)
	err := filepath.WalkDir("../../tui", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".golden") {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		frame := golden{path, strings.TrimSuffix(string(content), "\n"), 80, 24}
		if found := size.FindStringSubmatch(path); found != nil {
			frame.width, _ = strconv.Atoi(found[1])
			frame.height, _ = strconv.Atoi(found[2])
		}
		frames = append(frames, frame)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(frames, func(a, b golden) int { return cmp.Or(a.width-b.width, a.height-b.height) })
	return frames
}

type golden struct {
	path          string
	content       string
	width, height int
}

// TestEveryScreenThereIs draws all goldens on one terminal, in all color profiles.
func TestEveryScreenThereIs(t *testing.T) {
	frames := goldens(t)
	if len(frames) < 300 {
		t.Fatalf("there are only %d screens", len(frames))
	}
	for _, profile := range profiles() {
		t.Run(profile.String(), func(t *testing.T) {
			t.Parallel()
			p := newPlayback(t, profile, 80, 24)
			for _, frame := range frames {
				if frame.width > 80 && profile != colorprofile.TrueColor {
					break // it takes long
				}
				if !p.show(frame.content, frame.width, frame.height) || !p.same(frame.content, frame.width, frame.height) {
					t.Fatal(frame.path)
				}
			}
		})
	}
}

// painter generates random screens.
type painter struct{ *rand.Rand }

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

func (p painter) style() string {
	number := func() int { return p.IntN(256) }
	switch p.IntN(8) {
	case 0:
		return "\x1b[m"
	case 1:
		return fmt.Sprintf("\x1b[%dm", pick(p.Rand, 1, 2, 3, 4, 5, 6, 7, 8, 9, 22, 23, 24, 25, 27, 28, 29, 39, 49, 59))
	case 2:
		return fmt.Sprintf("\x1b[%d;%dm", pick(p.Rand, 30, 40, 90, 100)+p.IntN(8), pick(p.Rand, 1, 2, 4, 7))
	case 3:
		return fmt.Sprintf("\x1b[%d;5;%dm", pick(p.Rand, 38, 48, 58), number())
	case 4:
		return fmt.Sprintf("\x1b[%d;2;%d;%d;%dm", pick(p.Rand, 38, 48, 58), number(), number(), number())
	case 5:
		return fmt.Sprintf("\x1b[4:%dm", p.IntN(6))
	case 6:
		return fmt.Sprintf("\x1b[0;%d;48;2;1;2;%dm", pick(p.Rand, 1, 3, 9), p.IntN(3))
	}
	return fmt.Sprintf("\x1b[4%dm", p.IntN(3))
}

// text returns a few characters; rough includes those whose width varies between terminals.
func (p painter) text(rough bool) string {
	switch p.IntN(10) {
	case 0, 1:
		return strings.Repeat(" ", 1+p.IntN(12))
	case 2:
		return pick(p.Rand, "日本", "語", "한국", "，")
	case 3:
		return strings.Repeat(pick(p.Rand, "─", "│", "●", "▸", "é", "ß", "я"), 1+p.IntN(4))
	case 4:
		if rough {
			return pick(p.Rand, "👩‍👩‍👧", "🇩🇪", "🇩", "❤️", "e\u0301", "ก็", "👍🏽", "⚡", "\u0600", "\u0301", "\u200d", "क्षि", "\u1160", "☺\ufe0e", "1️⃣")
		}
		return "e\u0301"
	case 5:
		if rough {
			return pick(p.Rand, "\t", "\r", "\u202e", "\u009b2J", "\x07", "\x1b[5;5H", "\x1b]0;x\a", "\xff", "\x1b[2J", "\u200b", "\u00ad")
		}
	}
	return pick(p.Rand, "a", "the", "guess", "tile 3", "x y", "0")
}

func (p painter) line(width int, rough bool) string {
	var line strings.Builder
	for range p.IntN(1 + width/3) {
		if p.IntN(3) == 0 {
			line.WriteString(p.style())
		}
		line.WriteString(p.text(rough))
	}
	if p.IntN(2) == 0 {
		line.WriteString("\x1b[m")
	}
	return line.String()
}

// change changes some, all or no lines of a screen.
func (p painter) change(lines []string, width, height int, rough bool) []string {
	next := make([]string, p.IntN(height+2))
	for i := range next {
		if i < len(lines) && p.IntN(4) > 0 {
			next[i] = lines[i]
			if at := strings.IndexByte(next[i], 'a'); at >= 0 && p.IntN(3) == 0 {
				next[i] = next[i][:at] + p.text(rough) + next[i][at+1:]
			}
			continue
		}
		next[i] = p.line(width, rough)
	}
	return next
}

// TestRandomScreens draws random screens in random sizes and color profiles.
func TestRandomScreens(t *testing.T) {
	for i, profile := range profiles() {
		for _, rough := range []bool{false, true} {
			t.Run(fmt.Sprint(profile, rough), func(t *testing.T) {
				t.Parallel()
				p := painter{rand.New(rand.NewPCG(uint64(i), 7))}
				width, height := 40, 10
				play := newPlayback(t, profile, width, height)
				var lines []string
				for range 1500 {
					if p.IntN(20) == 0 {
						width, height = 1+p.IntN(60), 1+p.IntN(12)
					}
					lines = p.change(lines, width, height, rough)
					content := strings.Join(lines, "\n")
					if !play.show(content, width, height) {
						t.FailNow()
					}
					if !rough && !play.same(content, width, height) {
						t.FailNow()
					}
				}
			})
		}
	}
}
