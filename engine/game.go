package engine

import (
	"iter"
	"math/rand/v2"
)

// A Game is Rules without type parameters, as a lobby uses it.
type Game struct {
	Name, Title, Blurb string
	Version            int
	MinSeats, MaxSeats int
	Options            []Option
	Levels             []string // names of the bot's levels; never empty
	LevelHelp          []string // how each level plays; may be empty

	start     func(Setup) (Match, error)
	readEvent func(string) (Event, error) // for the game's own events
	readView  func([]byte) (View, error)
	worlds    func(table any) Worlds
	claims    func(Move) []Claim
	open      func(Options) bool
	actions   func(Setup) []ActionForm
}

// Game returns the rules without type parameters.
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

// AtVersion returns the game with an older version of its rules as the newest: Start uses that
// version.
func (g Game) AtVersion(version int) Game {
	g.Version = version
	return g
}

// Start deals the first round of a match by the newest rules. Options may be incomplete. It refuses
// numbers of seats and options that the game does not have.
func (g Game) Start(seats int, seed Seed, chosen Options) (Match, error) {
	return g.deal(g.Version, seats, seed, chosen)
}

// Open reports whether every action is announced to all players by an event under the given
// options, which must be complete. Otherwise a seat can act in secret.
func (g Game) Open(options Options) bool { return g.open != nil && g.open(options) }

// deal starts a match by a version of the rules.
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

// Match is a match of several rounds of a game, with the sum of their points. It is immutable like
// a State. Between two rounds is an interval in which every seat plays [Next]; the last one deals
// the next round.
type Match interface {
	// ToMove returns the seats that have to decide, including on Next. It is empty when the match
	// is over.
	ToMove() []Seat
	Legal(Seat) iter.Seq[Action]
	Play(Seat, Action) (Match, []Event, error)
	View(Seat) View
	// Resigned returns the seats that have left the match by resigning, which is public. It is
	// empty under rules by which a seat resigns only a round.
	Resigned() []Seat
	// Think asks the bot of the game for an action of a seat that is to move.
	Think(Seat, Level, *rand.Rand) Action
	// Record returns everything needed to replay the match. It must be kept secret until the end.
	Record() Record
}

// Stages of a match.
const (
	Playing  = "playing"  // a round is being played
	Interval = "interval" // a round has ended, and another one follows
	Over     = "over"     // the last round has ended
)

// View is what a seat may know of a match.
type View struct {
	Game    string      `json:"game"`
	Seat    Seat        `json:"seat"` // the reader; 0 for a spectator
	Seats   int         `json:"seats"`
	Options Options     `json:"options"`
	Stage   string      `json:"stage"`
	Round   int         `json:"round"`  // from 1; in an interval, the round that has ended
	Rounds  int         `json:"rounds"` // of the whole match
	First   Seat        `json:"first"`  // the seat that began this round
	ToMove  []Seat      `json:"to_move"`
	Grammar []string    `json:"may"`     // syntax of the actions that this seat can play now
	Scores  [][]float64 `json:"scores"`  // points by finished round and seat
	Totals  []float64   `json:"totals"`  // sum of the points of finished rounds, by seat
	Winners []Seat      `json:"winners"` // of the last round in an interval; of the match when it is over
	Table   any         `json:"table"`   // the view of the game
}
