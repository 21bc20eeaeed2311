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

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/ratelimit"
)

// over encodes a value as JSON and decodes it.
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

func TestInvalidRequests(t *testing.T) {
	for _, wrong := range []opOnWire{{Kind: "fly", Do: json.RawMessage("{}")}, {Kind: "start"}, {Kind: "start", Do: json.RawMessage("{}{}")}, {}} {
		if order, err := wrong.request(lobby.OfRoom); err == nil {
			t.Errorf("%+v is understood as %+v", wrong, order)
		}
	}
	if _, err := encodeOp(lobby.OfRoom, lobby.Request{}); err == nil {
		t.Error("no order is sent as one")
	}
}

func TestUpdateOfUnknownGame(t *testing.T) {
	if _, err := encodeUpdate(lobby.Update{Plan: lobby.Plan{Game: "davinci"}}).update(nil); err == nil {
		t.Error("an update of a game that is not here is read")
	}
}

func TestErrorsOnTheWire(t *testing.T) {
	spent := &ratelimit.Refusal{Kind: ratelimit.Chat, Text: prose.T("You say a lot.")}
	refusal := engine.Refuse(engine.NotLegal, "%d%% of %q", 100, "%s")
	ofSeat := engine.Refuse(engine.NotYourTurn, "Seat %v of %d: %s, not %s.", engine.Seat(0), 0, engine.Words{"1", "3"}, "")
	for _, err := range []error{
		lobby.ErrStopping, lobby.ErrUnknown, lobby.ErrPaused, refusal, ofSeat, spent, context.Canceled, errors.New("a sentence"),
		lobby.NoAnswer(context.DeadlineExceeded), fmt.Errorf("that did not go: %w", refusal),
		fmt.Errorf("%w, and: %w", spent, lobby.ErrNoRoom),
	} {
		back := over(t, faultOf(Protocol, err)).asError()
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
		c, d := (*ratelimit.Refusal)(nil), (*ratelimit.Refusal)(nil)
		if errors.As(err, &c) != errors.As(back, &d) || c != nil && (c.Kind != d.Kind || c.Error() != d.Error()) {
			t.Errorf("%q has the refusal %v, and then %v", err, c, d)
		}
	}
	if faultOf(Protocol, nil).asError() != nil {
		t.Error("no error became one")
	}
}

// TestAllErrorsAreSentinels finds the errors of package lobby in its source, so that new
// ones are not forgotten.
func TestAllErrorsAreSentinels(t *testing.T) {
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
	const others = 4 // ErrCut, ErrNotSupported and those of package context
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
	// The body of a page or update is not parsed. Older nodes encode it in the same way,
	// with the fault after the body of an answer.
	tricky := `{"a":",\"body\":","body":"}\\n","c":{"x":1,"body":2}}`
	for _, kind := range []string{kindUpdate, kindPage, kindNight, kindAnswer, kindAsk} {
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
