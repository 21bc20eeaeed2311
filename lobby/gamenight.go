package lobby

import (
	"context"
	"slices"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// GameNightPlan holds the settings of a game night. Copies share its list, which must not be changed.
type GameNightPlan struct {
	Format  string       `json:"format,omitzero"`   // one of GameNightFormats; empty means GameNightOpen
	Teams   []string     `json:"teams,omitzero"`    // names of the teams, for GameNightTeams only; untrusted until cleaned
	Title   string       `json:"title"`             // untrusted until cleaned; empty means "NAME's game night"
	Games   []string     `json:"games"`             // engine.Game.Name; each person's tables alternate between them
	Seats   int          `json:"seats"`             // maximum at a table; 0 means that of the game
	Rounds  int          `json:"rounds"`            // minimum number of games in a match; 0 means as few as the game allows
	Minutes int          `json:"minutes,omitempty"` // after which no new game of a match begins; 0 means Rounds alone decide
	Pace    string       `json:"pace"`              // one of GameNightPaces; empty means GameNightQuick
	Friends bool         `json:"friends"`           // seat people together who have played each other; else people who have not
	Bots    engine.Level `json:"bots"`              // level of the bots that fill small tables; 0 means no bots
	Begins  time.Time    `json:"begins,omitzero"`   // when tables begin to fill; zero means when the host says so
	Ends    time.Time    `json:"ends,omitzero"`     // when no more tables are made; zero means when the host says so
	// Programs lets API clients take part.
	Programs bool `json:"programs,omitzero"`
}

// Paces of a game night, each a Preset of rooms.
const (
	GameNightQuick   = "quick"
	GameNightRelaxed = "relaxed"
	GameNightSerious = "serious"
)

// GameNightPaces returns the values of GameNightPlan.Pace, the default first.
func GameNightPaces() []string { return []string{GameNightQuick, GameNightRelaxed, GameNightSerious} }

// GameNightPreset returns the room preset of a pace.
func GameNightPreset(pace string) Preset {
	switch pace {
	case GameNightRelaxed:
		return relaxed()
	case GameNightSerious:
		return serious()
	}
	return quick()
}

// NewGameNightPlan returns the default plan of a game night: quick matches, with bots of the first
// level that fill small tables.
func NewGameNightPlan() GameNightPlan {
	return GameNightPlan{Pace: GameNightQuick, Bots: engine.FirstBot}
}

// DefaultGameNight returns the default title of a game night with a host of the given name.
func DefaultGameNight(name string) prose.Text {
	return prose.T("{name}'s game night", prose.Name(name))
}

// CompleteGameNight fills in the defaults of a plan and cleans its title to at most cells
// columns. It returns an error if the plan cannot be played.
func CompleteGameNight(games []engine.Game, plan GameNightPlan, host string, cells int) (GameNightPlan, error) {
	if plan.Title = CleanText(plan.Title, cells); plan.Title == "" {
		plan.Title = CleanText(DefaultGameNight(host).String(), cells)
	}
	if len(plan.Games) == 0 && len(games) > 0 {
		plan.Games = []string{games[0].Name}
	}
	if len(plan.Games) > maxGameNightGames {
		return plan, prose.Refuse("A game night can rotate through at most {n} games.", prose.N(maxGameNightGames))
	}
	if plan.Format == "" {
		plan.Format = GameNightOpen
	}
	if !slices.Contains(GameNightFormats(), plan.Format) {
		return plan, prose.Refuse("The format of a game night can be {values}.", prose.List(prose.Literals(GameNightFormats())))
	}
	if err := plan.completeTeams(); err != nil {
		return plan, err
	}
	if plan.Pace == "" {
		plan.Pace = GameNightQuick
	}
	if !slices.Contains(GameNightPaces(), plan.Pace) {
		return plan, prose.Refuse("The pace of a game night must be one of {values}.", prose.List(prose.Literals(GameNightPaces())))
	}
	for _, name := range plan.Games {
		game, known := FindGame(games, name)
		switch {
		case !known:
			return plan, prose.Refuse("There is no game called {game} here.", prose.Literal(CleanText(name, 20)))
		case plan.Bots < 0, int(plan.Bots) > len(game.Levels):
			return plan, prose.Refuse("{game} has bots at levels 1 to {n}.", prose.Literal(game.Title), prose.N(len(game.Levels)))
		case plan.Format == GameNightKnockout && game.MinSeats > 2:
			return plan, prose.Refuse("{game} is for more than two, and cannot be played in a knockout.", prose.Literal(game.Title))
		case plan.Seats != 0 && plan.Seats < game.MinSeats:
			return plan, prose.Refuse("{game} needs at least {n} seats at a table.", prose.Literal(game.Title), prose.N(game.MinSeats))
		}
		if _, err := engine.Complete(game.Options, plan.TableOptions(game)); err != nil {
			return plan, err
		}
	}
	return plan, nil
}

// maxGameNightGames bounds the number of games of a game night.
const maxGameNightGames = 12

// TableOptions returns the options of a game at the tables of the game night. If matches
// cannot have exactly Rounds games, it chooses the next allowed number.
func (p GameNightPlan) TableOptions(game engine.Game) engine.Options {
	at := slices.IndexFunc(game.Options, func(o engine.Option) bool { return o.Name == "rounds" })
	if at < 0 {
		return nil
	}
	wanted := max(1, p.Rounds)
	if p.Minutes > 0 && p.Rounds == 0 {
		for _, value := range game.Options[at].Values {
			if n, err := strconv.Atoi(value.Name); err == nil {
				wanted = max(wanted, n)
			}
		}
	}
	found := wanted // refused later if no value fits
	for _, value := range slices.Backward(game.Options[at].Values) {
		if n, err := strconv.Atoi(value.Name); err == nil && n >= wanted {
			found = n
		}
	}
	return engine.Options{"rounds": strconv.Itoa(found)}
}

// Stages of a game night.
const (
	GameNightGathering = "gathering" // people arrive; no tables yet
	GameNightPlaying   = "playing"   // tables fill automatically
	GameNightPaused    = "paused"    // no new tables; running matches continue
	GameNightOver      = "over"      // no new tables are made
)

// States of a person at a game night.
const (
	GameNightWaiting = "waiting" // for a table
	GameNightCalled  = "called"  // to a table
	GameNightAtTable = "playing" // in a running match
	GameNightResting = "resting" // still at the table of a finished match
	GameNightOut     = "out"     // sits out, by choice or after missing a table
	GameNightAway    = "away"    // not connected
	GameNightGone    = "gone"    // has left

	GameNightEliminated = "eliminated" // has lost in a knockout
	GameNightSpectating = "spectating" // came after a knockout began
)

// GameNightUpdate is the complete state of a game night for one handle. It contains nothing
// secret. Its lists are shared and must not be changed.
type GameNightUpdate struct {
	Code   string            `json:"Code"`
	Plan   GameNightPlan     `json:"Plan"` // complete
	Stage  string            `json:"Stage"`
	Hosted string            `json:"Hosted"`          // name of the host
	Deputy string            `json:"Deputy,omitzero"` // name of the deputy host; may be empty
	People []GameNightPerson `json:"People"`          // participants and former players, best first
	Tables []GameNightTable  `json:"Tables"`          // current and just finished tables, by number
	Next   []GameNightTable  `json:"Next"`            // the tables that would be made now if there were time
	Recent []GameNightTable  `json:"Recent"`          // finished matches, newest last: a few, and more once the game night is over
	Played int               `json:"Played"`          // number of finished matches
	Chat   []ChatMessage     `json:"Chat"`            // newest last, bounded; for a board, only the latest announcement
	You    int               `json:"You"`             // index in People; -1 for a board and after LeaveGameNight
	Host   bool              `json:"Host"`            // the reader is the host
	// Bracket lists the pairings of a knockout that has begun, by round. The final comes last,
	// after the match for third place.
	Bracket []GameNightPairing `json:"Bracket,omitzero"`
	Teams   []GameNightTeam    `json:"Teams,omitzero"` // best first
	// Stops reports whether the server will stop soon, so that no tables are made until it
	// is back.
	Stops bool `json:"Stops"`
	// Last reports whether the host has called the last match: the game night ends with the
	// matches that are under way.
	Last bool `json:"Last,omitzero"`
	// Moves lists the pending moves that the reader may see. Log lists the latest changes by the
	// host, newest last.
	Moves []GameNightMove  `json:"Moves,omitzero"`
	Log   []GameNightEvent `json:"Log,omitzero"`
	// Results lists the results that the reader may correct, newest last. It is empty for all but the host.
	Results []GameNightTable `json:"Results,omitzero"`
	// Moving reports whether the game night is moving to another node, like Update.Moving
	// of a room.
	Moving bool `json:"Moving,omitzero"`
}

// Table returns the reader's current or last table. It reports false if there is none.
func (u GameNightUpdate) Table() (GameNightTable, bool) {
	if u.You < 0 || u.You >= len(u.People) {
		return GameNightTable{}, false
	}
	at := slices.IndexFunc(u.Tables, func(t GameNightTable) bool { return t.Number == u.People[u.You].Table })
	if at < 0 {
		return GameNightTable{}, false
	}
	return u.Tables[at], true
}

// GameNightPerson is a person at a game night, as everyone sees them.
type GameNightPerson struct {
	Name    string `json:"Name"`
	Guest   bool   `json:"Guest"`
	Host    bool   `json:"Host"`
	State   string `json:"State"`   // such as GameNightWaiting
	Table   int    `json:"Table"`   // their current or last table; 0 if there is none
	Rank    int    `json:"Rank"`    // from 1; equal ones share it
	Points  int    `json:"Points"`  // of all matches; see GameNightSeat.Points
	Matches int    `json:"Matches"` // number of finished matches
	Won     int    `json:"Won"`     // number of matches won
	// Average is the number of points per match, by which people are ranked. Few reports whether
	// the person has played less than half as many matches as the person with the most; such people
	// rank last.
	Average int  `json:"Average,omitzero"`
	Few     bool `json:"Few,omitzero"`
	// Moved is by how many ranks the last finished match has moved the person up, or down
	// if it is negative.
	Moved int `json:"Moved,omitzero"`

	Team    string `json:"Team,omitzero"` // name of their team; empty for none
	Captain bool   `json:"Captain,omitzero"`
	Program bool   `json:"Program,omitzero"` // takes part with an API client
	Place   int    `json:"Place,omitzero"`   // in the queue of those who wait, from 1; 0 for all others
}

// GameNightTable is a table of a game night, as everyone sees it.
type GameNightTable struct {
	Number int    `json:"Number"` // from 1; 0 before it is made
	Game   string `json:"Game"`   // engine.Game.Name
	Code   string `json:"Code"`   // of its room, for participants; empty on a board
	Stage  string `json:"Stage"`  // Gathering, or a stage of engine
	Round  int    `json:"Round"`  // current game of the match, from 1; 0 before
	Rounds int    `json:"Rounds"`
	// Minutes is the time limit of the match; 0 means none. Then Rounds is the most games.
	Minutes int `json:"Minutes,omitzero"`
	// Until is when the match begins without absent players, or roughly when a running
	// match will end.
	Until time.Time       `json:"Until,omitzero"`
	Seats []GameNightSeat `json:"Seats"`
	// Corrected reports whether the host has corrected the result, and Void whether the match
	// does not count.
	Corrected bool `json:"Corrected,omitzero"`
	Void      bool `json:"Void,omitzero"`
	// Match is Finished.ID of a finished match; empty while it is in play, or if it is not stored.
	Match string `json:"Match,omitzero"`
}

// GameNightSeat is a seat at a table of a game night.
type GameNightSeat struct {
	Name   string  `json:"Name"`
	Bot    bool    `json:"Bot"`
	Here   bool    `json:"Here"`   // in the room and connected
	Total  float64 `json:"Total"`  // points in the finished games of the match
	Won    bool    `json:"Won"`    // has won the match
	Points int     `json:"Points"` // for the standings: once the match is over, the share of opponents beaten, of 100; a draw counts half
}

// GameNightStore stores game nights. Its methods are safe for concurrent use and are called
// without holding locks of the lobby.
type GameNightStore interface {
	// SaveGameNight writes the state of a game night, which is JSON owned by the lobby.
	SaveGameNight(ctx context.Context, code string, data []byte) error
	// DeleteGameNight deletes a game night. It returns nil if there is none.
	DeleteGameNight(ctx context.Context, code string) error
	// GameNights returns all stored game nights, by code.
	GameNights(ctx context.Context) (map[string][]byte, error)
}

// Glance is the public state of a table of a game night: at most what a spectator sees.
type Glance struct {
	Stage  string       `json:"Stage"` // Gathering, or a stage of engine
	Round  int          `json:"Round"`
	Rounds int          `json:"Rounds"`
	Seats  []GlanceSeat `json:"Seats"`
	Match  string       `json:"Match,omitzero"` // Finished.ID once the match is over
}

// GlanceSeat is a seat in a Glance.
type GlanceSeat struct {
	ID    string  `json:"ID"` // of the seat's person, unless they have left; else empty
	Name  string  `json:"Name"`
	Bot   bool    `json:"Bot"`
	Here  bool    `json:"Here"`
	Total float64 `json:"Total"`
	Won   bool    `json:"Won"` // has won the finished match
	// Substitute reports whether a bot has finished the match for the person, who ranks
	// last for that.
	Substitute bool `json:"Substitute,omitzero"`
}
