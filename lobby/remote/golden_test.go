package remote

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
	"parlor/internal/filltest"
	"parlor/lobby"
	"parlor/ratelimit"
)

// TestGoldenWire compares everything that is sent over a connection with the recordings of
// this version of the protocol, and decodes it.
func TestGoldenWire(t *testing.T) {
	filler := fillerOf[davinci.View](t, davinci.Rules().Game(), "1 guessed 2 3 7 right")
	g := filltest.NewGolden(t, filler)
	g.Tagged(reflect.TypeFor[updateOnWire]())
	g.Tagged(reflect.TypeFor[opOnWire]())
	g.AddText("greeting", []byte(greetingOf(Protocol)))
	g.Add("hello", reflect.TypeFor[helloOnWire](), readShown)
	g.Add("fault", reflect.TypeFor[fault](), read)
	var known []string
	for _, one := range sentinels() {
		known = append(known, one.name)
	}
	g.AddText("known faults", []byte(strings.Join(known, " ")))
	g.AddValue("frame", filltest.Fill[frame](filler, "frame"), writeWhole, readWhole)
	for _, kind := range []string{kindHello, kindAsk, kindAnswer, kindEnd, kindPage, kindUpdate, kindNight, kindEnded, kindBeat, kindBye} {
		g.AddValue("frame "+kind, frame{Kind: kind, Number: 1, Body: json.RawMessage(`{"a":1}`)}, writeWhole, readWhole)
	}
	addCalls(g, "lobby", lobbyMethods())
	addCalls(g, "visit", sessionMethods())
	addCalls(g, "handle", handleMethods[lobby.Done](lobby.OfRoom))
	addCalls(g, "night", handleMethods[lobby.Nothing](lobby.OfNight))
	for _, o := range frozenOrder(lobby.OperationsOf(lobby.OfRoom)) {
		addOp(g, filler, "order", o)
	}
	for _, o := range lobby.OperationsOf(lobby.OfNight) {
		addOp(g, filler, "order of a night", o)
	}
	g.Add("page", reflect.TypeFor[lobby.Page](), readShown)
	g.Add("night", reflect.TypeFor[lobby.GameNightUpdate](), readShown)
	addUpdate(g, filler, davinci.Rules().Game())
	addUpdate(g, fillerOf[masterdice.View](t, masterdice.Rules().Game(), "1 resigned"), masterdice.Rules().Game())
	addUpdate(g, fillerOf[kodeknacker.View](t, kodeknacker.Rules().Game(), "1 resigned"), kodeknacker.Rules().Game())
	g.Compare()
}

// TestGoldenVersions compares what differs between the supported versions with the
// recordings.
func TestGoldenVersions(t *testing.T) {
	filler := filltest.New(t)
	g := filltest.NewGolden(t, filler)
	for version := oldest; version <= Protocol; version++ {
		name := fmt.Sprintf("version %d: ", version)
		g.AddText(name+"greeting", []byte(greetingOf(version)))
		for _, o := range lobby.OperationsOf(lobby.OfSession) {
			f, err := requestOf(o, lobby.Request{ID: "ID", Op: filler.Value(o.Type(), o.Kind)}).frame(version)
			if err != nil {
				t.Fatal(err)
			}
			f.Number, f.Of, f.Within = 7, 3, time.Second
			g.AddText(name+o.Kind, bytesOf(t, f)[4:])
		}
		for _, refused := range refusedAsUnknown() {
			g.AddText(name+refused.Error(), bytesOf(t, frame{Kind: kindAnswer, Number: 7, Fault: faultOf(version, refused)})[4:])
		}
	}
	g.Compare()
}

// refusedAsUnknown returns the errors for unknown operations.
func refusedAsUnknown() []error {
	_, _, call := prepare(sessionMethods(), nil, frame{Call: "fly"})
	_, op := opOnWire{Kind: "fly"}.request(lobby.OfRoom)
	return []error{call, op}
}

// frozenOrder sorts operations of a room as in the golden file, whose values depend on the
// order. Newer ones follow.
func frozenOrder(operations []lobby.Operation) []lobby.Operation {
	kinds := strings.Fields("play start ready say pause kick hand_over swap show_eyes follow list_legal add_bot remove_bot change stand_in claim close leave")
	place := func(o lobby.Operation) int { return (slices.Index(kinds, o.Kind) + len(kinds) + 1) % (len(kinds) + 1) }
	slices.SortStableFunc(operations, func(a, b lobby.Operation) int { return cmp.Compare(place(a), place(b)) })
	return operations
}

// fillerOf returns a filler with values of a game.
func fillerOf[View any](t *testing.T, game engine.Game, line string) *filltest.Filler {
	t.Helper()
	event, err := game.ReadEvent(line)
	if err != nil {
		t.Fatal(err)
	}
	filler := filltest.New(t, filltest.Is[engine.Event](event), filltest.Is(engine.Seed{1, 2, 3}), filltest.Is(engine.Move{Seat: 2, Action: "draw black"}),
		filltest.Is(ratelimit.Chat), filltest.Is(davinci.White), filltest.Is(davinci.Value(7)))
	switch event := event.(type) {
	case davinci.Event:
		filler = filler.With(filltest.Is(event))
	case masterdice.Event:
		filler = filler.With(filltest.Is(event))
	case kodeknacker.Event:
		filler = filler.With(filltest.Is(event))
	}
	return filler.With(filltest.Is[any](filltest.Fill[View](filler, "table")))
}

func writeWhole(whole any) ([]byte, error) {
	data, err := whole.(frame).encode()
	if err != nil {
		return nil, err
	}
	return data[4:], nil // after the length
}

func readWhole(data []byte, into any) (err error) {
	*into.(*frame), err = readFrame(bytes.NewReader(framed(string(data))))
	return err
}

// addCalls adds the request and answer of each call, as frames.
func addCalls[T any](g *filltest.Golden, of string, calls map[string]method[T]) {
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		g.Add(of+" "+name+": asked", calls[name].asked, read)
		switch answered := calls[name].answered; answered {
		case reflect.TypeFor[lobby.Session]():
			g.Add(of+" "+name+": a visit", reflect.TypeFor[entered](), readShown)
		case reflect.TypeFor[lobby.Handle](), reflect.TypeFor[lobby.GameNightHandle](), reflect.TypeFor[*none]():
			g.AddText(of+" "+name+": answered", []byte("null"))
		case reflect.TypeFor[updateOnWire](): // needs a game to be decoded
			g.AddText(of+" "+name+": an update", nil)
		default:
			g.Add(of+" "+name+": answered", answered, readShown)
		}
	}
}

// addOp adds a request to a room or a game night.
func addOp(g *filltest.Golden, filler *filltest.Filler, name string, o lobby.Operation) {
	name += " " + o.Kind
	g.AddValue(name, filler.Value(o.Type(), name), func(value any) ([]byte, error) {
		sent, err := encodeOp(o.Of, lobby.Request{ID: "ID", Op: value})
		if err != nil {
			return nil, err
		}
		return json.Marshal(sent)
	}, func(data []byte, into any) error {
		var sent opOnWire
		if err := read(data, &sent); err != nil {
			return err
		}
		back, err := sent.request(o.Of)
		if err != nil {
			return err
		}
		if back.ID != "ID" {
			return errors.New("it has another ID")
		}
		reflect.ValueOf(into).Elem().Set(reflect.ValueOf(back.Op))
		sent.Do = json.RawMessage(`{"NoSuchField":1}`)
		if _, err := sent.request(o.Of); err == nil {
			return errors.New("it is understood with a field that it does not have")
		}
		return nil
	})
}

// addUpdate adds an update of a room with a game.
func addUpdate(g *filltest.Golden, filler *filltest.Filler, game engine.Game) {
	update := filltest.Fill[lobby.Update](filler, "update")
	for _, of := range []*string{&update.Plan.Game, &update.Match.Game, &update.Ended[0].Match.Game} {
		*of = game.Name
	}
	if game.Name != "davinci" { // all else is the same
		update = lobby.Update{Plan: lobby.Plan{Game: game.Name}, Match: update.Match, Events: update.Events}
	}
	write := func(update any) ([]byte, error) { return json.Marshal(encodeUpdate(update.(lobby.Update))) }
	read := func(data []byte, into any) (err error) {
		var sent updateOnWire
		if err := readShown(data, &sent); err != nil {
			return err
		}
		*into.(*lobby.Update), err = sent.update([]engine.Game{game})
		return err
	}
	g.AddValue("update "+game.Name, update, write, read)
	g.AddValue("update "+game.Name+", empty", lobby.Update{Plan: lobby.Plan{Game: game.Name}}, write, read)
}
