package lobby

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// Identity is who stands behind a session, as the server proved it.
type Identity struct {
	ID    string `json:"ID"`    // stable: the same key or guest token gives the same ID
	Name  string `json:"Name"`  // as wished; hostile until the lobby has cleaned it
	Guest bool   `json:"Guest"` // came without a key
	// Address is where the session comes from, which is charged for what it does
	// together with the person; zero where nobody knows.
	Address netip.Addr `json:"Address"`
	// Passing is somebody who only gives an order and goes again: not listed
	// among the people who are here.
	Passing bool `json:"Passing"`
	// Program is what plays by messages, and not somebody at a screen or a line: it
	// is told to everybody wherever it takes part.
	Program bool `json:"Program"`
}

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
	// Game night is the code of the game night that made the room and gave its seats to
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

// Gathering is the stage of a room before its match starts; then it has the
// match's stage (engine.Playing, engine.Interval, engine.Over).
const Gathering = "gathering"

// Kinds of seat, by who has it.
const (
	SeatEmpty  = "empty"
	SeatPerson = "person"
	SeatBot    = "bot"
)

// SeatInfo is a seat of a room as everybody in it sees it.
type SeatInfo struct {
	Kind     string       `json:"Kind"`  // Empty, Person or Bot
	Level    engine.Level `json:"Level"` // of a bot
	Name     string       `json:"Name"`
	Guest    bool         `json:"Guest"`
	Program  bool         `json:"Program"` // a program plays for its person, or has played in this match
	Host     bool         `json:"Host"`
	Away     time.Time    `json:"Away"`               // since when its person is not connected; zero while present
	Left     bool         `json:"Left"`               // its person gave it up during the match; the room resigns for it
	Resigned bool         `json:"Resigned,omitempty"` // it is out of all that is left of the match
	Claimed  bool         `json:"Claimed"`            // another player claimed the game from its person, who was away, and therefore Left
	Ready    bool         `json:"Ready"`              // its person wants the next match to begin
	Pausing  bool         `json:"Pausing"`            // its person wants a pause, or to keep it
	Eyes     bool         `json:"Eyes"`               // its person lets watchers see what they see
	BotPlays bool         `json:"Standing"`           // a bot plays for its person, who is away, or has finished the match in their place
	Deadline time.Time    `json:"Deadline"`           // when its decision times out; zero without a clock or a decision
	// BotEvents are those of the events of the game that is played that a bot did in the
	// place of its person, by their places among all that everybody saw since it began;
	// Update.Logged says how many those are.
	BotEvents []int `json:"BotEvents,omitempty"`
	// Substitute is from when on a bot plays for its person, who is not connected; zero
	// where none will by itself, and once one does.
	Substitute time.Time `json:"Substitute,omitzero"`
	// AddSubstitute and Claim are from when on another player may give these orders because
	// the match waits for its person, who is away; zero where they may not.
	AddSubstituteFrom time.Time `json:"StandIn"`
	ClaimFrom         time.Time `json:"Claim"`
	Kept              time.Time `json:"Kept"` // until when it is kept for its person, who is away, while no match is played; zero where it is not freed
}

// ChatMessage is something that somebody said in a room.
type ChatMessage struct {
	ID      uint64    `json:"ID"` // grows with each line of the room
	At      time.Time `json:"At"`
	Name    string    `json:"Name"`    // as it was then
	Watcher bool      `json:"Watcher"` // had no seat
	Apart   bool      `json:"Apart"`   // only watchers hear it
	Text    string    `json:"Text"`    // clean, on one line
}

// Ending is the end of a match.
type Ending struct {
	Match  *engine.View  `json:"Match"`  // as the reader sees it at the end
	Record engine.Record `json:"Record"` // the whole match, which holds no secret any more
	Proof  string        `json:"Proof"`  // Update.Proof as it was while the match was played
	// BotMoves are by seat the moves that a substitute bot made, by their places in
	// Record.Moves; nil if none made any.
	BotMoves [][]int `json:"BotMoves,omitempty"`
}

// Note is something that happened in a room beside the play.
type Note struct {
	ID   uint64     `json:"ID"` // grows with each note of the room
	At   time.Time  `json:"At"`
	Text prose.Text `json:"Text"` // names in it are clean
}

// Update is everything that one handle shows: always the latest whole. What it
// points to is shared between handles and with the room: it is to be read only.
type Update struct {
	Code   string    `json:"Code"`
	Plan   Plan      `json:"Plan"` // as it stands, with complete options and clean title
	Stage  string    `json:"Stage"`
	Paused time.Time `json:"Paused"` // since when the match stands still; zero while it goes on
	// Moving says that the room is on its way to another machine of the server: what is
	// shown is what was there last, and an order waits until the room is back. It is said
	// by whoever holds the connection to the room, and never by a room.
	Moving   bool            `json:"Moving,omitzero"`
	Draining time.Time       `json:"Draining"` // when the server stops at the latest; zero while it does not
	Follows  engine.Seat     `json:"Follows"`  // whose eyes a watcher sees with; engine.Watcher for the public view
	Seats    []SeatInfo      `json:"Seats"`
	Watchers []string        `json:"Watchers"`
	You      engine.Seat     `json:"You"`  // engine.Watcher for a watcher; changes when seats move up
	Host     bool            `json:"Host"` // you are the host
	Match    *engine.View    `json:"Match"`
	Proof    string          `json:"Proof"`           // engine.Seed.Commitment of the match that is played or has just ended, the same for everybody from its first update on; empty while gathering
	Past     string          `json:"Past"`            // Finished.ID of the match that has just ended, once it is kept; empty before, while gathering, and where it was resigned at once
	Moved    []RatingChange  `json:"Moved"`           // by seat: how the match that has just ended has moved the ratings; nil where it has not, or that is not known any more
	Notes    []Note          `json:"Notes"`           // newest last, bounded
	Chat     []ChatMessage   `json:"Chat"`            // newest last, bounded
	Legal    []engine.Action `json:"Legal"`           // what you may do now, where handle.List asked for it; nil where that is too much to list
	Revision Revision        `json:"Revision"`        // of what this handle shows
	Logged   int             `json:"Logged,omitzero"` // events that everybody saw since the game began; 0 where a substitute bot did none of them

	// What came about since the update that was taken before this one, oldest
	// first. It is told once; of very many events the newest are left.
	Events []engine.Event `json:"Events"`
	Ended  []Ending       `json:"Ended"`
	// ByBot are those of Events, by their places, ascending, that came of a move which a
	// substitute bot made.
	ByBot []int `json:"ByBot,omitempty"`
}
