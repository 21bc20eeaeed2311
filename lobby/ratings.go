package lobby

import "context"

// Leaderboard is the best in a game, and how the reader stands.
type Leaderboard struct {
	Game    string     `json:"Game"` // engine.Game.Name
	Leaders []Standing `json:"Leaders"`
	You     Standing   `json:"You"` // with no Matches where none of yours counted
}

// Profile is what anybody may know of somebody's play.
type Profile struct {
	Person     string     `json:"Person"` // Identity.ID
	Name       string     `json:"Name"`
	You        bool       `json:"You"`
	Namesakes  int        `json:"Namesakes"` // how many others could be meant by the name that was asked for
	Standings  []Standing `json:"Standings"`
	Results    []Result   `json:"Results"` // newest first; of others only matches of public rooms, and those with the reader
	AgainstYou Tally      `json:"AgainstYou"`
}

// Result is a match that has ended, as one of its players had it.
type Result struct {
	Match Finished `json:"Match"` // without moves
	Seat  int      `json:"Seat"`  // of the player
}

// Others are the names of the other players, by seat.
func (r Result) Others() []Player {
	others := []Player{}
	for seat, player := range r.Match.Players {
		if seat != r.Seat {
			others = append(others, player)
		}
	}
	return others
}

// Tally counts the matches of two people, however many others were there: won
// is having come before the other one.
type Tally struct {
	Won   int `json:"Won"`
	Drawn int `json:"Drawn"`
	Lost  int `json:"Lost"`
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
