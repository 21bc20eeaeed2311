package davinci

import (
	"testing"

	"parlor/engine/enginetest"
)

// TestContract checks every promise of package engine.
func TestContract(t *testing.T) { enginetest.Run(t, Rules()) }
