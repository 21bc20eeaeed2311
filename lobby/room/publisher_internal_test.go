package room

import (
	"fmt"
	"maps"
	"runtime"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
)

func TestPublishToChangedReaders(t *testing.T) {
	s := twoPlay()
	anna, bo := s.seating.seats[0].handle, s.seating.seats[1].handle
	cy := hold("cy", engine.Watcher)
	s.spectators.handles = []*Handle{cy}
	p := publisher{config: &Config{Code: "ROOM"}, slow: func(*Handle) { t.Error("somebody is slow") }}
	shown := func(n news) (revisions [3]lobby.Revision) {
		p.publish(s, n)
		for i, h := range []*Handle{anna, bo, cy} {
			revisions[i] = h.shown
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

// viewed is a match that counts its views.
type viewed struct {
	engine.Match
	views map[engine.Seat]int
}

// View counts and returns a view.
func (v *viewed) View(seat engine.Seat) engine.View {
	v.views[seat]++
	return v.Match.View(seat)
}

// TestViewIsMadeOnce for each seat and move, for any number of readers and other changes.
func TestViewIsMadeOnce(t *testing.T) {
	match, err := davinci.Rules().Game().Start(2, engine.Seed{1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := twoPlay()
	move := func() *viewed {
		moved := &viewed{match, map[engine.Seat]int{}}
		s.play.match, s.play.open, s.play.public = moved, moved, &engine.View{Stage: engine.Playing, Seat: engine.Watcher}
		for i := range s.seating.seats {
			s.seating.seats[i].seen, s.seating.seats[i].sharesHand = moved, true
		}
		return moved
	}
	for i := range 45 {
		w := hold(fmt.Sprint("w", i), engine.Watcher)
		w.viewpoint = engine.Seat(i%3) - 1 // the public view, or that of a player
		s.spectators.handles = append(s.spectators.handles, w)
	}
	p := publisher{config: &Config{Code: "ROOM"}, slow: func(*Handle) { t.Error("somebody is slow") }}
	for range 3 {
		moved := move()
		for range 20 {
			p.publish(s, news{all: true})
			runtime.GC()
		}
		if want := (map[engine.Seat]int{engine.Watcher: 1, 0: 1, 1: 1}); !maps.Equal(moved.views, want) {
			t.Errorf("views were made by seat: %v, want %v", moved.views, want)
		}
	}
}

func TestSpectatorChat(t *testing.T) {
	s := twoPlay()
	s.talk = s.talk.Add(lobby.ChatMessage{Text: "hello"}, "anna").Add(lobby.ChatMessage{Text: "it is the 7", Apart: true}, "cy")
	look := func(id string) int { return len(look(&Config{}, s, visitor(id)).Chat) }
	if look("cy") != 2 || look("anna") != 1 {
		t.Errorf("a watcher hears %d lines, a player %d", look("cy"), look("anna"))
	}
	s.play.public = &engine.View{Stage: engine.Over}
	if look("anna") != 2 {
		t.Errorf("after the match a player hears %d lines", look("anna"))
	}
}

// TestLobbyInfoChangesAreVisible: the info for the lobby changes only together with the
// views of all readers.
func TestLobbyInfoChangesAreVisible(t *testing.T) {
	changes := 0
	for _, stage := range []string{lobby.Gathering, engine.Playing, engine.Over} {
		for _, do := range []func(orders, *Handle, *Handle){
			func(o orders, anna, _ *Handle) { _ = o.obey(anna, lobby.Leave{}) },
			func(o orders, _, cy *Handle) { _ = o.obey(cy, lobby.Leave{}) },
			func(o orders, anna, _ *Handle) { _ = o.obey(anna, lobby.Kick{Name: "cy"}) },
			func(o orders, anna, _ *Handle) { _ = o.obey(anna, lobby.Swap{One: 0, Other: 1}) },
			func(o orders, anna, _ *Handle) { _ = o.obey(anna, lobby.HandOver{To: 1}) },
			func(o orders, anna, _ *Handle) { _ = o.obey(anna, lobby.ShowEyes{Show: true}) },
			func(o orders, anna, _ *Handle) { _ = o.obey(anna, lobby.Pause{Pause: true}) },
			func(o orders, anna, _ *Handle) { _ = o.obey(anna, lobby.Say{Text: "hello"}) },
			func(o orders, _, cy *Handle) { _ = o.obey(cy, lobby.Say{Text: "hello"}) },
			func(o orders, _, _ *Handle) { _ = o.admission.enter(hold("di", engine.Watcher), AsWatcher) },
			func(o orders, _, _ *Handle) { _ = o.admission.enter(hold("anna", engine.Watcher), AsHolder) },
			func(o orders, anna, _ *Handle) { o.admission.hungUp(anna) },
			func(o orders, _, cy *Handle) { o.admission.hungUp(cy) },
			func(o orders, _, _ *Handle) { o.admission.removePeople([]string{"cy"}) },
			func(o orders, _, _ *Handle) { timekeeper{o.transition}.vacateAll() },
			func(o orders, _, _ *Handle) { o.clearFinished() },
		} {
			s := twoPlay()
			s.plan.Seats, s.plan.Apart, s.host.id = 2, true, "anna"
			if s.play.public.Stage = stage; stage == lobby.Gathering {
				s.play.clear()
			}
			cy := hold("cy", engine.Watcher)
			s.spectators.handles = []*Handle{cy}
			config := &Config{Limits: lobby.Limits{}.WithDefaults(), Hooks: quietHooks{}}
			before := infoOf(config, s, nil)
			step := newTx(s)
			one := &transition{s, &step, config}
			do(orders{one, &step, admission{one, &step}, hosting{one}}, s.seating.seats[0].handle, cy)
			one.settle()
			if infoOf(config, s, nil).Same(before) {
				continue
			}
			if changes++; !step.news.all {
				t.Errorf("%s: %+v became %+v", stage, before, infoOf(config, s, nil))
			}
		}
	}
	if changes < 10 {
		t.Errorf("only %d orders changed anything", changes)
	}
}
