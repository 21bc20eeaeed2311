package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"parlor/lobby"
)

// orderOnWire is a lobby.Order: what it asks for is read by its kind.
type orderOnWire struct {
	ID   lobby.OrderID   `json:"id"`
	Kind string          `json:"kind"`
	Do   json.RawMessage `json:"do"`
}

func encodeOrder(order lobby.Order) (orderOnWire, error) {
	return encodeDo(order.ID, order.Do)
}

// encodeDo is what an order asks for, under its ID.
func encodeDo(id lobby.OrderID, asked interface{ Kind() string }) (orderOnWire, error) {
	if asked == nil {
		return orderOnWire{}, errors.New("this order asks for nothing")
	}
	do, err := json.Marshal(asked)
	if err != nil {
		return orderOnWire{}, fmt.Errorf("this order cannot be sent: %w", err)
	}
	return orderOnWire{id, asked.Kind(), do}, nil
}

// order is what was sent. An order that this end does not know, or that says
// more than it knows, is refused.
func (o orderOnWire) order() (lobby.Order, error) {
	do, err := readDo(o, lobby.Orders())
	return lobby.Order{ID: o.ID, Do: do}, err
}

// readDo is what an order asks for, one of those that are known.
func readDo[T interface{ Kind() string }](o orderOnWire, known []T) (do T, err error) {
	i := slices.IndexFunc(known, func(do T) bool { return do.Kind() == o.Kind })
	if i < 0 {
		return do, fmt.Errorf("there is no order %.40q", o.Kind)
	}
	one := reflect.New(reflect.TypeOf(known[i]))
	if err := read(o.Do, one.Interface()); err != nil {
		return do, fmt.Errorf("this order to %s is not understood: %w", o.Kind, err)
	}
	return one.Elem().Interface().(T), nil
}
