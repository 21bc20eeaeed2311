package protocol

import (
	"context"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/server/lineio"
)

// maxAllocated bounds the bytes allocated for one line: the line, its parsed values, and a refusal.
const maxAllocated = 256 << 10

// TestALineAllocatesWithinABound measures the worst lines of maximum length.
func TestALineAllocatesWithinABound(t *testing.T) {
	l := local.New(local.Config{Games: []engine.Game{davinci.Rules().Game()}})
	defer func() { _ = l.Close(context.Background()) }()
	visit, err := l.Enter(context.Background(), lobby.Identity{ID: "key:anna", Name: "anna"})
	if err != nil {
		t.Fatal(err)
	}
	defer visit.Close()
	handle, err := lobby.Ask(t.Context(), visit, lobby.Create{Plan: lobby.Plan{Game: "davinci"}})
	if err != nil {
		t.Fatal(err)
	}
	s := Session{Handle: handle, Out: nil}
	for name, line := range longest() {
		if len(line) > lineio.MaxLine {
			line = line[:lineio.MaxLine]
		}
		var before, after runtime.MemStats
		const runs = 50
		runtime.ReadMemStats(&before)
		for range runs {
			s.hear(t.Context(), line)
		}
		runtime.ReadMemStats(&after)
		if each := (after.TotalAlloc - before.TotalAlloc) / runs; each > maxAllocated {
			t.Errorf("%s: a line of %d bytes allocates %d", name, len(line), each)
		}
	}
}

func longest() map[string]string {
	random := rand.New(rand.NewPCG(1, 1))
	noise := make([]byte, lineio.MaxLine)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	pad := func(head, body, tail string) string {
		return head + strings.Repeat(body, (lineio.MaxLine-len(head)-len(tail))/len(body)) + tail
	}
	names := func(head, tail string) string {
		line := head + `"a":0`
		for n := 0; len(line)+len(tail)+len(`,"100000":0`) < lineio.MaxLine; n++ {
			line += `,"` + strconv.Itoa(n) + `":0`
		}
		return line + tail
	}
	return map[string]string{
		"noise":        string(noise),
		"deep":         pad(`{"do":`, "[", ""),
		"deep objects": pad(`{"do":`, `{"a":`, ""),
		"many fields":  pad("{", `"":0,`, `"z":0}`),
		"many names":   names("{", "}"),
		"many verbs":   names(`{"do":{`, "}}"),
		"many args":    names(`{"do":{"guess":{`, "}}}"),
		"many values":  pad(`{"do":[`, "0,", "0]}"),
		"long text":    pad(`{"do":"`, "x", `"}`),
		"long chat":    pad(`{"chat":"`, "宽", `"}`),
		"escapes":      pad(`{"chat":"`, `\u0301`, `"}`),
		"long number":  pad(`{"add_bot":`, "9", "}"),
		"long id":      pad(`{"id":"`, "x", `","chat":""}`),
		"quotes":       pad(`{"do":"`, `\"`, `"}`),
	}
}
