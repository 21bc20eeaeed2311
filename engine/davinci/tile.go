package davinci

import (
	"fmt"
	"strconv"
)

// Color of a tile. It is public wherever the tile lies.
type Color int8

// The two colours. Of two equal numbers the black one stands left.
const (
	Black Color = iota
	White
)

func (c Color) String() string {
	return [...]string{"black", "white"}[c]
}

// MarshalText writes "black" or "white".
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (c *Color) UnmarshalText(text []byte) error {
	switch string(text) {
	case "black":
		*c = Black
	case "white":
		*c = White
	default:
		return fmt.Errorf("%q is not a colour; colours are black and white", text)
	}
	return nil
}

// Value is what stands on a tile's face: 0 to 11, or Joker; Unknown where the
// reader of a view may not know it.
type Value int8

// The two values that are no number.
const (
	Unknown Value = -2
	Joker   Value = -1
)

// MaxNumber is the highest number on a tile.
const MaxNumber Value = 11

func (v Value) String() string {
	if v == Unknown {
		return "?"
	}
	if v == Joker {
		return "joker"
	}
	return strconv.Itoa(int(v))
}

// MarshalText writes "0" to "11", "joker" or "?".
func (v Value) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (v *Value) UnmarshalText(text []byte) error {
	for value := Unknown; value <= MaxNumber; value++ {
		if value.String() == string(text) {
			*v = value
			return nil
		}
	}
	return fmt.Errorf("%q is not on a tile; tiles have 0 to %d or joker", text, MaxNumber)
}
