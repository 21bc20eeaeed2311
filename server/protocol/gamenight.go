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
	Last       bool              `json:"last_match,omitempty"`
	Log        []GameNightEvent  `json:"log,omitempty"`
	Moves      []GameNightMove   `json:"moves,omitempty"`
	Results    []GameNightTable  `json:"results,omitempty"`
	// Moments are the best moments of a game night that is over.
	Moments []GameNightMoment `json:"moments,omitempty"`

	Format  string             `json:"format"`
	Bracket []GameNightPairing `json:"bracket,omitempty"`
	Teams   []GameNightTeam    `json:"teams,omitempty"`
}

// GameNightTeam is a team of a game night.
type GameNightTeam struct {
	Name    string `json:"name"`
	Rank    int    `json:"rank"`
	Average int    `json:"average"`
	Points  int    `json:"points"`
	Matches int    `json:"matches"`
	Won     int    `json:"won"`
	People  int    `json:"people"`
}

// GameNightEvent is an entry of the log of a game night.
type GameNightEvent struct {
	At    time.Time `json:"at"`
	Kind  string    `json:"kind"`
	By    string    `json:"by,omitempty"`
	Name  string    `json:"name,omitempty"`
	Table int       `json:"at_table,omitempty"`
	Ends  time.Time `json:"ends,omitzero"`
}

// GameNightMove is a move that has not taken effect yet.
type GameNightMove struct {
	Number int       `json:"number"`
	Name   string    `json:"name,omitempty"`
	From   int       `json:"from,omitempty"`
	Tables []int     `json:"tables,omitempty"`
	People []string  `json:"people"`
	Until  time.Time `json:"until,omitzero"`
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
	Moved   int  `json:"moved,omitempty"` // lobby.GameNightPerson.Moved

	Team    string `json:"team,omitempty"`
	Captain bool   `json:"captain,omitempty"`
	Program bool   `json:"program,omitempty"`
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
	// Corrected and Void are as in lobby.GameNightTable.
	Corrected bool `json:"corrected,omitempty"`
	Void      bool `json:"void,omitempty"`
	Minutes   int  `json:"minutes,omitempty"` // lobby.GameNightTable.Minutes
	// Match is lobby.GameNightTable.Match.
	Match string `json:"match,omitempty"`
}

// GameNightMoment is a right guess against the odds.
type GameNightMoment struct {
	Match  string  `json:"match"`
	Number int     `json:"number"` // of the table
	Game   string  `json:"game"`
	Chance float64 `json:"chance"`
	Text   string  `json:"text"`
}

// GameNightSeat is a seat of a GameNightTable.
type GameNightSeat struct {
	Name   string  `json:"name"`
	Bot    bool    `json:"bot"`
	Here   bool    `json:"here"`
	Total  float64 `json:"total"`
	Won    bool    `json:"won"`
	Points int     `json:"points"`
}

// GameNightOf returns a game night as everyone sees it, with its best moments and the invitation to it.
func GameNightOf(u lobby.GameNightUpdate, moments []lobby.Highlight, invitation lobby.Invitation) GameNightDocument {
	document := GameNightDocument{
		Code: u.Code, Title: u.Plan.Title, Stage: u.Stage, Host: u.Hosted, Deputy: u.Deputy, Begins: u.Plan.Begins.UTC(), Ends: u.Plan.Ends.UTC(), Games: u.Plan.Games, JoinLine: invitation.Line, OtherLines: invitation.OtherLines, Link: invitation.Link, HostKey: invitation.HostKey, Matches: u.Played,
		Format: u.Plan.Format, People: []GameNightPerson{}, Tables: nightTables(u.Tables), Next: nightTables(u.Next), Recent: nightTables(u.Recent),
	}
	document.Last = u.Last
	for _, e := range u.Log {
		document.Log = append(document.Log, GameNightEvent{e.At.UTC().Truncate(time.Second), e.Kind, e.By, e.Name, e.Table, e.Ends.UTC()})
	}
	for _, m := range u.Moves {
		document.Moves = append(document.Moves, GameNightMove{m.Number, m.Name, m.From, m.Tables, m.People, m.Until.UTC().Truncate(time.Second)})
	}
	if len(u.Results) > 0 {
		document.Results = nightTables(u.Results)
	}
	for _, m := range moments {
		document.Moments = append(document.Moments, GameNightMoment{m.Match, m.Table, m.Game, rounded(m.Chance), m.Text.String()})
	}
	for _, p := range u.People {
		document.People = append(document.People, GameNightPerson{p.Rank, p.Name, p.Guest, p.State, p.Table, p.Points, p.Matches, p.Won, p.Average, p.Few, p.Moved, p.Team, p.Captain, p.Program})
	}
	for _, team := range u.Teams {
		document.Teams = append(document.Teams, GameNightTeam(team))
	}
	for _, p := range u.Bracket {
		document.Bracket = append(document.Bracket, GameNightPairing(p))
	}
	return document
}

func nightTables(tables []lobby.GameNightTable) []GameNightTable {
	all := []GameNightTable{}
	for _, t := range tables {
		one := GameNightTable{t.Number, t.Game, t.Stage, t.Round, t.Rounds, []GameNightSeat{}, t.Until.UTC().Truncate(time.Second), t.Corrected, t.Void, t.Minutes, t.Match}
		for _, s := range t.Seats {
			one.Seats = append(one.Seats, GameNightSeat(s))
		}
		all = append(all, one)
	}
	return all
}
