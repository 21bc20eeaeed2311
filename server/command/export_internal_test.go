package command

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"parlor/lobby"
)

// exporting is a session whose export has three matches per part.
type exporting struct {
	lobby.Session
	matches int
	asked   []string
}

func (v *exporting) Do(_ context.Context, request lobby.Request) (any, error) {
	before := request.Op.(lobby.ExportData).Before
	v.asked = append(v.asked, before)
	var from int
	_, _ = fmt.Sscan(before, &from)
	export := lobby.Export{Rooms: []string{"<[ROOM]>"}, Ratings: []lobby.Standing{}, Matches: []lobby.Finished{}}
	if before == "" {
		export.ID, export.Name = "key:anna", "Anna & [Bo]"
	}
	for i := from; i < min(from+3, v.matches); i++ {
		export.Matches = append(export.Matches, lobby.Finished{ID: strconv.Itoa(i), Title: "]"})
	}
	if from+3 < v.matches {
		export.Older = strconv.Itoa(from + 3)
	}
	return export, nil
}

// TestAnExportIsOneDocument checks that the parts form one JSON document.
func TestAnExportIsOneDocument(t *testing.T) {
	for _, matches := range []int{0, 1, 3, 4, 10} {
		whole := lobby.Export{ID: "key:anna", Name: "Anna & [Bo]", Rooms: []string{"<[ROOM]>"}, Ratings: []lobby.Standing{}, Matches: []lobby.Finished{}}
		for i := range matches {
			whole.Matches = append(whole.Matches, lobby.Finished{ID: strconv.Itoa(i), Title: "]"})
		}
		for _, oneLine := range []bool{false, true} {
			var want, got bytes.Buffer
			encoder := json.NewEncoder(&want)
			encoder.SetEscapeHTML(false)
			if !oneLine {
				encoder.SetIndent("", "  ")
			}
			if err := encoder.Encode(whole); err != nil {
				t.Fatal(err)
			}
			visit := &exporting{matches: matches}
			if err := export(t.Context(), Person{Session: visit}, oneLine, &got); err != nil {
				t.Fatal(err)
			}
			if got.String() != want.String() {
				t.Errorf("%d matches are written as\n%s\nnot as\n%s", matches, got.String(), want.String())
			}
			if parts := max(1, (matches+2)/3); len(visit.asked) != parts {
				t.Errorf("%d matches come in %d parts", matches, len(visit.asked))
			}
		}
	}
}
