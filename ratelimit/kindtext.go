package ratelimit

import "fmt"

// MarshalText returns the key of the kind between nodes, such as "orders".
func (k Kind) MarshalText() ([]byte, error) {
	rows := table()
	if k < 0 || int(k) >= len(rows) {
		return nil, fmt.Errorf("there is no limit of kind %d", int(k))
	}
	return []byte(rows[k].wire()), nil
}

// UnmarshalText parses a key written by MarshalText.
func (k *Kind) UnmarshalText(text []byte) error {
	for kind, row := range table() {
		if row.wire() == string(text) {
			*k = Kind(kind)
			return nil
		}
	}
	return fmt.Errorf("there is no limit for %q", text)
}
