package masterdice

import "parlor/engine"

// Modes of play, the values of option "mode".
const (
	Classic = "classic" // one board; the codemaker watches it
	Duel    = "duel"    // a board for each seat, solved at the same time
)

// Phases of a board.
const (
	PhaseRoll    = "roll"    // the solver rolls, or solves
	PhasePlace   = "place"   // the solver places rolled dice, or solves
	PhaseSolve   = "solve"   // rows or dice are used up: the solver must solve
	PhaseHidden  = "hidden"  // one of these three; the reader may not know which
	PhaseWaiting = "waiting" // this board has ended, the other one has not
	PhaseOver    = "over"    // the round is over
)

// Outcomes of a board.
const (
	Unsolved = ""         // not answered yet
	Right    = "right"    // the answer was the code
	Wrong    = "wrong"    // the answer was not the code
	Answered = "answered" // right or wrong; the reader may not know which
	Resigned = "resigned" // the solver resigned
	Conceded = "conceded" // the codemaker resigned
)

// A View is what a seat or a spectator may know about a round.
type View struct {
	Seat      engine.Seat `json:"seat"`
	Mode      string      `json:"mode"`       // option mode: Classic or Duel
	BonusDice bool        `json:"bonus_dice"` // option bonus_dice: unspent white dice score
	Memory    bool        `json:"memory"`     // option memory: no notes or aids
	Over      bool        `json:"over"`
	Boards    []Board     `json:"boards"` // classic: one; duel: by the seat that solves
	Log       []Event     `json:"log"`    // public events since the round began
}

// A Board is a solver's board as the reader of the view sees it. A board that is not open has
// Solver, Phase, Outcome, RowsUsed and sometimes Code; its other fields are empty.
type Board struct {
	Solver   engine.Seat `json:"solver"`
	Open     bool        `json:"open"`
	Phase    string      `json:"phase"`
	Outcome  string      `json:"outcome"`
	RowsUsed int         `json:"rows_used"`
	Rows     []Row       `json:"rows"`      // used rows, the first attempt first
	Rolled   []int       `json:"rolled"`    // dice to place, in the order of the roll; empty outside PhasePlace
	DiceLeft int         `json:"dice_left"` // unspent white dice, including rolled ones
	ScoreNow int         `json:"score_now"` // points of a right answer now; 0 once the board has ended
	Points   int         `json:"points"`    // points of this board; 0 until it has ended
	Answer   Line        `json:"answer"`    // zeros while there is none
	Code     Line        `json:"code"`      // zeros if the reader may not know it
	TimedOut int         `json:"timed_out"` // number of time-outs
}

func (s state) View(seat engine.Seat) View {
	view := View{
		Seat: seat, Mode: s.mode, BonusDice: s.bonus, Memory: s.memory, Over: s.over(),
		Boards: make([]Board, len(s.boards)), Log: append([]Event{}, s.log...),
	}
	for i, b := range s.boards {
		if s.open(b, seat) {
			view.Boards[i] = s.openBoard(b)
		} else {
			view.Boards[i] = closedBoard(b)
		}
		if s.knowsCode(b, seat) {
			view.Boards[i].Code = b.code
		}
	}
	return view
}

// open reports whether the seat sees the dice and counts of a board.
func (s state) open(b board, seat engine.Seat) bool {
	return s.mode == Classic || seat == b.solver || s.over()
}

// knowsCode reports whether the seat may see the code of a board: the seat that rolled it always,
// its solver after the board has ended, and everyone once the round is over.
func (s state) knowsCode(b board, seat engine.Seat) bool {
	return s.over() || seat == b.codemaker() || (seat == b.solver && b.ended())
}

func (s state) openBoard(b board) Board {
	view := Board{
		Solver: b.solver, Open: true, Phase: b.phase(), Outcome: b.outcome,
		RowsUsed: len(b.rows), Rows: append([]Row{}, b.rows...),
		Rolled: append([]int{}, b.onTable()...), DiceLeft: b.dice(),
		Points: s.points(b), Answer: b.answer, TimedOut: b.timedOut,
	}
	switch {
	case s.over():
		view.Phase = PhaseOver
	case !b.ended():
		view.ScoreNow = s.worth(b)
	}
	return view
}

func closedBoard(b board) Board {
	view := Board{
		Solver: b.solver, Phase: PhaseHidden, RowsUsed: len(b.rows), Rows: []Row{}, Rolled: []int{},
	}
	switch {
	case b.outcome == Resigned:
		view.Phase, view.Outcome = PhaseWaiting, Resigned
	case b.ended():
		view.Phase, view.Outcome = PhaseWaiting, Answered
	}
	return view
}
