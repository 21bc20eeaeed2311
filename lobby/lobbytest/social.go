package lobbytest

import (
	"slices"
	"time"

	"parlor/lobby"
)

// called waits until exactly these notices are pending, such as "invites anna".
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

// checkCalls checks that a person sees an invitation on any screen and can answer it.
func checkCalls(s *stage) {
	instance := s.instance(Config{})
	anna, bo := s.enter(instance, person("anna")), s.enter(instance, person("bo"))
	table := s.seated(lobby.Ask(s.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3}}))
	s.refusal(lobby.Perform(s.Context(), anna, lobby.Invite{Name: "nobody", Code: table.now.Code}), "nobody is not here")
	s.refusal(lobby.Perform(s.Context(), anna, lobby.Invite{Name: "anna", Code: table.now.Code}), "your own name")
	s.refusal(lobby.Perform(s.Context(), bo, lobby.Invite{Name: "anna", Code: table.now.Code}), "a room that you are in")

	lobby.Send(s.Context(), bo, lobby.Show{Window: lobby.Window{}}) // a client without a window sees it, too
	s.must(lobby.Perform(s.Context(), anna, lobby.Invite{Name: "bo", Code: table.now.Code}))
	bo.called("invites anna")
	s.must(lobby.Perform(s.Context(), bo, lobby.Decline{Call: bo.page.Calls[0].ID}))
	bo.called()
	anna.called("declines bo")
	s.must(lobby.Perform(s.Context(), anna, lobby.Decline{Call: anna.page.Calls[0].ID}))
	anna.called()

	s.must(lobby.Perform(s.Context(), anna, lobby.Invite{Name: "bo", Code: table.now.Code}))
	bo.called("invites anna")
	first := bo.page.Calls[0].ID
	s.must(lobby.Perform(s.Context(), anna, lobby.Invite{Name: "bo", Code: table.now.Code})) // replaces the first
	bo.sees("the second call alone", func(page lobby.Page) bool { return len(page.Calls) == 1 && page.Calls[0].ID != first })
	call := bo.page.Calls[0]
	if call.Room != table.now.Code || call.Game != "davinci" || time.Until(call.Until) <= 0 {
		s.Errorf("the call is %+v", call)
	}
	bos := s.seated(lobby.Ask(s.Context(), bo, lobby.Accept{Call: call.ID}))
	if bos.now.Code != table.now.Code || bos.now.You < 0 {
		s.Errorf("bo came to %s on seat %d", bos.now.Code, bos.now.You)
	}
	bo.called()
	s.refusal(lobby.Perform(s.Context(), anna, lobby.Invite{Name: "bo", Code: table.now.Code}), "already in that room")
	_, err := lobby.Ask(s.Context(), bo, lobby.Accept{Call: call.ID})
	s.refusal(err, "expired")
}

// checkChallenge checks that a challenge opens a room, and that a late answer finds the room closed.
func checkChallenge(s *stage) {
	instance := s.instance(Config{})
	anna, bo := s.enter(instance, person("anna")), s.enter(instance, person("bo"))
	_, err := lobby.Ask(s.Context(), anna, lobby.Challenge{Name: "cy", Plan: lobby.Plan{Game: "masterdice", Seats: 2}})
	s.refusal(err, "cy is not here")
	table := s.seated(lobby.Ask(s.Context(), anna, lobby.Challenge{Name: "bo", Plan: lobby.Plan{Game: "masterdice", Seats: 2}}))
	bo.called("invites anna")
	s.must(lobby.Perform(s.Context(), table, lobby.Leave{}))
	bo.called() // the room has closed
}

// checkCircle checks that friends and muted people are listed by name, and that a muted person
// cannot notice it.
func checkCircle(s *stage) {
	instance := s.instance(Config{})
	anna, bo := s.enter(instance, person("anna")), s.enter(instance, person("bo"))
	s.must(lobby.Perform(s.Context(), anna, lobby.Befriend{Name: "Bo", Friend: true}))
	s.refusal(lobby.Perform(s.Context(), anna, lobby.Befriend{Name: "anna", Friend: true}), "your own name")
	s.refusal(lobby.Perform(s.Context(), anna, lobby.Befriend{Name: "cy", Friend: true}), "no player called cy")
	table := s.seated(lobby.Ask(s.Context(), bo, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}}))
	anna.sees("that bo is at a table", func(page lobby.Page) bool {
		return slices.Contains(page.People, lobby.PersonRow{Name: "bo", Busy: true})
	})
	circle, err := lobby.Ask(s.Context(), anna, lobby.GetContacts{})
	want := lobby.Friend{PersonRow: lobby.PersonRow{Name: "bo", Busy: true}, Here: true}
	if err != nil || !slices.Equal(circle.Friends, []lobby.Friend{want}) || len(circle.Muted) > 0 {
		s.Errorf("the circle is %+v (%v)", circle, err)
	}

	s.must(lobby.Perform(s.Context(), anna, lobby.Mute{Name: "bo", Muted: true}))
	s.must(lobby.Perform(s.Context(), bo, lobby.Invite{Name: "anna", Code: table.now.Code}))
	s.must(lobby.Perform(s.Context(), anna, lobby.SayInLobby{Text: "nothing has come"})) // and this comes after it
	anna.sees("no call", func(page lobby.Page) bool { return len(page.Chat) > 0 && len(page.Calls) == 0 })
	s.must(lobby.Perform(s.Context(), anna, lobby.Mute{Name: "bo", Muted: false}))
	s.must(lobby.Perform(s.Context(), bo, lobby.Invite{Name: "anna", Code: table.now.Code}))
	anna.called("invites bo")
	s.must(lobby.Perform(s.Context(), anna, lobby.Mute{Name: "bo", Muted: true}))
	anna.called()

	s.must(lobby.Perform(s.Context(), anna, lobby.Befriend{Name: "bo", Friend: false}))
	bo.Close()
	anna.sees("that bo has gone", func(page lobby.Page) bool { return page.PeopleTotal == 1 })
	if circle, err = lobby.Ask(s.Context(), anna, lobby.GetContacts{}); err != nil || len(circle.Friends) > 0 || !slices.Equal(circle.Muted, []string{"bo"}) {
		s.Errorf("the circle is %+v (%v)", circle, err)
	}
	s.must(lobby.Perform(s.Context(), anna, lobby.Mute{Name: "bo", Muted: false})) // an absent person is found among the chosen ones
}

// checkMutedIdentity checks that messages of a muted person are hidden in the lobby and in rooms,
// under any name, and that another person who takes the name is not muted.
func checkMutedIdentity(s *stage) {
	instance := s.instance(Config{})
	anna, bo, cy := s.enter(instance, person("anna")), s.enter(instance, person("bo")), s.enter(instance, person("cy"))
	table := s.seated(lobby.Ask(s.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3}}))
	bos, cys := s.seated(lobby.Ask(s.Context(), bo, lobby.Join{Code: table.now.Code})), s.seated(lobby.Ask(s.Context(), cy, lobby.Join{Code: table.now.Code}))
	s.must(lobby.Perform(s.Context(), bo, lobby.SayInLobby{Text: "before"}))
	bos.do(lobby.Say{Text: "before"})
	anna.sees("a line", func(page lobby.Page) bool { return len(page.Chat) == 1 })
	table.sees("a line", func(u lobby.Update) bool { return len(u.Chat) == 1 })
	again := s.enter(instance, person("anna"))
	s.must(lobby.Perform(s.Context(), anna, lobby.Mute{Name: "bo", Muted: true}))
	anna.sees("nothing of bo", func(page lobby.Page) bool { return len(page.Chat) == 0 })
	again.sees("nothing of bo in another session", func(page lobby.Page) bool { return len(page.Chat) == 0 })
	table.sees("nothing of bo", func(u lobby.Update) bool { return len(u.Chat) == 0 })

	s.must(lobby.Perform(s.Context(), bo, lobby.Rename{Name: "Zorro"}))
	s.must(lobby.Perform(s.Context(), bo, lobby.SayInLobby{Text: "renamed"}))
	bos.do(lobby.Say{Text: "renamed"})
	s.must(lobby.Perform(s.Context(), cy, lobby.Rename{Name: "bo"}))
	s.must(lobby.Perform(s.Context(), cy, lobby.SayInLobby{Text: "a new bo"}))
	cys.do(lobby.Say{Text: "a new bo"})
	heard := func(chat []lobby.ChatMessage) bool { return len(chat) == 1 && chat[0].Text == "a new bo" }
	anna.sees("the new bo alone", func(page lobby.Page) bool { return heard(page.Chat) })
	table.sees("the new bo alone", func(u lobby.Update) bool { return heard(u.Chat) })
	cy.sees("all of it", func(page lobby.Page) bool { return len(page.Chat) == 3 })
	if page, err := lobby.Ask(s.Context(), anna, lobby.Peek{Window: lobby.WholeLobby()}); err != nil || !heard(page.Chat) {
		s.Errorf("anna finds %+v in the lobby (%v)", page.Chat, err)
	}
	if u, err := lobby.Ask(s.Context(), anna, lobby.Look{Code: table.now.Code}); err != nil || !heard(u.Chat) {
		s.Errorf("anna finds %+v at the table (%v)", u.Chat, err)
	}

	bo.Close()
	back := s.enter(instance, lobby.Identity{ID: "key:bo", Name: "bo again"})
	s.must(lobby.Perform(s.Context(), back, lobby.SayInLobby{Text: "back"}))
	third := s.enter(instance, person("anna"))
	third.sees("the new bo alone", func(page lobby.Page) bool { return heard(page.Chat) })
	circle, err := lobby.Ask(s.Context(), anna, lobby.GetContacts{})
	if err != nil || !slices.Equal(circle.Muted, []string{back.Name()}) {
		s.Errorf("anna has muted %v (%v)", circle.Muted, err)
	}
	s.must(lobby.Perform(s.Context(), anna, lobby.Mute{Name: back.Name(), Muted: false}))
	anna.sees("all of it", func(page lobby.Page) bool { return len(page.Chat) == 4 })
	table.sees("all of it", func(u lobby.Update) bool { return len(u.Chat) == 3 })
}

// checkMutedSpeaker checks that an absent person can be muted by the name on their messages.
func checkMutedSpeaker(s *stage) {
	instance := s.instance(Config{})
	anna, gus := s.enter(instance, person("anna")), s.enter(instance, lobby.Identity{ID: "guest:gus", Name: "gus", Guest: true})
	s.must(lobby.Perform(s.Context(), gus, lobby.SayInLobby{Text: "you are all fools"}))
	gus.Close()
	anna.sees("a line, and nobody else", func(page lobby.Page) bool { return len(page.Chat) == 1 && page.PeopleTotal == 1 })
	s.must(lobby.Perform(s.Context(), anna, lobby.Mute{Name: "gus", Muted: true}))
	anna.sees("nothing of gus", func(page lobby.Page) bool { return len(page.Chat) == 0 })
	back := s.enter(instance, lobby.Identity{ID: "guest:gus", Name: "otto", Guest: true})
	s.must(lobby.Perform(s.Context(), back, lobby.SayInLobby{Text: "me again"}))
	s.must(lobby.Perform(s.Context(), anna, lobby.SayInLobby{Text: "who is there?"}))
	anna.sees("the own line alone", func(page lobby.Page) bool { return len(page.Chat) == 1 && page.Chat[0].Name == "anna" })
}

// checkMutedAtNight checks that messages of a muted person are hidden at a game night.
func checkMutedAtNight(s *stage) {
	instance := s.instance(Config{})
	sessions := []*guest{s.enter(instance, person("anna")), s.enter(instance, person("bo"))}
	anna := s.attending(lobby.Ask(s.Context(), sessions[0], lobby.OpenGameNight{Plan: lobby.GameNightPlan{Games: []string{"kodeknacker"}}}))
	bo := s.attending(lobby.Ask(s.Context(), sessions[1], lobby.JoinGameNight{Code: anna.now.Code}))
	s.must(lobby.Perform(s.Context(), bo, lobby.SayAtGameNight{Text: "hello"}))
	anna.sees("a line", func(u lobby.GameNightUpdate) bool { return len(u.Chat) == 1 })
	s.must(lobby.Perform(s.Context(), sessions[0], lobby.Mute{Name: "bo", Muted: true}))
	anna.sees("nothing of bo", func(u lobby.GameNightUpdate) bool { return len(u.Chat) == 0 })
	s.must(lobby.Perform(s.Context(), sessions[1], lobby.Rename{Name: "Zorro"}))
	s.must(lobby.Perform(s.Context(), bo, lobby.SayAtGameNight{Text: "renamed"}))
	s.must(lobby.Perform(s.Context(), anna, lobby.SayAtGameNight{Text: "is anybody here?"}))
	bo.sees("all of it", func(u lobby.GameNightUpdate) bool { return len(u.Chat) == 3 })
	anna.sees("the own line alone", func(u lobby.GameNightUpdate) bool { return len(u.Chat) == 1 && u.Chat[0].Name == "anna" })
}
