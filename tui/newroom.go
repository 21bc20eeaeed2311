package tui

import (
	"context"
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
)

// formScreen chooses what a new room is like, or changes a room that waits.
type formScreen struct {
	root  *Root
	chair lobby.Handle // the room that is changed; nil makes a new one
	kit   int
	title *input
	seats int
	// options holds what was chosen, for all games: going to another game and
	// back loses nothing.
	options map[string]engine.Options
	clock   time.Duration
	public  bool
	rated   bool
	absent  string
	unaided bool
	watched watched
	eyes    int // moves that followed eyes are late
	field   int
}

func newForm(root *Root) *formScreen {
	f := &formScreen{root: root, public: true, options: map[string]engine.Options{}}
	f.title = newInput("", "", "", 40, nil)
	f.setKit(0)
	return f
}

// changeForm changes the room of a chair.
func changeForm(root *Root, chair lobby.Handle, plan lobby.Plan) *formScreen {
	f := newForm(root)
	f.chair, f.clock, f.public = chair, plan.Clock, plan.Public
	f.rated, f.unaided = plan.Rated, plan.Unaided
	f.absent, f.watched, f.eyes = plan.Absent, watchedIn(plan), plan.EyesDelay
	f.setKit(slices.IndexFunc(root.session.Kits, func(k Kit) bool { return k.Game.Name == plan.Game }))
	f.seats = plan.Seats
	f.title.field.SetValue(plan.Title)
	for name, value := range plan.Options {
		f.options[plan.Game][name] = value
	}
	return f
}

func (f *formScreen) game() engine.Game { return f.root.session.Kits[f.kit].Game }

func (f *formScreen) setKit(kit int) {
	f.kit = max(0, kit)
	f.seats = f.game().MaxSeats
	if f.options[f.game().Name] == nil {
		// Defaults are complete and allowed.
		complete, _ := engine.Complete(f.game().Options, nil)
		f.options[f.game().Name] = complete
	}
}

// formField is one line of the form.
type formField struct {
	label, value, help string
	off                string // why it has no effect now; empty where it has
	turn               func(step int)
	text               bool // typed, not turned
}

func (f *formScreen) fields() []formField {
	var fields []formField
	kits := f.root.session.Kits
	if len(kits) > 1 && f.chair == nil {
		fields = append(fields, formField{
			label: "Game", value: f.game().Title, help: f.game().Blurb,
			turn: func(step int) { f.setKit((f.kit + step + len(kits)) % len(kits)) },
		})
	}
	fields = append(fields, formField{label: "Title", help: "Type what the hall shows; empty is your name's table.", text: true})
	if low, high := f.game().MinSeats, f.game().MaxSeats; low < high {
		fields = append(fields, formField{
			label: "Seats", value: strconv.Itoa(f.seats), help: "You can begin with fewer, and bots can have some.",
			turn: func(step int) { f.seats = low + (f.seats-low+step+high-low+1)%(high-low+1) },
		})
	}
	for _, option := range f.game().Options {
		fields = append(fields, f.optionField(option))
	}
	return append(fields, f.ratedField(), f.clockField(), f.absentField(), f.aidsField(), f.watchersField(), f.eyesField(), formField{
		label: "Open to", value: map[bool]string{true: "everybody", false: "who has the code"}[f.public],
		help: "Everybody sees the room in the hall, or only who is told its code can come in.",
		turn: func(int) { f.public = !f.public },
	})
}

func (f *formScreen) optionField(option engine.Option) formField {
	chosen := f.options[f.game().Name]
	at := slices.IndexFunc(option.Values, func(v engine.Value) bool { return v.Name == chosen[option.Name] })
	field := formField{
		label: option.Title, value: option.Values[at].Label(), help: option.Help,
		turn: func(step int) {
			n := len(option.Values)
			chosen[option.Name] = option.Values[(at+step+n)%n].Name
		},
	}
	if option.Applies != nil && !option.Applies(chosen) {
		field.off = "It has no effect with what is chosen above."
	}
	return field
}

func (f *formScreen) ratedField() formField {
	return formField{
		label: "Rated", value: map[bool]string{true: "yes", false: "no"}[f.rated],
		help: "Whether matches count for everybody's rating: those in which only people with a key play, no bot and no guest.",
		turn: func(int) { f.rated = !f.rated },
	}
}

// clocks are what is offered for each decision.
func clocks() []time.Duration {
	s := time.Second
	return []time.Duration{0, 15 * s, 30 * s, 60 * s, 120 * s, 300 * s, 24 * time.Hour, 72 * time.Hour, 7 * 24 * time.Hour}
}

func (f *formScreen) clockField() formField {
	at := max(0, slices.Index(clocks(), f.clock))
	return formField{
		label: "Clock", value: clockText(f.clock), help: "Time for each decision; when it runs out, the rules choose something harmless to the others.",
		turn: func(step int) { f.clock = clocks()[(at+step+len(clocks()))%len(clocks())] },
	}
}

func clockText(clock time.Duration) string {
	if clock == 0 {
		return "off"
	}
	if clock >= 24*time.Hour {
		return Count(int(clock/(24*time.Hour)), "day")
	}
	return strconv.Itoa(int(clock/time.Second)) + " seconds"
}

// absentText says what happens to the decisions of somebody who is away.
func absentText(absent string) string {
	return map[string]string{
		lobby.AbsentClock: "the clock goes on", lobby.AbsentWait: "the clock waits", lobby.AbsentBot: "a bot plays meanwhile",
	}[absent]
}

func (f *formScreen) absentField() formField {
	all := lobby.Absences()
	at := max(0, slices.Index(all, f.absent))
	return formField{
		label: "Absent", value: absentText(all[at]), help: "What happens to the decisions of somebody whose line has dropped.",
		turn: func(step int) { f.absent = all[(at+step+len(all))%len(all)] },
	}
}

func (f *formScreen) aidsField() formField {
	return formField{
		label: "Aids", value: map[bool]string{false: "allowed", true: "by hand only"}[f.unaided],
		help: "Whether notes may fill in by themselves what follows from what one sees; memory has no notes at all.",
		turn: func(int) { f.unaided = !f.unaided },
	}
}

// watched is whether a room has watchers, and whether they talk apart.
type watched int

const (
	watchedOpenly watched = iota
	watchedApart
	unwatched
)

func watchedIn(plan lobby.Plan) watched {
	switch {
	case plan.Unwatched:
		return unwatched
	case plan.Apart:
		return watchedApart
	}
	return watchedOpenly
}

func (f *formScreen) watchersField() formField {
	return formField{
		label: "Watchers", value: []string{"welcome", "talk apart in a round", "none"}[f.watched],
		help: "Whether others may watch, and whether players hear in a round what watchers say.",
		turn: func(step int) { f.watched = (f.watched + watched(step) + 3) % 3 },
	}
}

func (f *formScreen) eyesField() formField {
	delays := []int{0, 1, 2, 4, 8, lobby.MaxEyesDelay}
	at := max(0, slices.Index(delays, f.eyes))
	field := formField{
		label: "Followed eyes", value: "at once", help: "Watchers may see with the eyes of a player who says yes: at once, or some moves late.",
		turn: func(step int) { f.eyes = delays[(at+step+len(delays))%len(delays)] },
	}
	if f.eyes > 0 {
		field.value = Count(f.eyes, "move") + " late"
	}
	if f.watched == unwatched {
		field.off = "It has no effect without watchers."
	}
	return field
}

func (f *formScreen) key(key tea.KeyPressMsg) tea.Cmd {
	fields := f.fields()
	field := fields[f.field]
	switch name := key.String(); {
	case name == "esc":
		f.root.form = nil
	case name == "enter":
		return f.done()
	case name == "up" || name == "shift+tab":
		f.field = (f.field + len(fields) - 1) % len(fields)
	case name == "down" || name == "tab":
		f.field = (f.field + 1) % len(fields)
	case field.text:
		f.title.field, _ = f.title.field.Update(key)
	case field.off != "":
		f.root.tell(field.off)
	case name == "left" || name == "h":
		field.turn(-1)
	case name == "right" || name == "l" || name == "space":
		field.turn(+1)
	}
	f.field = min(f.field, len(f.fields())-1)
	return nil
}

func (f *formScreen) paste(msg tea.PasteMsg) {
	if f.fields()[f.field].text {
		f.title.field, _ = f.title.field.Update(msg)
	}
}

func (f *formScreen) done() tea.Cmd {
	plan := lobby.Plan{
		Game: f.game().Name, Title: f.title.field.Value(), Seats: f.seats,
		Public: f.public, Rated: f.rated, Clock: f.clock, Options: f.options[f.game().Name],
		Absent: f.absent, Unaided: f.unaided, Unwatched: f.watched == unwatched, Apart: f.watched == watchedApart, EyesDelay: f.eyes,
	}
	visit, chair := f.root.session.Visit, f.chair
	if chair == nil {
		return f.root.seat(func(ctx context.Context) (lobby.Handle, error) { return visit.Create(ctx, plan) })
	}
	f.root.form = nil
	return order(chair, lobby.Change{Plan: plan})
}

func (f *formScreen) draw() []string {
	theme := f.root.theme
	body := []string{""}
	fields := f.fields()
	for i, field := range fields {
		mark, label, value := "   ", theme.Text, theme.Text
		text := "  " + field.value + "  "
		switch {
		case field.text && i == f.field:
			text = "  " + f.title.field.View()
		case field.text:
			text = "  " + f.title.field.Value()
		}
		switch {
		case i == f.field:
			mark, label, value = theme.Accent.Render(" ▸ "), theme.Strong, theme.Accent
			if !field.text {
				text = "‹ " + field.value + " ›"
			}
		case field.off != "":
			label, value = theme.Faint, theme.Faint
		}
		if field.off != "" {
			text += theme.Faint.Render("  no effect")
		}
		body = append(body, mark+label.Render(Fit(field.label, 16))+value.Render(text))
	}
	body = append(body, "")
	for _, line := range Wrap(fields[f.field].help, f.root.width-8) {
		body = append(body, "   "+theme.Faint.Render(line))
	}
	left, does := "New room", "make the room"
	if f.chair != nil {
		left, does = "Change the room", "change it"
	}
	return f.root.page(left, f.root.hall.hall.You.Name, body, []Hint{
		{"↑↓", "choose"}, {"←→", "change"}, {"enter", does}, {"esc", "back"},
	})
}
