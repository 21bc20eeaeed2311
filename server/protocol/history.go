package protocol

import (
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// HistoryDocument answers the command history.
type HistoryDocument struct {
	Matches []Past `json:"matches"`
}

// Past is a finished match.
type Past struct {
	ID      string        `json:"id"`
	Game    string        `json:"game"`
	Title   string        `json:"title"`
	Public  bool          `json:"public"`
	Rated   bool          `json:"rated"`
	Began   time.Time     `json:"began"`
	Ended   time.Time     `json:"ended"`
	Players []Player      `json:"players"`
	Winners []engine.Seat `json:"winners"`
	Totals  []float64     `json:"totals"`
	Void    string        `json:"void"` // as in lobby.Finished
}

// Player is a player of a finished match.
type Player struct {
	Seat    engine.Seat  `json:"seat"`
	Kind    string       `json:"kind"`
	Level   engine.Level `json:"level"`
	Name    string       `json:"name"`
	Guest   bool         `json:"guest"`
	Program bool         `json:"program"`
	You     bool         `json:"you"`
	// Claimed is lobby.Player.Claimed.
	Claimed int `json:"claimed"`
	// Substitute and BotMoves are as in lobby.Player.
	Substitute bool  `json:"substitute"`
	BotMoves   []int `json:"bot_moves,omitempty"`
}

// ReplayDocument answers the command replay.
type ReplayDocument struct {
	Past
	Record engine.Record `json:"record"`
	Seat   engine.Seat   `json:"seat"`
	Steps  []Step        `json:"steps"`
}

// Step is a match after one of its moves.
type Step struct {
	Round  int          `json:"round"`
	Move   string       `json:"move"`
	Events []string     `json:"events"`
	ByBot  bool         `json:"by_bot,omitempty"`
	View   *engine.View `json:"view"`
}

// PastOf returns a finished match for a reader's list. It contains no identities, only which player is the reader.
func PastOf(match lobby.Finished, reader string) Past {
	past := Past{
		ID: match.ID, Game: match.Record.Game, Title: match.Title, Public: match.Public, Rated: match.Rated,
		Began: match.Began.UTC().Truncate(time.Second), Ended: match.Ended.UTC().Truncate(time.Second),
		Players: make([]Player, len(match.Players)),
		Winners: append([]engine.Seat{}, match.Winners...), Totals: append([]float64{}, match.Totals...), Void: match.Void,
	}
	for i, player := range match.Players {
		kind := lobby.SeatPerson
		if player.Level > 0 {
			kind = lobby.SeatBot
		}
		past.Players[i] = Player{
			Seat: engine.Seat(i), Kind: kind, Level: player.Level, Name: player.Name, Guest: player.Guest,
			Program: player.Program, You: player.ID != "" && player.ID == reader, Claimed: player.Claimed,
			Substitute: player.Substitute, BotMoves: player.BotMoves,
		}
	}
	return past
}
