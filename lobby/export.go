package lobby

import (
	"encoding/json"
	"time"
)

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
