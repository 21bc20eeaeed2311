package remote

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"reflect"
	"testing"
	"testing/synctest"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
)

// framed returns JSON as a frame.
func framed(data string) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), data...)
}

// FuzzFrame reads arbitrary data as a frame: a valid one is encoded to an equal one, and no
// more is read than its length.
func FuzzFrame(f *testing.F) {
	for _, data := range []string{
		`{"kind":"ask","number":7,"of":3,"call":"do","within_ns":1000,"body":{"a":"<"}}`, `{"kind":"beat"}`, `{"kind":"bye","fault":{"text":"no"}}`, `{}`, `{"kind":"ask"}{}`,
		`{"number":-1}`, "null", "[]", `{"kind":"ask","body":null}`,
	} {
		f.Add(append(framed(data), "rest"...))
	}
	f.Add([]byte("\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, sent []byte) {
		from := bytes.NewReader(sent)
		got, err := readFrame(from)
		if err != nil {
			return
		}
		if size := binary.BigEndian.Uint32(sent); from.Len() != len(sent)-4-int(size) {
			t.Errorf("%d bytes are left of %d with a frame of %d", from.Len(), len(sent), size)
		}
		data, err := got.encode()
		if err != nil {
			t.Fatalf("%+v cannot be sent: %v", got, err)
		}
		again, err := readFrame(bytes.NewReader(data))
		if err != nil || again.Number != got.Number || again.Of != got.Of || again.Within != got.Within {
			t.Errorf("%+v is %+v when it is sent again: %v", got, again, err)
		}
		if err := got.Fault.asError(); err != nil && faultOf(Protocol, err).asError().Error() != err.Error() {
			t.Errorf("%q is another fault when it is sent again", err)
		}
	})
}

// FuzzRequest decodes arbitrary data as a request: a valid one is encoded to an equal one.
func FuzzRequest(f *testing.F) {
	for _, o := range lobby.OperationsOf(lobby.OfRoom) {
		order, err := encodeOp(lobby.OfRoom, lobby.NewRequest(reflect.Zero(o.Type()).Interface()))
		if err != nil {
			f.Fatal(err)
		}
		data, err := json.Marshal(order)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"id":"x","kind":"fly","do":{}}`))
	f.Add([]byte(`{"id":"x","kind":"play","do":null}`))
	f.Fuzz(func(t *testing.T, sent []byte) {
		var wire opOnWire
		if read(sent, &wire) != nil {
			return
		}
		order, err := wire.request(lobby.OfRoom)
		if err != nil {
			return
		}
		back, err := encodeOp(lobby.OfRoom, order)
		if err != nil {
			t.Fatalf("%+v cannot be sent: %v", order, err)
		}
		if again, err := back.request(lobby.OfRoom); err != nil || again.ID != order.ID || reflect.TypeOf(again.Op) != reflect.TypeOf(order.Op) {
			t.Errorf("%+v is %+v when it is sent again: %v", order, again, err)
		}
	})
}

// FuzzServe sends arbitrary data to a server after its greeting: the connection ends, with
// a reason if it was not understood, and leaves nothing behind.
func FuzzServe(f *testing.F) {
	for _, data := range []string{
		`{"kind":"ask","number":1,"call":"knows","body":"key:a"}`, `{"kind":"ask","number":1,"call":"enter","body":{}}`, `{"kind":"end","number":1}`, `{"kind":"hall","number":1}`,
		`{"kind":"ask","number":1,"of":9,"call":"do"}`, `{"kind":"ask","number":1,"call":"remember"}`, `{"kind":"ask","number":1,"call":"recognise","body":{"ID":"key:a"}}`,
	} {
		f.Add(append(framed(data), framed(data)...))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		synctest.Test(t, func(t *testing.T) {
			ours, result := served(t.Context(), silent{})
			go func() { _, _ = io.Copy(io.Discard, ours) }()
			_, _ = ours.Write([]byte(greetingOf(Protocol)))
			_, _ = ours.Write(sent)
			_ = ours.Close()
			synctest.Wait()
			select {
			case err := <-result:
				if err != nil && err.Error() == "" {
					t.Error("it ends for no reason")
				}
			default:
				t.Errorf("after %q it goes on", sent)
			}
		})
	})
}

// silent is a lobby in which nothing is found.
type silent struct{ empty }

var errNothing = errors.New("there is nothing here")

func (silent) Knows(context.Context, string) (bool, error) { return false, errNothing }

func (silent) Enter(context.Context, lobby.Identity) (lobby.Session, error) { return nil, errNothing }

func (silent) Has(context.Context, lobby.Identity, string) bool { return false }

func (silent) Settings() []lobby.Setting { return lobby.RoomSettings() }

// FuzzConnect sends arbitrary data to a client after the greeting: it gets no lobby, or one
// with its own games, and the connection ends.
func FuzzConnect(f *testing.F) {
	games := []engine.Game{davinci.Rules().Game()}
	hello, err := json.Marshal(backend{lobby: empty{games: games}}.describe())
	if err != nil {
		f.Fatal(err)
	}
	whole, err := frame{Kind: kindHello, Body: hello}.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	for _, data := range []string{`{"kind":"hello"}`, `{"kind":"hall","number":1}`, `{"kind":"answer","number":1}`, `{"kind":"bye","fault":{"text":"no"}}`, `{"kind":"update","number":1,"body":{}}`} {
		f.Add(append(bytes.Clone(whole), framed(data)...))
		f.Add(framed(data))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		synctest.Test(t, func(t *testing.T) {
			ours, theirs := net.Pipe()
			go func() { _, _ = io.Copy(io.Discard, theirs) }()
			go func() {
				_, _ = theirs.Write([]byte(greetingOf(Protocol)))
				_, _ = theirs.Write(sent)
				_ = theirs.Close()
			}()
			l, err := Connect(t.Context(), ours, games, nil)
			if err != nil {
				return
			}
			for _, game := range l.Games() {
				if game.Name != games[0].Name {
					t.Errorf("it offers %s", game.Name)
				}
			}
			synctest.Wait()
			if _, err := l.Knows(t.Context(), "key:a"); err == nil {
				t.Error("it is answered over a connection that has ended")
			}
			l.Close()
		})
	})
}
