package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// settingsScreen is where a person chooses how the screens look and sound.
type settingsScreen struct {
	root   *Root
	cursor int
	link   linkMsg // that was shown; empty for none
}

// setting is one line of it: what is chosen, and the next choice.
type setting struct {
	label, value, help string
	turn               func(*Settings, int)
}

// backgrounds are what a person can say of the terminal's background; empty
// asks the terminal.
func backgrounds() []string { return []string{"", "dark", "light"} }

func (s Settings) lines() []setting {
	at := 0
	for i, one := range backgrounds() {
		if one == s.Background {
			at = i
		}
	}
	onOff := func(off bool) string { return map[bool]string{false: "on", true: "off"}[off] }
	return []setting{
		{"Contrast", onOff(!s.Contrast), "Pure black and white with bold, underlined and reversed text, and nothing faint.", func(s *Settings, _ int) {
			s.Contrast = !s.Contrast
		}},
		{"Background", []string{"as the terminal says", "dark", "light"}[at], "Which colours suit your terminal, if it does not say so itself.", func(s *Settings, step int) {
			all := backgrounds()
			s.Background = all[(at+step+len(all))%len(all)]
		}},
		{"Characters", map[bool]string{false: "every", true: "ASCII"}[s.ASCII], "Nothing but ASCII is drawn, for terminals and fonts that know no more.", func(s *Settings, _ int) {
			s.ASCII = !s.ASCII
		}},
		{"Bell", onOff(s.Quiet), "It rings when your turn begins, and when somebody speaks of you.", func(s *Settings, _ int) {
			s.Quiet = !s.Quiet
		}},
		{"Mouse", onOff(s.NoMouse), "Click on hints and lists. Where it is on, hold shift to mark text for copying.", func(s *Settings, _ int) {
			s.NoMouse = !s.NoMouse
		}},
		{"Movement", onOff(s.Still), "Dice tumble for a moment when they are rolled, and tiles fall.", func(s *Settings, _ int) {
			s.Still = !s.Still
		}},
		{"Window title", onOff(s.Untitled), "The title of the window says when it is your turn.", func(s *Settings, _ int) {
			s.Untitled = !s.Untitled
		}},
	}
}

// key reports whether the settings are to be closed, and what else is to be done.
func (s *settingsScreen) key(name string) (closed bool, cmd tea.Cmd) {
	lines := s.root.settings.lines()
	switch name {
	case "up", "k", "shift+tab":
		s.cursor = (s.cursor + len(lines) - 1) % len(lines)
	case "down", "j", "tab":
		s.cursor = (s.cursor + 1) % len(lines)
	case "left", "h":
		s.turn(lines[s.cursor], -1)
	case "right", "l", "space":
		s.turn(lines[s.cursor], +1)
	case "c":
		return false, s.offerLink()
	case "enter", "esc", "q":
		return true, nil
	}
	return false, nil
}

// linkMsg is a code that makes another key the same person, as somebody types
// it there.
type linkMsg struct {
	line  string
	until time.Time
}

// offerLink has a code shown that makes another key the same person.
func (s *settingsScreen) offerLink() tea.Cmd {
	visit, line := s.root.session.Visit, s.root.session.JoinLine
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		code, until, err := visit.OfferLink(ctx)
		if err != nil {
			return doneMsg{err}
		}
		return linkMsg{line("") + " me --link " + code, until}
	}
}

func (s *settingsScreen) turn(line setting, step int) {
	chosen := s.root.settings
	line.turn(&chosen, step)
	s.root.choose(chosen)
}

// choose draws with other settings from now on, and has them remembered.
func (r *Root) choose(settings Settings) {
	r.settings = settings
	r.restyle(r.settings.theme(r.dark))
	if r.session.Keep != nil {
		r.session.Keep(r.settings)
	}
}

func (s *settingsScreen) draw() []string {
	theme, body := s.root.theme, []string{""}
	lines := s.root.settings.lines()
	for i, line := range lines {
		if i == s.cursor {
			body = append(body, theme.Accent.Render(" ▸ ")+theme.Strong.Render(Fit(line.label, 16))+theme.Accent.Render("‹ "+line.value+" ›"))
			continue
		}
		body = append(body, "   "+theme.Text.Render(Fit(line.label, 16))+theme.Text.Render("  "+line.value))
	}
	body = append(body, "")
	for _, line := range Wrap(lines[s.cursor].help, s.root.width-8) {
		body = append(body, "   "+theme.Faint.Render(line))
	}
	if s.link.line != "" {
		minutes := Count(int(time.Until(s.link.until).Round(time.Minute)/time.Minute), "minute")
		body = append(body, "", "   "+theme.Text.Render("To be the same person with another key, come with it within "+minutes+" and type"),
			"", "     "+theme.Accent.Render(s.link.line))
	}
	return s.root.page("Settings", s.root.you(), body, []Hint{{"↑↓", "choose"}, {"←→", "change"}, {"c", "code for another key"}, {"esc", "back"}})
}

// ring is the bell, unless the person wants none.
func (r *Root) ring() tea.Cmd {
	if r.settings.Quiet {
		return nil
	}
	return tea.Raw("\a")
}
