package room

import (
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// said records the effects of a part.
type said struct {
	notes       []string
	news        int
	shown       []*Handle
	effects     []func()
	irrevocable bool
}

func (s *said) note(text prose.Text) {
	s.notes = append(s.notes, text.String())
}
func (s *said) changed()               { s.news++ }
func (s *said) changedFor(engine.Seat) { s.news++ }
func (s *said) changedOf(h *Handle)    { s.shown = append(s.shown, h) }
func (s *said) after(effect func())    { s.effects = append(s.effects, effect) }
func (s *said) now() time.Time         { return time.Now() }
func (s *said) undo(effect func())     { s.effects = append(s.effects, effect) }
func (s *said) makeIrrevocable()       { s.irrevocable = true }

func person(id string) seat { return seat{kind: lobby.SeatPerson, id: id, name: id} }

// visitor is a client with the same identity and name.
type visitor string

func (v visitor) ID() string                               { return string(v) }
func (v visitor) Name() string                             { return string(v) }
func (v visitor) Guest() bool                              { return false }
func (v visitor) Program() bool                            { return false }
func (visitor) Mutes(string) bool                          { return false }
func (v visitor) MayDo(lobby.Rate) error                   { return nil }
func (v visitor) CleanMessage(text string) (string, error) { return text, nil }
func (v visitor) Keep(*Handle) bool                        { return true }
func (v visitor) Drop(*Handle)                             {}

// hold returns a handle on a seat, or a spectator's.
func hold(name string, at engine.Seat) *Handle {
	return &Handle{guest: visitor(name), name: name, updates: lobby.NewUpdateSlot(), seat: at, viewpoint: engine.Watcher}
}

// twoPlay returns a state in which anna and bo are connected and play.
func twoPlay() *state {
	s := &state{seating: seating{[]seat{person("anna"), person("bo")}}}
	for i := range s.seating.seats {
		s.seating.seats[i].handle = hold(s.seating.seats[i].id, engine.Seat(i))
	}
	s.play.public = &engine.View{Stage: engine.Playing, ToMove: []engine.Seat{0}}
	return s
}

// at returns a transition of a state.
func at(s *state, told *said) *transition { return &transition{s, told, &Config{Hooks: quietHooks{}}} }
