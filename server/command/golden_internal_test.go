package command

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"parlor/engine"
	"parlor/internal/filltest"
	"parlor/lobby"
)

// whole is a session whose export has one part.
type whole struct {
	lobby.Session
	export lobby.Export
}

func (v whole) Do(context.Context, lobby.Request) (any, error) { return v.export, nil }

// TestGoldenExport compares an export with those of earlier versions.
func TestGoldenExport(t *testing.T) {
	filler := filltest.New(t, filltest.Is(engine.Seed{1, 2, 3}), filltest.Is(engine.Move{Seat: 2, Action: "draw black"}))
	g := filltest.NewGolden(t, filler)
	written := func(value any) ([]byte, error) {
		var out bytes.Buffer
		err := export(t.Context(), Person{Session: whole{export: value.(lobby.Export)}}, true, &out)
		return out.Bytes(), err
	}
	g.AddValue("export", filltest.Fill[lobby.Export](filler, "export"), written, json.Unmarshal)
	g.Compare()
}
