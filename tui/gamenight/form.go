package gamenight

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// form chooses the settings of a new game night, or changes them.
type form struct {
	widget.Form
	ctx    *screen.Context
	handle lobby.GameNightHandle // the game night to change; nil for a new one
	plan   lobby.GameNightPlan
	mixed  bool // games have individual shares
	title  *textinput.Model
	teams  *textinput.Model // names separated by commas; empty for the default
	begins *textinput.Model // see lobby.ParseTime; empty for none
	ends   *textinput.Model
	asked  bool // a request was sent and is not answered yet
}

func newForm(c *screen.Context) *form {
	plan := lobby.NewGameNightPlan()
	plan.Games = []string{c.Games[0].Game.Name}
	return changeForm(c, nil, plan)
}

// changeForm changes the game night of a handle.
func changeForm(c *screen.Context, handle lobby.GameNightHandle, plan lobby.GameNightPlan) *form {
	if plan.Title == lobby.DefaultGameNight(c.You.Name).String() {
		plan.Title = "" // the default
	}
	now := time.Now()
	f := &form{
		ctx: c, handle: handle, plan: plan, title: widget.NewInput(plan.Title, 40), teams: widget.NewInput(strings.Join(plan.Teams, ", "), lobby.TeamsCells),
		begins: widget.NewInput(lobby.TypedTime(plan.Begins, now), 40), ends: widget.NewInput(lobby.TypedTime(plan.Ends, now), 40),
	}
	f.mixed = len(plan.Games) > 1 && !slices.Equal(plan.Games, f.names())
	f.Form = widget.NewForm(c, f.buildFields)
	return f
}

// buildFields returns all fields in their current state.
func (f *form) buildFields() []widget.FormField {
	say := f.ctx.Say
	fields := []widget.FormField{
		{Label: say(prose.T("Title")), Help: say(lobby.AboutGameNight("title")), Typed: f.title},
		f.gameField(),
	}
	if f.mixed {
		fields = append(fields, f.shareFields()...)
	}
	fields = append(fields, []widget.FormField{
		f.numberField(say(prose.T("Seats at a table")), say(lobby.AboutGameNight("seats")), prose.T("maximum"), &f.plan.Seats, []int{0, 2, 3, 4}),
		f.numberField(say(prose.T("Games in a match")), say(lobby.AboutGameNight("rounds")), prose.T("minimum"), &f.plan.Rounds, []int{0, 2, 3, 5}),
		f.numberField(say(prose.T("Minutes per match")), say(prose.T("When they are up, the game in progress is the last one of the match.")), prose.T("no limit"), &f.plan.Minutes, []int{0, 5, 10, 15, 20, 30}),
		f.paceField(),
		f.turned(say(prose.T("Seating")), say(prose.T("Whether people are seated with those they have not met tonight, or with those they have.")),
			[]string{say(prose.T("strangers first")), say(prose.T("friends first"))}, index(f.plan.Friends), func(at int) { f.plan.Friends = at == 1 }),
		f.botField(),
		f.formatField(),
	}...)
	if f.plan.Format == lobby.GameNightTeams {
		fields = append(fields, widget.FormField{Label: say(prose.T("Teams")), Help: say(lobby.AboutGameNight("teams")), Typed: f.teams})
	}
	return append(fields, []widget.FormField{
		{Label: say(prose.T("Begins at")), Help: say(prose.T("For example, 17:00, or 17:00 Europe/Berlin, or 2026-11-27 17:00. If you leave this empty, the game night begins when you start it.")), Typed: f.begins},
		{Label: say(prose.T("Ends at")), Help: say(prose.T("For example, 19:00. If you leave this empty, the game night ends when you end it.")), Typed: f.ends},
		f.turned(say(prose.T("Programs")), say(lobby.AboutGameNight("programs")),
			[]string{say(prose.T("not allowed")), say(prose.T("allowed"))}, index(f.plan.Programs), func(at int) { f.plan.Programs = at == 1 }),
	}...)
}

func index(is bool) int {
	if is {
		return 1
	}
	return 0
}

// turned returns a field with a list of values.
func (f *form) turned(label, help string, values []string, at int, put func(int)) widget.FormField {
	return widget.FormField{Label: label, Value: values[at], Help: help, Turn: func(step int) { put((at + step + len(values)) % len(values)) }}
}

// formatField returns the field of the format.
func (f *form) formatField() widget.FormField {
	formats := lobby.GameNightFormats()
	values, at := make([]string, len(formats)), 0
	for i, format := range formats {
		values[i] = f.ctx.Say(lobby.FormatText(format))
		if format == f.plan.Format {
			at = i
		}
	}
	return f.turned(f.ctx.Say(prose.T("Format")), f.ctx.Say(lobby.FormatHelpText(formats[at])), values, at, func(at int) { f.plan.Format = formats[at] })
}

// names returns the names of all games.
func (f *form) names() (names []string) {
	for _, kit := range f.ctx.Games {
		names = append(names, kit.Game.Name)
	}
	return names
}

// gameField returns the field of the game: one, several with shares, or all in turn.
func (f *form) gameField() widget.FormField {
	names, values := f.names(), []string{}
	for _, kit := range f.ctx.Games {
		values = append(values, kit.Game.Title)
	}
	at := len(names) + 1
	switch {
	case f.mixed:
		at--
	case len(f.plan.Games) == 1:
		at = max(0, slices.Index(names, f.plan.Games[0]))
	}
	values = append(values, f.ctx.Say(prose.T("some, weighted")), f.ctx.Say(prose.T("all in turn")))
	return f.turned(f.ctx.Say(prose.T("Game")), f.ctx.Say(lobby.AboutGameNight("games")), values, at, func(at int) {
		f.mixed = at == len(names)
		if f.plan.Games = names; at < len(names) {
			f.plan.Games = names[at : at+1]
		}
	})
}

// mostShare is the largest share of a game that the form offers.
const mostShare = 3

// shareFields returns the fields of the games' shares.
func (f *form) shareFields() (fields []widget.FormField) {
	shares := map[string]int{}
	for _, name := range f.plan.Games {
		shares[name]++
	}
	for _, kit := range f.ctx.Games {
		name, values := kit.Game.Name, make([]string, mostShare+1)
		for n := range values {
			values[n] = f.ctx.Say(prose.T("{n}", prose.N(n)))
		}
		help := f.ctx.Say(prose.T("How often it is played compared with the others; 0 means not at all."))
		fields = append(fields, f.turned("  "+kit.Game.Title, help, values, min(shares[name], mostShare), func(n int) { f.share(name, n) }))
	}
	return fields
}

// share changes the share of a game, unless no game would be left.
func (f *form) share(name string, n int) {
	var games []string
	for _, one := range f.names() {
		for _, other := range f.plan.Games {
			if one == other && one != name {
				games = append(games, one)
			}
		}
		if one == name {
			games = append(games, slices.Repeat([]string{name}, n)...)
		}
	}
	if mixed, err := lobby.ParseGames(lobby.TypedGames(games)); err == nil && len(games) > 0 {
		f.plan.Games = mixed
	}
}

func (f *form) numberField(label, help string, usual prose.Text, of *int, numbers []int) widget.FormField {
	values, at := make([]string, len(numbers)), 0
	for i, n := range numbers {
		values[i] = strconv.Itoa(n)
		if n == 0 {
			values[i] = f.ctx.Say(usual)
		}
		if n == *of {
			at = i
		}
	}
	return f.turned(label, help, values, at, func(at int) { *of = numbers[at] })
}

func (f *form) paceField() widget.FormField {
	paces := lobby.GameNightPaces()
	values, at := make([]string, len(paces)), 0
	for i, pace := range paces {
		values[i] = f.ctx.Say(lobby.GameNightPreset(pace).Label)
		if pace == f.plan.Pace {
			at = i
		}
	}
	return f.turned(f.ctx.Say(prose.T("Pace")), f.ctx.Say(lobby.GameNightPreset(paces[at]).About), values, at, func(at int) { f.plan.Pace = paces[at] })
}

// botField returns the field of the bots: none, or their level.
func (f *form) botField() widget.FormField {
	game := f.ctx.Kit(f.plan.Games[0]).Game
	values := []string{f.ctx.Say(prose.T("none").In("bots"))}
	for _, level := range game.Levels {
		values = append(values, f.ctx.Say(prose.Label(level)))
	}
	return f.turned(f.ctx.Say(prose.T("Bots")), f.ctx.Say(lobby.AboutGameNight("bots")), values,
		min(int(f.plan.Bots), len(values)-1), func(at int) { f.plan.Bots = engine.Level(at) })
}

// Bindings implements screen.Screen.
func (f *form) Bindings() screen.Bindings { return slices.Values(f.bind()) }

func (f *form) bind() []screen.Binding {
	if f.handle != nil {
		return f.FormBindings(f, prose.T("save"), prose.T("save all changes and close the form"), f.done)
	}
	return f.FormBindings(f, prose.T("open it"), prose.T("open the game night with all these settings"), f.done)
}

// done opens the game night or changes its settings.
func (f *form) done() tea.Cmd {
	plan, handle, session := f.plan, f.handle, f.ctx.Session
	plan.Title = strings.TrimSpace(f.title.Value())
	if f.asked {
		return nil
	}
	if plan.Teams = nil; strings.TrimSpace(f.teams.Value()) != "" {
		plan.Teams = strings.Split(f.teams.Value(), ",")
	}
	if err := f.readTimes(&plan, time.Now()); err != nil {
		f.ctx.Shell.Refuse(err)
		return nil
	}
	f.asked = true
	if handle == nil {
		return join(func(ctx context.Context) (lobby.GameNightHandle, error) {
			return lobby.Ask(ctx, session, lobby.OpenGameNight{Plan: plan})
		})
	}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		return plannedMsg{f, lobby.Perform(ctx, handle, lobby.ChangeGameNight{Plan: plan})}
	}
}

// readTimes sets the times of a plan from the form. It leaves times that were not edited unchanged.
func (f *form) readTimes(plan *lobby.GameNightPlan, now time.Time) error {
	for _, one := range []struct{ word, typed, was string }{
		{"begins", f.begins.Value(), lobby.TypedTime(plan.Begins, now)},
		{"ends", f.ends.Value(), lobby.TypedTime(plan.Ends, now)},
	} {
		typed := strings.TrimSpace(one.typed)
		if typed == one.was {
			continue
		}
		if err := lobby.SetGameNight(plan, one.word, cmp.Or(typed, lobby.NoTime), now); err != nil {
			return err
		}
	}
	return nil
}

// plannedMsg is the result of a change.
type plannedMsg struct {
	form *form
	err  error
}

// Update implements screen.Screen. After a refusal, the player can change the settings again.
func (f *form) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case joinedMsg: // a refusal; else the form is closed
		f.asked = false
	case plannedMsg:
		switch {
		case msg.form != f:
		case msg.err != nil:
			f.asked = false
			f.ctx.Shell.Refuse(msg.err)
		default:
			f.ctx.Shell.Close(f)
		}
	}
	return nil
}

// View implements screen.Screen.
func (f *form) View() screen.Frame {
	left := f.ctx.Say(screen.Either(f.handle != nil, prose.T("Change game night"), prose.T("New game night")))
	return screen.Frame{Title: f.ctx.Say(prose.T("game night")), Left: left, Right: f.ctx.You.Name, Body: f.Body()}
}
