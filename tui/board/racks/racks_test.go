package racks

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	"parlor/tui/board"
	"parlor/tui/style"
)

// kinds are tiles that a player must be able to tell apart: every text on each colour, hidden
// and open.
func kinds() (all []Tile) {
	for _, text := range []string{"?", "0", "1", "7", "10", "11", "–"} {
		for _, color := range []Color{Black, White} {
			all = append(all, Tile{Color: color, Text: text}, Tile{Color: color, Text: text, Open: true})
		}
	}
	return all
}

func sizes() []Size {
	return []Size{Large(), {5, 1, true}, {5, 0, true}, {4, 0, true}, {5, 1, false}, {5, 0, false}, {4, 0, false}}
}

func renderer(theme *style.Theme) *Renderer {
	return New(theme, func(seat engine.Seat, place int) string { return seat.String() + " " + strconv.Itoa(place) })
}

// Without colours, everything that can be known of a tile can still be seen.
func TestTilesDifferWithoutColour(t *testing.T) {
	d := renderer(style.NewTheme(true))
	for _, s := range sizes() {
		seen := map[string]Tile{}
		for _, tile := range kinds() {
			rows := d.Tile(tile, s)
			text := ansi.Strip(strings.Join(rows, "\n"))
			if other, twice := seen[text]; twice {
				t.Errorf("at size %+v, %+v looks like %+v:\n%s", s, tile, other, text)
			}
			seen[text] = tile
			if len(rows) != s.Height() || slices.ContainsFunc(rows, func(row string) bool { return ansi.StringWidth(row) != s.Width }) {
				t.Errorf("at size %+v, %+v does not fill %d × %d cells:\n%s", s, tile, s.Width, s.Height(), text)
			}
		}
	}
}

// Compact tiles differ without colour too, and in ASCII.
func TestCompactTilesDiffer(t *testing.T) {
	d, seen := renderer(style.NewTheme(true)), map[string]Tile{}
	for _, tile := range kinds() {
		text := style.ASCII(ansi.Strip(d.compactTile(tile).body))
		if other, twice := seen[text]; twice {
			t.Errorf("%+v looks like %+v: %q", tile, other, text)
		}
		seen[text] = tile
	}
}

// The focus is seen on both colours of tile in every theme, without colours too: it reverses
// the tile's own colours, or others than the screen's.
func TestFocusIsSeenOnEveryTile(t *testing.T) {
	for _, theme := range []*style.Theme{style.NewTheme(true), style.NewTheme(false), style.NewContrastTheme(true), style.NewContrastTheme(false)} {
		all := newInks(theme)
		for _, color := range []Color{Black, White} {
			face, focused := all[look{color: color}].face.on, all[look{color: color, focused: true}].face.on
			own := focused == strings.Replace(face, "1;", "1;7;", 1)
			if !strings.Contains(focused, ";7;") || theme.Contrast != own {
				t.Errorf("%v in contrast %v, dark %v: %q, and %q without focus", color, theme.Contrast, theme.Dark, focused, face)
			}
		}
	}
}

// rack is a rack with a gap to choose and a drawn tile.
func rack() Rack {
	return Rack{
		Tiles:      []Tile{{Text: "2"}, {Color: White, Text: "5", Open: true}, {Text: "11", Pointed: true}, {Color: White, Text: "7"}},
		Apart:      true,
		ApartLabel: "drawn", ApartShort: "new", OpenLabel: "open",
		Gaps: []int{1, 3}, Gap: 1,
	}
}

func TestRackIsDrawnAsDescribed(t *testing.T) {
	d := renderer(style.NewTheme(true))
	for _, c := range []struct {
		name string
		got  []string
		want string
	}{
		{"whole tiles", d.Draw(rack(), Size{5, 1, true}), `
 ┏B━━┓       ┏B━━┓   ╭W──╮
 ┃ 2 ┃ ╭W──╮ ┃11 ┃   │ 7 │
 ┗━━━┛ ╰ 5 ╯ ┗━━━┛   ╰───╯
△  1   open ▲ ▲3     drawn`},
		{"low tiles", d.Draw(rack(), Size{4, 0, false}), `
 ┏B━┓    ┏B━┓  ╭W─╮
 ┃ 2┃W 5╯┃11┃  │ 7│
 △ 1   2 ▲▲3   new`},
		{"compact tiles", d.DrawCompact(rack(), rack().Length().Rows(30)), `
 B2  W5•›B11‹ W7  drawn`},
		{"compact tiles in two rows", d.DrawCompact(rack(), rack().Length().Rows(10)), `
 B2  W5•
›B11‹ W7`},
		{"their places", d.DrawPlaces(rack(), rack().Length().Rows(10)), `
△ 1   2
▲▲3`},
	} {
		plain, _ := board.Unzone(c.got, 0)
		for i, line := range plain {
			plain[i] = strings.TrimRight(ansi.Strip(line), " ")
		}
		if got := "\n" + strings.Join(plain, "\n"); got != c.want {
			t.Errorf("%s:%s\nwant:%s", c.name, got, c.want)
		}
	}
}

// Each tile of a rack can be clicked, but not one that stands apart.
func TestTilesOfRackCanBeClicked(t *testing.T) {
	d := renderer(style.NewTheme(true))
	for name, lines := range map[string][]string{
		"whole": d.Draw(rack(), Size{5, 0, true}), "compact": d.DrawCompact(rack(), rack().Length().Rows(12)),
	} {
		_, spots := board.Unzone(lines, 0)
		found := map[string]bool{}
		for _, spot := range spots {
			found[spot.Name] = true
		}
		if len(found) != 3 || !found["1 1"] || !found["1 2"] || !found["1 3"] {
			t.Errorf("%s tiles: %v can be clicked", name, found)
		}
	}
}

// A rack that changed is drawn again, and one that did not is not.
func TestRackIsDrawnAgainWhenItChanges(t *testing.T) {
	d := renderer(style.NewTheme(true))
	before := d.Draw(rack(), Large())
	if again := d.Draw(rack(), Large()); &again[0] != &before[0] {
		t.Error("the same rack is drawn twice")
	}
	for name, change := range map[string]func(*Rack){
		"text":   func(r *Rack) { r.Tiles[0].Text = "3" },
		"opened": func(r *Rack) { r.Tiles[0].Open = true },
		"fall":   func(r *Rack) { r.Tiles[3].Frames = 2 },
		"gap":    func(r *Rack) { r.Gap = 0 },
		"gaps":   func(r *Rack) { r.Gaps = []int{2} },
		"apart":  func(r *Rack) { r.Apart = false },
		"name":   func(r *Rack) { r.ApartLabel = "new" },
		"open":   func(r *Rack) { r.OpenLabel = "up" },
	} {
		changed := rack()
		change(&changed)
		if slices.Equal(d.Draw(changed, Large()), before) {
			t.Errorf("%s: nothing changes", name)
		}
	}
}

func TestLargestSizeThatFits(t *testing.T) {
	all := []Length{{Tiles: 4}, {Tiles: 5, Apart: true}}
	for _, c := range []struct {
		cells int
		want  Size
		fits  bool
	}{
		{38, Size{5, 1, true}, true},  // 1 + 5·6 + 2 + 5
		{37, Size{5, 0, true}, true},  // 1 + 5·5 + 2 + 5 = 33
		{32, Size{4, 0, true}, true},  // 1 + 5·4 + 2 + 4 = 27
		{26, Size{4, 0, true}, false}, // nothing is smaller
	} {
		if s, fits := Fitting(all, c.cells, true); s != c.want || fits != c.fits {
			t.Errorf("%d cells: %+v, %v", c.cells, s, fits)
		}
	}
}
