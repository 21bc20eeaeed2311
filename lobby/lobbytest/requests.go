package lobbytest

import (
	"context"
	"errors"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/ratelimit"
)

func checkEveryOrder(s *stage) {
	instance := s.instance(Config{})
	anna := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("anna")), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 4}}))
	bo := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("bo")), lobby.Join{Code: anna.now.Code}))
	cy := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("cy")), lobby.Watch{Code: anna.now.Code}))
	given := map[reflect.Type]bool{}
	order := func(p *player, do lobby.RoomOp) {
		given[reflect.TypeOf(do)] = true
		p.do(do)
	}
	gather(s, order, anna, bo)
	order(anna, lobby.ListLegal{})
	order(anna, lobby.Start{})
	bo.sees("the match", playing)
	if !slices.Contains(anna.now.Legal, "deal") || bo.now.Legal != nil {
		s.Errorf("anna is told that %v is legal, and bo %v", anna.now.Legal, bo.now.Legal)
	}
	order(anna, lobby.ShowEyes{Show: true})
	cy.sees("that anna's eyes can be followed", func(u lobby.Update) bool { return u.Seats[0].Eyes })
	order(cy, lobby.Follow{Seat: 0})
	cy.sees("anna's view", func(u lobby.Update) bool { return u.Follows == 0 && u.Match.Seat == 0 })
	order(anna, lobby.Play{Action: "deal"})
	bo.sees("anna's move", func(lobby.Update) bool { return len(bo.events) > 0 })
	for early, words := range map[lobby.RoomOp]string{lobby.AddSubstitute{Seat: 1}: "", lobby.ClaimWin{Seat: 1}: "", lobby.CloseRoom{}: "Another player is here"} {
		given[reflect.TypeOf(early)] = true
		anna.refused(early, words)
	}
	order(anna, lobby.Pause{Pause: true})
	bo.sees("anna's wish", func(u lobby.Update) bool { return u.Seats[0].Pausing && u.Paused.IsZero() })
	order(bo, lobby.Pause{Pause: true})
	anna.sees("the pause", func(u lobby.Update) bool { return !u.Paused.IsZero() })
	order(anna, lobby.Kick{Name: "cy"})
	if err := cy.ends(); err == nil {
		s.Error("cy is sent away without a word")
	}
	given[reflect.TypeFor[lobby.Leave]()] = true
	s.must(lobby.Perform(s.Context(), bo, lobby.Leave{}))
	if err := bo.ends(); err != nil {
		s.Errorf("bo left and is told %v", err)
	}
	for _, o := range lobby.OperationsOf(lobby.OfRoom) {
		if !given[o.Type()] {
			s.Errorf("%s is not tried here", o.Type())
		}
	}
}

// gather performs the operations before a match.
func gather(s *stage, order func(*player, lobby.RoomOp), anna, bo *player) {
	s.Helper()
	order(anna, lobby.Say{Text: "well"})
	bo.sees("the line", func(u lobby.Update) bool {
		return len(u.Chat) == 1 && u.Chat[0].Text == "well" && u.Chat[0].Name == "anna"
	})
	order(anna, lobby.AddBot{Level: engine.FirstBot + 1})
	bo.sees("the bot", func(u lobby.Update) bool {
		return u.Seats[2].Kind == lobby.SeatBot && u.Seats[2].Level == engine.FirstBot+1
	})
	order(anna, lobby.RemoveBot{Seat: 2})
	bo.sees("no bot", func(u lobby.Update) bool { return u.Seats[2].Kind == lobby.SeatEmpty })
	order(anna, lobby.Swap{One: 0, Other: 1})
	bo.sees("the own seat", func(u lobby.Update) bool { return u.You == 0 })
	order(anna, lobby.Swap{One: 1, Other: 0})
	order(anna, lobby.HandOver{To: 1})
	bo.sees("that bo is the host", func(u lobby.Update) bool { return u.Host })
	order(bo, lobby.HandOver{To: 0})
	anna.sees("that anna is the host", func(u lobby.Update) bool { return u.Host })
	plan := lobby.Plan{
		Title: "new", Seats: 4, Public: true, Options: engine.Options{"jokers": "strict"}, Clock: time.Hour, Absent: lobby.AbsentWait,
		Unaided: true, Apart: true, EyesDelay: 0,
	}
	order(anna, lobby.Change{Plan: plan})
	bo.sees("the new plan", func(u lobby.Update) bool {
		return u.Plan.Title == "new" && u.Plan.Options["jokers"] == "strict" && u.Plan.Clock == time.Hour && u.Plan.Absent == lobby.AbsentWait &&
			u.Plan.Public && u.Plan.Unaided && u.Plan.Apart
	})
	order(bo, lobby.SetReady{Ready: true})
	anna.sees("that bo is ready", func(u lobby.Update) bool { return u.Seats[1].Ready })
	order(bo, lobby.SetReady{})
	anna.sees("that bo is not", func(u lobby.Update) bool { return !u.Seats[1].Ready })
}

func checkOnce(s *stage) {
	instance := s.instance(Config{})
	anna := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("anna")), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
	bo := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("bo")), lobby.Join{Code: anna.now.Code}))
	once := lobby.NewRequest(lobby.Say{Text: "once"})
	for range 3 {
		_, err := anna.Do(s.Context(), once)
		s.must(err)
	}
	_, err := bo.Do(s.Context(), once) // the same ID of another person
	s.must(err)
	// A person can repeat a request from another session.
	again := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("anna")), lobby.Join{Code: anna.now.Code}))
	_, err = again.Do(s.Context(), once)
	s.must(err)
	again.do(lobby.Say{Text: "last"})
	var said []string
	for _, line := range again.now.Chat {
		said = append(said, line.Name+" "+line.Text)
	}
	if got := strings.Join(said, ", "); got != "anna once, bo once, anna last" {
		s.Errorf("said is %s", got)
	}
}

func checkDone(s *stage) {
	instance := s.instance(Config{})
	anna, bo := s.pair(instance, lobby.Plan{})
	before := anna.now.Revision
	refused, err := lobby.Ask(s.Context(), anna, lobby.Play{Action: "stop"})
	if err == nil || refused.Revision != before {
		s.Errorf("refused with %v at %d, after %d", err, refused.Revision, before)
	}
	done, err := lobby.Ask(s.Context(), anna, lobby.Play{Action: "deal"})
	s.must(err)
	if done.Revision <= before {
		s.Errorf("done at %d, after %d", done.Revision, before)
	}
	for anna.now.Revision < done.Revision {
		anna.next()
	}
	if slices.Contains(anna.now.Match.ToMove, 0) {
		s.Error("the update that shows what was done does not show it")
	}
	bo.sees("it", func(u lobby.Update) bool { return !slices.Contains(u.Match.ToMove, 0) })
}

func checkRefusals(s *stage) {
	instance := s.instance(Config{})
	anna, bo := s.pair(instance, lobby.Plan{})
	for _, action := range []engine.Action{"xyzzy", "", "%s%d%!", "\xff\x00", "é漢🦊\u202e", engine.Action(strings.Repeat("9", 100_000))} {
		var refusal *engine.Refusal
		if err := lobby.Perform(s.Context(), anna, lobby.Play{Action: action}); !errors.As(err, &refusal) || refusal.Code != engine.NotAnAction {
			s.Errorf("%.20q is refused with %v", action, err)
		} else if text := refusal.Error(); text != err.Error() || strings.Contains(text, "%!(") {
			s.Errorf("%.20q is refused with %q and %q", action, text, err)
		}
	}
	bo.refused(lobby.Start{}, "Only the host can do that")
	anna.refused(lobby.Say{Text: "\x00"}, "message is empty")
	for _, do := range []lobby.RoomOp{lobby.Swap{One: -5, Other: 99}, lobby.HandOver{To: -1}, lobby.RemoveBot{Seat: 1 << 40}, lobby.AddBot{Level: -3}, lobby.Follow{Seat: 7}} {
		anna.refused(do, "")
	}
	bo.plays("deal") // the match continues
	checkBudget(s, instance)
}

// checkBudget exceeds the rate limit from a public address.
func checkBudget(s *stage, instance Instance) {
	s.Helper()
	hasty := person("hasty")
	hasty.Address = netip.MustParseAddr("198.51.100.7")
	handle := s.seated(lobby.Ask(s.Context(), s.enter(instance, hasty), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
	for range 5000 {
		err := lobby.Perform(s.Context(), handle, lobby.ListLegal{})
		if much := (*ratelimit.Refusal)(nil); errors.As(err, &much) {
			if much.Kind != ratelimit.RoomRequests || much.Error() != err.Error() || !strings.Contains(err.Error(), "sending commands too fast") {
				s.Errorf("refused with %+v", err)
			}
			return
		}
		s.must(err)
	}
	s.Error("nobody is too fast")
}

func checkContexts(s *stage) {
	instance := s.instance(Config{})
	guest := s.enter(instance, person("anna"))
	anna := s.seated(lobby.Ask(s.Context(), guest, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
	over, cancel := context.WithCancel(s.Context())
	cancel()
	if err := lobby.Perform(over, anna, lobby.Say{Text: "late"}); !errors.Is(err, context.Canceled) {
		s.Errorf("an order that nobody waits for ends with %v", err)
	}
	late, cancel := context.WithTimeout(s.Context(), -time.Second)
	defer cancel()
	if _, err := lobby.Ask(late, s.enter(instance, person("bo")), lobby.Join{Code: anna.now.Code}); !errors.Is(err, context.DeadlineExceeded) {
		s.Errorf("somebody who comes late is told %v", err)
	}
	anna.do(lobby.Say{Text: "on time"})
	if len(anna.now.Chat) != 1 || anna.now.Seats[1].Kind != lobby.SeatEmpty {
		s.Errorf("it was done: %+v", anna.now)
	}
}
