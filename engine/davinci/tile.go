package davinci

import (
	"fmt"
	"strconv"
)

// Color is the colour of a tile, which is always public.
type Color int8

// Colours. Of two equal numbers, the black one is on the left.
const (
	Black Color = iota
	White
)

func (c Color) String() string {
	return [...]string{"black", "white"}[c]
}

// MarshalText returns "black" or "white".
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText parses the text that MarshalText returns.
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

// Value is the face of a tile: 0 to 11, Joker, or Unknown if the reader of a view may not know
// it.
type Value int8

// Values that are not numbers.
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

// MarshalText returns "0" to "11", "joker" or "?".
func (v Value) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText parses the text that MarshalText returns.
func (v *Value) UnmarshalText(text []byte) error {
	for value := Unknown; value <= MaxNumber; value++ {
		if value.String() == string(text) {
			*v = value
			return nil
		}
	}
	return fmt.Errorf("%q is not on a tile; tiles have 0 to %d or joker", text, MaxNumber)
}
