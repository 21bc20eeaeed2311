package kodeknacker

import (
	"fmt"
	"iter"
	"slices"

	"parlor/engine"
)

const seats = 2

// Values of option "preset".
const (
	PresetStandard = "kodeknacker" // 5 positions, 6 colours, 12 rows (DE sheet)
	PresetClassic  = "classic"     // 4 positions, 6 colours, 10 rows
	PresetSuper    = "super"       // 5 positions, 8 colours, 12 rows
	PresetFree     = "free"        // as options positions, colors and rows say
)

// Rules of Kodeknacker.
func Rules() engine.Rules[View, Event] {
	free := func(o engine.Options) bool { return o["preset"] == PresetFree }
	return engine.Rules[View, Event]{
		Name: "kodeknacker", Title: "Kodeknacker", Version: 3, ResignsMatch: 3,
		Blurb:    "Crack the secret row of colours first.",
		MinSeats: seats, MaxSeats: seats,
		Options: []engine.Option{
			{
				Name: "preset", Title: "Size", Default: PresetStandard,
				Help: "How many places a code has, how many colours there are, and how many rows a board has.",
				Values: []engine.Value{
					{Name: PresetStandard, Title: "5 of 6 colours, 12 rows"},
					{Name: PresetClassic, Title: "4 of 6 colours, 10 rows"},
					{Name: PresetSuper, Title: "5 of 8 colours, 12 rows"},
					{Name: PresetFree, Title: "as chosen below"},
				},
			},
			{Name: "positions", Title: "Positions", Default: "5", Values: engine.Numbers(MinPositions, MaxPositions, 1), Help: "How long a code is.", Applies: free},
			{Name: "colors", Title: "Colours", Default: "6", Values: engine.Numbers(4, MaxColors, 1), Help: "How many colours there are.", Applies: free},
			{Name: "rows", Title: "Rows", Default: "12", Values: engine.Numbers(6, MaxRows, 1), Help: "How many guesses a board has room for.", Applies: free},
			engine.RoundsOption("Games", "How many games a match has; a win is 1 point, a draw ½.", 1, 9, 1, 3),
			{
				Name: "memory", Title: "Memory", Default: "off", Values: engine.OffOn(),
				Help: "No notes: you have to remember what a row rules out.",
			},
		},
		Open: func(engine.Options) bool { return true },
		Deal: deal, ReadEvent: ReadEvent,
		Resigned:  func(seat engine.Seat) Event { return Event{Kind: EventResigned, Seat: seat} },
		Levels:    levels(),
		LevelHelp: levelHelp(),
		Think:     think,
		Worlds:    worlds,
		Claims:    claims,
		Resample:  resample,
	}
}

// state is one moment of one game. It is immutable: boards, rows and log are
// copied before they are changed.
type state struct {
	positions, colors, rows int
	memory                  bool
	boards                  [seats]board
	resigned                engine.Seat // engine.Watcher while nobody has
	log                     []Event
}

// board is what one seat has made and guessed.
type board struct {
	secret code  // nil while it is not made
	rows   []row // own guesses; one more than the rounds that are complete where this seat has guessed
	spare  code  // becomes the secret when time runs out
}

type row struct {
	guess code // nil where time ran out
	pegs  Pegs
}

func deal(setup engine.Setup) (engine.State[View, Event], error) {
	if setup.Seats != seats {
		return nil, engine.Refuse(engine.BadSetup, "Kodeknacker is for %d players, not %d.", seats, setup.Seats)
	}
	s := state{memory: setup.Options["memory"] == "on", resigned: engine.Watcher}
	switch setup.Options["preset"] {
	case PresetClassic:
		s.positions, s.colors, s.rows = 4, 6, 10
	case PresetSuper:
		s.positions, s.colors, s.rows = 5, 8, 12
	case PresetFree:
		s.positions, s.colors, s.rows = setup.Options.Int("positions"), setup.Options.Int("colors"), setup.Options.Int("rows")
	default:
		s.positions, s.colors, s.rows = 5, 6, 12
	}
	chance := engine.NewChance(setup.Seed)
	for seat := range s.boards {
		own := engine.NewChance(chance.Seed())
		spare := make(code, s.positions)
		for i := range spare {
			spare[i] = own.IntN(s.colors)
		}
		s.boards[seat].spare = spare
	}
	return s, nil
}

// round is how many rounds are complete.
func (s state) round() int { return min(len(s.boards[0].rows), len(s.boards[1].rows)) }

func (s state) bothSet() bool { return s.boards[0].secret != nil && s.boards[1].secret != nil }

// cracked says whether a seat has cracked the other's code by a complete round.
func (s state) cracked(seat engine.Seat) bool {
	for _, row := range s.boards[seat].rows[:s.round()] {
		if row.pegs.Black == s.positions {
			return true
		}
	}
	return false
}

func (s state) over() bool {
	return s.resigned != engine.Watcher || s.cracked(0) || s.cracked(1) || s.round() == s.rows
}

func (s state) phase() string {
	switch {
	case s.over():
		return PhaseOver
	case s.bothSet():
		return PhasePlay
	}
	return PhaseSet
}

// moves says whether the seat has to make its code, or to guess in this round.
func (s state) moves(seat engine.Seat) bool {
	switch {
	case seat < 0 || seat >= seats || s.over():
		return false
	case !s.bothSet():
		return s.boards[seat].secret == nil
	}
	return len(s.boards[seat].rows) == s.round()
}

func (s state) ToMove() []engine.Seat {
	var waiting []engine.Seat
	for seat := range engine.Seat(seats) {
		if s.moves(seat) {
			waiting = append(waiting, seat)
		}
	}
	return waiting
}

func (s state) Legal(seat engine.Seat) iter.Seq[engine.Action] {
	return func(yield func(engine.Action) bool) {
		if !s.moves(seat) {
			return
		}
		act := Guess
		if !s.bothSet() {
			act = Code
		}
		for n := range codes(s.positions, s.colors) {
			if !yield(act(codeAt(n, s.positions, s.colors).String())) {
				return
			}
		}
	}
}

func (s state) Grammar(seat engine.Seat) []string {
	if seat < 0 || seat >= seats || s.over() {
		return nil
	}
	resign := string(engine.Resign)
	verb := verbGuess
	if !s.bothSet() {
		verb = verbCode
	}
	if !s.moves(seat) {
		return []string{resign}
	}
	return []string{fmt.Sprintf("%s %d*%s", verb, s.positions, Letters(s.colors)), resign}
}

func (s state) Play(seat engine.Seat, action engine.Action) (engine.State[View, Event], []Event, error) {
	other := seats - 1 - seat
	switch {
	case seat < 0 || seat >= seats:
		return nil, nil, engine.Refuse(engine.NotYourTurn, engine.RefusedWatcher)
	case s.over():
		return nil, nil, engine.Refuse(engine.RoundOver, engine.RefusedOver)
	case action == engine.Resign:
		s.resigned = seat
		return s.told(Event{Kind: EventResigned, Seat: seat})
	case !s.moves(seat) && !s.bothSet():
		return nil, nil, engine.Refuse(engine.NotYourTurn, RefusedMade, other)
	case !s.moves(seat):
		return nil, nil, engine.Refuse(engine.NotYourTurn, RefusedGuessed, other)
	case action == engine.Timeout:
		return s.timeOut(seat)
	}
	chosen, err := s.parse(action)
	switch {
	case err != nil:
		return nil, nil, err
	case !s.bothSet() && chosen.verb != verbCode:
		return nil, nil, engine.Refuse(engine.NotLegal, RefusedCode, s.example())
	case !s.bothSet():
		return s.set(seat, chosen.code)
	case chosen.verb != verbGuess:
		return nil, nil, engine.Refuse(engine.NotLegal, RefusedGuess, s.example())
	}
	return s.guess(seat, row{chosen.code, judge(chosen.code, s.boards[1-seat].secret)})
}

func (s state) timeOut(seat engine.Seat) (engine.State[View, Event], []Event, error) {
	late := Event{Kind: EventTimedOut, Seat: seat}
	if !s.bothSet() {
		return s.set(seat, s.boards[seat].spare, late)
	}
	return s.guess(seat, row{}, late)
}

func (s state) set(seat engine.Seat, secret code, events ...Event) (engine.State[View, Event], []Event, error) {
	s.boards[seat].secret = secret
	events = append(events, Event{Kind: EventSet, Seat: seat})
	if s.bothSet() {
		events = append(events, Event{Kind: EventRound, Round: 1})
	}
	return s.told(events...)
}

func (s state) guess(seat engine.Seat, guess row, events ...Event) (engine.State[View, Event], []Event, error) {
	s.boards[seat].rows = slices.Concat(s.boards[seat].rows, []row{guess})
	events = append(events, Event{Kind: EventGuessed, Seat: seat})
	if len(s.boards[1-seat].rows) < len(s.boards[seat].rows) {
		return s.told(events...)
	}
	for owner := range engine.Seat(seats) {
		last := s.boards[owner].rows[s.round()-1]
		events = append(events, Event{Kind: EventRow, Seat: owner, Round: s.round(), Code: last.guess.String(), Pegs: last.pegs})
	}
	for owner := range engine.Seat(seats) {
		if s.cracked(owner) {
			events = append(events, Event{Kind: EventCracked, Seat: owner})
		}
	}
	if !s.over() {
		events = append(events, Event{Kind: EventRound, Round: s.round() + 1})
	}
	return s.told(events...)
}

// told writes events down, with the result after those that end the game.
func (s state) told(events ...Event) (engine.State[View, Event], []Event, error) {
	if s.over() {
		events = append(events, s.ending()...)
	}
	s.log = slices.Concat(s.log, events)
	return s, events, nil
}

func (s state) ending() []Event {
	var events []Event
	if winners := s.Result().Winners; len(winners) == 1 {
		events = append(events, Event{Kind: EventWon, Seat: winners[0]})
	} else {
		events = append(events, Event{Kind: EventDraw})
	}
	for owner := range engine.Seat(seats) {
		if secret := s.boards[owner].secret; secret != nil {
			events = append(events, Event{Kind: EventCode, Seat: owner, Code: secret.String()})
		}
	}
	return events
}

// Result: who cracks alone wins; both in one round, or nobody on a full board,
// is a draw (DE sheet). A win is 1 point, a draw ½ for each.
func (s state) Result() engine.Result {
	winner := engine.Watcher
	switch {
	case s.resigned != engine.Watcher:
		winner = seats - 1 - s.resigned
	case s.cracked(0) != s.cracked(1):
		winner = 0
		if s.cracked(1) {
			winner = 1
		}
	}
	if winner == engine.Watcher {
		return engine.Result{Winners: []engine.Seat{0, 1}, Points: []float64{0.5, 0.5}}
	}
	points := []float64{1, 0}
	if winner == 1 {
		points = []float64{0, 1}
	}
	return engine.Result{Winners: []engine.Seat{winner}, Points: points}
}
