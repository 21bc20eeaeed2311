package protocol

import (
	"time"

	"parlor/lobby"
)

// GameNightDocument answers the commands game night and board.
type GameNightDocument struct {
	Code     string    `json:"code"`
	Title    string    `json:"title"`
	Stage    string    `json:"stage"`
	Host     string    `json:"host"`
	Deputy   string    `json:"deputy,omitempty"`
	Begins   time.Time `json:"begins,omitzero"`
	Ends     time.Time `json:"ends,omitzero"`
	Games    []string  `json:"games"`
	JoinLine string    `json:"join_line"`
	// OtherLines, Link and HostKey are as in WayDocument.
	OtherLines []string          `json:"other_lines,omitempty"`
	Link       string            `json:"link,omitempty"`
	HostKey    string            `json:"host_key,omitempty"`
	Matches    int               `json:"matches"`
	People     []GameNightPerson `json:"people"`
	Tables     []GameNightTable  `json:"tables"`
	Next       []GameNightTable  `json:"next"`
	Recent     []GameNightTable  `json:"recent"`

	Format  string             `json:"format"`
	Bracket []GameNightPairing `json:"bracket,omitempty"`
}

// GameNightPairing is two players of a knockout.
type GameNightPairing struct {
	Round  int    `json:"round"`
	Third  bool   `json:"third,omitempty"`
	First  string `json:"first"`
	Second string `json:"second"`
	Winner int    `json:"winner"`
	How    string `json:"how,omitempty"`
	Draws  int    `json:"draws,omitempty"`
	Table  int    `json:"at_table,omitempty"`
}

// GameNightPerson is a person who takes or took part in a game night.
type GameNightPerson struct {
	Rank    int    `json:"rank"`
	Name    string `json:"name"`
	Guest   bool   `json:"guest"`
	State   string `json:"state"`
	Table   int    `json:"at_table"`
	Points  int    `json:"points"`
	Matches int    `json:"matches"`
	Won     int    `json:"won"`
	// Average and Few are as in lobby.GameNightPerson.
	Average int  `json:"average"`
	Few     bool `json:"few,omitempty"`
}

// GameNightTable is a table of a game night.
type GameNightTable struct {
	Number int             `json:"number"`
	Game   string          `json:"game"`
	Stage  string          `json:"stage"`
	Round  int             `json:"round"`
	Rounds int             `json:"rounds"`
	Seats  []GameNightSeat `json:"seats"`
	Until  time.Time       `json:"until,omitzero"` // lobby.GameNightTable.Until
}

// GameNightSeat is a seat of such a table.
type GameNightSeat struct {
	Name   string  `json:"name"`
	Bot    bool    `json:"bot"`
	Here   bool    `json:"here"`
	Total  float64 `json:"total"`
	Won    bool    `json:"won"`
	Points int     `json:"points"`
}

// GameNightOf returns a game night as everyone sees it, with the invitation to it.
func GameNightOf(u lobby.GameNightUpdate, invitation lobby.Invitation) GameNightDocument {
	document := GameNightDocument{
		Code: u.Code, Title: u.Plan.Title, Stage: u.Stage, Host: u.Hosted, Deputy: u.Deputy, Begins: u.Plan.Begins.UTC(), Ends: u.Plan.Ends.UTC(), Games: u.Plan.Games, JoinLine: invitation.Line, OtherLines: invitation.OtherLines, Link: invitation.Link, HostKey: invitation.HostKey, Matches: u.Played,
		Format: u.Plan.Format, People: []GameNightPerson{}, Tables: nightTables(u.Tables), Next: nightTables(u.Next), Recent: nightTables(u.Recent),
	}
	for _, p := range u.People {
		document.People = append(document.People, GameNightPerson{p.Rank, p.Name, p.Guest, p.State, p.Table, p.Points, p.Matches, p.Won, p.Average, p.Few})
	}
	for _, p := range u.Bracket {
		document.Bracket = append(document.Bracket, GameNightPairing(p))
	}
	return document
}

func nightTables(tables []lobby.GameNightTable) []GameNightTable {
	all := []GameNightTable{}
	for _, t := range tables {
		one := GameNightTable{t.Number, t.Game, t.Stage, t.Round, t.Rounds, []GameNightSeat{}, t.Until.UTC().Truncate(time.Second)}
		for _, s := range t.Seats {
			one.Seats = append(one.Seats, GameNightSeat(s))
		}
		all = append(all, one)
	}
	return all
}
