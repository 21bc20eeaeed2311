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
