package room

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
)

// TestPublicTableIsDropped: without spectators, the table of the public view is dropped. A
// later spectator sees the match as at its last public event, also after a secret action.
func TestPublicTableIsDropped(t *testing.T) {
	match, err := davinci.Rules().Game().Start(2, engine.Seed{3}, engine.Options{"first": "1", "jokers": "free"})
	if err != nil {
		t.Fatal(err)
	}
	s := &state{seating: seating{[]seat{person("anna"), person("bo")}}}
	s.play.begin(match, engine.Seed{3}, 0)
	secret, chance := 0, rand.New(rand.NewPCG(1, 2))
	for steps := 0; s.play.inPlay() && steps < 400; steps++ {
		watched := s.play.watched()
		if watched.Table == nil || !reflect.DeepEqual(*watched, s.play.open.View(engine.Watcher)) {
			t.Fatalf("step %d: a watcher sees %+v", steps, watched)
		}
		before := *watched
		s.play.forgetNews(true)
		if s.play.watched() != watched {
			t.Fatalf("step %d: it was made anew while somebody watches", steps)
		}
		s.play.forgetNews(false)
		if s.play.public.Table != nil {
			t.Fatalf("step %d: the table is kept though nobody watches", steps)
		}
		if watched.Table == nil || !reflect.DeepEqual(before, *watched) {
			t.Fatalf("step %d: what somebody was shown has changed", steps)
		}
		at := s.play.public.ToMove[0]
		seen, err := s.play.act(at, s.play.match.Think(at, engine.FirstBot, chance), &s.seating, &said{})
		if err != nil {
			t.Fatal(err)
		}
		if !seen {
			secret++
			if after := s.play.watched(); !reflect.DeepEqual(before, *after) {
				t.Fatalf("step %d: after a secret decision a watcher sees %+v, before %+v", steps, after, before)
			}
		}
	}
	if secret == 0 {
		t.Error("nobody decided anything in secret")
	}
}
