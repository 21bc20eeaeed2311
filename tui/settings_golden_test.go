package tui_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"parlor/tui/screen"

	"parlor/internal/filltest"
)

// TestGoldenSettings compares the settings of an account as they are kept with what has
// always been.
func TestGoldenSettings(t *testing.T) {
	g := filltest.NewGolden(t, filltest.New(t))
	g.Add("settings", reflect.TypeFor[screen.Settings](), json.Unmarshal)
	g.Compare()
}
