package bullscows

import (
	"testing"

	"parlor/engine/enginetest"
)

func TestMain(m *testing.M) { enginetest.Main(m) }

func TestContract(t *testing.T) { enginetest.Run(t, Rules()) }

// TestPositions asks bots at very many positions, if it is told to.
func TestPositions(t *testing.T) { enginetest.Positions(t, Rules()) }

func FuzzReadEvent(f *testing.F) { enginetest.FuzzReadEvent(f, Rules()) }
