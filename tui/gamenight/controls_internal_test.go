package gamenight

import "testing"

// TestControlsHaveKeys: each control of the host has a key of its own, also next to those of
// the list.
func TestControlsHaveKeys(t *testing.T) {
	taken := map[string]string{"-": "the list", "j": "the list", "k": "the list", "q": "the list"}
	for _, one := range hostControls(true) {
		if other, twice := taken[one.key]; one.key == "" || twice {
			t.Errorf("%s has the key %q, as %s", one.Name, one.key, other)
		}
		taken[one.key] = one.Name
	}
	if all, with := len(hostControls(false)), len(hostControls(true)); with != all+2 {
		t.Errorf("%d controls, and %d with teams", all, with)
	}
}
