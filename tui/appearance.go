package tui

import (
	"parlor/prose"
	"parlor/tui/screen"
)

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
	r.restyle(r.frame.themed())
	if r.session.Keep != nil {
		r.session.Keep(r.ctx.Settings)
	}
}
