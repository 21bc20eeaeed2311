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
	if order.Do == nil {
		return orderOnWire{}, errors.New("this order asks for nothing")
	}
	do, err := json.Marshal(order.Do)
	if err != nil {
		return orderOnWire{}, fmt.Errorf("this order cannot be sent: %w", err)
	}
	return orderOnWire{order.ID, order.Do.Kind(), do}, nil
}

// order is what was sent. An order that this end does not know, or that says
// more than it knows, is refused.
func (o orderOnWire) order() (lobby.Order, error) {
	known := lobby.Orders()
	i := slices.IndexFunc(known, func(do lobby.Do) bool { return do.Kind() == o.Kind })
	if i < 0 {
		return lobby.Order{}, fmt.Errorf("there is no order %.40q", o.Kind)
	}
	do := reflect.New(reflect.TypeOf(known[i]))
	if err := read(o.Do, do.Interface()); err != nil {
		return lobby.Order{}, fmt.Errorf("this order to %s is not understood: %w", o.Kind, err)
	}
	return lobby.Order{ID: o.ID, Do: do.Elem().Interface().(lobby.Do)}, nil
}
