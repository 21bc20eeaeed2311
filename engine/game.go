package engine

import (
	"iter"
	"math/rand/v2"
)

// A Game is Rules with their types put away: what a lobby offers.
type Game struct {
	Name, Title, Blurb string
	Version            int
	MinSeats, MaxSeats int
	Options            []Option
	Levels             []string // of its bot, in words; never empty
	LevelHelp          []string // by level, how it plays; empty for none

	start     func(Setup) (Match, error)
	readEvent func(string) (Event, error) // of the game's own
	readView  func([]byte) (View, error)
	worlds    func(table any) Worlds
	claims    func(Move) []Claim
	open      func(Options) bool
	actions   func(Setup) []ActionForm
}

// Game puts the types of views and events away.
func (r Rules[V, E]) Game() Game {
	levels := r.Levels
	if len(levels) == 0 {
		levels = []string{"usual"}
	}
	return Game{
		Levels: levels, LevelHelp: r.LevelHelp,
		Name: r.Name, Title: r.Title, Blurb: r.Blurb, Version: r.Version,
		MinSeats: r.MinSeats, MaxSeats: r.MaxSeats, Options: r.Options,
		start:     func(setup Setup) (Match, error) { return startMatch(r, setup) },
		readEvent: func(line string) (Event, error) { return r.ReadEvent(line) },
		readView:  readView[V],
		worlds:    r.worldsOf,
		claims:    r.Claims,
		open:      r.Open,
		actions:   r.Actions,
	}
}

// AtVersion returns the game as it was when the given version of its rules was the newest:
// Start deals by that one.
func (g Game) AtVersion(version int) Game {
	g.Version = version
	return g
}

// Start deals the first round of a match by the newest rules. Options may be
// incomplete. It refuses a number of seats or options that the game does not
// have.
func (g Game) Start(seats int, seed Seed, chosen Options) (Match, error) {
	return g.deal(g.Version, seats, seed, chosen)
}

// Open reports whether under complete options every action has an event.
func (g Game) Open(options Options) bool { return g.open != nil && g.open(options) }

// deal begins a match by the rules of a version.
func (g Game) deal(version, seats int, seed Seed, chosen Options) (Match, error) {
	if seats < g.MinSeats || seats > g.MaxSeats {
		return nil, Refuse(BadSetup, "%s is for %d to %d players, not %d.", g.Title, g.MinSeats, g.MaxSeats, seats)
	}
	options, err := Complete(g.Options, chosen)
	if err != nil {
		return nil, err
	}
	if first := options.Int("first"); first > seats {
		return nil, Refuse(BadSetup, "Seat %d cannot begin: there are only %d seats.", first, seats)
	}
	return g.start(Setup{Version: version, Seats: seats, Seed: seed, Options: options})
}

// Match is several rounds of one game with the points added up. It is
// immutable like a State. Between two rounds there is an interval in which
// every seat plays [Next]; the last one deals the next round.
type Match interface {
	// ToMove lists who has a decision to make, the interval's Next included;
	// it is empty when the match is over.
	ToMove() []Seat
	Legal(Seat) iter.Seq[Action]
	Play(Seat, Action) (Match, []Event, error)
	View(Seat) View
	// Resigned lists who has resigned and is out of all that is left of the match. All
	// have seen that. It is empty by rules by which only a game is resigned.
	Resigned() []Seat
	// Think asks the game's bot for an action of a seat that is to move.
	Think(Seat, Level, *rand.Rand) Action
	// Record is enough to play the match again: keep it secret until the end.
	Record() Record
}

// Stages of a match.
const (
	Playing  = "playing"  // a round is being played
	Interval = "interval" // a round has ended and another will follow
	Over     = "over"     // the last round has ended
)

// View is what one seat may know of a match.
type View struct {
	Game    string      `json:"game"`
	Seat    Seat        `json:"seat"` // whose eyes; 0 is a watcher
	Seats   int         `json:"seats"`
	Options Options     `json:"options"`
	Stage   string      `json:"stage"`
	Round   int         `json:"round"`  // from 1; the one just played in an interval
	Rounds  int         `json:"rounds"` // of the whole match
	First   Seat        `json:"first"`  // who began this round
	ToMove  []Seat      `json:"to_move"`
	Grammar []string    `json:"may"`     // grammar of what this seat may do now
	Scores  [][]float64 `json:"scores"`  // points by finished round, then by seat
	Totals  []float64   `json:"totals"`  // points by seat over all finished rounds
	Winners []Seat      `json:"winners"` // of the round in an interval, of the match when it is over
	Table   any         `json:"table"`   // the game's own view
}
