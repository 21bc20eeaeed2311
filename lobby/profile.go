package lobby

import "slices"

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

// SeatOf is the first seat that a person had; -1 for none.
func (f Finished) SeatOf(person string) int {
	return slices.IndexFunc(f.Players, func(p Player) bool { return p.ID == person })
}
