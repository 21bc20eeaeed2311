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

// An Event is a public event of a game.
type Event = codebreak.Event

// A Board is the board on which one seat guesses the other's code.
type Board = codebreak.Board[Row]

// A Row is a guess and its answer. An empty guess means that the time ran out.
type Row = codebreak.Row

// Pegs are the answer to a guess: the numbers of black and white pegs, not their places.
type Pegs = codebreak.Pegs

// A View is what a seat or a spectator may know about a game.
type View struct {
	Seat      engine.Seat `json:"seat"`
	Phase     string      `json:"phase"`
	Positions int         `json:"positions"`
	Colors    int         `json:"colors"`
	Rows      int         `json:"rows"`   // of a board
	Round     int         `json:"round"`  // round of guesses, from 1; 0 while codes are set; the last round if the game is over
	Memory    bool        `json:"memory"` // option memory: players get no notes of candidates
	Boards    []Board     `json:"boards"` // by the seat that guesses
	Log       []Event     `json:"log"`    // all public events since the game began
}

func viewOf(seen codebreak.Seen) View {
	return View{
		Seat: seen.Seat, Phase: seen.Phase, Positions: seen.Size.Positions, Colors: seen.Size.Symbols, Rows: seen.Size.Rows,
		Round: seen.Round, Memory: seen.Options["memory"] == "on", Boards: seen.Boards, Log: seen.Log,
	}
}
