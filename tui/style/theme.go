// Package style is how things look on a screen: themes and styles, ASCII for
// terminals that know no more, widths, columns. All text is measured in cells.
package style

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Theme is the set of styles that every screen and board draws with. What
// colour says is always said by shape or word as well.
type Theme struct {
	Dark     bool // the terminal's background is dark
	Contrast bool // high contrast: pieces are drawn without shades too

	// What all is drawn with and on; nil leaves both to the terminal.
	Ink, Paper color.Color

	Text    Style // ordinary
	Faint   Style // less important
	Strong  Style // stands out
	Title   Style // name of a screen
	Key     Style // a key in a hint
	Accent  Style // yours; whose turn it is
	Good    Style // right, won
	Bad     Style // wrong, lost, refused
	Warning Style // time is short, a player is away
	Cursor  Style // what the next key acts on
	Border  Style // lines round panels
	Act     Style // a line that asks the reader to act now

	// Colours of pieces, chosen to differ in lightness too; text on them is
	// in the other one's, and the edges are lines round them.
	BlackTile, WhiteTile color.Color
	BlackEdge, WhiteEdge color.Color
}

// Themes are all themes. They are made once for all sessions, and do not
// change.
type Themes struct{ usual, contrast [2]*Theme }

// NewThemes returns all themes.
func NewThemes() *Themes {
	both := func(of func(dark bool) *Theme) [2]*Theme { return [...]*Theme{of(false), of(true)} }
	return &Themes{usual: both(NewTheme), contrast: both(NewContrastTheme)}
}

// Of returns the theme for a dark or light background, in high contrast or in the usual
// colours.
func (t *Themes) Of(dark, contrast bool) *Theme {
	all := t.usual
	if contrast {
		all = t.contrast
	}
	if dark {
		return all[1]
	}
	return all[0]
}

// NewTheme returns the theme for a dark or light background.
func NewTheme(dark bool) *Theme {
	pick := lipgloss.LightDark(dark)
	c := lipgloss.Color
	s := lipgloss.NewStyle
	return &Theme{
		Dark:      dark,
		Text:      newStyle(s()),
		Faint:     newStyle(s().Foreground(pick(c("#6b6f76"), c("#8b919a")))),
		Strong:    newStyle(s().Bold(true)),
		Title:     newStyle(s().Bold(true).Foreground(pick(c("#7a4b00"), c("#f0c674")))),
		Key:       newStyle(s().Bold(true).Foreground(pick(c("#00529b"), c("#81b7f0")))),
		Accent:    newStyle(s().Bold(true).Foreground(pick(c("#8a5a00"), c("#ffd166")))),
		Good:      newStyle(s().Bold(true).Foreground(pick(c("#1a6b2d"), c("#8fd694")))),
		Bad:       newStyle(s().Bold(true).Foreground(pick(c("#a3182a"), c("#ff8b8b")))),
		Warning:   newStyle(s().Foreground(pick(c("#8a4b00"), c("#ffb454")))),
		Cursor:    newStyle(s().Bold(true).Reverse(true)),
		Border:    newStyle(s().Foreground(pick(c("#a8adb5"), c("#565c66")))),
		Act:       newStyle(s().Bold(true).Foreground(c("#14171c")).Background(c("#ffc857"))),
		BlackTile: c("#1d2026"),
		WhiteTile: c("#f2efe6"),
		BlackEdge: c("#9aa0a8"),
		WhiteEdge: c("#6f6a5e"),
	}
}

// NewContrastTheme returns the theme of high contrast for a dark or light background: pure
// black and white. Weight, lines and reversal replace colours and greys.
func NewContrastTheme(dark bool) *Theme {
	s := lipgloss.NewStyle
	black, white := lipgloss.Color("#000000"), lipgloss.Color("#ffffff")
	theme := &Theme{
		Dark: dark, Contrast: true, Ink: black, Paper: white,
		Text:      newStyle(s()),
		Faint:     newStyle(s()),
		Strong:    newStyle(s().Bold(true)),
		Title:     newStyle(s().Bold(true).Underline(true)),
		Key:       newStyle(s().Bold(true)),
		Accent:    newStyle(s().Bold(true).Underline(true)),
		Good:      newStyle(s().Bold(true)),
		Bad:       newStyle(s().Bold(true).Reverse(true)),
		Warning:   newStyle(s().Underline(true)),
		Cursor:    newStyle(s().Bold(true).Reverse(true)),
		Border:    newStyle(s()),
		Act:       newStyle(s().Bold(true).Reverse(true)),
		BlackTile: black, WhiteTile: white,
		BlackEdge: white, WhiteEdge: black,
	}
	if dark {
		theme.Ink, theme.Paper = white, black
	}
	return theme
}

// Mark returns what stands before an entry of a list, three cells wide, and the style of
// its text.
func (t *Theme) Mark(chosen bool) (mark string, text Style) {
	if chosen {
		return t.Accent.Render(" ▸ "), t.Strong
	}
	return "   ", t.Text
}

// Fill lays a line on the theme's paper, up to the width. The paper is drawn in
// cells and not set as the terminal's own background, which would stay behind
// when a line drops.
func (t *Theme) Fill(line string, width int) string {
	if t.Paper == nil {
		return line
	}
	on := ansi.NewStyle().ForegroundColor(t.Ink).BackgroundColor(t.Paper).String()
	return on + strings.ReplaceAll(Fit(line, width), ansi.ResetStyle, ansi.ResetStyle+on) + ansi.ResetStyle
}
