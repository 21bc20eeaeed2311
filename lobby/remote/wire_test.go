package remote

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"parlor/budget"
	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/prose"
)

// fill gives every field that can be reached a value that is not zero.
func fill(t *testing.T, value reflect.Value) {
	t.Helper()
	switch value.Kind() {
	case reflect.Bool:
		value.SetBool(true)
	case reflect.String:
		value.SetString("<text> & \"é漢🦊\"")
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Int8:
		value.SetInt(1)
	case reflect.Uint64, reflect.Uint8:
		value.SetUint(7)
	case reflect.Float64:
		value.SetFloat(0.1)
	case reflect.Pointer:
		value.Set(reflect.New(value.Type().Elem()))
		fill(t, value.Elem())
	case reflect.Slice:
		value.Set(reflect.MakeSlice(value.Type(), 2, 2))
		fill(t, value.Index(0))
		fill(t, value.Index(1))
	case reflect.Array:
		for i := range value.Len() {
			fill(t, value.Index(i))
		}
	case reflect.Map:
		key, element := reflect.New(value.Type().Key()).Elem(), reflect.New(value.Type().Elem()).Elem()
		fill(t, key)
		fill(t, element)
		value.Set(reflect.MakeMap(value.Type()))
		value.SetMapIndex(key, element)
	case reflect.Struct:
		switch value.Type() {
		case reflect.TypeFor[time.Time]():
			value.Set(reflect.ValueOf(time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)))
			return
		case reflect.TypeFor[davinci.Event]():
			value.Set(reflect.ValueOf(event(t)))
			return
		case reflect.TypeFor[prose.Text](): // which holds others
			value.Set(reflect.ValueOf(prose.C("{name} has {n} <tile>.", "{name} has {n} <tiles>.", prose.Name("漢🦊"), prose.N(2),
				prose.And([]prose.Text{prose.T("a").In("b")}))))
			return
		}
		for i := range value.NumField() {
			fill(t, value.Field(i))
		}
	case reflect.Interface:
		if value.Type() == reflect.TypeFor[engine.Event]() {
			value.Set(reflect.ValueOf(event(t)))
			return
		}
		// It is engine.View.Table.
		table := reflect.New(reflect.TypeFor[davinci.View]()).Elem()
		fill(t, table)
		value.Set(table)
	default:
		t.Fatalf("a field of kind %v is new here", value.Kind())
	}
}

// event is one of Da Vinci Code.
func event(t *testing.T) engine.Event {
	t.Helper()
	event, err := davinci.Rules().Game().ReadEvent("1 guessed 2 3 7 right")
	if err != nil {
		t.Fatal(err)
	}
	return event
}

// over is a value after it went through JSON.
func over[T any](t *testing.T, value T) (back T) {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if err := read(data, &back); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return back
}

func TestEveryOrderComesOver(t *testing.T) {
	for _, known := range lobby.Orders() {
		do := reflect.New(reflect.TypeOf(known)).Elem()
		fill(t, do)
		order := lobby.Order{ID: "ID", Do: do.Interface().(lobby.Do)}
		sent, err := encodeOrder(order)
		if err != nil {
			t.Fatal(err)
		}
		back, err := over(t, sent).order()
		if err != nil || !reflect.DeepEqual(back, order) {
			t.Errorf("%+v became %+v, %v", order, back, err)
		}
		sent.Do = json.RawMessage(`{"NoSuchField":1}`)
		if _, err := sent.order(); err == nil {
			t.Errorf("%s with a field that it does not have is understood", sent.Kind)
		}
	}
	for _, wrong := range []orderOnWire{{Kind: "fly", Do: json.RawMessage("{}")}, {Kind: "start"}, {Kind: "start", Do: json.RawMessage("{}{}")}, {}} {
		if order, err := wrong.order(); err == nil {
			t.Errorf("%+v is understood as %+v", wrong, order)
		}
	}
	if _, err := encodeOrder(lobby.Order{}); err == nil {
		t.Error("no order is sent as one")
	}
}

func TestEveryFieldOfAnUpdateComesOver(t *testing.T) {
	game := davinci.Rules().Game()
	var update lobby.Update
	fill(t, reflect.ValueOf(&update).Elem())
	update.Plan.Game, update.Match.Game = game.Name, game.Name
	for i := range update.Ended {
		update.Ended[i].Match.Game = game.Name
	}
	back, err := over(t, encodeUpdate(update)).update([]engine.Game{game})
	if err != nil || !reflect.DeepEqual(back, update) {
		t.Errorf("%+v became %+v, %v", update, back, err)
	}
	empty := lobby.Update{Plan: lobby.Plan{Game: game.Name}}
	if back, err := over(t, encodeUpdate(empty)).update([]engine.Game{game}); err != nil || !reflect.DeepEqual(back, empty) {
		t.Errorf("%+v became %+v, %v", empty, back, err)
	}
	if _, err := encodeUpdate(update).update(nil); err == nil {
		t.Error("an update of a game that is not here is read")
	}
}

func TestEveryFieldOfAHallComesOver(t *testing.T) {
	var hall lobby.Page
	fill(t, reflect.ValueOf(&hall).Elem())
	if back := over(t, hall); !reflect.DeepEqual(back, hall) {
		t.Errorf("%+v became %+v", hall, back)
	}
}

func TestErrorsComeOver(t *testing.T) {
	spent := &budget.Refusal{Kind: budget.Talk, Text: prose.T("You say a lot.")}
	refusal := engine.Refuse(engine.NotLegal, "%d%% of %q", 100, "%s")
	ofSeat := engine.Refuse(engine.NotYourTurn, "Seat %v of %d: %s, not %s.", engine.Seat(0), 0, engine.Words{"1", "3"}, "")
	for _, err := range []error{
		lobby.ErrStopping, lobby.ErrUnknown, lobby.ErrPaused, refusal, ofSeat, spent, context.Canceled, errors.New("a sentence"),
		lobby.NoAnswer(context.DeadlineExceeded), fmt.Errorf("that did not go: %w", refusal),
		fmt.Errorf("%w, and: %w", spent, lobby.ErrNoRoom),
	} {
		back := over(t, faultOf(err)).err()
		if back.Error() != err.Error() {
			t.Errorf("%q became %q", err, back)
		}
		for _, one := range sentinels() {
			if errors.Is(err, one.err) != errors.Is(back, one.err) {
				t.Errorf("%q became %q, which is not the same to errors.Is(%q)", err, back, one.err)
			}
		}
		a, b := (*engine.Refusal)(nil), (*engine.Refusal)(nil)
		if errors.As(err, &a) != errors.As(back, &b) || !reflect.DeepEqual(a, b) {
			t.Errorf("%q has the refusal %#v, and then %#v", err, a, b)
		}
		if said, other := prose.Reason(err), prose.Reason(back); !reflect.DeepEqual(said, other) {
			t.Errorf("%q is told as %#v, and then as %#v", err, said, other)
		}
		c, d := (*budget.Refusal)(nil), (*budget.Refusal)(nil)
		if errors.As(err, &c) != errors.As(back, &d) || c != nil && (c.Kind != d.Kind || c.Error() != d.Error()) {
			t.Errorf("%q has the refusal %v, and then %v", err, c, d)
		}
	}
	if faultOf(nil).err() != nil {
		t.Error("no error became one")
	}
}

// TestEveryErrorOfTheLobbyIsKnown finds the errors that callers ask for in the
// package's source, so that a new one is not forgotten.
func TestEveryErrorOfTheLobbyIsKnown(t *testing.T) {
	files, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if spec, ok := node.(*ast.ValueSpec); ok && strings.HasPrefix(spec.Names[0].Name, "Err") {
				declared += len(spec.Names)
			}
			return true
		})
	}
	const others = 3 // ErrCut and those of package context
	if known := len(sentinels()) - others; known != declared {
		t.Errorf("package lobby has %d errors, of which %d come over", declared, known)
	}
}

func TestFrames(t *testing.T) {
	sent := frame{Kind: kindAsk, Number: 7, Of: 3, Call: callDo, Within: time.Second, Body: json.RawMessage(`{"a":"<"}`), Fault: &fault{Text: "no"}}
	data, err := sent.encode()
	if err != nil {
		t.Fatal(err)
	}
	if back, err := readFrame(bytes.NewReader(data)); err != nil || back.Number != 7 || back.Fault.Text != "no" || back.Within != time.Second {
		t.Errorf("%+v became %+v, %v", sent, back, err)
	}
	if _, err := readFrame(bytes.NewReader(data[:len(data)-1])); err == nil {
		t.Error("a frame that is cut off is read")
	}
	long, _ := json.Marshal(strings.Repeat("a", maxFrame))
	if _, err := (frame{Kind: kindAsk, Body: long}).encode(); !errors.Is(err, errTooLong) {
		t.Errorf("a frame that is too long is sent: %v", err)
	}
	for _, wrong := range []string{"", "x", "{", `{"kind":"ask","no_such_key":1}`, `{"kind":"ask"}{}`, `{"number":-1}`} {
		data := append(binary.BigEndian.AppendUint32(nil, uint32(len(wrong))), wrong...)
		if f, err := readFrame(bytes.NewReader(data)); !errors.As(err, new(misunderstood)) {
			t.Errorf("%q is read as %+v, %v", wrong, f, err)
		}
	}
	// What is shown is handed on as it is. Nodes of before write it in the same way, and a
	// fault behind the body of an answer.
	tricky := `{"a":",\"body\":","body":"}\\n","c":{"x":1,"body":2}}`
	for _, kind := range []string{kindUpdate, kindHall, kindNight, kindAnswer, kindAsk} {
		whole := fmt.Sprintf(`{"kind":%q,"number":7,"body":%s}`+"\n", kind, tricky)
		if kind == kindAnswer {
			whole = fmt.Sprintf(`{"kind":%q,"number":7,"body":%s,"fault":{"text":"no"}}`+"\n", kind, tricky)
		}
		f, err := readFrame(bytes.NewReader(append(binary.BigEndian.AppendUint32(nil, uint32(len(whole))), whole...)))
		if err != nil || f.Kind != kind || f.Number != 7 || string(f.Body) != tricky || (f.Fault != nil) != (kind == kindAnswer) {
			t.Errorf("%s is read as %+v with %s, %v", whole, f, f.Body, err)
		}
		data, err := f.encode()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := readFrame(bytes.NewReader(data)); err != nil || !reflect.DeepEqual(again, f) {
			t.Errorf("%s is %+v when it is sent again, %v", whole, again, err)
		}
	}
	if _, err := readFrame(bytes.NewReader([]byte{255, 255, 255, 255})); !errors.As(err, new(misunderstood)) {
		t.Errorf("a frame of 4 GiB ends with %v", err)
	}
}
