package tui

import (
	"strings"

	"parlor/prose"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// themed is the one for what is set, on a dark or light background.
func (r *Root) themed() *look.Theme {
	dark := r.dark
	if r.ctx.Settings.Background != "" {
		dark = r.ctx.Settings.Background == "dark"
	}
	return r.session.Themes.Of(dark, r.ctx.Settings.Contrast)
}

// finish makes the drawn lines what the terminal is given: exactly as many as
// the window has, none wider. All that a person sees passes here.
func (r *Root) finish(lines []string) string {
	lines = look.Exactly(lines, r.ctx.Height)
	for i, line := range lines {
		lines[i] = r.kept.lines.At(i, widget.CachedText(line), func() string { return r.ctx.Theme.Fill(plain(r.ctx, look.Cut(line, r.ctx.Width)), r.ctx.Width) })
	}
	return strings.Join(r.edged(lines), "\n")
}

// plain returns a text, in ASCII if the player wants that.
func plain(c *screen.Context, text string) string {
	if c.Settings.ASCII {
		return look.ASCII(text)
	}
	return text
}

// choose draws with other settings from now on, and has them remembered.
func (r *Root) choose(settings screen.Settings) {
	if settings.Language != r.ctx.Settings.Language {
		voice, err := r.session.Languages.Voice(settings.Language, r.session.Locale)
		if err != nil {
			r.status.Refuse(prose.Because(err, "That language cannot be read just now. Try again later."))
			return
		}
		r.ctx.Voice, r.status.message = voice, ""
	}
	r.ctx.Settings = settings
	r.restyle(r.themed())
	if r.session.Keep != nil {
		r.session.Keep(r.ctx.Settings)
	}
}
