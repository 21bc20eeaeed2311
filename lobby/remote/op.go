package remote

import (
	"encoding/json"
	"fmt"
	"reflect"

	"parlor/lobby"
)

// opOnWire is a lobby.Request to a room or a game night. Its kind determines how the
// operation is decoded.
type opOnWire struct {
	ID   lobby.RequestID `json:"id"`
	Kind string          `json:"kind"`
	Do   json.RawMessage `json:"do"`
}

// encodeOp encodes a request to a target.
func encodeOp(of lobby.Target, request lobby.Request) (opOnWire, error) {
	o, err := of.Find(request.Op)
	if err != nil {
		return opOnWire{}, err
	}
	op, err := json.Marshal(request.Op)
	if err != nil {
		return opOnWire{}, fmt.Errorf("this request cannot be sent: %w", err)
	}
	return opOnWire{request.ID, o.Kind, op}, nil
}

// request decodes a request to a target. It fails if the operation or one of its fields is
// unknown.
func (o opOnWire) request(of lobby.Target) (lobby.Request, error) {
	known, found := lobby.FindKind(of, o.Kind)
	if !found {
		return lobby.Request{}, &lobby.Fault{Told: fmt.Errorf("there is no request %.40q", o.Kind), Cause: ErrNotSupported}
	}
	op := reflect.New(known.Type())
	if err := read(o.Do, op.Interface()); err != nil {
		return lobby.Request{}, fmt.Errorf("this request to %s is not understood: %w", o.Kind, err)
	}
	return lobby.Request{ID: o.ID, Op: op.Elem().Interface()}, nil
}
