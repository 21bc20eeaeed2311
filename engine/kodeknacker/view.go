package kodeknacker

import (
	"parlor/engine"
	"parlor/engine/codebreak"
)

// Phases of a game.
const (
	PhaseSet  = codebreak.PhaseSet
	PhasePlay = codebreak.PhasePlay
	PhaseOver = codebreak.PhaseOver
)

// Event is what everybody saw of a game.
type Event = codebreak.Event

// Board is where one seat guesses the other's code.
type Board = codebreak.Board[Row]

// Row is a guess and its answer. An empty guess is a round whose time ran out.
type Row = codebreak.Row

// Pegs is the answer to a guess. Only the counts are told.
type Pegs = codebreak.Pegs

// View is what one seat, or a watcher, may know of a game.
type View struct {
	Seat      engine.Seat `json:"seat"`
	Phase     string      `json:"phase"`
	Positions int         `json:"positions"`
	Colors    int         `json:"colors"`
	Rows      int         `json:"rows"`   // of a board
	Round     int         `json:"round"`  // of guesses, from 1; 0 while codes are made; when the game is over, the one in which it ended
	Memory    bool        `json:"memory"` // the option: no notes of candidates
	Boards    []Board     `json:"boards"` // by the seat that guesses on it
	Log       []Event     `json:"log"`    // what everybody saw since the game began
}

func viewOf(seen codebreak.Seen) View {
	return View{
		Seat: seen.Seat, Phase: seen.Phase, Positions: seen.Size.Positions, Colors: seen.Size.Symbols, Rows: seen.Size.Rows,
		Round: seen.Round, Memory: seen.Options["memory"] == "on", Boards: seen.Boards, Log: seen.Log,
	}
}
