package social

import (
	"slices"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// invite is the screen that shows how others join the player's room or game night.
type invite struct {
	screen.Base
	ctx        *screen.Context
	invitation lobby.Invitation
	linked     widget.QRCode
	scrolled   widget.Scroller
	pictured   bool // the QR code is shown instead of the text
}

// Bindings implements screen.Screen.
func (s *invite) Bindings() screen.Bindings { return slices.Values(s.bind()) }

func (s *invite) bind() []screen.Binding {
	_, sideBySide := s.sideBySide()
	turns := !sideBySide && s.fits()
	lines := func() []string { return s.text(s.ctx.Width - 6) }
	var bound []screen.Binding
	if !sideBySide && !s.pictured && len(lines()) > s.ctx.BodyHeight() {
		bound = s.scrolled.ScrollBindings(s.ctx, lines)
	}
	return append(
		bound,
		screen.Binding{Key: keymap.If(turns, keymap.Named("c")), Hint: screen.Either(s.pictured, prose.T("text"), prose.T("QR code")), Help: prose.T("show the QR code, or the text again"), Do: screen.Call(func() { s.pictured = !s.pictured })},
		s.ctx.CloseBinding(s, prose.T("go back")),
	)
}

// Help implements screen.Screen.
func (s *invite) Help() prose.Document {
	return prose.Document{
		prose.H("Invite others"),
		prose.P("Send others the line. They type it in a terminal; they need no account and do not have to install anything. A phone with an SSH app opens the link in the QR code."),
	}
}

// View implements screen.Screen.
func (s *invite) View() screen.Frame {
	body, sideBySide := s.sideBySide()
	picture := s.picture()
	if !sideBySide {
		body = s.scrolled.Shown(s.ctx, s.text(s.ctx.Width-6))
		if s.pictured && s.fits() {
			body = picture
		}
	}
	return screen.Frame{
		Title: s.ctx.Say(prose.T("invite others")), Left: s.ctx.Say(prose.T("Invite others")), Right: s.invitation.Code,
		Body: style.Exactly(style.Indented(body, 3), s.ctx.BodyHeight()),
	}
}

// picture returns the QR code, or nil.
func (s *invite) picture() []string { return s.linked.Lines(s.ctx, s.invitation.Link) }

// fits reports whether the QR code fits on the screen.
func (s *invite) fits() bool {
	picture := s.picture()
	return len(picture) > 0 && len(picture) <= s.ctx.BodyHeight() && style.Width(picture[0])+3 <= s.ctx.Width
}

// sideBySide returns the text with the QR code on its right, and whether both fit.
func (s *invite) sideBySide() ([]string, bool) {
	picture := s.picture()
	if len(picture) == 0 || len(picture)+1 > s.ctx.BodyHeight() {
		return nil, false
	}
	width := min(screen.TextCells, s.ctx.Width-6-style.Width(picture[0])-3)
	if width < style.Width(s.invitation.HostKey) || width < style.Width(s.invitation.Line) {
		return nil, false
	}
	text := s.text(width)
	return style.SideBySide(style.Exactly(text, max(len(text), len(picture)+1)), append([]string{""}, picture...), width+3), len(text) <= s.ctx.BodyHeight()
}

// text returns the invitation. Everything that has to be typed or compared is on a line of its own.
func (s *invite) text(width int) []string {
	theme := s.ctx.Theme
	var lines []string
	for at, part := range s.invitation.Parts() {
		if !s.ctx.Short() {
			lines = append(lines, "")
		}
		typedStyle := theme.Text
		if at == 0 {
			typedStyle = theme.Strong
		}
		lines = append(lines, style.Wrapped(s.ctx.Say(part.Says), theme.Faint, width)...)
		lines = append(lines, style.Wrapped(part.Typed, typedStyle, width)...)
	}
	return lines
}
