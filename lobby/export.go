package lobby

import (
	"encoding/json"
	"time"
)

// Export holds all stored data about a person, or a part of it.
type Export struct {
	ID         string          `json:"id"`
	IDs        []string        `json:"ids"` // all that lead to the person
	Name       string          `json:"name"`
	Guest      bool            `json:"guest"`
	Made       time.Time       `json:"made"`
	Seen       time.Time       `json:"seen"`
	Settings   json.RawMessage `json:"settings"`
	Rooms      []string        `json:"rooms"` // codes of rooms where the person has a seat
	Ratings    []Standing      `json:"ratings"`
	Relations  []Relation      `json:"ties"` // friends and muted people
	GameNights []Attendance    `json:"evenings"`
	Reports    []SentReport    `json:"reports"` // newest first
	Webhook    *Webhook        `json:"webhook"` // nil if there is none
	Matches    []Finished      `json:"matches"`
	// Older is the ExportData.Before of the next part; empty if there is none.
	Older string `json:"-"`
}

// Attendance is the stored data about a person at a game night.
type Attendance struct {
	GameNight string            `json:"evening"` // its code
	Title     string            `json:"title"`
	Made      time.Time         `json:"made"`
	Host      bool              `json:"host"`
	Name      string            `json:"name"` // at the game night
	Guest     bool              `json:"guest"`
	Out       bool              `json:"out"`       // sits out
	Left      bool              `json:"left"`      // has left
	SentAway  bool              `json:"sent_away"` // was removed by the host
	Since     time.Time         `json:"since"`     // when their current or last wait began
	Table     int               `json:"at_table"`  // their current or last table; 0 if there is none
	Turns     int               `json:"turns"`     // how often they were seated
	Points    int               `json:"points"`
	Matches   int               `json:"matches"` // finished ones
	Won       int               `json:"won"`
	Team      string            `json:"team,omitempty"`
	Met       []Met             `json:"met"`     // opponents so far
	Results   []GameNightResult `json:"results"` // of the matches that the game night still has
}

// Met records how often a person has sat at a table with another.
type Met struct {
	Name  string `json:"name"`
	Times int    `json:"times"`
}

// GameNightResult is the result of a player in a match at a game night.
type GameNightResult struct {
	Table  int     `json:"at_table"`
	Game   string  `json:"game"` // engine.Game.Name
	Total  float64 `json:"total"`
	Won    bool    `json:"won"`
	Points int     `json:"points"` // for the standings
}
