package room

import (
	"testing"

	"parlor/engine"
	"parlor/lobby"
)

func TestWhoIsShownWhatIsNew(t *testing.T) {
	s := twoPlay()
	anna, bo := s.seating.seats[0].handle, s.seating.seats[1].handle
	cy := hold("cy", engine.Watcher)
	s.watch.watchers = []*Handle{cy}
	p := presenter{config: &Config{Code: "ROOM"}, slow: func(*Handle) { t.Error("somebody is slow") }}
	shown := func(n news) (revisions [3]lobby.Revision) {
		p.publish(s, n)
		for i, h := range []*Handle{anna, bo, cy} {
			revisions[i] = h.last.Revision
		}
		return revisions
	}
	for _, row := range []struct {
		what string
		news news
		want [3]lobby.Revision
	}{
		{"all have just come", news{}, [3]lobby.Revision{1, 1, 1}},
		{"nothing", news{}, [3]lobby.Revision{1, 1, 1}},
		{"a secret of anna's", news{some: []*Handle{anna}}, [3]lobby.Revision{2, 1, 1}},
		{"everything", news{all: true}, [3]lobby.Revision{3, 2, 2}},
	} {
		if got := shown(row.news); got != row.want {
			t.Errorf("%s: %v, want %v", row.what, got, row.want)
		}
	}
	if u := <-bo.Updates(); u.You != 1 || u.Revision != 2 {
		t.Errorf("bo is shown %+v", u)
	}
	if u := <-cy.Updates(); u.You != engine.Watcher || u.Watchers[0] != "cy" {
		t.Errorf("cy is shown %+v", u)
	}
}

func TestTalkApart(t *testing.T) {
	s := twoPlay()
	s.talk = s.talk.Said(lobby.Line{Text: "hello"}, "anna").Said(lobby.Line{Text: "it is the 7", Apart: true}, "cy")
	look := func(id string) int { return len(look(&Config{}, s, id).Chat) }
	if look("cy") != 2 || look("anna") != 1 {
		t.Errorf("a watcher hears %d lines, a player %d", look("cy"), look("anna"))
	}
	s.play.public = &engine.View{Stage: engine.Over}
	if look("anna") != 2 {
		t.Errorf("after the match a player hears %d lines", look("anna"))
	}
}
