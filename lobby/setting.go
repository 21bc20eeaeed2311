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

// A Setting is one thing that a host may choose about a room, whatever is
// played there; what may be chosen about a game is an engine.Option. Form,
// commands, messages, help, lobby, journal and docs/protocol.md are made from a
// table of settings, so that another one is one more entry.
//
// A value is a text in the one way that its Kind writes it.
type Setting struct {
	Word   string     // what commands call it; lower_snake, stable: "clock"
	Member string     // what messages call it, where that is not Word: "clock_seconds"
	Label  prose.Text // what screens call it: "Followed eyes"
	Help   prose.Text // one sentence

	Kind    Kind
	Default string // empty is left to the room
	// Values are what a screen offers, in this order. A Choice can be nothing
	// else; a Switch needs none.
	Values      []string
	Least, Most int           // of a Number
	Longest     time.Duration // of a Span

	// Format is a value as people read it; nil is the value itself.
	Format func(value string) prose.Text
	// Within says what stands in place of the value in such a plan; nil, and nothing to
	// say, mean the value.
	Within func(Plan) prose.Text
	// Wrong says what is wrong with a value that is out of bounds; nil names
	// those that are not.
	Wrong func(value string) error
	// For is the setting in rooms of a game, where that depends on the game.
	For func(Setting, engine.Game) Setting
	// Idle says in a sentence why it has no effect beside the rest of a plan;
	// nil, and nothing to say, mean that it has.
	Idle func(Plan) prose.Text

	Group         Group
	InTimeControl bool // it is a part of the Pace, as which screens show it
	Anyway        bool // all screens of a room show it anyway
	Always        bool // a room's own screen also shows the default
	// Pages is what the lobby tells of it where it is not the default; nil tells
	// nothing.
	Pages    func(value string) prose.Text
	Sentence prose.Text // that who tells where it is not the default; nothing tells nothing

	// get and set are its field of Plan; without them it is kept in Plan.More.
	get func(*Plan) string
	set func(plan *Plan, value string)
}

// Kind is how the values of a setting are written.
type Kind int

// The kinds.
const (
	Words  Kind = iota // any text, which the room cleans
	Switch             // Yes or No
	Number             // a whole number
	Choice             // one of Setting.Values
	Span               // Off, or a time as time.Duration writes it
)

// Values of a Switch, and of a Span that is none.
const (
	Yes = "yes"
	No  = "no"
	Off = "off"
)

// Group is where screens list a setting: below a heading, with others of its kind.
type Group int

// The groups, in the order of screens. In that of the game stand its options, too.
const (
	MoreGroup Group = iota // last of all, without a heading
	RoomGroup
	GameGroup
	TimeGroup
	WatchersGroup
)

// Heading is what stands above a group; the zero Text for nothing.
func (g Group) Heading() prose.Text {
	switch g {
	case RoomGroup:
		return prose.T("The room")
	case GameGroup:
		return prose.T("The game")
	case TimeGroup:
		return prose.T("Time")
	case WatchersGroup:
		return prose.T("Watchers")
	case MoreGroup:
	}
	return prose.Text{}
}

// JSONName is what messages call the setting.
func (s Setting) JSONName() string { return cmp.Or(s.Member, s.Word) }

// ForGame is the setting as it is in rooms of a game.
func (s Setting) ForGame(game engine.Game) Setting {
	if s.Kind == Switch && s.Values == nil {
		s.Values = []string{Yes, No}
	}
	if s.For != nil {
		s = s.For(s, game)
	}
	return s
}

// ValueIn is the setting's value in a plan; empty where it is not chosen yet.
func (s Setting) ValueIn(plan Plan) string {
	if s.get != nil {
		return s.get(&plan)
	}
	if value, is := plan.More[s.Word]; is {
		return value
	}
	return s.Default
}

// Set chooses a value, which has to be written as the Kind writes it. It changes
// no copy of the plan.
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

// FormatValue is a value as people read it.
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

// FormatIn is the value in a plan as people read it.
func (s Setting) FormatIn(plan Plan) prose.Text {
	if s.Within != nil {
		if told := s.Within(plan); !told.IsZero() {
			return told
		}
	}
	return s.FormatValue(s.ValueIn(plan))
}

// Read is a value as somebody typed it. It refuses what its Kind cannot be;
// whether a room can have it is for the room to say.
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

// unread says what can be typed, of a setting's word and what was typed instead.
func (s Setting) unread(word, typed prose.Arg) error {
	switch s.Kind {
	case Switch:
		return prose.Refuse("{setting} cannot be {typed}: it is yes or no.", word, typed)
	case Span:
		return prose.Refuse("{setting} cannot be {typed}: it is off, or a time such as 30s or 2m.", word, typed)
	default:
		return prose.Refuse("{setting} cannot be {typed}: it is a number.", word, typed)
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

// Can is what the setting can be, in words: "0 to 20".
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

// allows reports whether a room can have a value.
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

// refusal says why a room cannot have a value.
func (s Setting) refusal(value string) error {
	if s.Wrong != nil {
		return s.Wrong(value)
	}
	return prose.Refuse("{setting} can be {values}.", prose.Literal(s.Word), prose.Sub(s.Can()))
}

// NewPlan is a plan of a room for a game in which nothing is chosen yet.
func NewPlan(settings []Setting, game engine.Game) Plan {
	plan := Plan{Game: game.Name}
	for _, one := range settings {
		one = one.ForGame(game)
		one.Set(&plan, one.Default)
	}
	return plan
}

// CompletePlan fills in what a plan leaves open and cleans its texts, to be so many
// cells wide at most. It refuses what a room of the game cannot be. What the
// table does not have is left out.
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

// LobbyChoices are the values of a plan that the lobby tells and that are not the
// default; nil where there are none.
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

// LobbyChoiceTexts are such values as people read them, in a few words each.
func LobbyChoiceTexts(settings []Setting, told Choices) []prose.Text {
	var said []prose.Text
	for _, one := range settings {
		if value, is := told[one.Word]; is && one.Pages != nil {
			said = append(said, one.Pages(value))
		}
	}
	return said
}

// Grouped are settings of one group.
type Grouped struct {
	Group    Group
	Settings []Setting
}

// Listed are the settings by groups in the order of screens, as they are in rooms
// of a game. A group of which there are none is left out, but for that of the game.
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
