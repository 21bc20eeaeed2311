package lobby

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// Plan is what somebody chooses when making a room: Settings and NewPlan say
// what there is to choose. Copies may share its maps, which are never changed.
type Plan struct {
	Game    string         `json:"game"`  // engine.Game.Name
	Title   string         `json:"title"` // hostile until cleaned; empty gives "NAME's table"
	Seats   int            `json:"seats"`
	Public  bool           `json:"public"`   // listed in the lobby; otherwise only who knows the code comes in
	Options engine.Options `json:"options"`  // incomplete is well
	Clock   time.Duration  `json:"clock_ns"` // for each decision; 0 is off
	Absent  string         `json:"absent"`   // what happens to the decisions of somebody who is away: a value of Absences; empty is AbsentClock
	// Substitute is how long a player is away before a bot plays for them where Absent
	// is AbsentBot: a value of Substitutes; empty is the first.
	Substitute string `json:"substitute,omitempty"`
	// Usual says that Clock was not chosen but is that of DefaultTimeControl: it does not run
	// while one person plays with bots alone.
	Usual bool `json:"usual,omitempty"`
	// Rated asks that matches count for ratings: those that only people with a
	// key begin.
	Rated bool `json:"rated"`
	// Unaided forbids what fills in by itself what can still be where.
	Unaided bool `json:"unaided"`
	// Unwatched keeps watchers out.
	Unwatched bool `json:"unwatched"`
	// Apart keeps what watchers say from the players while a round is played.
	Apart bool `json:"apart"`
	// EyesDelay is how many moves a watcher who follows a player's eyes lags
	// behind.
	EyesDelay int `json:"eyes_delay_moves"`
	// GameNight is the code of the game night that made the room and gave its seats to
	// people; empty for a room that somebody made. Nobody chooses it.
	GameNight string `json:"evening,omitempty"`
	// More is what was chosen of settings that have no field here.
	More Choices `json:"more,omitempty"`
}

// Hints reports whether players may be told what the likeliest guess is: where aids
// are allowed, neither a rating nor points of a game night hang on it, and nothing has to
// be remembered.
func (p Plan) Hints() bool {
	return !p.Unaided && !p.Rated && p.GameNight == "" && p.Options["memory"] != "on"
}

// What happens to the decisions of somebody who is away.
const (
	AbsentClock = "clock" // the clock goes on, as if they were there
	AbsentWait  = "wait"  // the clock stands until they are back
	AbsentBot   = "bot"   // a bot plays on until they are back
)

// Absences are the values of Plan.Absent, the default first.
func Absences() []string { return []string{AbsentClock, AbsentWait, AbsentBot} }

// How long a player has to be away before a bot plays for them.
const (
	Substitute1m    = "60s"
	Substitute2m    = "2m"
	Substitute5m    = "5m"
	SubstituteNever = "never" // nor does one when another player asks for it
)

// Substitutes are the values of Plan.Substitute, the default first.
func Substitutes() []string {
	return []string{Substitute2m, Substitute1m, Substitute5m, SubstituteNever}
}

// SubstituteAfter is how long a player has to be away before a substitute bot plays for
// them by itself, in a match that is not rated; zero where none does.
func (p Plan) SubstituteAfter() time.Duration {
	if p.Absent != AbsentBot || p.Substitute == SubstituteNever {
		return 0
	}
	return TimeOf(cmp.Or(p.Substitute, Substitutes()[0]))
}

// FindGame is the game of a name, and whether there is one.
func FindGame(games []engine.Game, name string) (engine.Game, bool) {
	i := slices.IndexFunc(games, func(g engine.Game) bool { return g.Name == name })
	if i < 0 {
		return engine.Game{}, false
	}
	return games[i], true
}

// DefaultTitle is the title of a room whose host, of that name, chose none, as it
// is kept and searched; TitleText says it.
func DefaultTitle(name string) string { return ownTable(name).String() }

func ownTable(name string) prose.Text { return prose.T("{name}'s table", prose.Name(name)) }

// TitleText is the title of a room as people read it: a default one is said by
// their voice, also where somebody typed just that, any other stands as it was
// typed.
func TitleText(title string) prose.Text {
	if name, made := strings.CutSuffix(title, DefaultTitle("")); made && name != "" {
		return ownTable(name)
	}
	return prose.T("{title}", prose.Literal(title))
}

// MaxEyesDelay bounds Plan.EyesDelay.
const MaxEyesDelay = 20

// Choices are values by the Word of their setting.
type Choices map[string]string
