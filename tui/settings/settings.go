// Package settings provides the screen on which a player changes display, sound and notification
// settings.
package settings

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// settingsScreen is the screen of the settings.
type settingsScreen struct {
	screen.Base
	ctx    *screen.Context
	config Config
	list   widget.List
	link   linkMsg // the code that is shown; empty without one
}

// setting is a line of the screen, with its current and its next value.
type setting struct {
	label, value, help prose.Text
	turn               func(*screen.Settings, int)
}

// Config configures the screen.
type Config struct {
	Change    func(screen.Settings) // applies and stores settings
	Languages *prose.Languages      // that the player can choose from
	// JoinLine returns the command with which others join a room.
	JoinLine func(code string) string
}

// Open opens the settings.
func Open(c *screen.Context, config Config) {
	c.Shell.Open(&settingsScreen{ctx: c, config: config})
}

// backgrounds returns the values of the background setting. With the empty one, the terminal is
// asked.
func backgrounds() []string { return []string{"", "dark", "light"} }

// settingLines returns the settings with their values. If there are several languages, the language
// is first.
func settingLines(s screen.Settings, languages *prose.Languages) []setting {
	at := 0
	for i, one := range backgrounds() {
		if one == s.Background {
			at = i
		}
	}
	onOff := func(off bool) prose.Text {
		return screen.Either(off, prose.T("off").In("switch"), prose.T("on").In("switch"))
	}
	all := []setting{
		{prose.T("Contrast"), onOff(!s.Contrast), prose.T("Black and white with bold, underlined and reversed text; nothing faint."), func(s *screen.Settings, _ int) {
			s.Contrast = !s.Contrast
		}},
		{prose.T("Background"), []prose.Text{prose.T("automatic"), prose.T("dark"), prose.T("light")}[at], prose.T("The colours of your terminal, if it does not report them."), func(s *screen.Settings, step int) {
			all := backgrounds()
			s.Background = all[(at+step+len(all))%len(all)]
		}},
		{prose.T("Character set"), screen.Either(s.ASCII, prose.T("ASCII"), prose.T("UTF-8")), prose.T("Draws only ASCII, for terminals and fonts without other characters."), func(s *screen.Settings, _ int) {
			s.ASCII = !s.ASCII
		}},
		{prose.T("Bell"), onOff(s.Quiet), prose.T("Rings when your turn begins and when someone mentions you."), func(s *screen.Settings, _ int) {
			s.Quiet = !s.Quiet
		}},
		{prose.T("Mouse"), onOff(s.NoMouse), prose.T("Click hints and lists. While this is on, hold Shift to select text for copying."), func(s *screen.Settings, _ int) {
			s.NoMouse = !s.NoMouse
		}},
		{prose.T("Animations"), onOff(s.Still), prose.T("Dice tumble when they are rolled, and tiles fall."), func(s *screen.Settings, _ int) {
			s.Still = !s.Still
		}},
		{prose.T("Window title"), onOff(s.Untitled), prose.T("The window title shows when it is your turn."), func(s *screen.Settings, _ int) {
			s.Untitled = !s.Untitled
		}},
		{prose.T("Notifications"), notifyText(s), prose.T("Desktop notifications when it is your turn, when a player joins, and when you are invited, if your terminal supports them."), func(s *screen.Settings, step int) {
			all := screen.Notifications()
			s.Notify = all[(max(0, slices.Index(all, s.Notify))+step+len(all))%len(all)]
		}},
	}
	if languages.Several() {
		all = append([]setting{languageLine(s, languages)}, all...)
	}
	return all
}

// notifyText describes how the terminal is notified.
func notifyText(s screen.Settings) prose.Text {
	switch s.Notify {
	case "":
		return prose.T("automatic")
	case screen.NotifyOff:
		return prose.T("off").In("switch")
	}
	return prose.T("{sequence}", prose.Literal(strings.Replace(strings.ToUpper(s.Notify), "OSC", "OSC ", 1)))
}

// languageLine returns the setting of the language. Each language is named in that language.
func languageLine(s screen.Settings, languages *prose.Languages) setting {
	tags := append([]string{""}, languages.Tags()...)
	at := max(0, slices.Index(tags, s.Language))
	value := prose.T("system setting")
	if at > 0 {
		value = prose.T("{language}", prose.Literal(tags[at]))
		if voice, err := languages.Voice(tags[at]); err == nil {
			value = prose.T("{language}", prose.Literal(voice.Name()))
		}
	}
	return setting{prose.T("Language"), value, prose.T("The language of everything except what people write."), func(s *screen.Settings, step int) {
		s.Language = tags[(at+step+len(tags))%len(tags)]
	}}
}

func (s *settingsScreen) Bindings() screen.Bindings { return slices.Values(s.bind()) }

func (s *settingsScreen) bind() []screen.Binding {
	lines := func() []setting { return settingLines(s.ctx.Settings, s.config.Languages) }
	return []screen.Binding{
		s.list.CycleBinding(func() int { return len(lines()) }, prose.T("choose"), prose.T("choose a setting")),
		{Key: keymap.Of("←→", "left", "right", "h", "l", "space"), Hint: prose.T("change"), Help: prose.T("change the setting; takes effect immediately"), Do: func(name string) tea.Cmd {
			s.turn(lines()[s.list.Cursor], screen.Step(name))
			return nil
		}},
		{Key: keymap.Named("c"), Hint: prose.T("link another key"), Help: prose.T("show a code that links another SSH key to your account"), Do: screen.Command(s.offerLink)},
		{Key: keymap.Named("w"), Hint: prose.T("webhook"), Help: prose.T("get notified by webhook when it is your turn in a correspondence match"), Do: screen.Command(s.askWebhook)},
		{Key: keymap.Of("esc", "esc", "q", "enter"), Hint: prose.T("back"), Help: prose.T("back to the lobby"), Leaves: true, Do: screen.Call(func() { s.ctx.Shell.Close(s) })},
	}
}

// Update implements screen.
func (s *settingsScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case linkMsg:
		s.link = msg
		s.Changed()
	case webhookMsg:
		s.gotWebhook(msg)
	}
	return nil
}

func (s *settingsScreen) Click(_, y int) tea.Cmd {
	return s.list.Pick(s.ctx, y, "right")
}

// linkMsg delivers a code with which another key is linked to the account.
type linkMsg struct {
	line  string
	until time.Time
}

// offerLink shows a code with which another key can be linked to the account.
func (s *settingsScreen) offerLink() tea.Cmd {
	visit, line := s.ctx.Session, s.config.JoinLine
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		offer, err := lobby.Ask(ctx, visit, lobby.OfferLink{})
		if err != nil {
			return screen.Done{Err: err}
		}
		return linkMsg{line("") + " me --link " + offer.Code, offer.Until}
	}
}

func (s *settingsScreen) turn(line setting, step int) {
	chosen := s.ctx.Settings
	line.turn(&chosen, step)
	s.config.Change(chosen)
}

func (s *settingsScreen) View() screen.Frame {
	theme := s.ctx.Theme
	lines := settingLines(s.ctx.Settings, s.config.Languages)
	said := make([]string, len(lines))
	for i, line := range lines {
		said[i] = s.ctx.Say(line.label)
	}
	cells := style.Column(16, said...)
	body := s.list.Draw(theme, []string{""}, 0, len(lines), func(at int, mark string, text style.Style) string {
		value := theme.Text.Render("  " + s.ctx.Say(lines[at].value))
		if at == s.list.Cursor {
			value = theme.Accent.Render("‹ " + s.ctx.Say(lines[at].value) + " ›")
		}
		return mark + text.Render(style.Fit(said[at], cells)) + value
	})
	body = append(body, "")
	for _, line := range prose.Wrap(s.ctx.Say(lines[s.list.Cursor].help), s.ctx.Width-8) {
		body = append(body, "   "+theme.Faint.Render(line))
	}
	if s.link.line == "" {
		body = append(body, "", "   "+theme.Faint.Render(s.ctx.Say(prose.T("To delete everything about you, quit parlor and run"))),
			"     "+theme.Text.Render(s.deletionLine()))
	} else {
		left := prose.Duration(time.Until(s.link.until).Round(time.Minute))
		body = append(body, "", "   "+theme.Text.Render(s.ctx.Say(prose.T("To use your account with another key, connect with that key within {time} and type", left))),
			"", "     "+theme.Accent.Render(s.link.line))
	}
	return screen.Frame{Title: s.ctx.Say(prose.T("settings")), Left: s.ctx.Say(prose.T("Settings")), Right: s.ctx.You.Name, Body: body}
}

// deletionLine returns the command with which a player deletes their data. It asks for
// confirmation.
func (s *settingsScreen) deletionLine() string {
	return cmp.Or(s.ctx.You.ReturnLine, s.config.JoinLine("")) + " me --delete"
}
