package lobbytest

import (
	"errors"
	"reflect"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// attendee is a handle of a game night, with its latest update.
type attendee struct {
	lobby.GameNightHandle
	s   *stage
	now lobby.GameNightUpdate
}

// attending wraps a handle and waits for its first update.
func (s *stage) attending(e lobby.GameNightHandle, err error) *attendee {
	s.Helper()
	s.must(err)
	a := &attendee{GameNightHandle: e, s: s}
	a.sees("the evening", func(u lobby.GameNightUpdate) bool { return u.Code != "" })
	return a
}

// sees waits for an update that satisfies a condition.
func (a *attendee) sees(what string, wanted func(lobby.GameNightUpdate) bool) {
	a.s.Helper()
	for timer := time.After(patience); !wanted(a.now); {
		select {
		case update, open := <-a.Updates():
			if !open {
				a.s.Fatalf("waiting to see %s, the hold ended: %v", what, a.Ended())
			}
			a.now = update
		case <-timer:
			a.s.Fatalf("%s is not shown, but %+v", what, a.now)
		}
	}
}

// ends waits until the handle has ended and returns the reason.
func (a *attendee) ends() error {
	a.s.Helper()
	for timer := time.After(patience); ; {
		select {
		case _, open := <-a.Updates():
			if !open {
				return a.Ended()
			}
		case <-timer:
			a.s.Fatal("the hold on an evening does not end")
		}
	}
}

// who returns a person of an update.
func who(u lobby.GameNightUpdate, name string) lobby.GameNightPerson {
	at := slices.IndexFunc(u.People, func(p lobby.GameNightPerson) bool { return p.Name == name })
	if at < 0 {
		return lobby.GameNightPerson{}
	}
	return u.People[at]
}

// does waits until a person is in the given state.
func (a *attendee) does(name, state string) {
	a.s.Helper()
	a.sees(name+" "+state, func(u lobby.GameNightUpdate) bool { return who(u, name).State == state })
}

func checkGameNight(s *stage) {
	instance := s.instance(Config{})
	sessions := map[string]*guest{}
	for _, name := range []string{"anna", "bo", "cy", "dan"} {
		sessions[name] = s.enter(instance, person(name))
	}
	_, err := lobby.Ask(s.Context(), sessions["anna"], lobby.OpenGameNight{Plan: lobby.GameNightPlan{Games: []string{"chess"}}})
	s.refusal(err, "There is no game called chess")
	anna := s.attending(lobby.Ask(s.Context(), sessions["anna"], lobby.OpenGameNight{Plan: lobby.GameNightPlan{Games: []string{"kodeknacker"}, Rounds: 1}}))
	code := anna.now.Code
	if !anna.now.Host || anna.now.You != 0 || anna.now.Stage != lobby.GameNightGathering || anna.now.Plan.Title != "anna's game night" {
		s.Errorf("anna sees %+v", anna.now)
	}
	_, err = lobby.Ask(s.Context(), sessions["anna"], lobby.OpenGameNight{Plan: lobby.GameNightPlan{}})
	s.refusal(err, "You are already hosting a game night")
	if !instance.Lobby.Has(s.Context(), person("bo"), code) {
		s.Error("the code of the evening leads nowhere")
	}
	if _, err := lobby.Ask(s.Context(), sessions["bo"], lobby.Join{Code: code}); !errors.Is(err, lobby.ErrGameNight) {
		s.Errorf("to sit down at an evening is answered with %v", err)
	}
	_, err = lobby.Ask(s.Context(), sessions["bo"], lobby.JoinGameNight{Code: "AAAAAA"})
	s.refusal(err, "There is no game night with the code AAAAAA")
	bo := s.attending(lobby.Ask(s.Context(), sessions["bo"], lobby.JoinGameNight{Code: code}))
	board := s.attending(lobby.Ask(s.Context(), sessions["dan"], lobby.WatchGameNight{Code: code}))
	s.refusal(lobby.Perform(s.Context(), bo, lobby.BeginGameNight{}), "Only the host of the game night can do that")
	s.refusal(lobby.Perform(s.Context(), board, lobby.SitOut{Out: true}), "A board only displays")
	s.checkTable(sessions, anna, bo, board)
	s.checkComings(sessions, code, anna, bo)
	s.must(lobby.Perform(s.Context(), anna, lobby.EndGameNight{}))
	board.sees("the end", func(u lobby.GameNightUpdate) bool { return u.Stage == lobby.GameNightOver })
	if u := board.now; u.People[0].Name != "anna" || u.People[0].Points != 100 || u.You != -1 {
		s.Errorf("at the end the board shows %+v", u)
	}
}

// checkTable lets two people play at a table.
func (s *stage) checkTable(sessions map[string]*guest, anna, bo, board *attendee) {
	s.Helper()
	s.must(lobby.Perform(s.Context(), anna, lobby.BeginGameNight{}))
	bo.does("bo", lobby.GameNightCalled)
	board.does("bo", lobby.GameNightCalled)
	table, called := bo.now.Table()
	if shown := board.now.Tables; !called || table.Code == "" || len(shown) != 1 || shown[0].Code != "" {
		s.Fatalf("bo is called to %+v, and the board shows %+v", table, shown)
	}
	_, err := lobby.Ask(s.Context(), sessions["cy"], lobby.Join{Code: table.Code})
	s.refusal(err, "Only the game night assigns seats")
	one, other := s.seated(lobby.Ask(s.Context(), sessions["anna"], lobby.Join{Code: table.Code})), s.seated(lobby.Ask(s.Context(), sessions["bo"], lobby.Join{Code: table.Code}))
	one.sees("the match", func(u lobby.Update) bool { return u.Stage == engine.Playing })
	if one.now.Host || one.now.Plan.GameNight != anna.now.Code || one.now.Plan.Public {
		s.Errorf("at the table, anna sees %+v", one.now)
	}
	board.does("anna", lobby.GameNightAtTable)
	other.sees("the match", func(u lobby.Update) bool { return u.Stage == engine.Playing })
	other.do(lobby.Play{Action: engine.Resign})
	other.sees("the end", func(u lobby.Update) bool { return u.Stage == engine.Over })
	other.refused(lobby.SetReady{Ready: true}, "This match is over")
	bo.does("anna", lobby.GameNightResting)
	if won, lost := who(bo.now, "anna"), who(bo.now, "bo"); won.Points != 100 || won.Won != 1 || won.Rank != 1 || lost.Points != 0 || lost.Matches != 1 || lost.Rank != 2 {
		s.Errorf("after the match, bo sees %+v", bo.now.People)
	}
	s.must(lobby.Perform(s.Context(), anna, lobby.PauseGameNight{}))
	one.do(lobby.Leave{})
	other.do(lobby.Leave{})
	board.does("bo", lobby.GameNightWaiting)
	board.sees("no table", func(u lobby.GameNightUpdate) bool {
		return len(u.Tables) == 0 && len(u.Recent) == 1 && len(u.Next) == 1
	})
}

// checkComings checks that people can join, leave and sit out, and can be kicked.
func (s *stage) checkComings(sessions map[string]*guest, code string, anna, bo *attendee) {
	s.Helper()
	cy := s.attending(lobby.Ask(s.Context(), sessions["cy"], lobby.JoinGameNight{Code: code}))
	anna.does("cy", lobby.GameNightWaiting)
	s.must(lobby.Perform(s.Context(), cy, lobby.SayAtGameNight{Text: "sorry,\x1b[2J I am late"}))
	bo.sees("what cy says", func(u lobby.GameNightUpdate) bool { return len(u.Chat) == 1 })
	if line := bo.now.Chat[0]; line.Name != "cy" || line.Text != "sorry,[2J I am late" || line.ID != 1 {
		s.Errorf("bo hears %+v", line)
	}
	s.refusal(lobby.Perform(s.Context(), cy, lobby.SayAtGameNight{Text: " "}), "message is empty")
	s.must(lobby.Perform(s.Context(), cy, lobby.SitOut{Out: true}))
	anna.does("cy", lobby.GameNightOut)
	cy.Close()
	anna.does("cy", lobby.GameNightAway)
	if at, err := lobby.Ask(s.Context(), sessions["cy"], lobby.CurrentGameNight{}); err != nil || at != code {
		s.Errorf("cy takes part in %q (%v)", at, err)
	}
	s.must(lobby.Perform(s.Context(), anna, lobby.KickFromGameNight{Name: "cy"}))
	_, err := lobby.Ask(s.Context(), sessions["cy"], lobby.JoinGameNight{Code: code})
	s.refusal(err, "has banned you")
	s.must(lobby.Perform(s.Context(), anna, lobby.NameDeputy{Name: "bo"}))
	bo.sees("bo is the deputy", func(u lobby.GameNightUpdate) bool { return u.Deputy == "bo" && u.Hosted == "anna" })
	s.must(lobby.Perform(s.Context(), anna, lobby.HandOverGameNight{To: "bo"}))
	bo.sees("bo is the host", func(u lobby.GameNightUpdate) bool { return u.Host && u.Hosted == "bo" })
	s.must(lobby.Perform(s.Context(), bo, lobby.ChangeGameNight{Plan: lobby.GameNightPlan{Title: "Friday", Games: []string{"davinci"}, Bots: 1}}))
	anna.sees("the change", func(u lobby.GameNightUpdate) bool { return u.Plan.Title == "Friday" && u.Plan.Bots == 1 })
	s.must(lobby.Perform(s.Context(), bo, lobby.Announce{Text: "soon\x1b[2J"}))
	announced := func(u lobby.GameNightUpdate) bool {
		return slices.ContainsFunc(u.Chat, func(m lobby.ChatMessage) bool { return m.Announced && m.Name == "bo" && m.Text == "soon[2J" })
	}
	anna.sees("the announcement", announced)
	s.refusal(lobby.Perform(s.Context(), bo, lobby.Announce{Text: "again"}), "Wait a few seconds")
	s.refusal(lobby.Perform(s.Context(), anna, lobby.Announce{Text: "mine"}), "Only the host")
	s.must(lobby.Perform(s.Context(), bo, lobby.HandOverGameNight{To: "anna"}))
	s.byCommand(sessions["anna"], sessions["bo"], code)
	s.must(lobby.Perform(s.Context(), bo, lobby.LeaveGameNight{}))
	if err := bo.ends(); err != nil {
		s.Errorf("bo has left because %v", err)
	}
	anna.does("bo", lobby.GameNightGone)
}

// byCommand checks that the host, and no one else, can use a board for operations of the host.
func (s *stage) byCommand(host, other lobby.Session, code string) {
	board := s.attending(lobby.Ask(s.Context(), other, lobby.WatchGameNight{Code: code}))
	defer board.Close()
	s.refusal(lobby.Perform(s.Context(), board, lobby.NameDeputy{}), "Only the host")
	s.refusal(lobby.Perform(s.Context(), board, lobby.SayAtGameNight{Text: "hello"}), "A board only displays")
	own := s.attending(lobby.Ask(s.Context(), host, lobby.WatchGameNight{Code: code}))
	defer own.Close()
	s.must(lobby.Perform(s.Context(), own, lobby.NameDeputy{}))
}

// checkGameNightOrders performs every operation.
func checkGameNightOrders(s *stage) {
	instance := s.instance(Config{})
	session := s.enter(instance, person("anna"))
	for _, o := range lobby.OperationsOf(lobby.OfNight) {
		do := reflect.Zero(o.Type()).Interface().(lobby.NightOp)
		anna := s.attending(lobby.Ask(s.Context(), session, lobby.OpenGameNight{Plan: lobby.GameNightPlan{}}))
		err := lobby.Perform(s.Context(), anna, do)
		known := true
		switch do.(type) {
		case lobby.HandOverGameNight, lobby.KickFromGameNight, lobby.MovePlayer:
			s.refusal(err, "at this game night")
		case lobby.RepeatGameNight:
			s.refusal(err, "is not over yet")
		case lobby.JoinTeam, lobby.MoveToTeam, lobby.NameCaptain:
			s.refusal(err, "has no teams")
		case lobby.SayAtGameNight, lobby.Announce:
			s.refusal(err, "message is empty")
		case lobby.ExtendGameNight:
			s.refusal(err, "has no end")
		case lobby.CancelMove:
			s.refusal(err, "There is no move 0")
		case lobby.CorrectResult:
			s.refusal(err, "There is no result for table 0")
		case lobby.EndTable, lobby.MergeTables:
			s.refusal(err, "There is no table 0 with a match under way")
		case lobby.PauseGameNight, lobby.CallLastMatch:
			s.refusal(err, "has not begun yet")
		default:
			known = err == nil
		}
		if !known {
			s.Errorf("%T is answered with %v", do, err)
		}
		if _, left := do.(lobby.LeaveGameNight); !left {
			s.must(lobby.Perform(s.Context(), anna, lobby.EndGameNight{}))
			s.must(lobby.Perform(s.Context(), anna, lobby.LeaveGameNight{}))
		}
		_ = anna.ends()
	}
}
