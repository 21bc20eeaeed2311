package lobby

import (
	"context"
	"slices"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// GameNightPlan is what a host chooses about a game night. Copies may share its list,
// which is never changed.
type GameNightPlan struct {
	Title   string       `json:"title"`           // hostile until cleaned; empty is "NAME's game night"
	Games   []string     `json:"games"`           // engine.Game.Name; from turn to turn the next of them is played
	Seats   int          `json:"seats"`           // at a table, at most; 0 is as many as the game has
	Rounds  int          `json:"rounds"`          // games in a match, at least: a game may have no such number; 0 is as few as it can have
	Pace    string       `json:"pace"`            // a value of GameNightPaces; empty is GameNightQuick
	Friends bool         `json:"friends"`         // who has sat together this game night sits together again; else who has not comes first
	Bots    engine.Level `json:"bots"`            // of the bots that fill a table with too few people; 0 lets nobody fill it
	Begins  time.Time    `json:"begins,omitzero"` // when tables fill, once enough people are here; zero is when the host says so
	Ends    time.Time    `json:"ends,omitzero"`   // when no table is made any more; zero is when the host says so
}

// Paces of a game night, each a Preset of rooms.
const (
	GameNightQuick   = "quick"
	GameNightRelaxed = "relaxed"
	GameNightSerious = "serious"
)

// GameNightPaces are the values of GameNightPlan.Pace, the usual one first.
func GameNightPaces() []string { return []string{GameNightQuick, GameNightRelaxed, GameNightSerious} }

// GameNightPreset is the preset of rooms that a pace stands for.
func GameNightPreset(pace string) Preset {
	switch pace {
	case GameNightRelaxed:
		return relaxed()
	case GameNightSerious:
		return serious()
	}
	return quick()
}

// DefaultGameNight is the title of a game night whose host, of that name, chose none.
func DefaultGameNight(name string) prose.Text {
	return prose.T("{name}'s game night", prose.Name(name))
}

// CompleteGameNight fills in what a plan leaves open and cleans its title, to be so
// many cells wide at most. It refuses what cannot be played.
func CompleteGameNight(games []engine.Game, plan GameNightPlan, host string, cells int) (GameNightPlan, error) {
	if plan.Title = CleanText(plan.Title, cells); plan.Title == "" {
		plan.Title = CleanText(DefaultGameNight(host).String(), cells)
	}
	if len(plan.Games) == 0 && len(games) > 0 {
		plan.Games = []string{games[0].Name}
	}
	if len(plan.Games) > maxGameNightGames {
		return plan, prose.Refuse("A game night goes round through {n} games at most.", prose.N(maxGameNightGames))
	}
	if plan.Pace == "" {
		plan.Pace = GameNightQuick
	}
	if !slices.Contains(GameNightPaces(), plan.Pace) {
		return plan, prose.Refuse("The pace of a game night can be {values}.", prose.List(prose.Literals(GameNightPaces())))
	}
	for _, name := range plan.Games {
		game, known := FindGame(games, name)
		switch {
		case !known:
			return plan, prose.Refuse("There is no game called {game} here.", prose.Literal(CleanText(name, 20)))
		case plan.Bots < 0, int(plan.Bots) > len(game.Levels):
			return plan, prose.Refuse("{game} has bots of level 1 to {n}.", prose.Literal(game.Title), prose.N(len(game.Levels)))
		case plan.Seats != 0 && plan.Seats < game.MinSeats:
			return plan, prose.Refuse("{game} needs at least {n} seats at a table.", prose.Literal(game.Title), prose.N(game.MinSeats))
		}
		if _, err := engine.Complete(game.Options, plan.TableOptions(game)); err != nil {
			return plan, err
		}
	}
	return plan, nil
}

// maxGameNightGames bounds how many games a game night goes round through.
const maxGameNightGames = 12

// TableOptions are those of a game at the tables of the game night, as far as they are
// chosen. Where its matches cannot have so many games, they have the next number that
// they can have.
func (p GameNightPlan) TableOptions(game engine.Game) engine.Options {
	at := slices.IndexFunc(game.Options, func(o engine.Option) bool { return o.Name == "rounds" })
	if at < 0 {
		return nil
	}
	wanted := max(1, p.Rounds)
	found := wanted // refused where there is none
	for _, value := range slices.Backward(game.Options[at].Values) {
		if n, err := strconv.Atoi(value.Name); err == nil && n >= wanted {
			found = n
		}
	}
	return engine.Options{"rounds": strconv.Itoa(found)}
}

// Stages of a game night.
const (
	GameNightGathering = "gathering" // people come in; nobody is seated yet
	GameNightPlaying   = "playing"   // tables fill by themselves
	GameNightPaused    = "paused"    // nobody is seated; matches that are played go on
	GameNightOver      = "over"      // nobody is seated any more
)

// What somebody does at a game night.
const (
	GameNightWaiting = "waiting" // for a table
	GameNightCalled  = "called"  // a table waits for them
	GameNightAtTable = "playing" // a match in which they are is played
	GameNightResting = "resting" // they have not left the table of a match that is over
	GameNightOut     = "out"     // they sit out, because they want to or did not come to their table
	GameNightAway    = "away"    // they are not connected
	GameNightGone    = "gone"    // they have left
)

// GameNightUpdate is everything that one hold on a game night shows: always the latest
// whole. Nothing in it is secret, and nothing is of a hand. What it points to is
// shared: it is to be read only.
type GameNightUpdate struct {
	Code   string            `json:"Code"`
	Plan   GameNightPlan     `json:"Plan"` // complete
	Stage  string            `json:"Stage"`
	Hosted string            `json:"Hosted"`          // name of the host
	Deputy string            `json:"Deputy,omitzero"` // name of who is the host while the host is away; may be empty
	People []GameNightPerson `json:"People"`          // who takes part or has played, the best first
	Tables []GameNightTable  `json:"Tables"`          // where people are called to or play, or have just played; by number
	Next   []GameNightTable  `json:"Next"`            // whom the game night would seat next, were all that wait to be seated now
	Recent []GameNightTable  `json:"Recent"`          // matches that have ended, the newest last, bounded
	Played int               `json:"Played"`          // matches that have ended
	Chat   []ChatMessage     `json:"Chat"`            // what people say to the game night; newest last, bounded. A board has none.
	You    int               `json:"You"`             // in People; -1 for a board, and after LeaveGameNight
	Host   bool              `json:"Host"`            // you are the host
	// Stops says that the server will stop soon: nobody is seated until it is back.
	Stops bool `json:"Stops"`
	// Moving says that the game night is on its way to another machine of the server, as
	// Update.Moving does of a room.
	Moving bool `json:"Moving,omitzero"`
}

// Table is the table where the reader is called to, plays or has played; false for
// none.
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

// GameNightPerson is somebody at a game night, as everybody sees them.
type GameNightPerson struct {
	Name    string `json:"Name"`
	Guest   bool   `json:"Guest"`
	Host    bool   `json:"Host"`
	State   string `json:"State"`   // GameNightWaiting and the others
	Table   int    `json:"Table"`   // where they are called to, play or have just played; 0 for none
	Rank    int    `json:"Rank"`    // from 1; equal ones share it
	Points  int    `json:"Points"`  // of all matches; Points of GameNightSeat say how they come about
	Matches int    `json:"Matches"` // that have ended
	Won     int    `json:"Won"`     // of these
	// Average is points per match, by which people are ranked. Who has played less than half
	// as many matches as somebody else comes after all who have not: Few is true.
	Average int  `json:"Average,omitzero"`
	Few     bool `json:"Few,omitzero"`
}

// GameNightTable is a table of a game night, as everybody sees it.
type GameNightTable struct {
	Number int    `json:"Number"` // from 1; 0 where it is not made yet
	Game   string `json:"Game"`   // engine.Game.Name
	Code   string `json:"Code"`   // of its room, for those who take part; empty on a board
	Stage  string `json:"Stage"`  // Gathering, or a stage of engine
	Round  int    `json:"Round"`  // game of the match, from 1; 0 before it
	Rounds int    `json:"Rounds"`
	// Until is when the match begins without those who have not come, or about when a match
	// that is played will end.
	Until time.Time       `json:"Until,omitzero"`
	Seats []GameNightSeat `json:"Seats"`
}

// GameNightSeat is who sits at a table of a game night.
type GameNightSeat struct {
	Name   string  `json:"Name"`
	Bot    bool    `json:"Bot"`
	Here   bool    `json:"Here"`   // came to the table, and is connected
	Total  float64 `json:"Total"`  // points in the match, of games that have ended
	Won    bool    `json:"Won"`    // the match
	Points int     `json:"Points"` // for the game night: once the match is over, the share of opponents whom they have beaten, of 100; a draw is half
}

// GameNightStore keeps game nights beyond the life of the process. All methods may be called
// from any goroutine; none is called while a lock of the lobby is held.
type GameNightStore interface {
	// SaveGameNight writes a game night as it is now, JSON of the lobby's own making.
	SaveGameNight(ctx context.Context, code string, data []byte) error
	// DeleteGameNight removes a game night; one that is not there is none too many.
	DeleteGameNight(ctx context.Context, code string) error
	// GameNights returns all that are kept, by code.
	GameNights(ctx context.Context) (map[string][]byte, error)
}

// Glance is what all can see of a table of a game night: never more than a watcher's
// view.
type Glance struct {
	Stage  string       `json:"Stage"` // Gathering, or a stage of engine
	Round  int          `json:"Round"`
	Rounds int          `json:"Rounds"`
	Seats  []GlanceSeat `json:"Seats"`
}

// GlanceSeat is a seat in a Glance.
type GlanceSeat struct {
	ID    string  `json:"ID"` // of the person who has it and has not left; empty for others
	Name  string  `json:"Name"`
	Bot   bool    `json:"Bot"`
	Here  bool    `json:"Here"`
	Total float64 `json:"Total"`
	Won   bool    `json:"Won"` // the match, once it is over
	// Substitute says that a bot has finished the match in the place of the person, who
	// comes last for that.
	Substitute bool `json:"Substitute,omitzero"`
}
