package kodeknacker

import (
	"testing"

	"parlor/engine/enginetest"
)

func TestContract(t *testing.T) { enginetest.Run(t, Rules()) }
