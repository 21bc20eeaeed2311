package lobby

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// Plan holds the settings of a room; see Setting and NewPlan. Copies share its maps, which must not
// be changed.
type Plan struct {
	Game    string         `json:"game"`  // engine.Game.Name
	Title   string         `json:"title"` // untrusted until cleaned; empty means "NAME's table"
	Seats   int            `json:"seats"`
	Public  bool           `json:"public"`   // listed in the lobby; otherwise people need its code
	Options engine.Options `json:"options"`  // may be incomplete
	Clock   time.Duration  `json:"clock_ns"` // time per move; 0 means no clock
	Absent  string         `json:"absent"`   // what happens to the turns of an absent player: one of Absences; empty means AbsentClock
	// Substitute is how long a player is absent before a bot plays for them if Absent is
	// AbsentBot: one of Substitutes; empty means the first.
	Substitute string `json:"substitute,omitempty"`
	// Usual reports whether Clock is that of DefaultTimeControl rather than chosen. Such a
	// clock does not run while one person plays against bots.
	Usual bool `json:"usual,omitempty"`
	// Rated requests that matches count for ratings. They do if only people with a key
	// begin them.
	Rated bool `json:"rated"`
	// Unaided disables automatic notes and hints.
	Unaided bool `json:"unaided"`
	// Unwatched disallows spectators.
	Unwatched bool `json:"unwatched"`
	// Apart hides the chat of spectators from players during a game.
	Apart bool `json:"apart"`
	// EyesDelay is how many moves late spectators see a shared hand.
	EyesDelay int `json:"eyes_delay_moves"`
	// GameNight is the code of the game night that opened the room, or empty. It cannot be
	// chosen.
	GameNight string `json:"evening,omitempty"`
	// TimeLimit is the time after which no new game of the match begins; 0 means none. It is
	// that of a game night and cannot be chosen.
	TimeLimit time.Duration `json:"time_limit_ns,omitempty"`
	// Programs lets API clients take the seats of a room of a game night. It is that of the
	// game night and cannot be chosen.
	Programs bool `json:"programs,omitempty"`
	// More holds the values of settings without a field.
	More Choices `json:"more,omitempty"`
}

// Hints reports whether players may get hints for their guesses: if aids are allowed, the
// match does not count, and the game is not about memory.
func (p Plan) Hints() bool {
	return !p.Unaided && !p.Rated && p.GameNight == "" && p.Options["memory"] != "on"
}

// What happens to the turns of an absent player.
const (
	AbsentClock = "clock" // the clock runs as usual
	AbsentWait  = "wait"  // the clock stops until they return
	AbsentBot   = "bot"   // a bot plays until they return
)

// Absences returns the values of Plan.Absent, the default first.
func Absences() []string { return []string{AbsentClock, AbsentWait, AbsentBot} }

// How long a player has to be absent before a bot plays for them.
const (
	Substitute1m    = "60s"
	Substitute2m    = "2m"
	Substitute5m    = "5m"
	SubstituteNever = "never" // not even when another player asks for it
)

// Substitutes returns the values of Plan.Substitute, the default first.
func Substitutes() []string {
	return []string{Substitute2m, Substitute1m, Substitute5m, SubstituteNever}
}

// SubstituteAfter returns how long a player has to be absent from an unrated match before a
// bot plays for them automatically, or zero if none does.
func (p Plan) SubstituteAfter() time.Duration {
	if p.Absent != AbsentBot || p.Substitute == SubstituteNever {
		return 0
	}
	return TimeOf(cmp.Or(p.Substitute, Substitutes()[0]))
}

// FindGame returns the game with a name, and whether there is one.
func FindGame(games []engine.Game, name string) (engine.Game, bool) {
	i := slices.IndexFunc(games, func(g engine.Game) bool { return g.Name == name })
	if i < 0 {
		return engine.Game{}, false
	}
	return games[i], true
}

// DefaultTitle returns the default title of a room with a host of the given name, as stored
// and searched. TitleText returns its localizable form.
func DefaultTitle(name string) string { return ownTable(name).String() }

func ownTable(name string) prose.Text { return prose.T("{name}'s table", prose.Name(name)) }

// TitleText returns the title of a room for display. A default title is localizable, even
// if it was typed; others are shown as typed.
func TitleText(title string) prose.Text {
	if name, made := strings.CutSuffix(title, DefaultTitle("")); made && name != "" {
		return ownTable(name)
	}
	return prose.T("{title}", prose.Literal(title))
}

// MaxEyesDelay bounds Plan.EyesDelay.
const MaxEyesDelay = 20

// Choices maps Setting.Word to values.
type Choices map[string]string
