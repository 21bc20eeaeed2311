package lobbytest

import (
	"context"
	"time"

	"parlor/lobby"
)

// checkRivals checks that two players with similar ratings are paired at once for a rated match,
// and that a player who has left is not paired.
func checkRivals(s *stage) {
	shelf := &MemStore{Ranked: []lobby.Standing{
		{Person: "key:anna", Name: "anna", Game: "davinci", Rating: 1500},
		{Person: "key:bo", Name: "bo", Game: "davinci", Rating: 1560},
		{Person: "key:cy", Name: "cy", Game: "davinci", Rating: 2200},
	}}
	instance := s.instance(Config{Accounts: shelf, History: shelf, Ratings: shelf})
	_, err := lobby.Ask(s.Context(), s.enter(instance, lobby.Identity{ID: "guest:gus", Name: "gus", Guest: true}), lobby.FindOpponent{Game: "davinci"})
	s.refusal(err, "require an SSH key")
	type found struct {
		handle lobby.Handle
		err    error
	}
	look := func(ctx context.Context, name string) chan found {
		session, done := s.enter(instance, person(name)), make(chan found, 1) //nolint:contextcheck // the visit lasts as long as the stage
		go func() {
			handle, err := lobby.Ask(ctx, session, lobby.FindOpponent{Game: "davinci"})
			done <- found{handle, err}
		}()
		return done
	}
	taken, take := context.WithTimeout(s.Context(), 50*time.Millisecond)
	defer take()
	if one := <-look(taken, "dan"); one.err == nil {
		s.Error("somebody alone has found a rival")
	}
	look(taken, "cy") // whose rating differs too much
	anna := look(s.Context(), "anna")
	bo := look(s.Context(), "bo")
	one, other := <-anna, <-bo
	first, second := s.seated(one.handle, one.err), s.seated(other.handle, other.err)
	if first.now.Code != second.now.Code || !first.now.Plan.Rated {
		s.Errorf("anna is in %s, bo in %s, rated: %t", first.now.Code, second.now.Code, first.now.Plan.Rated)
	}
	if pace := lobby.TimeControlOf(first.now.Plan); pace.Clock == 0 || pace.Absent != lobby.AbsentClock {
		s.Errorf("the rated match has the pace %+v", pace)
	}
	first.sees("the match", playing)
}

// checkSeekers checks that all see who looks for a rated match, except people they have muted,
// and that another player can begin it at once.
func checkSeekers(s *stage) {
	shelf := &MemStore{Ranked: []lobby.Standing{
		{Person: "key:anna", Name: "anna", Game: "davinci", Rating: 1200},
		{Person: "key:cy", Name: "cy", Game: "davinci", Rating: 2199.6},
	}}
	instance := s.instance(Config{Accounts: shelf, History: shelf, Ratings: shelf})
	anna, bo, cy := s.enter(instance, person("anna")), s.enter(instance, person("bo")), s.enter(instance, person("cy"))
	gus := s.enter(instance, lobby.Identity{ID: "guest:gus", Name: "gus", Guest: true})
	s.must(lobby.Perform(s.Context(), bo, lobby.Mute{Name: "cy", Muted: true}))
	began := time.Now().Truncate(time.Second)
	found := make(chan lobby.Handle, 1)
	go func() {
		handle, err := lobby.Ask(s.Context(), cy, lobby.FindOpponent{Game: "davinci"})
		if err != nil {
			s.Error(err)
		}
		found <- handle
	}()
	for _, one := range []*guest{anna, gus, cy} {
		one.sees("the seeker", func(page lobby.Page) bool {
			return len(page.Seekers) == 1 && page.Seekers[0].Name == "cy" && page.Seekers[0].Game == "davinci" && page.Seekers[0].Rating == 2200 && !page.Seekers[0].Since.Before(began)
		})
	}
	page, err := lobby.Ask(s.Context(), bo, lobby.Peek{Window: lobby.WholeLobby()})
	if s.must(err); len(page.Seekers) > 0 {
		s.Errorf("bo sees %+v", page.Seekers)
	}
	for _, one := range []struct {
		by      *guest
		op      lobby.PlaySeeker
		refusal string
	}{
		{gus, lobby.PlaySeeker{Game: "davinci", Name: "cy"}, "require an SSH key"},
		{bo, lobby.PlaySeeker{Game: "davinci", Name: "cy"}, "cy is no longer looking"},
		{cy, lobby.PlaySeeker{Game: "davinci", Name: "cy"}, "cy is no longer looking"},
		{anna, lobby.PlaySeeker{Game: "kodeknacker", Name: "cy"}, "cy is no longer looking"},
		{anna, lobby.PlaySeeker{Game: "chess", Name: "cy"}, "no game called chess"},
	} {
		_, err := lobby.Ask(s.Context(), one.by, one.op)
		s.refusal(err, one.refusal)
	}
	first := s.seated(lobby.Ask(s.Context(), anna, lobby.PlaySeeker{Game: "davinci", Name: "CY"}))
	second := s.seated(<-found, nil)
	if first.now.Code != second.now.Code || !first.now.Plan.Rated {
		s.Errorf("anna is in %s, cy in %s, rated: %t", first.now.Code, second.now.Code, first.now.Plan.Rated)
	}
	first.sees("the match", playing)
	gus.sees("nobody who looks", func(page lobby.Page) bool { return len(page.Seekers) == 0 })
}
