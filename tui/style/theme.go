// Package style defines how screens look: themes and styles, ASCII replacements, widths and
// columns. All text is measured in cells.
package style

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Theme is the set of styles with which all screens and boards are drawn. Whatever a colour means
// is also shown by a shape or a word.
type Theme struct {
	Dark     bool // the terminal's background is dark
	Contrast bool // high contrast: pieces have no shades

	// Colours of text and background; if nil, those of the terminal are used.
	Ink, Paper color.Color

	Text    Style // ordinary text
	Faint   Style // less important text
	Strong  Style // highlighted text
	Title   Style // title of a screen
	Key     Style // a key in a hint
	Accent  Style // the player's own; the player to move
	Good    Style // right or won
	Bad     Style // wrong, lost or refused
	Warning Style // little time left, or an absent player
	Cursor  Style // the target of the next key
	Border  Style // lines around panels
	Act     Style // a line that asks the player to act

	// Colours of pieces, which also differ in lightness. Text on a piece has the colour of the
	// other one, and edges are lines.
	BlackTile, WhiteTile color.Color
	BlackEdge, WhiteEdge color.Color
}

// Themes holds all themes. They are made once for all sessions and never change.
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

// NewContrastTheme returns the high-contrast theme for a dark or light background: black and white.
// Bold text, lines and reversed text replace colours and greys.
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

// Mark returns the mark of a list entry, three cells wide, and the style of its text.
func (t *Theme) Mark(chosen bool) (mark string, text Style) {
	if chosen {
		return t.Accent.Render(" ▸ "), t.Strong
	}
	return "   ", t.Text
}

// Fill pads a line with the background of the theme. The background is drawn in cells instead of
// being set for the terminal, where it would remain after a lost connection.
func (t *Theme) Fill(line string, width int) string {
	if t.Paper == nil {
		return line
	}
	on := ansi.NewStyle().ForegroundColor(t.Ink).BackgroundColor(t.Paper).String()
	return on + strings.ReplaceAll(Fit(line, width), ansi.ResetStyle, ansi.ResetStyle+on) + ansi.ResetStyle
}
