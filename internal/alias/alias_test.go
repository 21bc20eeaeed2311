package alias

import "testing"

// TestNames checks both directions for each kind, and that no name is replaced twice.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		kind          Kind
		name, current string
		former        string // of current
	}{
		{Command, "evening", "night", "evening"},
		{Command, "night", "night", "evening"},
		{Command, "rooms", "rooms", ""},
		{Setting, "watchers", "spectators", "watchers"},
		{Flag, "proof", "commitment", "proof"},
		{Metric, "parlor_ill", "parlor_unhealthy", "parlor_ill"},
		{Metric, "ill", "ill", ""},
	} {
		if got := c.kind.Current(c.name); got != c.current {
			t.Errorf("%s is now %s, not %s", c.name, got, c.current)
		}
		if got := c.kind.Former(c.current); got != c.former {
			t.Errorf("%s was %q, not %q", c.current, got, c.former)
		}
	}
	for _, one := range aliases() {
		if one.kind.Current(one.new) != one.new || one.kind.Current(one.old) != one.new || one.kind.Former(one.new) != one.old {
			t.Errorf("%s and %s are ambiguous", one.old, one.new)
		}
	}
}
