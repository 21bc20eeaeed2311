package lobby

import (
	"context"
	"encoding/json"
	"time"

	"parlor/prose"
)

// History answers what has been played to its end. All methods may be called
// from any goroutine.
type History interface {
	// Matches lists what a filter lets through, the newest first, with records
	// that hold no moves.
	Matches(ctx context.Context, filter MatchFilter) ([]Finished, error)
	// Match is a whole finished match, or ErrUnknown.
	Match(ctx context.Context, id string) (Finished, error)
}

// MatchFilter says which matches are meant. Zero fields let everything through.
type MatchFilter struct {
	Person  string `json:"Person"`  // Identity.ID of somebody who had a seat
	Against string `json:"Against"` // Identity.ID of somebody else who had one
	Game    string `json:"Game"`    // engine.Game.Name
	Public  bool   `json:"Public"`  // only those of public rooms
	Before  string `json:"Before"`  // ID of a match: only those that ended before it
	Limit   int    `json:"Limit"`   // how many at most; 0 is 50, and more than 1,000 is 1,000
}

// Ratings answers how well people play, from the matches that count. All
// methods may be called from any goroutine.
type Ratings interface {
	// Leaders lists the best in a game: by Rating − 2·Deviation, and those whose
	// rating is provisional after all others.
	Leaders(ctx context.Context, game string, limit int) ([]Standing, error)
	// Standings are those of a person, one for each game in which a match of theirs
	// counted, by the game's name.
	Standings(ctx context.Context, person string) ([]Standing, error)
	// Named are the Identity.IDs of those whose name could be taken for this one,
	// as FoldName has it: who was here last comes first.
	Named(ctx context.Context, name string) ([]string, error)
}

// Standing is how somebody stands in a game, on the scale of package
// lobby/rating that people are shown.
type Standing struct {
	Person      string  `json:"person"` // Identity.ID
	Name        string  `json:"name"`   // of the account, or of the last match where it has none
	Game        string  `json:"game"`   // engine.Game.Name
	Rating      float64 `json:"rating"`
	Deviation   float64 `json:"deviation"` // one standard deviation
	Provisional bool    `json:"provisional"`
	Place       int     `json:"place"`   // among all, from 1; equal ones share it
	Matches     int     `json:"matches"` // that counted
	Wins        int     `json:"wins"`    // of these; a match that all won is drawn
	Streak      int     `json:"streak"`  // wins in a row up to now; as many losses where negative
	Best        int     `json:"best"`    // the most wins in a row ever
	// Program says that a program played the last of the matches.
	Program bool `json:"program"`
}

// Accounts remembers people. All methods may be called from any goroutine.
type Accounts interface {
	// Account is the person behind an Identity.ID as the server proved it, or
	// ErrUnknown.
	Account(ctx context.Context, id string) (Account, error)
	// Save writes an account as it is now; the first time, it is made, with its
	// own ID as the first that leads to it.
	Save(ctx context.Context, account Account) error
	// Link makes another proved ID lead to an account. Where that ID had an
	// account of its own, it becomes part of this one: its matches are this
	// person's from now on.
	Link(ctx context.Context, account, id string) error
	// Holder is the person to whom a name belongs, and all that could be taken for it,
	// as FoldName has it: somebody with a key who has played a match to its end and
	// was here since a moment, of several the one who is known for longest. It is
	// empty where the name is nobody's.
	Holder(ctx context.Context, name string, since time.Time) (person string, err error)
	// Familiarity is how well a person is known, by Identity.ID of the account or,
	// where there is none, as the server proved it.
	Familiarity(ctx context.Context, id string) (Familiarity, error)
	// Visited notes that a person was here, if anything is kept about them, and makes
	// mutes of an account that they deleted, and reports about it, theirs. Guests
	// who have not been for some time, of whom nothing is open, may be forgotten.
	Visited(ctx context.Context, id string, at time.Time) error
	// Forget removes an account, all IDs that lead to it, and its ID from the
	// matches it played, where its name becomes "somebody"; the last also for an
	// ID that has no account. Mutes of it and open reports about it may stay for 30
	// days without its name and IDs.
	Forget(ctx context.Context, account string) error
}

// Offers remembers the codes with which people link other keys, where several machines
// share them. All methods may be called from any goroutine.
type Offers interface {
	// Offer has a code lead to a person until a moment, and no other code of theirs.
	Offer(ctx context.Context, code, person string, until time.Time) error
	// Offered is the person to whom a code leads, or ErrUnknown.
	Offered(ctx context.Context, code string) (person string, err error)
	// Accept is Accounts.Link of the person to whom a code leads, which leads nowhere
	// then; or ErrUnknown.
	Accept(ctx context.Context, code, id string) error
}

// Account is a person who is remembered.
type Account struct {
	ID       string    `json:"ID"`  // the Identity.ID that it was made with
	IDs      []string  `json:"IDs"` // all that lead to it, the own one included
	Name     string    `json:"Name"`
	Chosen   bool      `json:"Chosen"`   // the name was chosen here, and not only sent by a client
	Guest    bool      `json:"Guest"`    // no key leads to it
	Settings []byte    `json:"Settings"` // JSON, of the screen's own making; nil where nothing was set
	Made     time.Time `json:"Made"`
	Seen     time.Time `json:"Seen"` // when the person was here last
	// Unheard is the host of the person's webhook where that was switched off because
	// letters did not arrive; empty where it was not. Save leaves it as it is.
	Unheard string `json:"Unheard"`
}

// Familiarity is how well somebody is known.
type Familiarity struct {
	Since  time.Time // the first that is kept of them; zero where nothing is
	Seen   time.Time // when they were here last, as far as that was noted
	Played bool      // a match to its end
	// Deleted is whether they deleted an account of theirs, and others' mutes of it, or
	// reports about it, are to be theirs again by Accounts.Visited.
	Deleted bool
}

// newcomerTime is how long somebody is new at least.
const newcomerTime = 24 * time.Hour

// IsNew reports whether somebody is new: until a day after the first that is kept of
// them, and until they have played a match to its end.
func (a Familiarity) IsNew(now time.Time) bool {
	return !a.Played || a.Since.IsZero() || now.Sub(a.Since) < newcomerTime
}

// ErrUnknown is the answer where nothing is known under that ID.
var ErrUnknown = prose.Refuse("Nothing is known by that name.")

// Export is everything that is kept about a person, or a part of it.
type Export struct {
	ID         string          `json:"id"`
	IDs        []string        `json:"ids"` // that lead to the person
	Name       string          `json:"name"`
	Guest      bool            `json:"guest"`
	Made       time.Time       `json:"made"`
	Seen       time.Time       `json:"seen"`
	Settings   json.RawMessage `json:"settings"`
	Rooms      []string        `json:"rooms"` // codes of rooms where the person has a seat
	Ratings    []Standing      `json:"ratings"`
	Relations  []Relation      `json:"ties"` // whom the person chose as friends, and whom they muted
	GameNights []Attendance    `json:"evenings"`
	Reports    []SentReport    `json:"reports"` // the newest first
	Webhook    *Webhook        `json:"webhook"` // nil for none
	Matches    []Finished      `json:"matches"`
	// Older asks for the next part; empty where there is none.
	Older string `json:"-"`
}

// Attendance is what is kept of somebody's part in a game night.
type Attendance struct {
	GameNight string            `json:"evening"` // its code
	Title     string            `json:"title"`
	Made      time.Time         `json:"made"`
	Host      bool              `json:"host"`
	Name      string            `json:"name"` // there
	Guest     bool              `json:"guest"`
	Out       bool              `json:"out"`       // they sit out
	Left      bool              `json:"left"`      // they have left
	SentAway  bool              `json:"sent_away"` // the host has sent them away
	Since     time.Time         `json:"since"`     // since when they wait, or have waited last
	Table     int               `json:"at_table"`  // where they are called to, play or have just played; 0 for none
	Turns     int               `json:"turns"`     // how often they were seated
	Points    int               `json:"points"`
	Matches   int               `json:"matches"` // that have ended
	Won       int               `json:"won"`
	Met       []Met             `json:"met"`     // with whom they have sat at a table
	Results   []GameNightResult `json:"results"` // of the matches that the game night remembers
}

// Met is how often somebody has sat at a table with another person.
type Met struct {
	Name  string `json:"name"`
	Times int    `json:"times"`
}

// GameNightResult is how somebody did in a match of a game night.
type GameNightResult struct {
	Table  int     `json:"at_table"`
	Game   string  `json:"game"` // engine.Game.Name
	Total  float64 `json:"total"`
	Won    bool    `json:"won"`
	Points int     `json:"points"` // for the game night
}

// Forgotten is the name of somebody who had everything about them deleted, in
// matches that others keep.
const Forgotten = "somebody"
