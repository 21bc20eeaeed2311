package command_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/protocol"
)

// TestAnAnalysis compares an analysis of each game, as text and as JSON, with goldens, and checks the width of its
// lines.
func TestAnAnalysis(t *testing.T) {
	cy := newAsker(t, library(t), "cy")
	for _, id := range []string{"DAVNCA234567", "MASTER234567", "KDEKNA234567"} {
		t.Run(id, func(t *testing.T) {
			text := cy.ok("analyse " + strings.ToLower(id))
			for line := range strings.Lines(text) {
				if len([]rune(line)) > 80 {
					t.Errorf("%q is too wide", line)
				}
			}
			golden.RequireEqual(t, text+"\n"+indented(t, cy.ok("analyse --json "+id)))
		})
	}
}

// indented returns a document with one list element per line.
func indented(t *testing.T, document string) string {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(document), &fields); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, name := range []string{"memory", "dark", "sums", "decisions", "moments", "graph"} {
		text.WriteString(name + ":\n" + strings.ReplaceAll(string(fields[name]), "},{", "},\n{") + "\n")
	}
	return text.String()
}

// TestOnlyWhatIsOverIsAnalysed checks that unknown and unfinished matches are refused without revealing anything.
func TestOnlyWhatIsOverIsAnalysed(t *testing.T) {
	begun := played(t, kits()[0], "DAVNCA234567", engine.Options{"rounds": "1"})
	begun.Record.Moves = begun.Record.Moves[:len(begun.Record.Moves)-1]
	for name, history := range map[string]memHistory{"nothing": {}, "half a match": {begun}} {
		cy := newAsker(t, history, "cy")
		for _, line := range []string{"analyse DAVNCA234567", "analyse DAVNCA234567 --json"} {
			if text, err := cy.try(line); err == nil || text != "" {
				t.Errorf("%s: %s says %q, %v", name, line, text, err)
			}
		}
	}
	none := newAsker(t, nil, "cy")
	none.commands.History = nil
	if _, err := none.try("analyse DAVNCA234567"); err == nil || !strings.Contains(err.Error(), "no match history") {
		t.Errorf("without a history: %v", err)
	}
}

// TestAVoidMatchIsNotAnalysed checks that the refusal says why the match is void, as replay does.
func TestAVoidMatchIsNotAnalysed(t *testing.T) {
	void := played(t, kits()[0], "DAVNCA234567", engine.Options{"rounds": "1"})
	void.Record.Moves, void.Void, void.Winners = void.Record.Moves[:2], lobby.VoidOperator, []engine.Seat{}
	cy := newAsker(t, memHistory{void}, "cy")
	for _, line := range []string{"analyse DAVNCA234567", "analyse DAVNCA234567 --json"} {
		if text, err := cy.try(line); err == nil || text != "" || err.Error() != "This match is void: the operator closed the room. There is no analysis." {
			t.Errorf("%s says %q, %v", line, text, err)
		}
	}
	if text := cy.ok("replay DAVNCA234567"); !strings.Contains(text, "The match is void: the operator closed the room.") {
		t.Errorf("replay says\n%s", text)
	}
}

// TestAnAnalysisFromMemory checks a match with answers from memory.
func TestAnAnalysisFromMemory(t *testing.T) {
	var documents [2]protocol.AnalysisDocument
	for i, memory := range []string{"off", "on"} {
		match := played(t, kits()[0], "DAVNCA234567", engine.Options{"rounds": "1"})
		match.Record.Options["memory"] = memory
		if err := json.Unmarshal([]byte(newAsker(t, memHistory{match}, "cy").ok("analyse DAVNCA234567 --json")), &documents[i]); err != nil {
			t.Fatal(err)
		}
	}
	if documents[0].Memory || !documents[1].Memory || len(documents[0].Decisions) == 0 || !equal(documents[0].Decisions, documents[1].Decisions) {
		t.Errorf("they are %+v", documents)
	}
	given := lobby.Finished{ID: "KDEKNA234567", Players: []lobby.Player{{Name: "anna"}, {Name: "bo"}}}
	given.Record = resigned(t, kits()[2], engine.Options{"preset": "free", "positions": "8", "colors": "10", "rounds": "1"})
	if text := strings.Join(strings.Fields(newAsker(t, memHistory{given}, "cy").ok("analyse KDEKNA234567")), " "); !strings.Contains(text, "Nobody made a guess in this match.") {
		t.Errorf("of a match that was resigned at once it says\n%s", text)
	}
}

func equal(a, b any) bool {
	one, errOne := json.Marshal(a)
	other, errOther := json.Marshal(b)
	return errOne == nil && errOther == nil && string(one) == string(other)
}

// resigned returns a match that ends with a resignation and its codes.
func resigned(t *testing.T, kit prose.Game, options engine.Options) engine.Record {
	t.Helper()
	m, err := kit.Start(2, engine.Seed{11}, options)
	for _, move := range []engine.Move{{Seat: 0, Action: engine.Timeout}, {Seat: 1, Action: engine.Timeout}, {Seat: 0, Action: engine.Timeout}, {Seat: 1, Action: engine.Resign}} {
		if err == nil {
			m, _, err = m.Play(move.Seat, move.Action)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return m.Record()
}
