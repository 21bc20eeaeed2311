package lines

import (
	"reflect"
	"slices"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/prose"
	"parlor/server/command"
	"parlor/tui/davinci"
)

// TestVerbsAskForOperations: every verb that asks for an operation asks for one that its place
// knows, and every operation of rooms and game nights has a verb.
func TestVerbsAskForOperations(t *testing.T) {
	l := lobbytest.Open(t, local.New(local.Config{Games: []engine.Game{davinci.Game().Told().Game}}))
	c := &console{commands: command.Commands{Lobby: l}, person: command.Person{Visit: lobbytest.Enter(t, l, "anna"), Voice: prose.English()}}
	in := input{seats: []engine.Seat{0, 1}}
	asked := func(verbs []verb) (kinds []reflect.Type) {
		for _, v := range verbs {
			if v.op != nil {
				kinds = append(kinds, reflect.TypeOf(v.op(in)))
			}
		}
		return kinds
	}
	room, night := asked(newRoom(c, nil).verbs()), asked((&gameNight{console: c, handle: nobody{}}).verbs())
	// These are asked for by a method, since they need more than what is typed.
	room = append(room, reflect.TypeFor[lobby.Play](), reflect.TypeFor[lobby.Kick](), reflect.TypeFor[lobby.Change](), reflect.TypeFor[lobby.Leave](),
		reflect.TypeFor[lobby.ListLegal]()) // for programs only
	night = append(night, reflect.TypeFor[lobby.ChangeEvening](), reflect.TypeFor[lobby.LeaveEvening]())
	for _, do := range lobby.Orders() {
		if !slices.Contains(room, reflect.TypeOf(do)) {
			t.Errorf("no verb of a room asks for a %T", do)
		}
	}
	for _, do := range lobby.EveningOrders() {
		if !slices.Contains(night, reflect.TypeOf(do)) {
			t.Errorf("no verb of a game night asks for a %T", do)
		}
	}
	for _, kind := range room {
		if !kind.Implements(reflect.TypeFor[lobby.Do]()) {
			t.Errorf("a room knows no %s", kind)
		}
	}
	for _, kind := range night {
		if !kind.Implements(reflect.TypeFor[lobby.EveningDo]()) {
			t.Errorf("a game night knows no %s", kind)
		}
	}
}

// nobody is a game night of which only Close is known.
type nobody struct{ lobby.Evening }

func (nobody) Close() {}
