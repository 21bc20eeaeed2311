package protocol

import (
	"math"
	"time"

	"parlor/lobby"
)

// TopDocument answers the command top.
type TopDocument struct {
	Boards []Leaderboard `json:"boards"`
}

// Leaderboard is the leaderboard of a game and the reader's own standing.
type Leaderboard struct {
	Game    string     `json:"game"`
	Leaders []Standing `json:"leaders"`
	You     *Standing  `json:"you"`
}

// Standing is a person's standing in a game, in whole numbers.
type Standing struct {
	Place       int    `json:"place"`
	Name        string `json:"name"`
	Game        string `json:"game"`
	Rating      int    `json:"rating"`
	Deviation   int    `json:"deviation"`
	Provisional bool   `json:"provisional"`
	Matches     int    `json:"matches"`
	Wins        int    `json:"wins"`
	Streak      int    `json:"streak"`
	BestStreak  int    `json:"best_streak"`
	Program     bool   `json:"program"`
}

// ProfileDocument answers the command who.
type ProfileDocument struct {
	Name       string     `json:"name"`
	You        bool       `json:"you"`
	Namesakes  int        `json:"namesakes"`
	Standings  []Standing `json:"standings"`
	AgainstYou *Tally     `json:"against_you"`
	Results    []Result   `json:"results"`
	Where      *Where     `json:"where"`
}

// Where says where a person is. It reveals no more than the reader can see in the lobby.
type Where struct {
	Here    bool   `json:"here"`
	AtTable bool   `json:"at_table"`
	Room    string `json:"room"`
	Game    string `json:"game"`
	Stage   string `json:"stage"`
	Open    bool   `json:"watchers"`
}

// WhereOf returns a person's presence for a document.
func WhereOf(w lobby.Presence) *Where {
	return &Where{w.Here, w.Busy, w.Room.Code, w.Room.Game, w.Room.Stage, w.Watchable()}
}

// Tally counts the matches of two people.
type Tally struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// Result is a finished match from the viewpoint of one of its players.
type Result struct {
	ID     string    `json:"id"`
	Game   string    `json:"game"`
	Ended  time.Time `json:"ended"`
	Rated  bool      `json:"rated"`
	Result string    `json:"result"`
	Others []string  `json:"others"`
}

// LeaderboardOf returns a leaderboard for a document.
func LeaderboardOf(board lobby.Leaderboard) Leaderboard {
	document := Leaderboard{Game: board.Game, Leaders: standingsOf(board.Leaders)}
	if board.You.Matches > 0 {
		document.You = &standingsOf([]lobby.Standing{board.You})[0]
	}
	return document
}

func standingsOf(all []lobby.Standing) []Standing {
	standings := make([]Standing, len(all))
	for i, one := range all {
		standings[i] = Standing{
			Place: one.Place, Name: one.Name, Game: one.Game,
			Rating: int(math.Round(one.Rating)), Deviation: int(math.Round(one.Deviation)), Provisional: one.Provisional,
			Matches: one.Matches, Wins: one.Wins, Streak: one.Streak, BestStreak: one.Best, Program: one.Program,
		}
	}
	return standings
}

// ProfileOf returns a profile for a document. It contains no identities.
func ProfileOf(profile lobby.Profile) ProfileDocument {
	document := ProfileDocument{
		Name: profile.Name, You: profile.You, Namesakes: profile.Namesakes,
		Standings: standingsOf(profile.Standings), Results: make([]Result, len(profile.Results)),
	}
	if !profile.You {
		tally := Tally(profile.AgainstYou)
		document.AgainstYou = &tally
	}
	for i, one := range profile.Results {
		document.Results[i] = Result{
			ID: one.Match.ID, Game: one.Match.Record.Game, Ended: one.Match.Ended.UTC().Truncate(time.Second),
			Rated: one.Match.Rated, Result: one.Match.Result(one.Seat), Others: namesOf(one.Others()),
		}
	}
	return document
}

func namesOf(players []lobby.Player) []string {
	names := make([]string, len(players))
	for i, player := range players {
		names[i] = player.Name
	}
	return names
}
