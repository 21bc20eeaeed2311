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
	c := &console{commands: command.Commands{Lobby: l}, person: command.Person{Session: lobbytest.Enter(t, l, "anna"), Voice: prose.English()}}
	asked := func(verbs []verb) (kinds []reflect.Type) {
		for _, v := range verbs {
			if v.op != nil {
				op, wrong := v.op(input{})
				for _, rest := range []string{"1", "1 2"} {
					if !wrong.IsZero() {
						op, wrong = v.op(input{rest: rest})
					}
				}
				kinds = append(kinds, reflect.TypeOf(op))
			}
		}
		return kinds
	}
	room, night := asked(newRoom(c, nil).verbs()), asked((&gameNight{console: c, handle: emptyNight{}}).verbs())
	// These are asked for by a method, since they need more than what is typed.
	room = append(room, reflect.TypeFor[lobby.Play](), reflect.TypeFor[lobby.Kick](), reflect.TypeFor[lobby.Change](), reflect.TypeFor[lobby.Leave](),
		reflect.TypeFor[lobby.ListLegal]()) // for programs only
	night = append(night, reflect.TypeFor[lobby.ChangeGameNight](), reflect.TypeFor[lobby.LeaveGameNight]())
	for target, kinds := range map[lobby.Target][]reflect.Type{lobby.OfRoom: room, lobby.OfNight: night} {
		var known []reflect.Type
		for _, o := range lobby.OperationsOf(target) {
			if known = append(known, o.Type()); !slices.Contains(kinds, o.Type()) {
				t.Errorf("no verb asks for a %s", o.Type())
			}
		}
		for _, kind := range kinds {
			if !slices.Contains(known, kind) {
				t.Errorf("the place of a verb knows no %s", kind)
			}
		}
	}
}

// emptyNight is a game night with Close only.
type emptyNight struct{ lobby.GameNightHandle }

func (emptyNight) Close() {}
