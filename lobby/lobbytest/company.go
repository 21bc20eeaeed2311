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

// checkMutedIdentity: nobody hears whom they have muted, in the hall and at a table,
// whatever they are called, and whoever takes the name after them is heard.
func checkMutedIdentity(s *stage) {
	house := s.house(Config{})
	anna, bo, cy := s.enter(house, person("anna")), s.enter(house, person("bo")), s.enter(house, person("cy"))
	table := s.seated(anna.Create(s.Context(), lobby.Plan{Game: "davinci", Seats: 3}))
	bos, cys := s.seated(bo.Join(s.Context(), table.now.Code)), s.seated(cy.Join(s.Context(), table.now.Code))
	s.must(bo.Say("before"))
	bos.do(lobby.Say{Text: "before"})
	anna.sees("a line", func(page lobby.Page) bool { return len(page.Chat) == 1 })
	table.sees("a line", func(u lobby.Update) bool { return len(u.Chat) == 1 })
	again := s.enter(house, person("anna"))
	s.must(anna.Mute(s.Context(), "bo", true))
	anna.sees("nothing of bo", func(page lobby.Page) bool { return len(page.Chat) == 0 })
	again.sees("nothing of bo in another session", func(page lobby.Page) bool { return len(page.Chat) == 0 })
	table.sees("nothing of bo", func(u lobby.Update) bool { return len(u.Chat) == 0 })

	s.must(bo.Rename(s.Context(), "Zorro"))
	s.must(bo.Say("renamed"))
	bos.do(lobby.Say{Text: "renamed"})
	s.must(cy.Rename(s.Context(), "bo"))
	s.must(cy.Say("a new bo"))
	cys.do(lobby.Say{Text: "a new bo"})
	heard := func(chat []lobby.Line) bool { return len(chat) == 1 && chat[0].Text == "a new bo" }
	anna.sees("the new bo alone", func(page lobby.Page) bool { return heard(page.Chat) })
	table.sees("the new bo alone", func(u lobby.Update) bool { return heard(u.Chat) })
	cy.sees("all of it", func(page lobby.Page) bool { return len(page.Chat) == 3 })
	if page, err := anna.Peek(s.Context(), lobby.WholeHall()); err != nil || !heard(page.Chat) {
		s.Errorf("anna finds %+v in the hall (%v)", page.Chat, err)
	}
	if u, err := anna.Look(s.Context(), table.now.Code); err != nil || !heard(u.Chat) {
		s.Errorf("anna finds %+v at the table (%v)", u.Chat, err)
	}

	bo.Close()
	back := s.enter(house, lobby.Identity{ID: "key:bo", Name: "bo again"})
	s.must(back.Say("back"))
	third := s.enter(house, person("anna"))
	third.sees("the new bo alone", func(page lobby.Page) bool { return heard(page.Chat) })
	circle, err := anna.Circle(s.Context())
	if err != nil || !slices.Equal(circle.Muted, []string{back.Name()}) {
		s.Errorf("anna has muted %v (%v)", circle.Muted, err)
	}
	s.must(anna.Mute(s.Context(), back.Name(), false))
	anna.sees("all of it", func(page lobby.Page) bool { return len(page.Chat) == 4 })
	table.sees("all of it", func(u lobby.Update) bool { return len(u.Chat) == 3 })
}

// checkMutedSpeaker: somebody who has gone is muted by the name under which they spoke.
func checkMutedSpeaker(s *stage) {
	house := s.house(Config{})
	anna, gus := s.enter(house, person("anna")), s.enter(house, lobby.Identity{ID: "guest:gus", Name: "gus", Guest: true})
	s.must(gus.Say("you are all fools"))
	gus.Close()
	anna.sees("a line, and nobody else", func(page lobby.Page) bool { return len(page.Chat) == 1 && page.PeopleTotal == 1 })
	s.must(anna.Mute(s.Context(), "gus", true))
	anna.sees("nothing of gus", func(page lobby.Page) bool { return len(page.Chat) == 0 })
	back := s.enter(house, lobby.Identity{ID: "guest:gus", Name: "otto", Guest: true})
	s.must(back.Say("me again"))
	s.must(anna.Say("who is there?"))
	anna.sees("the own line alone", func(page lobby.Page) bool { return len(page.Chat) == 1 && page.Chat[0].Name == "anna" })
}

// checkMutedAtNight: the same holds at a game night.
func checkMutedAtNight(s *stage) {
	house := s.house(Config{})
	visits := []*guest{s.enter(house, person("anna")), s.enter(house, person("bo"))}
	anna := s.attending(visits[0].OpenEvening(s.Context(), lobby.EveningPlan{Games: []string{"kodeknacker"}}))
	bo := s.attending(visits[1].Attend(s.Context(), anna.now.Code))
	s.must(bo.Do(s.Context(), lobby.SayAtEvening{Text: "hello"}))
	anna.sees("a line", func(u lobby.EveningUpdate) bool { return len(u.Chat) == 1 })
	s.must(visits[0].Mute(s.Context(), "bo", true))
	anna.sees("nothing of bo", func(u lobby.EveningUpdate) bool { return len(u.Chat) == 0 })
	s.must(visits[1].Rename(s.Context(), "Zorro"))
	s.must(bo.Do(s.Context(), lobby.SayAtEvening{Text: "renamed"}))
	s.must(anna.Do(s.Context(), lobby.SayAtEvening{Text: "is anybody here?"}))
	bo.sees("all of it", func(u lobby.EveningUpdate) bool { return len(u.Chat) == 3 })
	anna.sees("the own line alone", func(u lobby.EveningUpdate) bool { return len(u.Chat) == 1 && u.Chat[0].Name == "anna" })
}
