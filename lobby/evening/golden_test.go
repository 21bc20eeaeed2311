package evening_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"parlor/internal/filltest"
	"parlor/lobby/evening"
)

// TestGoldenEvening compares what is kept of an evening with what has always been.
func TestGoldenEvening(t *testing.T) {
	g := filltest.NewGolden(t, filltest.New(t))
	g.Add("evening", reflect.TypeFor[evening.Evening](), json.Unmarshal)
	g.Compare()
}
