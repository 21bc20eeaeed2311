package lobby

import "context"

// Leaderboard lists the best players of a game, with the reader's standing.
type Leaderboard struct {
	Game    string     `json:"Game"` // engine.Game.Name
	Leaders []Standing `json:"Leaders"`
	You     Standing   `json:"You"` // with zero Matches if the reader has no rated match
}

// Profile is the public data about a player.
type Profile struct {
	Person     string     `json:"Person"` // Identity.ID
	Name       string     `json:"Name"`
	You        bool       `json:"You"`
	Namesakes  int        `json:"Namesakes"` // number of other people with a matching name
	Standings  []Standing `json:"Standings"`
	Results    []Result   `json:"Results"` // newest first; of others only matches in public rooms or with the reader
	AgainstYou Tally      `json:"AgainstYou"`
}

// Result is a finished match from the point of view of one player.
type Result struct {
	Match Finished `json:"Match"` // without moves
	Seat  int      `json:"Seat"`  // of the player
}

// Others returns the other players, by seat.
func (r Result) Others() []Player {
	others := []Player{}
	for seat, player := range r.Match.Players {
		if seat != r.Seat {
			others = append(others, player)
		}
	}
	return others
}

// Tally counts the matches of two people. A match is won by the one who ranked before the
// other.
type Tally struct {
	Won   int `json:"Won"`
	Drawn int `json:"Drawn"`
	Lost  int `json:"Lost"`
}

// Ratings provides the ratings of players from rated matches. Its methods are safe for
// concurrent use.
type Ratings interface {
	// Leaders returns the best players of a game, by Rating − 2·Deviation, those with a
	// provisional rating last.
	Leaders(ctx context.Context, game string, limit int) ([]Standing, error)
	// Standings returns the standings of a person in all games with a rated match, by the
	// game's name.
	Standings(ctx context.Context, person string) ([]Standing, error)
	// Named returns the Identity.IDs of people whose name has the same FoldName, last
	// visitor first.
	Named(ctx context.Context, name string) ([]string, error)
}

// Standing is the standing of a player in a game, on the display scale of package
// lobby/rating.
type Standing struct {
	Person      string  `json:"person"` // Identity.ID
	Name        string  `json:"name"`   // of the account, or of the last match if there is none
	Game        string  `json:"game"`   // engine.Game.Name
	Rating      float64 `json:"rating"`
	Deviation   float64 `json:"deviation"` // one standard deviation
	Provisional bool    `json:"provisional"`
	Place       int     `json:"place"`   // rank from 1; equal ones share it
	Matches     int     `json:"matches"` // number of rated matches
	Wins        int     `json:"wins"`    // number of wins; a match that all won is drawn
	Streak      int     `json:"streak"`  // current wins in a row; losses if negative
	Best        int     `json:"best"`    // most wins in a row ever
	// Program reports whether the player was an API client in the latest match.
	Program bool `json:"program"`
}
