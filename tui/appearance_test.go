package tui_test

import (
	"bytes"
	"image/color"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"parlor/tui/program"
	"parlor/tui/screen"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/prose"
	"parlor/tui/boardtest"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// named gives a golden file a name of its own.
type named struct {
	testing.TB
	name string
}

func (n named) Name() string { return n.name }

// appearances compares a golden screen in colour, without colour, and in ASCII. The
// coloured ones are best read in a terminal, with cat.
func appearances(t *testing.T, s *client) {
	t.Helper()
	compare := func(look, text string) {
		t.Helper()
		_, screen, _ := strings.Cut(t.Name(), "/")
		golden.RequireEqual(named{t, "TestAppearance/" + look + "/" + screen}, text+"\n")
	}
	compare("colour", s.drawn("COLORTERM=truecolor"))
	bare := s.drawn("COLORTERM=truecolor", "NO_COLOR=1")
	compare("no_color", bare)
	for _, textStyle := range styles(bare) {
		if textStyle.coloured {
			t.Errorf("with NO_COLOR %q has a colour", textStyle.code)
		}
	}
	all := s.root.View()
	s.root.Plain(true)
	plain := s.root.View()
	if width, _ := s.root.Size(); width <= 80 {
		compare("ascii", s.text())
	}
	s.root.Plain(false)
	onlyASCII(t, all, plain)
}

// drawn is the screen as a terminal with these variables gets it: drawn in
// cells first, as the program does, which leaves one code for each change.
func (s *client) drawn(env ...string) string {
	cells := uv.NewScreenBuffer(s.root.Size())
	uv.NewStyledString(s.root.View().Content).Draw(cells, cells.Bounds())
	var out bytes.Buffer
	writer := colorprofile.Writer{Forward: &out, Profile: colorprofile.Env(append(env, "TERM=xterm-256color"))}
	if _, err := writer.WriteString(cells.Render()); err != nil {
		s.t.Error(err)
	}
	lines := strings.Split(strings.ReplaceAll(out.String(), "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// onlyASCII holds a screen in ASCII to the one with all characters.
func onlyASCII(t *testing.T, all, plain tea.View) {
	t.Helper()
	for _, r := range plain.Content + plain.WindowTitle {
		if r >= 0x80 {
			t.Errorf("%q is drawn where only ASCII is:\n%s", r, ansi.Strip(plain.Content))
		}
	}
	before, after := strings.Split(all.Content, "\n"), strings.Split(plain.Content, "\n")
	if len(before) != len(after) {
		t.Fatalf("%d lines, and %d in ASCII", len(before), len(after))
	}
	for i := range before {
		if ansi.StringWidth(before[i]) != ansi.StringWidth(after[i]) {
			t.Errorf("the line has %d cells, and %d in ASCII:\n%s\n%s", ansi.StringWidth(before[i]), ansi.StringWidth(after[i]),
				ansi.Strip(before[i]), ansi.Strip(after[i]))
		}
	}
}

// sgr is one change of style in a drawing.
type sgr struct {
	code     string
	faint    bool
	coloured bool
}

// styles are all that a drawing has, as SGR codes.
func styles(drawing string) []sgr {
	var all []sgr
	for _, found := range regexp.MustCompile(`\x1b\[([0-9;:]*)m`).FindAllStringSubmatch(drawing, -1) {
		one := sgr{code: found[1]}
		codes := strings.FieldsFunc(found[1], func(r rune) bool { return r == ';' || r == ':' })
		for i := 0; i < len(codes); i++ {
			code, _ := strconv.Atoi(codes[i])
			switch {
			case code == 38 || code == 48 || code == 58:
				one.coloured = true
				i += map[string]int{"5": 2, "2": 4}[codes[i+1]]
			case code == 2:
				one.faint = true
			case code >= 30 && code <= 49 || code >= 90 && code <= 107:
				one.coloured = true
			}
		}
		all = append(all, one)
	}
	return all
}

// TestASCIIHasACounterpartForAllThatIsDrawn looks for question marks where the
// screens, the rules and the hints have signs of their own.
func TestASCIIHasACounterpartForAllThatIsDrawn(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		texts := []string{anna.text(), bo.text(), gus.text()}
		gus.press("?")
		texts = append(texts, gus.text())
		for _, kit := range kits() {
			texts = append(texts, kit.Rules.Markdown(prose.English()), kit.Game.Blurb)
			for _, hint := range keymap.Help(kit.Board(style.NewTheme(true), nil).Bindings()) {
				texts = append(texts, hint.Written, hint.Does.String())
			}
			for _, option := range kit.Game.Options {
				texts = append(texts, option.Title, option.Help)
				for _, value := range option.Values {
					texts = append(texts, value.Label())
				}
			}
		}
		for _, text := range texts {
			for _, r := range text {
				if r >= 0x80 && style.ASCII(string(r)) == "?" {
					t.Errorf("%q has no counterpart, in %q", r, text)
				}
			}
		}
	})
}

// TestASCIIKeepsApartWhatMeansDifferentThings is about shapes on one board.
func TestASCIIKeepsApartWhatMeansDifferentThings(t *testing.T) {
	for _, shapes := range []string{"┏╭", "┓╮", "┗╰", "┛╯", "┃│", "━─", "●○·", "▲△", "▲▼", "✓✗·", "■·", "·…", "▒·?", "‹›", "↑↓", "←→", "★·"} {
		seen := map[string]bool{}
		for _, r := range shapes {
			if seen[style.ASCII(string(r))] {
				t.Errorf("two of %s look the same in ASCII: %s", shapes, style.ASCII(shapes))
			}
			seen[style.ASCII(string(r))] = true
		}
	}
}

func TestASCIIKeepsWidthsAndStyles(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"anna":                        "anna",
		"李小龍 ●":                       "?????? @",
		"🦊 fox, 2½":                   "?? fox, 2h",
		"Zażółć":                      "Za????",
		"x\u0302y":                    "?y",
		"\x1b[1;38;2;1;2;3m╭─╮\x1b[m": "\x1b[1;38;2;1;2;3m+-+\x1b[m",
	} {
		if got := style.ASCII(text); got != want {
			t.Errorf("%q became %q, not %q", text, got, want)
		}
	}
	random := rand.New(rand.NewPCG(2, 3))
	ranges := []*unicode.RangeTable{unicode.Han, unicode.Hangul, unicode.Latin, unicode.Mn, unicode.So, unicode.Thai, unicode.Devanagari, unicode.Regional_Indicator}
	for range 20000 {
		var text []rune
		for range 1 + random.IntN(8) {
			table := ranges[random.IntN(len(ranges))]
			text = append(text, anyOf(random, table), rune(' '+random.IntN(95)))
			if random.IntN(2) == 0 {
				text = text[:len(text)-1]
			}
		}
		got := style.ASCII(string(text))
		if ansi.StringWidth(got) != ansi.StringWidth(string(text)) || strings.ContainsFunc(got, func(r rune) bool { return r >= 0x80 }) {
			t.Fatalf("%q with %d cells became %q", string(text), ansi.StringWidth(string(text)), got)
		}
	}
}

func anyOf(random *rand.Rand, table *unicode.RangeTable) rune {
	var all []rune
	for _, r := range table.R16 {
		all = append(all, rune(r.Lo), rune(r.Hi))
	}
	for _, r := range table.R32 {
		all = append(all, rune(r.Lo), rune(r.Hi))
	}
	return all[random.IntN(len(all))]
}

// TestHighContrast walks over the screens: nothing is faint or grey, all of
// the window is black or white, and the lobby says how to go back.
func TestHighContrast(t *testing.T) {
	for _, dark := range []bool{true, false} {
		name := map[bool]string{true: "dark", false: "light"}[dark]
		in(t, func(t *testing.T) {
			session := program.Session{Settings: screen.Settings{Contrast: true}}
			anna, bo, gus := nightOf(t, session, "anna", "bo", "gus")
			people := []*client{anna, bo, gus}
			for _, s := range people {
				background := color.Color(color.White)
				if dark {
					background = color.Black
				}
				s.take(tea.BackgroundColorMsg{Color: background})
			}
			check := func(screen string) {
				for _, s := range people {
					pure(t, s)
				}
				golden.RequireEqual(named{t, "TestAppearance/contrast/" + name + "/" + screen}, anna.drawn("COLORTERM=truecolor")+"\n")
			}
			check("room")
			gus.press("?")
			anna.press("enter", "d")
			bo.settle()
			bo.press("d")
			anna.settle()
			check("table")
			gus.press("esc", "n", "o", "down", "x")
			anna.press("esc")
			check("leaving")
			bo.press("esc", "y", "down", "enter")
			anna.settle()
			check("points")
		})
	}
}

// pure says whether a screen has high contrast.
func pure(t *testing.T, s *client) {
	t.Helper()
	width, _ := s.root.Size()
	for _, line := range strings.Split(s.root.View().Content, "\n") {
		if ansi.StringWidth(line) != width {
			t.Errorf("%d cells of %d are filled: %q", ansi.StringWidth(line), width, line)
		}
		for _, textStyle := range styles(line) {
			rest := regexp.MustCompile(`[34]8;2;(0;0;0|255;255;255)`).ReplaceAllString(textStyle.code, "")
			if textStyle.faint || styles("\x1b[" + rest + "m")[0].coloured {
				t.Errorf("the style %q has a shade: %q", textStyle.code, line)
			}
		}
	}
}

// TestThemesCanBeRead holds every colour of letters to the ratio of contrast
// that WCAG asks for, 4.5 for text; lines round panels need none.
func TestThemesCanBeRead(t *testing.T) {
	for _, dark := range []bool{true, false} {
		theme, paper := style.NewTheme(dark), color.Color(color.White)
		if dark {
			paper = color.Black
		}
		for name, textStyle := range map[string]interface{ GetForeground() color.Color }{
			"faint": theme.Faint, "title": theme.Title, "key": theme.Key, "accent": theme.Accent,
			"good": theme.Good, "bad": theme.Bad, "warning": theme.Warning,
		} {
			if ratio := boardtest.Contrast(textStyle.GetForeground(), paper); ratio < 4.5 {
				t.Errorf("dark %v: %s has a contrast of %.1f", dark, name, ratio)
			}
		}
		for _, theme := range []*style.Theme{theme, style.NewContrastTheme(dark)} {
			if ratio := boardtest.Contrast(theme.BlackTile, theme.WhiteTile); ratio < 7 {
				t.Errorf("dark %v: what is on tiles has a contrast of %.1f", dark, ratio)
			}
		}
	}
}

// TestAppearanceSettings checks that a changed setting is stored, applied at once, and
// used in the next session.
func TestAppearanceSettings(t *testing.T) {
	in(t, func(t *testing.T) {
		var kept []screen.Settings
		l := testLobby(t)
		keep := func(settings screen.Settings) { kept = append(kept, settings) }
		s := sitWith(t, l, "anna", false, program.Session{Keep: keep})
		usual := s.root.View().Content
		s.press("v")
		s.shows("High contrast.")
		pure(t, s)
		s.press("a")
		s.shows("Only ASCII")
		if strings.Contains(s.text(), "·") || s.root.View().WindowTitle != "parlor" {
			t.Errorf("not only ASCII is drawn:\n%s", s.text())
		}
		s.press("v", "a", "up")
		if got := s.root.View().Content; got != usual {
			t.Errorf("the usual look did not come back:\n%q\n%q", got, usual)
		}
		want := []screen.Settings{{Contrast: true}, {Contrast: true, ASCII: true}, {ASCII: true}, {}}
		if !slices.Equal(kept, want) {
			t.Errorf("kept %+v, not %+v", kept, want)
		}
		again := sitWith(t, l, "anna", false, program.Session{Settings: kept[1]})
		pure(t, again)
		again.press("v", "q") // without a store
		if strings.Contains(again.text(), "·") {
			t.Errorf("not only ASCII is drawn:\n%s", again.text())
		}
	})
}

// TestNamesOfAnyWidth: wherever names of wide, joined and marked characters
// stand, lines stay within the window and nothing next to them moves.
func TestNamesOfAnyWidth(t *testing.T) {
	for _, names := range [][]string{
		{"李小龍李小龍李小", "黒澤明", "김연아김연아김연아"},
		{"🦊🦊🦊🦊🦊🦊🦊🦊", "👍🏽👍🏽 us", "🇩🇪🇫🇷🇿🇷"},
		{"x̂ỹz̃x̂ỹz̃x̂ỹz̃x̂ỹz̃x̂ỹz̃", "Zażółć-Gęślą-Ja", "n̈éè̂"},
		{"ｆｕｌｌ　ｗｉｄｅ", "اسم", "नमस्ते दुनिया"},
	} {
		t.Run(names[0], func(t *testing.T) {
			in(t, func(t *testing.T) { walk(t, names) })
			in(t, func(t *testing.T) { walkOther(t, names) })
		})
	}
}

// walk goes over all screens that show names.
func walk(t *testing.T, names []string) {
	t.Helper()
	anna, bo, gus := nightOf(t, program.Session{}, names...)
	check := func(texts ...string) {
		t.Helper()
		for _, s := range []*client{anna, bo, gus} {
			s.settle()
			stays(t, s)
		}
		anna.shows(texts...)
	}
	check("AAAAAA", "To join") // gathering, and the lobby
	gus.press("n", "o", "down")
	gus.press(strings.Split("李🦊x", "")...)
	bo.press("t", "李", "🦊", "enter", "esc")
	check("AAAAAA")
	gus.press("esc", "r", "🦊")
	anna.press("enter", "d")
	bo.settle()
	bo.press("d")
	check("AAAAAA", "? help")
	gus.press("esc", "w")
	bo.press("esc", "h")
	check("away", "AAAAAA")
	bo.press("enter", "esc", "y", "down", "enter")
	check("points", "AAAAAA")
	for range 2 {
		anna.press("enter", "enter")
	}
	check("match", "AAAAAA")
}

// walkOther goes over the tables of the other games.
func walkOther(t *testing.T, names []string) {
	t.Helper()
	l := testLobby(t)
	anna, bo := sit(t, l, names[0], false), sit(t, l, names[1], false)
	for _, game := range []struct {
		number, code string
		setUp, play  []string
	}{
		{"2", "AAAAAA", []string{"enter"}, []string{"enter", "1", "2", "3", "4", "5", "6", "enter", "enter"}},
		{"3", "CCCCCC", []string{"r", "g", "b", "y", "o", "enter"}, []string{"r", "r", "g", "g", "b", "enter"}},
	} {
		people := []*client{anna, bo}
		for _, s := range people {
			s.press(game.number)
		}
		anna.settle()
		anna.press("enter")
		for _, keys := range [][]string{nil, game.setUp, game.play} {
			for _, s := range people {
				s.settle()
				s.press(keys...)
				stays(t, s)
			}
			anna.shows(game.code)
		}
		bo.press("esc", "y", "down", "enter")
		anna.settle()
		stays(t, anna)
		anna.shows(game.code, "won")
		anna.press("esc", "y")
		if strings.Contains(anna.text(), "Resign this match?") {
			anna.press("down", "enter") // there are more games
		}
	}
}

// stays holds a screen to all sizes of its window, and to itself in ASCII.
func stays(t *testing.T, s *client) {
	t.Helper()
	for _, size := range [][2]int{{120, 40}, {81, 25}, {60, 20}, {80, 24}} {
		s.take(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		fits(t, s)
		all := s.root.View()
		s.root.Plain(true)
		plain := s.root.View()
		s.root.Plain(false)
		onlyASCII(t, all, plain)
	}
}
