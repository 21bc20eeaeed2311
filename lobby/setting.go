package lobby

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// A Setting is a choice of the host about a room of any game. A choice about a game is an
// engine.Option. Forms, commands, messages, help, lobby, journal and docs/protocol.md are generated
// from a table of settings. A value is a string in the format of its Kind.
type Setting struct {
	Word   string     // name in commands; lower_snake, stable: "clock"
	Member string     // name in messages, if not Word: "clock_seconds"
	Label  prose.Text // name on screens: "Shared hands"
	Help   prose.Text // one sentence

	Kind    Kind
	Default string // if empty, the room decides
	// Values are the values that a screen offers, in order. A Choice allows no others; a
	// Switch needs none.
	Values      []string
	Least, Most int           // bounds of a Number
	Longest     time.Duration // bound of a Span

	// Format returns a value for display. If nil, it is shown as is.
	Format func(value string) prose.Text
	// Within returns a text to show instead of the value in a plan. If nil or empty, the
	// value is shown.
	Within func(Plan) prose.Text
	// Wrong returns the error for a value that is not allowed. If nil, the error lists the
	// allowed ones.
	Wrong func(value string) error
	// For returns the setting for rooms of a game, if it depends on the game.
	For func(Setting, engine.Game) Setting
	// Idle explains in a sentence why the setting has no effect in a plan. If it is nil or returns
	// the zero Text, the setting has an effect.
	Idle func(Plan) prose.Text

	Group         Group
	InTimeControl bool // part of the time control, as which screens show it
	Anyway        bool // shown elsewhere by all screens of a room
	Always        bool // shown by a room's own screen even at its default
	// Pages describes a value other than the default in the lobby. If nil, the lobby does
	// not show it.
	Pages    func(value string) prose.Text
	Sentence prose.Text // describes the setting in text mode if it is not the default; may be empty

	// get and set access its field of Plan; without them it is in Plan.More.
	get func(*Plan) string
	set func(plan *Plan, value string)
}

// Kind is the format of the values of a setting.
type Kind int

// Kinds of settings.
const (
	Words  Kind = iota // any text, which the room cleans
	Switch             // Yes or No
	Number             // an integer
	Choice             // one of Setting.Values
	Span               // Off, or a time.Duration
)

// Values of a Switch, and of an empty Span.
const (
	Yes = "yes"
	No  = "no"
	Off = "off"
)

// Group is the section of screens in which a setting is listed.
type Group int

// Groups, in the order of screens. GameGroup also has the options of the game.
const (
	MoreGroup Group = iota // last, without a heading
	RoomGroup
	GameGroup
	TimeGroup
	WatchersGroup
)

// Heading returns the heading of a group, or the zero Text if it has none.
func (g Group) Heading() prose.Text {
	switch g {
	case RoomGroup:
		return prose.T("The room")
	case GameGroup:
		return prose.T("The game")
	case TimeGroup:
		return prose.T("Time")
	case WatchersGroup:
		return prose.T("Watching")
	case MoreGroup:
	}
	return prose.Text{}
}

// JSONName returns the name of the setting in messages.
func (s Setting) JSONName() string { return cmp.Or(s.Member, s.Word) }

// ForGame returns the setting for rooms of a game.
func (s Setting) ForGame(game engine.Game) Setting {
	if s.Kind == Switch && s.Values == nil {
		s.Values = []string{Yes, No}
	}
	if s.For != nil {
		s = s.For(s, game)
	}
	return s
}

// ValueIn returns the setting's value in a plan. It is empty if not chosen yet.
func (s Setting) ValueIn(plan Plan) string {
	if s.get != nil {
		return s.get(&plan)
	}
	if value, is := plan.More[s.Word]; is {
		return value
	}
	return s.Default
}

// Set sets the value in a plan, which must be in the format of the Kind. It does not affect
// copies of the plan.
func (s Setting) Set(plan *Plan, value string) {
	if s.set != nil {
		s.set(plan, value)
		return
	}
	more := Choices{}
	maps.Copy(more, plan.More)
	more[s.Word] = value
	plan.More = more
}

// FormatValue returns a value for display.
func (s Setting) FormatValue(value string) prose.Text {
	switch {
	case s.Format != nil:
		return s.Format(value)
	case s.Kind == Switch && value == Yes:
		return prose.T("yes")
	case s.Kind == Switch:
		return prose.T("no")
	}
	return prose.T("{value}", prose.Literal(value))
}

// FormatIn returns the value in a plan for display.
func (s Setting) FormatIn(plan Plan) prose.Text {
	if s.Within != nil {
		if told := s.Within(plan); !told.IsZero() {
			return told
		}
	}
	return s.FormatValue(s.ValueIn(plan))
}

// Read parses a typed value. It checks only the format of the Kind, not whether a room
// allows the value.
func (s Setting) Read(text string) (string, error) {
	var value string
	is := true
	switch s.Kind {
	case Switch:
		value, is = readSwitch(text)
	case Number:
		n, err := strconv.Atoi(text)
		value, is = strconv.Itoa(n), err == nil
	case Span:
		value, is = readSpan(text)
	default:
		value = text
	}
	if !is {
		return "", s.unread(prose.Literal(s.Word), prose.Literal(strconv.Quote(CleanText(text, 20))))
	}
	return value, nil
}

// unread returns the error for a typed value in the wrong format.
func (s Setting) unread(word, typed prose.Arg) error {
	switch s.Kind {
	case Switch:
		return prose.Refuse("Invalid {setting}: {typed}. Use yes or no.", word, typed)
	case Span:
		return prose.Refuse("Invalid {setting}: {typed}. Use off, or a time such as 30s or 2m.", word, typed)
	default:
		return prose.Refuse("Invalid {setting}: {typed}. Use a number.", word, typed)
	}
}

func readSwitch(text string) (value string, is bool) {
	switch text {
	case Yes, "true", "on":
		return Yes, true
	case No, "false", Off:
		return No, true
	}
	return "", false
}

// Can describes the allowed values: "0 to 20".
func (s Setting) Can() prose.Text {
	switch s.Kind {
	case Words:
		return prose.T("any text")
	case Span:
		return prose.T("off, 30s, 2m ...")
	case Number:
		if s.Least == s.Most {
			return prose.T("{n}", prose.N(s.Least))
		}
		return prose.T("{least} to {most}", prose.N(s.Least), prose.N(s.Most))
	default:
		return prose.T("{values}", prose.List(prose.Literals(s.Values)))
	}
}

// allows reports whether a room allows a value.
func (s Setting) allows(value string) bool {
	switch s.Kind {
	case Words:
		return true
	case Span:
		d := TimeOf(value)
		return d >= 0 && d <= s.Longest && SpanOf(d) == value
	case Number:
		n, err := strconv.Atoi(value)
		return err == nil && n >= s.Least && n <= s.Most && strconv.Itoa(n) == value
	default:
		return slices.Contains(s.Values, value)
	}
}

// refusal returns the error for a value that is not allowed.
func (s Setting) refusal(value string) error {
	if s.Wrong != nil {
		return s.Wrong(value)
	}
	return prose.Refuse("{setting} must be {values}.", prose.Literal(s.Word), prose.Sub(s.Can()))
}

// NewPlan returns a plan for a game with all defaults.
func NewPlan(settings []Setting, game engine.Game) Plan {
	plan := Plan{Game: game.Name}
	for _, one := range settings {
		one = one.ForGame(game)
		one.Set(&plan, one.Default)
	}
	return plan
}

// CompletePlan fills in the defaults of a plan and cleans its texts to at most cells
// columns. It returns an error if the plan is not possible in the game. Settings that are
// not in the table are removed.
func CompletePlan(settings []Setting, game engine.Game, chosen Plan, cells int) (Plan, error) {
	plan := chosen
	plan.More = nil
	for _, one := range settings {
		one = one.ForGame(game)
		value := cmp.Or(one.ValueIn(chosen), one.Default)
		if !one.allows(value) {
			return Plan{}, one.refusal(value)
		}
		if one.Kind == Words {
			value = CleanText(value, cells)
		}
		one.Set(&plan, value)
	}
	options, err := engine.Complete(game.Options, chosen.Options)
	plan.Options = options
	return plan, err
}

// LobbyChoices returns the values of a plan that the lobby shows and that differ from the
// default, or nil.
func LobbyChoices(settings []Setting, plan Plan) Choices {
	var told Choices
	for _, one := range settings {
		if one.Pages == nil || one.ValueIn(plan) == one.Default {
			continue
		}
		if told == nil {
			told = Choices{}
		}
		told[one.Word] = one.ValueIn(plan)
	}
	return told
}

// LobbyChoiceTexts returns LobbyChoices for display, in a few words each.
func LobbyChoiceTexts(settings []Setting, told Choices) []prose.Text {
	var said []prose.Text
	for _, one := range settings {
		if value, is := told[one.Word]; is && one.Pages != nil {
			said = append(said, one.Pages(value))
		}
	}
	return said
}

// Grouped holds the settings of one group.
type Grouped struct {
	Group    Group
	Settings []Setting
}

// Listed returns the settings for a game by group, in the order of screens. Empty groups
// are omitted, except GameGroup.
func Listed(settings []Setting, game engine.Game) []Grouped {
	var listed []Grouped
	for _, group := range []Group{RoomGroup, GameGroup, TimeGroup, WatchersGroup, MoreGroup} {
		all := Grouped{Group: group}
		for _, one := range settings {
			if one.Group == group {
				all.Settings = append(all.Settings, one.ForGame(game))
			}
		}
		if len(all.Settings) > 0 || group == GameGroup {
			listed = append(listed, all)
		}
	}
	return listed
}
