package lobbytest

import (
	"slices"
	"strings"

	"parlor/engine"
	"parlor/lobby"
)

func checkJoining(s *stage) {
	instance := s.instance(Config{})
	guest := s.enter(instance, person("anna"))
	anna := s.seated(lobby.Ask(s.Context(), guest, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Title: "a <table>", Options: engine.Options{"jokers": "free"}}}))
	plan := anna.now.Plan
	if plan.Title != "a <table>" || plan.Options["jokers"] != "free" || plan.Options["rounds"] == "" || plan.Absent != lobby.AbsentClock {
		s.Errorf("the plan is %+v", plan)
	}
	if anna.now.You != 0 || !anna.now.Host || anna.now.Match != nil || anna.now.Stage != lobby.Gathering || len(anna.now.Seats) != 2 {
		s.Errorf("anna sees %+v", anna.now)
	}
	bo := s.seated(lobby.Ask(s.Context(), s.enter(instance, lobby.Identity{ID: "guest:bo", Name: "bo", Guest: true}), lobby.Join{Code: " " + anna.now.Code + "-"}))
	if bo.now.You != 1 || bo.now.Host || bo.now.Code != anna.now.Code {
		s.Errorf("bo sees %+v", bo.now)
	}
	anna.sees("bo", func(u lobby.Update) bool { return u.Seats[1].Name == "bo" && u.Seats[1].Guest })
	_, err := lobby.Ask(s.Context(), s.enter(instance, person("cy")), lobby.Join{Code: anna.now.Code})
	s.refusal(err, "All seats there are taken")
	_, err = lobby.Ask(s.Context(), guest, lobby.Create{Plan: lobby.Plan{Game: "chess"}})
	s.refusal(err, "There is no game called chess")
	_, err = lobby.Ask(s.Context(), guest, lobby.Create{Plan: lobby.Plan{Game: "davinci", Options: engine.Options{"jokers": "100%"}}})
	s.refusal(err, `Option jokers cannot be "100%"`)
}

func checkWatching(s *stage) {
	instance := s.instance(Config{})
	anna, bo := s.pair(instance, lobby.Plan{})
	anna.plays("deal")
	guest := s.enter(instance, person("cy"))
	look, err := lobby.Ask(s.Context(), guest, lobby.Look{Code: anna.now.Code})
	s.must(err)
	if look.You != engine.Watcher || look.Match == nil || look.Match.Seat != engine.Watcher || len(look.Watchers) != 0 {
		s.Errorf("cy would see %+v", look)
	}
	cy := s.seated(lobby.Ask(s.Context(), guest, lobby.Watch{Code: anna.now.Code}))
	if cy.now.You != engine.Watcher || cy.now.Follows != engine.Watcher || !slices.Equal(cy.now.Watchers, []string{"cy"}) {
		s.Errorf("cy sees %+v", cy.now)
	}
	bo.sees("cy", func(u lobby.Update) bool { return len(u.Watchers) == 1 })
	again := s.enter(instance, person("anna"))
	own, err := lobby.Ask(s.Context(), again, lobby.Look{Code: anna.now.Code})
	s.must(err)
	if own.You != 0 || !own.Host || own.Match.Seat != 0 || len(own.Match.Grammar) == 0 && slices.Contains(own.Match.ToMove, 0) {
		s.Errorf("anna would see %+v", own)
	}
	cy.refused(lobby.Play{Action: "deal"}, "watching")
	cy.Close()
	bo.sees("cy gone", func(u lobby.Update) bool { return len(u.Watchers) == 0 })
	if anna.now.Proof == "" || bo.now.Proof != anna.now.Proof {
		s.Errorf("the proofs are %q and %q", anna.now.Proof, bo.now.Proof)
	}
}

// checkLookingAtMatch checks that a public match is found, and looks to its players as it does to
// strangers.
func checkLookingAtMatch(s *stage) {
	instance := s.instance(Config{})
	anna, _ := s.pair(instance, lobby.Plan{Public: true})
	anna.plays("deal")
	cy, again := s.enter(instance, person("cy")), s.enter(instance, person("anna"))
	cy.sees("the match", func(page lobby.Page) bool { return len(page.Rooms) == 1 && page.Rooms[0].Stage == engine.Playing })
	for name, one := range map[string]*guest{"cy": cy, "anna": again} {
		code, err := lobby.Ask(s.Context(), one, lobby.FindMatch{})
		if s.must(err); code != anna.now.Code {
			s.Errorf("%s finds %q", name, code)
		}
		seen, err := lobby.Ask(s.Context(), one, lobby.LookAtMatch{Code: anna.now.Code})
		if s.must(err); !seen.IsPublic() || seen.Host || seen.Plan.Title == "" {
			s.Errorf("%s sees %+v", name, seen)
		}
	}
}

func checkQuick(s *stage) {
	instance := s.instance(Config{})
	one, other := s.enter(instance, person("anna")), s.enter(instance, person("bo"))
	if _, err := lobby.Ask(s.Context(), one, lobby.Return{}); err == nil {
		s.Error("anna returns to a match that is none")
	}
	anna := s.seated(lobby.Ask(s.Context(), one, lobby.QuickPlay{Plan: lobby.QuickPlan("kodeknacker")}))
	other.sees("the room", func(page lobby.Page) bool { return len(page.Rooms) == 1 })
	bo := s.seated(lobby.Ask(s.Context(), other, lobby.QuickPlay{Plan: lobby.Plan{}}))
	if bo.now.Code != anna.now.Code || bo.now.Plan.Game != "kodeknacker" {
		s.Errorf("bo sits in %s, anna in %s", bo.now.Code, anna.now.Code)
	}
	if pace := lobby.TimeControlOf(bo.now.Plan); pace != lobby.DefaultTimeControl(lobby.Plan{Public: true}) || pace.Clock == 0 {
		s.Errorf("the room that quick play has made has the pace %+v", pace)
	}
	anna.do(lobby.Start{})
	one.sees("the match", func(page lobby.Page) bool { return len(page.Yours) == 1 && page.Yours[0].YourTurn })
	one.Close()
	bo.sees("anna away", func(u lobby.Update) bool { return !u.Seats[0].Away.IsZero() })
	back, err := lobby.Ask(s.Context(), s.enter(instance, person("anna")), lobby.Return{})
	if err != nil {
		s.Fatal("anna's seat is not found again")
	}
	if anna = s.seated(back, nil); anna.now.You != 0 || anna.now.Match == nil {
		s.Errorf("back, anna sees %+v", anna.now)
	}
	bo.sees("anna back", func(u lobby.Update) bool { return u.Seats[0].Away.IsZero() })
}

func checkCodes(s *stage) {
	instance := s.instance(Config{})
	anna := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("anna")), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
	if !instance.Lobby.Has(s.Context(), person("bo"), anna.now.Code) {
		s.Error("there is no such room")
	}
	bo := s.enter(instance, person("bo"))
	_, err := lobby.Ask(s.Context(), bo, lobby.Watch{Code: "NOROOM"})
	s.refusal(err, "There is no room NOROOM.")
	if strings.Contains(err.Error(), "A code has") {
		s.Errorf("of a code as long as codes are it says: %v", err)
	}
	_, err = lobby.Ask(s.Context(), bo, lobby.Watch{Code: "NOROOMS"})
	s.refusal(err, "There is no room NOROOMS. Room codes have 6 letters and digits.")
	looked, told := error(nil), true
	for range 100 {
		if instance.Lobby.Has(s.Context(), person("bo"), "333333") {
			s.Fatal("there is a room with any code")
		}
		if _, err := lobby.Ask(s.Context(), bo, lobby.Look{Code: anna.now.Code}); err != nil {
			looked = err
		}
		if told = instance.Lobby.Has(s.Context(), person("bo"), anna.now.Code); !told && looked != nil {
			break
		}
	}
	s.refusal(looked, "Too many wrong codes")
	if told {
		s.Error("who has tried many codes is told of a room")
	}
}

func checkTakingOver(s *stage) {
	instance := s.instance(Config{})
	anna, bo := s.pair(instance, lobby.Plan{})
	again := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("anna")), lobby.Join{Code: anna.now.Code}))
	if err := anna.ends(); err == nil || !slices.Contains([]string{"You opened this table in another terminal."}, err.Error()) {
		s.Errorf("the older hold ended with %v", err)
	}
	if err := lobby.Perform(s.Context(), anna, lobby.Start{}); err == nil {
		s.Error("a hold that has ended takes orders")
	}
	anna.Close() // it does not affect the newer handle
	again.plays("deal")
	bo.sees("anna's tiles", func(u lobby.Update) bool { return !slices.Contains(u.Match.ToMove, 0) })
	if !bo.now.Seats[0].Away.IsZero() {
		s.Error("anna is away")
	}
}

func checkLeaving(s *stage) {
	instance := s.instance(Config{})
	anna := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("anna")), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
	bo := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("bo")), lobby.Join{Code: anna.now.Code}))
	s.must(lobby.Perform(s.Context(), anna, lobby.Leave{}))
	if err := anna.ends(); err != nil {
		s.Errorf("who left is told %v", err)
	}
	bo.sees("the seat free and the host", func(u lobby.Update) bool { return u.Seats[0].Kind == lobby.SeatEmpty && u.Host })
	if err := lobby.Perform(s.Context(), anna, lobby.Start{}); err == nil {
		s.Error("who has left gives orders")
	}
	s.must(lobby.Perform(s.Context(), bo, lobby.Leave{}))
	bo.ends()
}

func checkHangingUp(s *stage) {
	instance := s.instance(Config{})
	anna, bo := s.pair(instance, lobby.Plan{})
	bo.Close()
	if err := bo.ends(); err != nil {
		s.Errorf("who hung up is told %v", err)
	}
	anna.sees("bo away", func(u lobby.Update) bool { return !u.Seats[1].Away.IsZero() && u.Seats[1].Name == "bo" })
	guest := s.enter(instance, person("bo"))
	bo = s.seated(lobby.Ask(s.Context(), guest, lobby.Join{Code: anna.now.Code}))
	if bo.now.You != 1 || bo.now.Match == nil {
		s.Errorf("back, bo sees %+v", bo.now)
	}
	guest.Close() // the session ends its handles
	if err := bo.ends(); err != nil {
		s.Errorf("who hung up is told %v", err)
	}
	anna.sees("bo back", func(u lobby.Update) bool { return slices.ContainsFunc(u.Notes, noted("bo is back.")) })
	anna.sees("bo away", func(u lobby.Update) bool { return !u.Seats[1].Away.IsZero() })
}

// noted reports whether any of the notes has the given text.
func noted(text string) func(lobby.Note) bool {
	return func(note lobby.Note) bool { return note.Text.String() == text }
}

func checkSentAway(s *stage) {
	instance := s.instance(Config{})
	anna := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("anna")), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
	guest := s.enter(instance, person("bo"))
	bo := s.seated(lobby.Ask(s.Context(), guest, lobby.Join{Code: anna.now.Code}))
	anna.do(lobby.Kick{Name: "bo", KeepOut: true})
	if err := bo.ends(); err == nil || err.Error() != "The host kicked you from this table." {
		s.Errorf("who was sent away is told %v", err)
	}
	_, err := lobby.Ask(s.Context(), guest, lobby.Join{Code: anna.now.Code})
	s.refusal(err, "has banned you")
}
