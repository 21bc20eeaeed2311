// Package kit builds [engine.Rules] from the parts in which a game differs from others. A game
// has tables of its actions and events, a function that returns the verbs of a seat, and a
// function that returns what a seat sees. The kit parses, lists and refuses actions, and writes
// and parses events. It also does what most games have in common:
//
//   - Seats decide in turn, clockwise from the first seat, or all at once. In turn, seats
//     that can do nothing are passed over.
//   - A seat that resigns or is out decides nothing more. The last remaining seat wins.
//   - A seat whose time runs out plays any legal action.
//   - A game with nothing left to decide is over, and the seat with the most points wins.
//     If no seat scores, a win is 1 point, shared by the winners.
//
// A game sets only the fields of [Rules] in which it differs. Games without Rules can still use
// [Read], [Line] and [Field].
package kit

import (
	"fmt"
	"iter"
	"slices"

	"parlor/engine"
)

// Rules describes a game. S is the state of the game, a plain value; V is what a seat sees; E is
// the type of public events. The functions get a copy of the table that they may change, but they
// must clone the slices and maps of S before they change them.
type Rules[S, V any, E engine.GameEvent] struct {
	// Rules has the names, options and bot of the game. Complete sets Rules.Deal, Actions and, if
	// unset, Resigned. Plain also sets ReadEvent.
	engine.Rules[V, E]

	// Begin deals the state of a game; if nil, the state is zero. All secrets are drawn here,
	// each from its own stream of Setup.Seed.
	Begin func(*Table[S, E])

	// Verbs returns all verbs of the game for a seat that is to decide, including those that it
	// cannot play now. Verbs change the given table.
	Verbs func(*Table[S, E], engine.Seat) []Verb

	// View returns what a seat or a spectator sees. It may be nil in a game of Plain, whose V
	// must then be View: spectators see all events, and seats also see Own.
	View func(*Table[S, E], engine.Seat) V

	// Own returns the private knowledge of a seat as events, in a game without View. It may be
	// nil.
	Own func(*Table[S, E], engine.Seat) []E

	// Deciding returns the seats that are to decide, ascending, in a game without turns. Seats
	// that are out are ignored.
	Deciding func(*Table[S, E]) []engine.Seat

	// Waits returns the refusal of all actions of a seat that has nothing to decide now.
	Waits func(*Table[S, E], engine.Seat) error

	// None returns the refusal of text that is not an action. If nil, the refusal lists the forms
	// of the verbs.
	None func(*Table[S, E]) error

	// TimedOut plays for a seat whose time has run out. If nil, a random legal action is played.
	// A game in which the set of legal actions is secret must not use that: the random choice
	// would reveal it.
	TimedOut func(*Table[S, E], engine.Seat)

	// Ended adds events that reveal the hidden values at the end.
	Ended func(*Table[S, E])

	// Common has the texts of the events that the kit adds.
	Common func(Common, engine.Seat) E

	// Events are the forms of the events of type Event. Those of Common are added to them.
	Events []EventForm
}

// Common has the texts of the events that the kit adds.
type Common string

// Words of the events that the kit adds. All are of a seat, except a draw, which is of the table.
const (
	TimedOut Common = "timed_out" // precedes the events of the action
	Resigned Common = "resigned"
	Won      Common = "won"
	Draw     Common = "draw"
)

// commonForms returns the forms that all games with the type Event share.
func commonForms() []EventForm {
	return []EventForm{{Word: string(TimedOut)}, {Word: string(Resigned)}, {Word: string(Won)}, {Word: string(Draw), Table: true}}
}

// A View is what a seat or a spectator sees in a game without a view type of its own.
type View struct {
	Seat engine.Seat `json:"seat"`
	Log  []Event     `json:"log"` // all public events since the game began
	Own  []Event     `json:"own"` // private knowledge of the seat; empty for a spectator
}

// Plain returns rules whose events have the type Event.
func Plain[S, V any](rules Rules[S, V, Event]) engine.Rules[V, Event] {
	if rules.View == nil {
		rules.View = func(t *Table[S, Event], seat engine.Seat) V {
			view := View{seat, t.Log(), []Event{}}
			if seat != engine.Watcher && rules.Own != nil {
				view.Own = append(view.Own, rules.Own(t, seat)...)
			}
			return any(view).(V)
		}
	}
	rules.Common = func(what Common, seat engine.Seat) Event { return Say(seat, string(what)) }
	rules.ReadEvent = reader(append(commonForms(), rules.Events...), rules.MaxSeats)
	return rules.Complete()
}

// Complete returns the engine.Rules of the game.
func (r Rules[S, V, E]) Complete() engine.Rules[V, E] {
	complete := r.Rules
	complete.Deal = func(setup engine.Setup) (engine.State[V, E], error) {
		if setup.Seats < r.MinSeats || setup.Seats > r.MaxSeats {
			return nil, engine.Refuse(engine.BadSetup, "%s is for %d to %d players, not %d.", r.Title, r.MinSeats, r.MaxSeats, setup.Seats)
		}
		t := Table[S, E]{Setup: setup, turn: setup.First, out: make([]bool, setup.Seats), late: make([]int, setup.Seats), resigned: engine.Watcher}
		if r.Begin != nil {
			r.Begin(&t)
		}
		t.log, t.told = t.told, nil
		return state[S, V, E]{&r, t}, nil
	}
	complete.Actions = func(setup engine.Setup) []engine.ActionForm { return r.actions(complete.Deal(setup)) }
	if complete.Resigned == nil {
		complete.Resigned = func(seat engine.Seat) E { return r.Common(Resigned, seat) }
	}
	return complete
}

// actions returns the forms of the verbs in a newly dealt state.
func (r *Rules[S, V, E]) actions(dealt engine.State[V, E], err error) (forms []engine.ActionForm) {
	if err != nil {
		return nil
	}
	table := dealt.(state[S, V, E]).table
	for _, verb := range r.Verbs(&table, dealt.ToMove()[0]) {
		forms = append(forms, verb.form())
	}
	return forms
}

// Inside returns the game's own state inside a state made by the kit, for Rules.Resample.
func Inside[S, V any, E engine.GameEvent](one engine.State[V, E]) *Table[S, E] {
	table := one.(state[S, V, E]).table
	return &table
}

// Changed returns a state made by the kit with another inner state.
func Changed[S, V any, E engine.GameEvent](one engine.State[V, E], inside S) engine.State[V, E] {
	other := one.(state[S, V, E])
	other.table.State = inside
	return other
}

// state implements engine.State.
type state[S, V any, E engine.GameEvent] struct {
	rules *Rules[S, V, E]
	table Table[S, E]
}

func (s state[S, V, E]) ToMove() []engine.Seat { return s.rules.toMove(&s.table) }

func (r *Rules[S, V, E]) toMove(t *Table[S, E]) []engine.Seat {
	switch {
	case t.over:
		return nil
	case r.Deciding == nil:
		return []engine.Seat{t.turn}
	}
	return slices.DeleteFunc(r.Deciding(t), func(seat engine.Seat) bool { return t.out[seat] })
}

func (s state[S, V, E]) moves(seat engine.Seat) bool { return slices.Contains(s.ToMove(), seat) }

func (s state[S, V, E]) Legal(seat engine.Seat) iter.Seq[engine.Action] {
	return func(yield func(engine.Action) bool) {
		if s.moves(seat) {
			Legal(s.rules.Verbs(&s.table, seat))(yield)
		}
	}
}

func (s state[S, V, E]) Grammar(seat engine.Seat) []string {
	switch {
	case seat < 0 || int(seat) >= len(s.table.out) || s.table.over || s.table.out[seat]:
		return nil
	case !s.moves(seat):
		return []string{string(engine.Resign)}
	}
	return Forms(s.rules.Verbs(&s.table, seat))
}

func (s state[S, V, E]) View(seat engine.Seat) V { return s.rules.View(&s.table, seat) }

// Result gives a win 1 point, shared by the winners, if no seat has scored.
func (s state[S, V, E]) Result() engine.Result {
	result := engine.Result{Winners: slices.Clone(s.table.winners), Points: slices.Clone(s.table.points)}
	if result.Points == nil {
		result.Points = make([]float64, len(s.table.out))
		for _, seat := range result.Winners {
			result.Points[seat] = 1 / float64(len(result.Winners))
		}
	}
	return result
}

func (s state[S, V, E]) Play(seat engine.Seat, action engine.Action) (engine.State[V, E], []E, error) {
	t := s.table // a copy that the verbs change
	if err := s.rules.play(&t, s.moves(seat), seat, action); err != nil {
		return nil, nil, err
	}
	s.rules.settle(&t)
	events := t.told
	if len(events) > 0 {
		t.log = slices.Concat(t.log, events)
	}
	t.told = nil
	return state[S, V, E]{s.rules, t}, events, nil
}

// Spell implements engine.Speller.
func (s state[S, V, E]) Spell(seat engine.Seat, action engine.Action) engine.Action {
	if !s.moves(seat) || action == engine.Timeout {
		return action
	}
	return Spell(action, s.rules.Verbs(&s.table, seat))
}

// play plays an action or refuses it.
func (r *Rules[S, V, E]) play(t *Table[S, E], moves bool, seat engine.Seat, action engine.Action) error {
	switch {
	case seat < 0 || int(seat) >= len(t.out):
		return engine.Refuse(engine.NotYourTurn, engine.RefusedWatcher)
	case t.over:
		return engine.Refuse(engine.RoundOver, engine.RefusedOver)
	case t.out[seat]:
		return engine.Refuse(engine.NotYourTurn, RefusedOut)
	case action == engine.Resign:
		r.resign(t, seat)
		return nil
	case !moves && r.Waits != nil:
		return r.Waits(t, seat)
	case !moves && r.Deciding == nil:
		return engine.Refuse(engine.NotYourTurn, RefusedTurn, t.turn)
	case !moves:
		return engine.Refuse(engine.NotYourTurn, RefusedWait, seatWords(r.toMove(t)))
	case action == engine.Timeout:
		return r.timeOut(t, seat)
	}
	var none func() error
	if r.None != nil {
		none = func() error { return r.None(t) }
	}
	return Play(action, r.Verbs(t, seat), none)
}

func seatWords(seats []engine.Seat) (words engine.Words) {
	for _, seat := range seats {
		words = append(words, seat.String())
	}
	return words
}

func (r *Rules[S, V, E]) resign(t *Table[S, E], seat engine.Seat) {
	t.Tell(r.Common(Resigned, seat))
	t.resigned = seat
	t.passed = t.turn != seat
	t.Out(seat)
}

// timeOut plays for a seat whose time has run out: with TimedOut, or a random legal action. Each
// time-out has its own stream, so that it does not change other draws.
func (r *Rules[S, V, E]) timeOut(t *Table[S, E], seat engine.Seat) error {
	t.Tell(r.Common(TimedOut, seat))
	if r.TimedOut != nil {
		r.TimedOut(t, seat)
		return nil
	}
	t.late = slices.Clone(t.late)
	t.late[seat]++
	chance := t.Setup.Seed.Stream(fmt.Sprintf("clock %v %d", seat, t.late[seat]))
	verbs := r.Verbs(t, seat)
	n := 0
	for _, verb := range verbs {
		n += verb.count()
	}
	n = chance.IntN(n)
	for action := range Legal(verbs) {
		if n == 0 {
			return Play(action, verbs, nil)
		}
		n--
	}
	return nil
}

// pass gives the turn to the next seat that can act. If there is none, the game is over.
func (r *Rules[S, V, E]) pass(t *Table[S, E]) {
	if !t.passed {
		t.turn = t.After(t.turn)
	}
	t.passed = false
	for range t.out {
		if t.over {
			return
		}
		for range Legal(r.Verbs(t, t.turn)) {
			return
		}
		t.turn = t.After(t.turn)
	}
	t.End()
}

// settle passes the turn, and ends a game with nothing left to decide.
func (r *Rules[S, V, E]) settle(t *Table[S, E]) {
	if r.Deciding == nil {
		r.pass(t)
	} else if !t.over && len(state[S, V, E]{r, *t}.ToMove()) == 0 {
		t.End()
	}
	if !t.over {
		return
	}
	if len(t.winners) == len(t.out) && len(t.out) > 1 {
		t.Tell(r.Common(Draw, engine.Watcher))
	} else {
		for _, winner := range t.winners {
			t.Tell(r.Common(Won, winner))
		}
	}
	if r.Ended != nil {
		r.Ended(t)
	}
}
