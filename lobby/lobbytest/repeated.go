package lobbytest

import (
	"fmt"

	"parlor/lobby"
)

// checkRepeated checks that a request whose answer was lost is executed only once if another
// session of the player repeats it with the same ID.
func checkRepeated(s *stage) {
	plan := lobby.Plan{Game: "davinci", Seats: 2, Public: true}
	tried := map[string]bool{}
	for _, op := range []any{
		lobby.Create{Plan: plan},
		lobby.QuickPlay{Plan: plan},
		lobby.FindOpponent{Game: "davinci"},
		lobby.PlaySeeker{Game: "davinci", Name: "bo"},
		lobby.Challenge{Name: "bo", Plan: plan},
		lobby.Invite{Name: "bo"},
		lobby.OpenGameNight{},
		lobby.SayInLobby{Text: "once"},
		lobby.SendReport{Name: "bo", Words: "cheats"},
	} {
		o, _ := lobby.FindOperation(op)
		tried[o.Kind] = true
		shelf := &MemStore{}
		instance := s.instance(Config{Accounts: shelf, History: shelf, Ratings: shelf, Reports: shelf})
		anna, bo, cy := s.enter(instance, person("anna")), s.enter(instance, person("bo")), s.enter(instance, person("cy"))
		switch wanted := op.(type) {
		case lobby.Invite:
			wanted.Code = s.seated(lobby.Ask(s.Context(), anna, lobby.Create{Plan: plan})).now.Code
			op = wanted
		case lobby.FindOpponent:
			go func() { _ = lobby.Perform(s.Context(), bo, wanted) }()
		case lobby.PlaySeeker:
			go func() { _ = lobby.Perform(s.Context(), bo, lobby.FindOpponent{Game: wanted.Game}) }()
			anna.sees("bo who looks", func(page lobby.Page) bool { return len(page.Seekers) > 0 })
		}
		effects := func(line string) string { // effects that bo and the operator see before cy's message
			s.must(lobby.Perform(s.Context(), cy, lobby.SayInLobby{Text: line}))
			bo.sees(line, func(page lobby.Page) bool { return len(page.Chat) > 0 && page.Chat[len(page.Chat)-1].Text == line })
			said, calls := 0, []uint64{}
			for _, line := range bo.page.Chat {
				if line.Name == "anna" {
					said++
				}
			}
			for _, call := range bo.page.Calls {
				calls = append(calls, call.ID)
			}
			return fmt.Sprint(bo.page.AllRooms, said, calls, len(shelf.Filed()))
		}
		request := lobby.NewRequest(op)
		code := s.isCut(anna.Do(s.Context(), request))
		before := effects("before")
		if again := s.isCut(s.enter(instance, person("anna")).Do(s.Context(), request)); again != code {
			s.Errorf("%s leads to %q, and repeated to %q", o.Kind, code, again)
		}
		if after := effects("after"); after != before {
			s.Errorf("%s comes to %s, and repeated to %s", o.Kind, before, after)
		}
	}
	for _, o := range lobby.OperationsOf(lobby.OfSession) {
		if o.Once != tried[o.Kind] {
			s.Errorf("%s is done once: %t, and tried here: %t", o.Kind, o.Once, tried[o.Kind])
		}
	}
}

// isCut closes the handle that a request has opened, as a disconnect does, and returns the code of
// its room or game night.
func (s *stage) isCut(answer any, err error) (code string) {
	s.Helper()
	s.must(err)
	switch place := answer.(type) {
	case lobby.Handle:
		code = s.seated(place, nil).now.Code
		place.Close()
	case lobby.GameNightHandle:
		code = (<-place.Updates()).Code
		place.Close()
	}
	return code
}
