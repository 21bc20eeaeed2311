package kodeknacker

import "parlor/engine"

// Phases of a game.
const (
	PhaseSet  = "set"  // both make their codes
	PhasePlay = "play" // rounds of guesses
	PhaseOver = "over" // both codes are open
)

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

// Board is where one seat guesses the other's code.
type Board struct {
	Seat    engine.Seat `json:"seat"`
	CodeSet bool        `json:"code_set"` // this seat has made its own code
	Code    string      `json:"code"`     // the code that this seat made; empty where the reader may not know it
	Guessed bool        `json:"guessed"`  // this seat has guessed in the round under way
	// Rows from the first. The row of the round under way is there for its own
	// seat only; everybody sees it when both have guessed.
	Guesses []Row `json:"guesses"`
	Cracked bool  `json:"cracked"` // a row of Guesses is all black
}

// Row is a guess and its answer. An empty guess is a round whose time ran out.
type Row struct {
	Guess string `json:"guess"` // letters: "rgbyo"
	Pegs
}

func (s state) View(seat engine.Seat) View {
	view := View{
		Seat: seat, Phase: s.phase(), Positions: s.positions, Colors: s.colors, Rows: s.rows, Memory: s.memory,
		Boards: make([]Board, seats), Log: append([]Event{}, s.log...),
	}
	switch {
	case s.over() && s.resigned == engine.Watcher:
		view.Round = s.round()
	case s.bothSet():
		view.Round = s.round() + 1
	}
	for owner := range engine.Seat(seats) {
		view.Boards[owner] = s.viewBoard(seat, owner)
	}
	return view
}

func (s state) viewBoard(reader, owner engine.Seat) Board {
	own := s.boards[owner]
	view := Board{Seat: owner, CodeSet: own.secret != nil, Guessed: len(own.rows) > s.round(), Guesses: []Row{}}
	if (reader == owner || s.over()) && own.secret != nil {
		view.Code = own.secret.String()
	}
	shown := own.rows
	if reader != owner && !s.over() {
		shown = shown[:s.round()]
	}
	for _, row := range shown {
		view.Guesses = append(view.Guesses, Row{Guess: row.guess.String(), Pegs: row.pegs})
		view.Cracked = view.Cracked || row.pegs.Black == s.positions
	}
	return view
}
