package ratelimit

import "fmt"

// MarshalText returns the name of the kind for operators, such as "orders".
func (k Kind) MarshalText() ([]byte, error) {
	rows := table()
	if k < 0 || int(k) >= len(rows) {
		return nil, fmt.Errorf("there is no budget of kind %d", int(k))
	}
	return []byte(rows[k].name), nil
}

// UnmarshalText parses a name written by MarshalText.
func (k *Kind) UnmarshalText(text []byte) error {
	for kind, row := range table() {
		if row.name == string(text) {
			*k = Kind(kind)
			return nil
		}
	}
	return fmt.Errorf("there is no budget for %q", text)
}
