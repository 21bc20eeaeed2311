package room

import (
	"strconv"
	"testing"

	"parlor/lobby"
)

func TestDoneOrders(t *testing.T) {
	var g doneOrders
	g.add("anna", "1")
	before := g
	g.add("anna", "2")
	if !g.has("anna", "1") || g.has("bo", "1") || g.has("anna", "") || before.has("anna", "2") {
		t.Errorf("%+v", g)
	}
	for i := range maxDone {
		g.add("bo", lobby.RequestID(strconv.Itoa(i)))
	}
	if g.has("anna", "1") || !g.has("bo", "0") || len(g.recent) != maxDone {
		t.Errorf("%d orders are kept", len(g.recent))
	}
}
