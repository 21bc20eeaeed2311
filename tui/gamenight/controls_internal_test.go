package gamenight

import "testing"

// TestControlsHaveKeys: no two controls of the host have the same key, also next to those of the list.
func TestControlsHaveKeys(t *testing.T) {
	taken := map[string]string{"j": "the list", "k": "the list", "q": "the list"}
	for _, one := range hostControls(true) {
		if other, twice := taken[one.key]; twice && one.key != "" {
			t.Errorf("%s has the key %q, as %s", one.Name, one.key, other)
		}
		taken[one.key] = one.Name
	}
	if all, with := len(hostControls(false)), len(hostControls(true)); with != all+2 {
		t.Errorf("%d controls, and %d with teams", all, with)
	}
}
