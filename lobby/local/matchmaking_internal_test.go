package local

import (
	"context"
	"testing"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
)

// TestNewSearchStaysListed checks that the end of a search does not remove another one of the same
// person, which has begun meanwhile, from the lobby pages.
func TestNewSearchStaysListed(t *testing.T) {
	l := New(Config{Games: []engine.Game{davinci.Rules().Game()}})
	t.Cleanup(func() { _ = l.Close(context.Background()) })
	const anna = "key:anna"
	me := &seeker{client: &client{id: anna}, game: "davinci", since: time.Now(), found: make(chan pairing, 1)}
	listed := func() (is bool) {
		l.directory.read(func(_ *roomIndex, people *peopleIndex) { _, is = people.searches[anna] })
		return is
	}
	if err := l.matchmaking.add(me); err != nil {
		t.Fatal(err)
	}
	l.directory.seek(anna, lobby.Search{Game: "davinci", Since: me.since})
	l.matchmaking.unlist(anna) // by the search before
	if !listed() {
		t.Error("the new search is not listed any more")
	}
	l.matchmaking.remove(me)
	l.matchmaking.unlist(anna)
	if listed() {
		t.Error("the search is still listed after its end")
	}
}
