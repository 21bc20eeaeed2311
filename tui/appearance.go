package tui

import (
	"strings"

	"parlor/prose"
	"parlor/tui/look"
	"parlor/tui/screen"
)

// Settings are how one person wants the screens drawn.
type Settings struct {
	Contrast bool `json:"contrast,omitempty"` // pure black and white, instead of what suits the background
	ASCII    bool `json:"ascii,omitempty"`    // nothing but ASCII is drawn, for terminals that know no more
	Quiet    bool `json:"quiet,omitempty"`    // no bell
	NoMouse  bool `json:"no_mouse,omitempty"` // clicks stay with the terminal
	Still    bool `json:"still,omitempty"`    // nothing moves by itself
	Untitled bool `json:"untitled,omitempty"` // the window's title does not say whose turn it is
	// Background is "dark" or "light"; empty is as the terminal says.
	Background string `json:"background,omitempty"`
	// Notify is how the terminal is told of what waits for the person: a Signal, or
	// "off"; empty is as the terminal says.
	Notify string `json:"notify,omitempty"`
	// Language is one of prose.Languages.Tags; empty is as the client says.
	Language string `json:"language,omitempty"`
}

// themed is the one for what is set, on a dark or light background.
func (r *Root) themed() *look.Theme {
	dark := r.dark
	if r.settings.Background != "" {
		dark = r.settings.Background == "dark"
	}
	return r.session.Themes.Of(dark, r.settings.Contrast)
}

// turnContrast goes over to high contrast, or back, and has it remembered.
func (r *Root) turnContrast() {
	chosen := r.settings
	chosen.Contrast = !chosen.Contrast
	r.tell(screen.Either(chosen.Contrast, prose.T("High contrast. Press v for the usual colours."), prose.T("The usual colours.")))
	r.choose(chosen)
}

// turnASCII draws only ASCII from now on, or all again, and has it remembered.
func (r *Root) turnASCII() {
	chosen := r.settings
	chosen.ASCII = !chosen.ASCII
	r.tell(screen.Either(chosen.ASCII, prose.T("Only ASCII characters are drawn. Press a for all."), prose.T("All characters are drawn.")))
	r.choose(chosen)
}

// finish makes the drawn lines what the terminal is given: exactly as many as
// the window has, none wider. All that a person sees passes here.
func (r *Root) finish(lines []string) string {
	lines = look.Exactly(lines, r.ctx.Height)
	for i, line := range lines {
		lines[i] = r.kept.lines.at(i, text(line), func() string { return r.ctx.Theme.Fill(r.plain(look.Cut(line, r.ctx.Width)), r.ctx.Width) })
	}
	return strings.Join(r.edged(lines), "\n")
}

// plain is text in ASCII if the person wants that.
func (r *Root) plain(text string) string {
	if r.settings.ASCII {
		return look.ASCII(text)
	}
	return text
}
