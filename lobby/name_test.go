package lobby_test

import (
	"testing"

	"parlor/lobby"
)

// TestNamesThatNobodyHasAreFoldedOnce: whoever comes is asked for them.
func TestNamesThatNobodyHasAreFoldedOnce(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		if lobby.RefuseName("marianne") != nil {
			t.Error("nobody can be called marianne")
		}
	}); n > 30 {
		t.Errorf("%.0f objects are made to find out whether somebody can have a name", n)
	}
}
