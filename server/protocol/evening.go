package protocol

import "parlor/lobby"

// EveningDocument answers the commands evening and board.
type EveningDocument struct {
	Code     string          `json:"code"`
	Title    string          `json:"title"`
	Stage    string          `json:"stage"`
	Host     string          `json:"host"`
	Games    []string        `json:"games"`
	JoinLine string          `json:"join_line"`
	Matches  int             `json:"matches"`
	People   []EveningPerson `json:"people"`
	Tables   []EveningTable  `json:"tables"`
	Next     []EveningTable  `json:"next"`
	Recent   []EveningTable  `json:"recent"`
}

// EveningPerson is somebody who takes part in an evening, or has.
type EveningPerson struct {
	Rank    int    `json:"rank"`
	Name    string `json:"name"`
	Guest   bool   `json:"guest"`
	State   string `json:"state"`
	Table   int    `json:"at_table"`
	Points  int    `json:"points"`
	Matches int    `json:"matches"`
	Won     int    `json:"won"`
}

// EveningTable is a table of an evening.
type EveningTable struct {
	Number int           `json:"number"`
	Game   string        `json:"game"`
	Stage  string        `json:"stage"`
	Round  int           `json:"round"`
	Rounds int           `json:"rounds"`
	Seats  []EveningSeat `json:"seats"`
}

// EveningSeat is a seat of such a table.
type EveningSeat struct {
	Name   string  `json:"name"`
	Bot    bool    `json:"bot"`
	Here   bool    `json:"here"`
	Total  float64 `json:"total"`
	Won    bool    `json:"won"`
	Points int     `json:"points"`
}

// EveningOf is an evening as all see it, and the line by which one takes part.
func EveningOf(u lobby.EveningUpdate, joinLine string) EveningDocument {
	document := EveningDocument{
		Code: u.Code, Title: u.Plan.Title, Stage: u.Stage, Host: u.Hosted, Games: u.Plan.Games, JoinLine: joinLine, Matches: u.Played,
		People: []EveningPerson{}, Tables: eveningTables(u.Tables), Next: eveningTables(u.Next), Recent: eveningTables(u.Recent),
	}
	for _, p := range u.People {
		document.People = append(document.People, EveningPerson{p.Rank, p.Name, p.Guest, p.State, p.Table, p.Points, p.Matches, p.Won})
	}
	return document
}

func eveningTables(tables []lobby.EveningTable) []EveningTable {
	all := []EveningTable{}
	for _, t := range tables {
		one := EveningTable{t.Number, t.Game, t.Stage, t.Round, t.Rounds, []EveningSeat{}}
		for _, s := range t.Seats {
			one.Seats = append(one.Seats, EveningSeat(s))
		}
		all = append(all, one)
	}
	return all
}
