package lobbytest

import (
	"slices"
	"time"

	"parlor/lobby"
)

// called waits until exactly these calls wait for somebody, as "invites anna".
func (g *guest) called(want ...string) {
	g.s.Helper()
	g.sees("the calls", func(page lobby.Page) bool {
		var calls []string
		for _, call := range page.Calls {
			calls = append(calls, string(call.Kind)+" "+call.Name)
		}
		return slices.Equal(calls, want)
	})
}

// checkCalls: who is invited is told wherever they are, and answers.
func checkCalls(s *stage) {
	house := s.house(Config{})
	anna, bo := s.enter(house, person("anna")), s.enter(house, person("bo"))
	table := s.seated(anna.Create(s.Context(), lobby.Plan{Game: "davinci", Seats: 3}))
	s.refusal(anna.Invite(s.Context(), "nobody", table.now.Code), "nobody is not here")
	s.refusal(anna.Invite(s.Context(), "anna", table.now.Code), "your own name")
	s.refusal(bo.Invite(s.Context(), "anna", table.now.Code), "a room that you are in")

	bo.Shows(lobby.Window{}) // who looks at nothing is called too
	s.must(anna.Invite(s.Context(), "bo", table.now.Code))
	bo.called("invites anna")
	s.must(bo.Decline(s.Context(), bo.hall.Calls[0].ID))
	bo.called()
	anna.called("declines bo")
	s.must(anna.Decline(s.Context(), anna.hall.Calls[0].ID))
	anna.called()

	s.must(anna.Invite(s.Context(), "bo", table.now.Code))
	bo.called("invites anna")
	first := bo.hall.Calls[0].ID
	s.must(anna.Invite(s.Context(), "bo", table.now.Code)) // in place of the first
	bo.sees("the second call alone", func(page lobby.Page) bool { return len(page.Calls) == 1 && page.Calls[0].ID != first })
	call := bo.hall.Calls[0]
	if call.Room != table.now.Code || call.Game != "davinci" || time.Until(call.Until) <= 0 {
		s.Errorf("the call is %+v", call)
	}
	bos := s.seated(bo.Accept(s.Context(), call.ID))
	if bos.now.Code != table.now.Code || bos.now.You < 0 {
		s.Errorf("bo came to %s on seat %d", bos.now.Code, bos.now.You)
	}
	bo.called()
	s.refusal(anna.Invite(s.Context(), "bo", table.now.Code), "in that room already")
	_, err := bo.Accept(s.Context(), call.ID)
	s.refusal(err, "expired")
}

// checkChallenge: a challenge makes a room, and whoever comes too late finds none.
func checkChallenge(s *stage) {
	house := s.house(Config{})
	anna, bo := s.enter(house, person("anna")), s.enter(house, person("bo"))
	_, err := anna.Challenge(s.Context(), "cy", lobby.Plan{Game: "masterdice", Seats: 2})
	s.refusal(err, "cy is not here")
	table := s.seated(anna.Challenge(s.Context(), "bo", lobby.Plan{Game: "masterdice", Seats: 2}))
	bo.called("invites anna")
	s.must(lobby.Give(s.Context(), table, lobby.Leave{}))
	bo.called() // the room has closed
}

// checkCircle: friends and people who are muted are told by name; whoever is muted
// finds no difference.
func checkCircle(s *stage) {
	house := s.house(Config{})
	anna, bo := s.enter(house, person("anna")), s.enter(house, person("bo"))
	s.must(anna.Befriend(s.Context(), "Bo", true))
	s.refusal(anna.Befriend(s.Context(), "anna", true), "your own name")
	s.refusal(anna.Befriend(s.Context(), "cy", true), "Nobody called cy")
	table := s.seated(bo.Create(s.Context(), lobby.Plan{Game: "davinci", Seats: 2}))
	anna.sees("that bo is at a table", func(page lobby.Page) bool {
		return slices.Contains(page.People, lobby.PersonRow{Name: "bo", Busy: true})
	})
	circle, err := anna.Circle(s.Context())
	want := lobby.Friend{PersonRow: lobby.PersonRow{Name: "bo", Busy: true}, Here: true}
	if err != nil || !slices.Equal(circle.Friends, []lobby.Friend{want}) || len(circle.Muted) > 0 {
		s.Errorf("the circle is %+v (%v)", circle, err)
	}

	s.must(anna.Mute(s.Context(), "bo", true))
	s.must(bo.Invite(s.Context(), "anna", table.now.Code))
	s.must(anna.Say("nothing has come")) // and this comes after it
	anna.sees("no call", func(page lobby.Page) bool { return len(page.Chat) > 0 && len(page.Calls) == 0 })
	s.must(anna.Mute(s.Context(), "bo", false))
	s.must(bo.Invite(s.Context(), "anna", table.now.Code))
	anna.called("invites bo")
	s.must(anna.Mute(s.Context(), "bo", true))
	anna.called()

	s.must(anna.Befriend(s.Context(), "bo", false))
	bo.Close()
	anna.sees("that bo has gone", func(page lobby.Page) bool { return page.PeopleTotal == 1 })
	if circle, err = anna.Circle(s.Context()); err != nil || len(circle.Friends) > 0 || !slices.Equal(circle.Muted, []string{"bo"}) {
		s.Errorf("the circle is %+v (%v)", circle, err)
	}
	s.must(anna.Mute(s.Context(), "bo", false)) // who is not here is found among those who were chosen
}
