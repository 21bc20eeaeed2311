// Package madeup is a trivial game for tests of what the program does with any game: two players each open one of two
// boxes.
package madeup

import (
	"iter"
	"slices"
	"strings"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// Game returns the game.
func Game() board.Game {
	rules := engine.Rules[View, Event]{
		Name: "boxes", Title: "Two Boxes", Version: 1, Blurb: "Open a box before the other one does.",
		MinSeats: seats, MaxSeats: seats,
		Options:   []engine.Option{engine.RoundsOption("Games", "How many games are played.", 1, 9, 1, 1)},
		Deal:      func(engine.Setup) (engine.State[View, Event], error) { return state{gone: engine.Watcher}, nil },
		Think:     func(engine.Thought[View, Event]) engine.Action { return open },
		ReadEvent: ReadEvent,
	}
	return board.Game{
		Game:     rules.Game(),
		Board:    func(theme *style.Theme, voice *prose.Voice) board.Board { return &model{board.NewKit(theme, voice)} },
		Narrator: prose.Narrator{Game: prose.Telling(tell), Table: table, Grammar: grammar},
		Rules:    prose.Document{prose.P("Open your box. Seat 1 wins.")},
		Lesson: prose.Lesson{Steps: []prose.Step{
			{Text: []prose.Text{prose.T("Open your box: {do}.", prose.Do(prose.T("press Enter"), open))}, Wants: []engine.Action{open}},
			{Moves: []engine.Move{{Seat: 1, Action: open}}, Text: []prose.Text{prose.T("That was all.")}},
		}},
	}
}

const (
	seats = 2
	open  = engine.Action("open")
)

// View is the view of every seat.
type View struct {
	Opened []bool `json:"opened"` // by seat
}

// Event records an action of a seat: "opened" or "resigned".
type Event struct {
	Seat engine.Seat
	Did  string
}

// About implements engine.GameEvent.
func (e Event) About() engine.Seat { return e.Seat }

func (e Event) String() string { return e.Seat.String() + " " + e.Did }

// MarshalText returns the bytes of String.
func (e Event) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// ReadEvent parses the output of Event.String.
func ReadEvent(line string) (Event, error) {
	return engine.ReadEvent(line, func(words []string) (Event, bool) {
		seat, ok := engine.ReadSeat(words[0], seats)
		did := strings.Join(words[1:], " ")
		return Event{seat, did}, ok && (did == "opened" || did == "resigned")
	})
}

// state records which boxes are open and which seat has resigned.
type state struct {
	opened [seats]bool
	gone   engine.Seat
}

func (s state) ToMove() (waiting []engine.Seat) {
	for seat, opened := range s.opened {
		if !opened && s.gone == engine.Watcher {
			waiting = append(waiting, engine.Seat(seat))
		}
	}
	return waiting
}

func (s state) Legal(seat engine.Seat) iter.Seq[engine.Action] {
	if slices.Contains(s.ToMove(), seat) {
		return slices.Values([]engine.Action{open})
	}
	return slices.Values([]engine.Action(nil))
}

func (s state) Grammar(seat engine.Seat) []string {
	switch {
	case len(s.ToMove()) == 0 || seat < 0 || seat >= seats:
		return nil
	case s.opened[seat]:
		return []string{string(engine.Resign)}
	}
	return []string{string(open), string(engine.Resign)}
}

func (s state) Play(seat engine.Seat, action engine.Action) (engine.State[View, Event], []Event, error) {
	switch {
	case len(s.ToMove()) == 0:
		return nil, nil, engine.Refuse(engine.RoundOver, engine.RefusedOver)
	case seat < 0 || seat >= seats:
		return nil, nil, engine.Refuse(engine.NotYourTurn, engine.RefusedWatcher)
	case action == engine.Resign:
		s.gone = seat
		return s, []Event{{seat, "resigned"}}, nil
	case s.opened[seat]:
		return nil, nil, engine.Refuse(engine.NotYourTurn, "Your box is open.")
	case action != open && action != engine.Timeout:
		return nil, nil, engine.Refuse(engine.NotAnAction, "Type open.")
	}
	s.opened[seat] = true
	return s, []Event{{seat, "opened"}}, nil
}

func (s state) View(engine.Seat) View { return View{Opened: slices.Clone(s.opened[:])} }

func (s state) Result() engine.Result {
	if s.gone == 0 {
		return engine.Result{Winners: []engine.Seat{1}}
	}
	return engine.Result{Winners: []engine.Seat{0}}
}

type model struct{ board.Kit }

func (b *model) Bindings() board.Bindings {
	return slices.Values([]board.Binding{{Key: keymap.If(b.Yours(), keymap.Named("enter")), Hint: prose.T("open"), Help: prose.T("open your box"), Do: keymap.Always(open)}})
}

func (b *model) Draw(int, int) string { return strings.Join(b.Voice.SayAll(table(b.Scene)), "\n") }

func (b *model) Ask() prose.Text {
	if b.Yours() {
		return prose.T("Open your box.")
	}
	return b.Waits()
}

func tell(events []Event, who prose.People) []prose.Text {
	told := make([]prose.Text, len(events))
	for i, event := range events {
		told[i] = prose.T("{name} {did}.", who.Name(event.Seat), prose.Literal(event.Did))
	}
	return told
}

func table(scene board.Scene) []prose.Text {
	view, _ := scene.View.Table.(View)
	told := make([]prose.Text, len(view.Opened))
	for seat, opened := range view.Opened {
		if told[seat] = prose.T("The box of {name} is closed.", scene.People().Name(engine.Seat(seat))); opened {
			told[seat] = prose.T("The box of {name} is open.", scene.People().Name(engine.Seat(seat)))
		}
	}
	return told
}

func grammar(scene board.Scene) []prose.Text {
	if !board.Asked(scene) {
		return nil
	}
	return []prose.Text{prose.T("Type {open}.", prose.Literal(string(open)))}
}
