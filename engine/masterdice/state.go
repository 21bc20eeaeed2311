package masterdice

import (
	"iter"
	"slices"
	"strings"

	"parlor/engine"
	"parlor/engine/worlds"
)

// Points of a right answer (Italian rule sheet, rules.md §2).
const (
	PointsRight    = 20 // for the code
	PointsEmptyRow = 5  // for each empty row
	PointsBonusDie = 1  // for each unspent white die, under option bonus_dice
)

const seats = 2

// namedStreams is the first version of the rules that draws from named streams.
const namedStreams = 4

// Rules returns the rules of MasterDice.
func Rules() engine.Rules[View, Event] {
	first := engine.FirstOption("Solves first", "Who solves the first code; the other rolls it.", seats)
	first.Applies = func(o engine.Options) bool { return o["mode"] == Classic }
	return engine.Rules[View, Event]{
		Name: "masterdice", Title: "MasterDice", Version: 4, NamedStreams: namedStreams, ResignsMatch: 3,
		Blurb:    "Work out four hidden dice with your own.",
		MinSeats: seats, MaxSeats: seats,
		Options: []engine.Option{
			{
				Name: "mode", Title: "Mode", Default: Classic,
				Help:   "Classic: one solves and the other watches. Duel: both solve at once.",
				Values: []engine.Value{{Name: Classic, Title: "classic"}, {Name: Duel, Title: "duel"}},
			},
			engine.RoundsOption("Games", "The number of games in a match; each player solves half of them.", 2, 10, 2, 2),
			{
				Name: "bonus_dice", Title: "Bonus dice", Default: "off", Values: engine.OffOn(),
				Help: "A right answer scores one more point for each white die left.",
			},
			{
				Name: "memory", Title: "Memory", Default: "off", Values: engine.OffOn(),
				Help: "No notes: you have to remember what each row rules out.",
			},
			first,
		},
		Open: func(o engine.Options) bool { return o["mode"] == Classic },
		Deal: deal, ReadEvent: ReadEvent, Actions: actionForms,
		Resigned:  func(seat engine.Seat) Event { return Event{Kind: EventResigned, Seat: seat} },
		Levels:    levels(),
		LevelHelp: levelHelp(),
		Think:     think,
		Worlds:    worlds.Of(NewWorlds),
		Claims:    claims,
		Resample:  resample,
	}
}

// state is the position of a game. It is immutable: boards, rows and log are copied before they
// are changed.
type state struct {
	mode   string
	bonus  bool
	memory bool
	boards []board // classic: one; duel: by solver
	log    []Event
}

// A board is what one seat solves.
type board struct {
	solver   engine.Seat
	code     Line          // rolled in the deal
	rolls    [MaxRows]Line // dice of the roll of each row, rolled in the deal
	rows     []Row
	rolled   bool   // the dice for the next row have been rolled
	outcome  string // Unsolved, Right, Wrong, Resigned or Conceded
	answer   Line
	timedOut int // number of time-outs
}

// deal rolls codes and white dice. It rolls for two boards under every option, and the dice of
// each board from their own stream.
func deal(setup engine.Setup) (engine.State[View, Event], error) {
	if setup.Seats != seats {
		return nil, engine.Refuse(engine.BadSetup, "MasterDice is for %d players, not %d.", seats, setup.Seats)
	}
	s := state{
		mode:   setup.Options["mode"],
		bonus:  setup.Options["bonus_dice"] == "on",
		memory: setup.Options["memory"] == "on",
	}
	chance := engine.NewChance(setup.Seed)
	for i := range engine.Seat(seats) {
		codes, dice := setup.Seed.Stream("code "+i.String()), setup.Seed.Stream("dice "+i.String())
		if setup.Version < namedStreams {
			codes, dice = engine.NewChance(chance.Seed()), engine.NewChance(chance.Seed())
		}
		b := board{solver: i, code: rollLine(&codes)}
		for row := range b.rolls {
			b.rolls[row] = rollLine(&dice)
		}
		s.boards = append(s.boards, b)
	}
	if s.mode == Classic {
		s.boards = s.boards[:1]
		s.boards[0].solver = setup.First
	}
	return s, nil
}

func rollLine(chance *engine.Chance) Line {
	var line Line
	for i := range line {
		line[i] = 1 + chance.IntN(Faces)
	}
	return line
}

func (b board) codemaker() engine.Seat { return seats - 1 - b.solver }

func (b board) ended() bool { return b.outcome != Unsolved }

// dice returns the number of unspent white dice.
func (b board) dice() int {
	left := WhiteDice
	for _, row := range b.rows {
		left -= row.Cells.Dice()
	}
	return left
}

// onTable returns the rolled dice that are to be placed.
func (b board) onTable() []int {
	if b.phase() != PhasePlace {
		return nil
	}
	return b.rolls[len(b.rows)][:min(Columns, b.dice())]
}

// asLine returns up to four dice from the first column on.
func asLine(dice []int) Line {
	var line Line
	copy(line[:], dice)
	return line
}

func (b board) phase() string {
	switch {
	case b.ended():
		return PhaseWaiting
	case len(b.rows) == MaxRows || b.dice() == 0:
		return PhaseSolve
	case b.rolled:
		return PhasePlace
	}
	return PhaseRoll
}

// worth returns the points of a right answer now.
func (s state) worth(b board) int {
	points := PointsRight + PointsEmptyRow*(MaxRows-len(b.rows))
	if s.bonus {
		points += PointsBonusDie * b.dice()
	}
	return points
}

// points returns the points of a board that has ended.
func (s state) points(b board) int {
	if b.outcome == Right || b.outcome == Conceded {
		return s.worth(b)
	}
	return 0
}

func (s state) over() bool {
	return !slices.ContainsFunc(s.boards, func(b board) bool { return !b.ended() })
}

// active returns the board that the seat has still to solve.
func (s state) active(seat engine.Seat) (int, bool) {
	i := slices.IndexFunc(s.boards, func(b board) bool { return b.solver == seat && !b.ended() })
	return i, i >= 0
}

// watchesOver reports whether the seat is the codemaker of a classic game.
func (s state) watchesOver(seat engine.Seat) bool {
	return s.mode == Classic && s.boards[0].codemaker() == seat && !s.over()
}

func (s state) ToMove() []engine.Seat {
	var solving []engine.Seat
	for _, b := range s.boards {
		if !b.ended() {
			solving = append(solving, b.solver)
		}
	}
	return solving
}

func (s state) Legal(seat engine.Seat) iter.Seq[engine.Action] {
	return func(yield func(engine.Action) bool) {
		i, ok := s.active(seat)
		if !ok {
			return
		}
		b := s.boards[i]
		if b.phase() == PhaseRoll && !yield(Roll) {
			return
		}
		for cells := range placements(b.onTable()) {
			if !yield(Place(cells)) {
				return
			}
		}
		for n := range Codes {
			if !yield(Solve(codeAt(n))) {
				return
			}
		}
	}
}

func (s state) Grammar(seat engine.Seat) []string {
	i, ok := s.active(seat)
	switch {
	case s.watchesOver(seat):
		return []string{string(engine.Resign)}
	case !ok:
		return nil
	}
	const solve = "solve 1-6 1-6 1-6 1-6"
	switch s.boards[i].phase() {
	case PhaseRoll:
		return []string{string(Roll), solve, string(engine.Resign)}
	case PhasePlace:
		return []string{"place [bVALUE] [rVALUE] [yVALUE] [gVALUE]", solve, string(engine.Resign)}
	}
	return []string{solve, string(engine.Resign)}
}

func (s state) Play(seat engine.Seat, action engine.Action) (engine.State[View, Event], []Event, error) {
	if s.over() {
		return nil, nil, engine.Refuse(engine.RoundOver, engine.RefusedOver)
	}
	if s.watchesOver(seat) && action == engine.Resign {
		return s.after(0, func(b *board) []Event {
			b.outcome = Conceded
			return []Event{{Kind: EventResigned, Seat: seat}}
		})
	}
	i, ok := s.active(seat)
	if !ok {
		return nil, nil, s.notYours(seat)
	}
	change, err := s.decide(s.boards[i], action)
	if err != nil {
		return nil, nil, err
	}
	return s.after(i, change)
}

// Spell implements engine.Speller.
func (s state) Spell(_ engine.Seat, action engine.Action) engine.Action {
	chosen, err := parse(action)
	if err != nil {
		return action
	}
	switch chosen.verb {
	case verbPlace:
		return Place(chosen.line)
	case verbSolve:
		return Solve(chosen.line)
	}
	return Roll
}

func (s state) notYours(seat engine.Seat) error {
	switch {
	case seat < 0 || seat >= seats:
		return engine.Refuse(engine.NotYourTurn, engine.RefusedWatcher)
	case s.mode == Classic:
		return engine.Refuse(engine.NotYourTurn, RefusedMaker, seats-1-seat)
	}
	return engine.Refuse(engine.NotYourTurn, RefusedDone, seats-1-seat)
}

// A change applies an action to a copy of a board. It returns the event that the board's solver
// sees.
type change func(*board) []Event

// decide checks an action of the board's solver and returns its change.
func (s state) decide(b board, action engine.Action) (change, error) {
	if action == engine.Resign {
		return func(b *board) []Event {
			b.outcome = Resigned
			return []Event{{Kind: EventResigned, Seat: b.solver}}
		}, nil
	}
	if action == engine.Timeout {
		return func(b *board) []Event {
			b.timedOut++
			return append(s.shown(Event{Kind: EventTimedOut, Seat: b.solver}), s.perform(b, b.overdue())...)
		}, nil
	}
	chosen, err := parse(action)
	if err != nil {
		return nil, err
	}
	if err := b.allows(chosen); err != nil {
		return nil, err
	}
	return func(b *board) []Event { return s.perform(b, chosen) }, nil
}

// allows returns the refusal of an action in the wrong phase.
func (b board) allows(chosen decision) error {
	phase := b.phase()
	switch {
	case chosen.verb == verbSolve:
		return nil
	case phase == PhaseSolve && len(b.rows) == MaxRows:
		return engine.Refuse(engine.NotLegal, RefusedRows, MaxRows, exampleSolve)
	case phase == PhaseSolve:
		return engine.Refuse(engine.NotLegal, RefusedNoDice, exampleSolve)
	case chosen.verb == verbRoll && phase == PhasePlace:
		return engine.Refuse(engine.NotLegal, RefusedRoll, diceText(b.onTable()))
	case chosen.verb == verbPlace && phase == PhaseRoll:
		return engine.Refuse(engine.NotLegal, RefusedEarly)
	case chosen.verb == verbPlace && !among(chosen.line, b.onTable()):
		return engine.Refuse(engine.NotLegal, RefusedDice, diceText(b.onTable()))
	}
	return nil
}

// diceText returns a text such as "3 5 5 1".
func diceText(values []int) string { return strings.TrimPrefix(numbersText(values), " ") }

// overdue returns the change for a solver whose time has run out.
func (b board) overdue() decision {
	switch b.phase() {
	case PhaseRoll:
		return decision{verb: verbRoll}
	case PhasePlace:
		return decision{verbPlace, asLine(b.onTable())}
	}
	return decision{verbSolve, lowest(b.rows)}
}

// perform applies a change and returns the public events: in a duel these are fewer than the
// solver sees.
func (s state) perform(b *board, chosen decision) []Event {
	switch chosen.verb {
	case verbRoll:
		b.rolled = true
		return s.shown(Event{Kind: EventRolled, Seat: b.solver, Dice: asLine(b.onTable())})
	case verbPlace:
		row := Judge(b.code, chosen.line)
		b.rows, b.rolled = slices.Concat(b.rows, []Row{row}), false
		return s.shown(Event{Kind: EventPlaced, Seat: b.solver, Number: len(b.rows), Row: row},
			Event{Kind: EventUsed, Seat: b.solver, Number: len(b.rows)})
	}
	b.answer, b.outcome, b.rolled = chosen.line, Wrong, false
	if b.answer == b.code {
		b.outcome = Right
	}
	return s.shown(b.solved(), Event{Kind: EventFinished, Seat: b.solver})
}

// shown returns the public form of an event: the event itself if the board is public, and in a
// duel its substitute, if any.
func (s state) shown(itself Event, instead ...Event) []Event {
	if s.mode == Classic {
		return []Event{itself}
	}
	return instead
}

// after returns the state with one board changed and the events logged.
func (s state) after(i int, change change) (engine.State[View, Event], []Event, error) {
	s.boards = slices.Clone(s.boards)
	events := change(&s.boards[i])
	if s.over() {
		events = append(events, s.reveal()...)
	}
	s.log = slices.Concat(s.log, events)
	return s, events, nil
}

// reveal adds the events at the end of a round that reveal what was hidden.
func (s state) reveal() []Event {
	var answers, codes []Event
	for _, b := range s.boards {
		if s.mode == Duel && (b.outcome == Right || b.outcome == Wrong) {
			answers = append(answers, b.solved())
		}
		codes = append(codes, Event{Kind: EventCode, Seat: b.codemaker(), Dice: b.code})
	}
	return append(answers, codes...)
}

func (b board) solved() Event {
	return Event{Kind: EventSolved, Seat: b.solver, Dice: b.answer, Right: b.outcome == Right}
}

func (s state) Result() engine.Result {
	result := engine.Result{Points: make([]float64, seats)}
	for _, b := range s.boards {
		result.Points[b.solver] = float64(s.points(b))
	}
	best := slices.Max(result.Points)
	if best == 0 {
		if s.mode == Classic {
			result.Winners = []engine.Seat{s.boards[0].codemaker()}
		}
		return result
	}
	for seat, points := range result.Points {
		if points == best {
			result.Winners = append(result.Winners, engine.Seat(seat))
		}
	}
	return result
}
