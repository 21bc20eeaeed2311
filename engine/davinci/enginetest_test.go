package davinci

import (
	"testing"

	"parlor/engine/enginetest"
)

func TestMain(m *testing.M) { enginetest.Main(m) }

// TestContract checks every promise of package engine.
func TestContract(t *testing.T) { enginetest.Run(t, Rules()) }

// TestPositions asks bots at very many positions, if it is told to.
func TestPositions(t *testing.T) { enginetest.Positions(t, Rules()) }
