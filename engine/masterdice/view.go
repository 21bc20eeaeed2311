package masterdice

import "parlor/engine"

// Modes of play, the values of option "mode".
const (
	Classic = "classic" // one board; the codemaker watches it
	Duel    = "duel"    // a board for each seat, both at once
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
	Wrong    = "wrong"    // it was not
	Answered = "answered" // one of these two; the reader may not know which
	Resigned = "resigned" // the solver gave up
	Conceded = "conceded" // the codemaker gave up
)

// View is what one seat, or a spectator, may know of a round.
type View struct {
	Seat      engine.Seat `json:"seat"`
	Mode      string      `json:"mode"`       // the option: Classic or Duel
	BonusDice bool        `json:"bonus_dice"` // the option: unspent white dice score
	Memory    bool        `json:"memory"`     // the option: no notes or aids
	Over      bool        `json:"over"`
	Boards    []Board     `json:"boards"` // classic: one; duel: by the seat that solves
	Log       []Event     `json:"log"`    // what all saw since the round began
}

// Board is one solver's board as the view's seat sees it. A board that is not
// open holds Solver, Phase, Outcome, RowsUsed and perhaps Code; the rest is empty.
type Board struct {
	Solver   engine.Seat `json:"solver"`
	Open     bool        `json:"open"`
	Phase    string      `json:"phase"`
	Outcome  string      `json:"outcome"`
	RowsUsed int         `json:"rows_used"`
	Rows     []Row       `json:"rows"`      // the used ones, the first attempt first
	Rolled   []int       `json:"rolled"`    // dice to place, as they fell; empty outside PhasePlace
	DiceLeft int         `json:"dice_left"` // white dice that are not spent, rolled ones included
	ScoreNow int         `json:"score_now"` // what a right answer would give now; 0 once the board has ended
	Points   int         `json:"points"`    // made with this board; 0 until it has ended
	Answer   Line        `json:"answer"`    // zeros while there is none
	Code     Line        `json:"code"`      // zeros where the reader may not know it
	TimedOut int         `json:"timed_out"` // decisions that the clock has made
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

// knowsCode reports whether the seat may see the code of a board: the one who
// rolled it, its solver after the board's end, and all once the round is over.
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
