package gamenight_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"parlor/internal/filltest"
	"parlor/lobby/gamenight"
)

// TestGoldenSnapshot compares the stored form of a game night with the recorded one.
func TestGoldenSnapshot(t *testing.T) {
	g := filltest.NewGolden(t, filltest.New(t))
	g.Add("evening", reflect.TypeFor[gamenight.Snapshot](), json.Unmarshal)
	g.Compare()
}
