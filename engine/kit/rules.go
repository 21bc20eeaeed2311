// Package kit makes [engine.Rules] of what is particular to a game. A game says in tables
// how its actions and events are written, in one function which verbs a seat has, and in
// another what a seat sees. The kit reads, lists and refuses actions, writes and reads
// events, and does what most games do alike:
//
//   - seats decide in turn, to the left from the one that begins, or all at once; in turn,
//     one that can do nothing is passed over;
//   - a seat that resigns, or is taken out, decides nothing more, and the last one in wins;
//   - a seat whose time runs out plays any legal action;
//   - a game with nothing left to decide is over, and the most points win; where no seat
//     scores, a win is 1 point, and shared by those who share it.
//
// A game sets only the fields of [Rules] in which it differs. [Read], [Line] and [Field]
// are also of use to games that do not build on Rules.
package kit

import (
	"fmt"
	"iter"
	"slices"

	"parlor/engine"
)

// Rules is what is particular to a game: S is what it keeps of one, a plain value; V is
// what a seat sees, and E what everybody sees. The functions get a copy of the table that
// they may change. What S has slices or maps of they have to clone before they change it.
type Rules[S, V any, E engine.GameEvent] struct {
	// Rules has the names, options and the bot. Complete sets Rules.Deal and Actions and,
	// if unset, Resigned; Plain sets ReadEvent, too.
	engine.Rules[V, E]

	// Begin makes the state of a table; nil leaves it zero. Chance comes from
	// its Setup.Seed: each secret has a stream of its own, and is drawn here.
	Begin func(*Table[S, E])

	// Verbs are all verbs of the game for a seat that decides, closed or not; what they
	// do, they do to the table.
	Verbs func(*Table[S, E], engine.Seat) []Verb

	// View returns what a seat or a spectator sees. If it is nil in a game of Plain, whose
	// V must then be the type View, a spectator sees all events, and a seat sees Own as well.
	View func(*Table[S, E], engine.Seat) V

	// Own returns what a seat alone knows, as events, in a game without View. Nil is nothing.
	Own func(*Table[S, E], engine.Seat) []E

	// Deciding lists the seats that decide now, ascending, where they do not in turn;
	// seats that are out are left out.
	Deciding func(*Table[S, E]) []engine.Seat

	// Waits refuses all actions of a seat that is in and has nothing to decide now.
	Waits func(*Table[S, E], engine.Seat) error

	// None refuses what is no action; nil does it with the forms of the verbs.
	None func(*Table[S, E]) error

	// TimedOut plays for a seat whose time has run out; nil plays any legal action. That
	// is not for a game in which what is legal is a secret: chance would give it away.
	TimedOut func(*Table[S, E], engine.Seat)

	// Ended tells at the end what was hidden.
	Ended func(*Table[S, E])

	// Common is how the game tells what the kit does.
	Common func(Common, engine.Seat) E

	// Events are the forms of the type Event, in a game with such events. Those of
	// Common are among them anyway.
	Events []EventForm
}

// Common is what the kit tells of a game.
type Common string

// What the kit tells: of a seat, but a draw of the table.
const (
	TimedOut Common = "timed_out" // before what came of it
	Resigned Common = "resigned"
	Won      Common = "won"
	Draw     Common = "draw"
)

// commonForms returns the forms that every game with the type Event has besides its own.
func commonForms() []EventForm {
	return []EventForm{{Word: string(TimedOut)}, {Word: string(Resigned)}, {Word: string(Won)}, {Word: string(Draw), Table: true}}
}

// View is what a seat or a spectator knows, in a game without a view of its own.
type View struct {
	Seat engine.Seat `json:"seat"`
	Log  []Event     `json:"log"` // what everybody has seen since the game began
	Own  []Event     `json:"own"` // what the seat alone knows; empty for a spectator
}

// Plain returns rules whose events are of the type Event.
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

// Complete returns the contract of the game.
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

// actions returns the forms of the verbs in a state that was dealt.
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

// Inside is what a state of a game made by the kit keeps, for the game's own Resample.
func Inside[S, V any, E engine.GameEvent](one engine.State[V, E]) *Table[S, E] {
	table := one.(state[S, V, E]).table
	return &table
}

// Changed is a state of a game made by the kit with another inside.
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
	t := s.table // a copy, which the verbs change
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

// play does what an action says, or refuses it.
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

// timeOut plays for a seat: by TimedOut, or any legal action by chance. Each time has a
// stream of its own, so that nothing else is drawn otherwise for it.
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

// pass gives the turn to the next seat that can do anything; the game is over if none can.
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

// settle passes the turn on, and ends a game with nothing left to decide.
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
