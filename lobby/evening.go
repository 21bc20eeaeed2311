package lobby

import (
	"context"
	"slices"
	"strconv"

	"parlor/engine"
	"parlor/prose"
)

// ErrEvening is why nobody sits down in the room of a code: an evening has it, and
// Attend comes in.
var ErrEvening = prose.Refuse("That is the code of a game night, not of a room.")

// ErrOtherEvening is why somebody does not come to an evening who takes part in another.
var ErrOtherEvening = prose.Refuse("You take part in another game night. Leave that one first.")

// EveningPlan is what a host chooses about an evening. Copies may share its list,
// which is never changed.
type EveningPlan struct {
	Title   string       `json:"title"`   // hostile until cleaned; empty is "NAME's game night"
	Games   []string     `json:"games"`   // engine.Game.Name; from turn to turn the next of them is played
	Seats   int          `json:"seats"`   // at a table, at most; 0 is as many as the game has
	Rounds  int          `json:"rounds"`  // games in a match, at least: a game may have no such number; 0 is what it has by default
	Pace    string       `json:"pace"`    // a value of EveningPaces; empty is EveningQuick
	Friends bool         `json:"friends"` // who has sat together this evening sits together again; else who has not comes first
	Bots    engine.Level `json:"bots"`    // of the bots that fill a table with too few people; 0 lets nobody fill it
}

// Paces of an evening, each a Preset of rooms.
const (
	EveningQuick   = "quick"
	EveningRelaxed = "relaxed"
	EveningSerious = "serious"
)

// EveningPaces are the values of EveningPlan.Pace, the usual one first.
func EveningPaces() []string { return []string{EveningQuick, EveningRelaxed, EveningSerious} }

// EveningPreset is the preset of rooms that a pace stands for.
func EveningPreset(pace string) Preset {
	switch pace {
	case EveningRelaxed:
		return relaxed()
	case EveningSerious:
		return serious()
	}
	return quick()
}

// DefaultEvening is the title of an evening whose host, of that name, chose none.
func DefaultEvening(name string) prose.Text {
	return prose.T("{name}'s game night", prose.Name(name))
}

// CompleteEvening fills in what a plan leaves open and cleans its title, to be so
// many cells wide at most. It refuses what cannot be played.
func CompleteEvening(games []engine.Game, plan EveningPlan, host string, cells int) (EveningPlan, error) {
	if plan.Title = CleanText(plan.Title, cells); plan.Title == "" {
		plan.Title = CleanText(DefaultEvening(host).String(), cells)
	}
	if len(plan.Games) == 0 && len(games) > 0 {
		plan.Games = []string{games[0].Name}
	}
	if len(plan.Games) > maxEveningGames {
		return plan, prose.Refuse("A game night goes round through {n} games at most.", prose.N(maxEveningGames))
	}
	if plan.Pace == "" {
		plan.Pace = EveningQuick
	}
	if !slices.Contains(EveningPaces(), plan.Pace) {
		return plan, prose.Refuse("The pace of a game night can be {values}.", prose.List(prose.Literals(EveningPaces())))
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
		if _, err := engine.Complete(game.Options, plan.Options(game)); err != nil {
			return plan, err
		}
	}
	return plan, nil
}

// maxEveningGames bounds how many games an evening goes round through.
const maxEveningGames = 12

// Options are those of a game at the tables of the evening, as far as they are
// chosen. Where its matches cannot have so many games, they have the next number that
// they can have.
func (p EveningPlan) Options(game engine.Game) engine.Options {
	at := slices.IndexFunc(game.Options, func(o engine.Option) bool { return o.Name == "rounds" })
	if p.Rounds == 0 || at < 0 {
		return nil
	}
	found := p.Rounds // refused where there is none
	for _, value := range slices.Backward(game.Options[at].Values) {
		if n, err := strconv.Atoi(value.Name); err == nil && n >= p.Rounds {
			found = n
		}
	}
	return engine.Options{"rounds": strconv.Itoa(found)}
}

// Stages of an evening.
const (
	EveningGathering = "gathering" // people come in; nobody is seated yet
	EveningPlaying   = "playing"   // tables fill by themselves
	EveningPaused    = "paused"    // nobody is seated; matches that are played go on
	EveningOver      = "over"      // nobody is seated any more
)

// What somebody does at an evening.
const (
	EveningWaiting = "waiting" // for a table
	EveningCalled  = "called"  // a table waits for them
	EveningAtTable = "playing" // a match in which they are is played
	EveningResting = "resting" // they have not left the table of a match that is over
	EveningOut     = "out"     // they sit out, because they want to or did not come to their table
	EveningAway    = "away"    // they are not connected
	EveningGone    = "gone"    // they have left
)

// EveningUpdate is everything that one hold on an evening shows: always the latest
// whole. Nothing in it is secret, and nothing is of a hand. What it points to is
// shared: it is to be read only.
type EveningUpdate struct {
	Code   string          `json:"Code"`
	Plan   EveningPlan     `json:"Plan"` // complete
	Stage  string          `json:"Stage"`
	Hosted string          `json:"Hosted"` // name of the host
	People []EveningPerson `json:"People"` // who takes part or has played, the best first
	Tables []EveningTable  `json:"Tables"` // where people are called to or play, or have just played; by number
	Next   []EveningTable  `json:"Next"`   // whom the evening would seat next, were all that wait to be seated now
	Recent []EveningTable  `json:"Recent"` // matches that have ended, the newest last, bounded
	Played int             `json:"Played"` // matches that have ended
	Chat   []Line          `json:"Chat"`   // what people say to the evening; newest last, bounded. A board has none.
	You    int             `json:"You"`    // in People; -1 for a board, and after LeaveEvening
	Host   bool            `json:"Host"`   // you are the host
	// Stops says that the server will stop soon: nobody is seated until it is back.
	Stops bool `json:"Stops"`
	// Moving says that the evening is on its way to another machine of the server, as
	// Update.Moving does of a room.
	Moving bool `json:"Moving,omitzero"`
}

// Table is the table where the reader is called to, plays or has played; false for
// none.
func (u EveningUpdate) Table() (EveningTable, bool) {
	if u.You < 0 || u.You >= len(u.People) {
		return EveningTable{}, false
	}
	at := slices.IndexFunc(u.Tables, func(t EveningTable) bool { return t.Number == u.People[u.You].Table })
	if at < 0 {
		return EveningTable{}, false
	}
	return u.Tables[at], true
}

// EveningPerson is somebody at an evening, as everybody sees them.
type EveningPerson struct {
	Name    string `json:"Name"`
	Guest   bool   `json:"Guest"`
	Host    bool   `json:"Host"`
	State   string `json:"State"`   // EveningWaiting and the others
	Table   int    `json:"Table"`   // where they are called to, play or have just played; 0 for none
	Rank    int    `json:"Rank"`    // from 1; equal ones share it
	Points  int    `json:"Points"`  // of all matches; Points of EveningSeat say how they come about
	Matches int    `json:"Matches"` // that have ended
	Won     int    `json:"Won"`     // of these
}

// EveningTable is a table of an evening, as everybody sees it.
type EveningTable struct {
	Number int           `json:"Number"` // from 1; 0 where it is not made yet
	Game   string        `json:"Game"`   // engine.Game.Name
	Code   string        `json:"Code"`   // of its room, for those who take part; empty on a board
	Stage  string        `json:"Stage"`  // Gathering, or a stage of engine
	Round  int           `json:"Round"`  // game of the match, from 1; 0 before it
	Rounds int           `json:"Rounds"`
	Seats  []EveningSeat `json:"Seats"`
}

// EveningSeat is who sits at a table of an evening.
type EveningSeat struct {
	Name   string  `json:"Name"`
	Bot    bool    `json:"Bot"`
	Here   bool    `json:"Here"`   // came to the table, and is connected
	Total  float64 `json:"Total"`  // points in the match, of games that have ended
	Won    bool    `json:"Won"`    // the match
	Points int     `json:"Points"` // for the evening: once the match is over, the share of opponents whom they have beaten, of 100; a draw is half
}

// Told is who sits there as people read it, a bot with a mark.
func (s EveningSeat) Told() prose.Text { return toldName(s.Name, s.Bot, false) }

// Diary keeps evenings beyond the life of the process. All methods may be called
// from any goroutine; none is called while a lock of the lobby is held.
type Diary interface {
	// KeepEvening writes an evening as it is now, JSON of the lobby's own making.
	KeepEvening(ctx context.Context, code string, data []byte) error
	// DropEvening removes an evening; one that is not there is none too many.
	DropEvening(ctx context.Context, code string) error
	// Evenings are all that are kept, by code.
	Evenings(ctx context.Context) (map[string][]byte, error)
}

// Glance is what all can see of a table of an evening: never more than a watcher's
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
