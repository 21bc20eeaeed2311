package local_test

import (
	"fmt"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// TestHeadersRevealNothing deals many different matches to the same people at the same
// time: headers differ only in the seat to move.
func TestHeadersRevealNothing(t *testing.T) {
	headers := map[string]string{}
	for n := range byte(12) {
		in(t, func(t *testing.T) {
			book := newMemJournal()
			l := open(t, local.Config{
				Journal: book, Seed: func() engine.Seed { return engine.Seed{n} }, Code: func() string { return "AAAAAA" },
			})
			anna, _ := pair(t, l, lobby.Plan{Game: "davinci", Public: true})
			movers := fmt.Sprint(anna.now.Match.ToMove)
			header := book.header("AAAAAA")
			if before, met := headers[movers]; met && before != header {
				t.Errorf("world %d has the header\n%s\nand an earlier one\n%s", n, header, before)
			}
			headers[movers] = header
		})
	}
	if len(headers) == 12 {
		t.Error("no two worlds are alike in who is to move")
	}
}
