package lobbytest

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

func checkClosing(s *stage) {
	instance := s.instance(Config{})
	guest := s.enter(instance, person("anna"))
	anna := s.seated(lobby.Ask(s.Context(), guest, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
	s.must(instance.Close(s.Context()))
	if err := guest.ends(); !errors.Is(err, lobby.ErrStopping) {
		s.Errorf("the visit ended with %v", err)
	}
	if err := anna.ends(); !errors.Is(err, lobby.ErrStopping) || err.Error() != lobby.ErrStopping.Error() {
		s.Errorf("the hold ended with %v", err)
	}
	if err := lobby.Perform(s.Context(), anna, lobby.Start{}); !errors.Is(err, lobby.ErrStopping) {
		s.Errorf("an order is refused with %v", err)
	}
	if _, err := instance.Lobby.Enter(s.Context(), person("bo")); !errors.Is(err, lobby.ErrStopping) {
		s.Errorf("who comes is told %v", err)
	}
}

func checkDraining(s *stage) {
	instance := s.instance(Config{})
	guest := s.enter(instance, person("cy"))
	waiting := s.seated(lobby.Ask(s.Context(), guest, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
	anna, bo := s.pair(instance, lobby.Plan{Options: engine.Options{"rounds": "9"}})
	until := time.Now().Add(time.Hour)
	ctx, cancel := context.WithDeadline(s.Context(), until)
	defer cancel()
	drained := make(chan struct{})
	go func() {
		instance.Drain(ctx)
		close(drained)
	}()
	if err := waiting.ends(); !errors.Is(err, lobby.ErrStopping) {
		s.Errorf("a room that waits ends with %v", err)
	}
	bo.sees("when the server stops", func(u lobby.Update) bool { return u.Draining.Equal(until) })
	if _, err := lobby.Ask(s.Context(), guest, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}); !errors.Is(err, lobby.ErrStopping) {
		s.Errorf("a room is refused with %v", err)
	}
	s.must(lobby.Perform(s.Context(), anna, lobby.Play{Action: engine.Resign}))
	if err := bo.ends(); !errors.Is(err, lobby.ErrStopping) || bo.now.Match.Round != 1 {
		s.Errorf("after the round the hold ends with %v", err)
	}
	<-drained
}

func checkAccounts(s *stage) {
	kept := &MemStore{}
	instance := s.instance(Config{Accounts: kept, History: kept})
	if known, err := instance.Lobby.Knows(s.Context(), "key:anna"); known || err != nil {
		s.Errorf("anna is known before she came: %v, %v", known, err)
	}
	anna := s.enter(instance, person("anna"))
	for _, settings := range []string{`{"size": 1}`, `{"size": 2}`, `{"size": "three"}`} {
		lobby.Send(s.Context(), anna, lobby.SaveSettings{Settings: []byte(settings)})
	}
	s.must(lobby.Perform(s.Context(), anna, lobby.Rename{Name: "Ann"}))
	who, account, err := instance.Lobby.Recognise(s.Context(), person("anna"))
	s.must(err)
	if who.ID != "key:anna" || account.Name != "Ann" || !account.Chosen || string(account.Settings) != `{"size": "three"}` || account.Made.IsZero() {
		s.Errorf("anna is %+v, %+v", who, account)
	}
	if known, err := instance.Lobby.Knows(s.Context(), "key:anna"); !known || err != nil {
		s.Errorf("anna is not known: %v, %v", known, err)
	}
	seat := s.seated(lobby.Ask(s.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
	export, err := lobby.Ask(s.Context(), anna, lobby.ExportData{Before: ""})
	s.must(err)
	if export.ID != "key:anna" || export.Name != "Ann" || !slices.Equal(export.IDs, []string{"key:anna"}) || !slices.Equal(export.Rooms, []string{seat.now.Code}) ||
		strings.ReplaceAll(string(export.Settings), " ", "") != `{"size":"three"}` || export.Matches == nil || export.Ratings == nil {
		s.Errorf("what is kept is %+v", export)
	}
	stranger, none, err := instance.Lobby.Recognise(s.Context(), lobby.Identity{ID: "guest:x", Name: "x", Guest: true})
	if err != nil || stranger.ID != "guest:x" || !stranger.Guest || !reflect.DeepEqual(none, lobby.Account{}) {
		s.Errorf("a stranger is %+v, %+v, %v", stranger, none, err)
	}
}

func checkLinking(s *stage) {
	instance := s.instance(Config{Accounts: &MemStore{}})
	anna, bo := s.enter(instance, person("anna")), s.enter(instance, person("bo"))
	offer, err := lobby.Ask(s.Context(), anna, lobby.OfferLink{})
	s.must(err)
	if len(offer.Code) != lobby.CodeLength || !offer.Until.After(time.Now()) {
		s.Errorf("the code is %q until %v", offer.Code, offer.Until)
	}
	s.refusal(lobby.Perform(s.Context(), bo, lobby.LinkKey{Code: "333333"}), "That code does not exist")
	s.refusal(lobby.Perform(s.Context(), anna, lobby.LinkKey{Code: offer.Code}), "already yours")
	s.must(lobby.Perform(s.Context(), bo, lobby.LinkKey{Code: offer.Code}))
	if err := bo.ends(); err == nil || !strings.Contains(err.Error(), "now linked") {
		s.Errorf("the visit ended with %v", err)
	}
	who, account, err := instance.Lobby.Recognise(s.Context(), person("bo"))
	s.must(err)
	if who.ID != "key:anna" || !slices.Contains(account.IDs, "key:bo") {
		s.Errorf("bo is %+v, %+v", who, account)
	}
}

func checkForgetting(s *stage) {
	instance := s.instance(Config{Accounts: &MemStore{}})
	anna := s.enter(instance, person("anna"))
	s.must(lobby.Perform(s.Context(), anna, lobby.Rename{Name: "Ann"}))
	seat := s.seated(lobby.Ask(s.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
	s.refusal(lobby.Perform(s.Context(), anna, lobby.DeleteAccount{}), "You have a seat in "+seat.now.Code)
	s.must(lobby.Perform(s.Context(), seat, lobby.Leave{}))
	seat.ends()
	s.must(lobby.Perform(s.Context(), anna, lobby.DeleteAccount{}))
	if err := anna.ends(); err == nil || !strings.Contains(err.Error(), "has been deleted") {
		s.Errorf("the visit ended with %v", err)
	}
	if known, err := instance.Lobby.Knows(s.Context(), "key:anna"); known || err != nil {
		s.Errorf("anna is known still: %v, %v", known, err)
	}
}

func checkNoAccounts(s *stage) {
	instance := s.instance(Config{})
	anna := s.enter(instance, person("anna"))
	lobby.Send(s.Context(), anna, lobby.SaveSettings{Settings: []byte("{}")})
	_, err := lobby.Ask(s.Context(), anna, lobby.OfferLink{})
	s.refusal(err, "forgets everyone")
	s.refusal(lobby.Perform(s.Context(), anna, lobby.LinkKey{Code: "333333"}), "forgets everyone")
	s.refusal(lobby.Perform(s.Context(), anna, lobby.DeleteAccount{}), "forgets everyone")
	_, err = lobby.Ask(s.Context(), anna, lobby.GetLeaderboard{Game: "davinci"})
	s.refusal(err, "keeps no ratings")
	_, err = lobby.Ask(s.Context(), anna, lobby.GetProfile{Person: ""})
	s.refusal(err, "keeps no ratings")
	_, err = lobby.Ask(s.Context(), anna, lobby.GetStatistics{Person: ""})
	s.refusal(err, "keeps no ratings")
	export, err := lobby.Ask(s.Context(), anna, lobby.ExportData{Before: ""})
	s.must(err)
	if export.ID != "key:anna" || export.Settings != nil || export.Matches == nil || instance.History != nil {
		s.Errorf("what is kept is %+v; there is a history: %v", export, instance.History)
	}
}

// played returns a store with a finished match of anna and bo.
func played(s *stage) *MemStore {
	s.Helper()
	match, err := games()[0].Start(2, engine.Seed{1}, nil)
	s.must(err)
	for range 3 { // games of the match
		for _, move := range []engine.Move{{Seat: 0, Action: "deal"}, {Seat: 1, Action: engine.Resign}, {Seat: 0, Action: engine.Next}, {Seat: 1, Action: engine.Next}} {
			if next, _, err := match.Play(move.Seat, move.Action); err == nil {
				match = next
			}
		}
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	return &MemStore{
		Played: []lobby.Finished{{
			ID: "M1", Room: "ABCDEF", Title: "a <table>", Began: at, Ended: at.Add(time.Hour), Rated: true, Public: true,
			Players: []lobby.Player{{ID: "key:anna", Name: "anna"}, {ID: "key:bo", Name: "bo"}},
			Winners: []engine.Seat{0}, Totals: []float64{12, 0.5}, Record: match.Record(),
		}},
		Ranked: []lobby.Standing{
			{Person: "key:anna", Name: "anna", Game: "davinci", Rating: 1612.25, Deviation: 80.1, Place: 1, Matches: 1, Wins: 1, Streak: 1, Best: 1},
			{Person: "key:bo", Name: "bo", Game: "davinci", Rating: 1387.75, Deviation: 80.1, Provisional: true, Place: 2, Matches: 1, Streak: -1},
		},
	}
}

func checkHistory(s *stage) {
	kept := played(s)
	instance := s.instance(Config{Accounts: kept, History: kept, Ratings: kept})
	match, err := instance.History.Match(s.Context(), "M1")
	s.must(err)
	if !reflect.DeepEqual(match, kept.Played[0]) {
		s.Errorf("the match is %+v", match)
	}
	if _, err := instance.History.Match(s.Context(), "M2"); !errors.Is(err, lobby.ErrUnknown) {
		s.Errorf("a match that never was is refused with %v", err)
	}
	page, err := lobby.ListMatches(s.Context(), instance.History, "", "", "")
	s.must(err)
	if len(page.Matches) != 1 || page.Matches[0].Record.Moves != nil || page.Matches[0].Title != "a <table>" {
		s.Errorf("the list is %+v", page)
	}
	bo := s.enter(instance, person("bo"))
	leaders, err := lobby.Ask(s.Context(), bo, lobby.GetLeaderboard{Game: "davinci"})
	s.must(err)
	if !bo.KeepsRatings() || !reflect.DeepEqual(leaders.Leaders, kept.Ranked) || leaders.You != kept.Ranked[1] {
		s.Errorf("the leaders are %+v", leaders)
	}
	profile, err := lobby.Ask(s.Context(), bo, lobby.FindProfile{Name: "Anna"})
	s.must(err)
	same, err := lobby.Ask(s.Context(), bo, lobby.GetProfile{Person: "key:anna"})
	s.must(err)
	if !reflect.DeepEqual(profile, same) || profile.Name != "anna" || profile.You || len(profile.Results) != 1 || profile.AgainstYou.Won+profile.AgainstYou.Lost != 1 {
		s.Errorf("anna is %+v, %+v", profile, same)
	}
	_, err = lobby.Ask(s.Context(), bo, lobby.FindProfile{Name: "nobody"})
	s.refusal(err, "no player called nobody")
	statistics, err := lobby.Ask(s.Context(), bo, lobby.FindStatistics{Name: "Anna"})
	s.must(err)
	alike, err := lobby.Ask(s.Context(), bo, lobby.GetStatistics{Person: "key:anna"})
	s.must(err)
	if !reflect.DeepEqual(statistics, alike) || statistics.Name != "anna" || statistics.Counted != 1 || len(statistics.Games) != 1 ||
		statistics.Games[0].All != (lobby.Share{Matches: 1, Won: 1, Fair: 0.5, Points: 12}) || !reflect.DeepEqual(statistics.Games[0].Latest, []lobby.Seated{{ID: "M1"}}) {
		s.Errorf("anna has done %+v, %+v", statistics, alike)
	}
	_, err = lobby.Ask(s.Context(), bo, lobby.FindStatistics{Name: "nobody"})
	s.refusal(err, "no player called nobody")
	export, err := lobby.Ask(s.Context(), bo, lobby.ExportData{Before: ""})
	s.must(err)
	if len(export.Matches) != 1 || len(export.Matches[0].Record.Moves) == 0 || len(export.Ratings) != 1 {
		s.Errorf("of bo is kept %+v", export)
	}
}
