package lobbytest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/ratelimit"
)

func checkGamesAndLimits(s *stage) {
	limits := lobby.Limits{ChatCells: 33}
	instance := s.instance(Config{Limits: limits})
	var names []string
	for _, game := range instance.Lobby.Games() {
		names = append(names, game.Name)
	}
	if fmt.Sprint(names) != "[davinci kodeknacker masterdice]" {
		s.Errorf("the games are %v", names)
	}
	limits.BotPace = -1
	if got := instance.Lobby.Limits(); !reflect.DeepEqual(got, limits.WithDefaults()) {
		s.Errorf("the limits are %+v", got)
	}
}

// lists reports whether exactly these people are listed.
func lists(names ...string) func(lobby.Page) bool {
	return func(page lobby.Page) bool {
		var here []string
		for _, line := range page.People {
			here = append(here, line.Name)
		}
		return slices.Equal(here, names)
	}
}

func checkEntering(s *stage) {
	instance := s.instance(Config{})
	anna := s.enter(instance, person("anna"))
	anna.sees("themselves", lists("anna"))
	peeked, err := lobby.Ask(s.Context(), anna, lobby.Peek{Window: lobby.WholeLobby()})
	if err != nil || anna.page.You.Name != "anna" || anna.page.You.Guest || !reflect.DeepEqual(anna.page, peeked) {
		s.Errorf("the first page is %+v, and %+v (%v) by the way", anna.page, peeked, err)
	}
	bo := s.enter(instance, lobby.Identity{ID: "guest:bo", Name: "bo", Guest: true})
	passing := s.enter(instance, lobby.Identity{ID: "key:cy", Name: "cy", Passing: true})
	anna.sees("bo", lists("anna", "bo"))
	if !anna.page.People[1].Guest || anna.KeepsRatings() {
		s.Errorf("bo is %+v; ratings are kept: %v", anna.page.People[1], anna.KeepsRatings())
	}
	passing.Close()
	bo.Close()
	anna.sees("bo gone", lists("anna"))
	if err := bo.ends(); err != nil {
		s.Errorf("bo's visit ended with %v", err)
	}
	bo.Close() // a second call has no effect
	if _, err := instance.Lobby.Enter(s.Context(), lobby.Identity{Name: "nobody"}); err == nil {
		s.Error("somebody is let in who is nobody")
	}
	if _, err := lobby.Ask(s.Context(), bo, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}); err == nil {
		s.Error("a visit that has ended makes a room")
	}
}

func checkNames(s *stage) {
	instance := s.instance(Config{})
	anna, bo := s.enter(instance, person("anna")), s.enter(instance, person("bo"))
	again := s.enter(instance, lobby.Identity{ID: "key:anna", Name: "other"})
	if again.Name() != "anna" {
		s.Errorf("the same person is called %q", again.Name())
	}
	other := s.enter(instance, lobby.Identity{ID: "key:x", Name: "bo\x1b[31m"})
	if name := other.Name(); name == "bo" || name == "" {
		s.Errorf("somebody else is called %q", name)
	}
	s.refusal(lobby.Perform(s.Context(), anna, lobby.Rename{Name: "Bo"}), "the name of a player here")
	s.refusal(lobby.Perform(s.Context(), anna, lobby.Rename{Name: "\x00"}), "at least one letter")
	s.must(lobby.Perform(s.Context(), anna, lobby.Rename{Name: "Ännchen"}))
	if anna.Name() != "Ännchen" || again.Name() != "Ännchen" {
		s.Errorf("renamed, anna is %q and %q", anna.Name(), again.Name())
	}
	bo.sees("the new name", func(page lobby.Page) bool {
		return slices.ContainsFunc(page.People, func(line lobby.PersonRow) bool { return line.Name == "Ännchen" })
	})
}

func checkRefusedNames(s *stage) {
	instance := s.instance(Config{})
	anna := s.enter(instance, person("anna"))
	for name, words := range map[string]string{
		"The Server": "is reserved", "PARL0R": "is reserved", "somebody": "is reserved",
		"anna47": "looks like a room code", "E93TDD": "looks like a room code", "e93-tdd": "looks like a room code",
	} {
		s.refusal(lobby.Perform(s.Context(), anna, lobby.Rename{Name: name}), words)
		if came := s.enter(instance, lobby.Identity{ID: "key:of " + name, Name: name}); lobby.RefuseName(came.Name()) != nil {
			s.Errorf("who comes as %q is called %q", name, came.Name())
		}
	}
	for _, name := range []string{"Gareth", "HANNAH", "Parlor Anna", "anna4"} {
		s.must(lobby.Perform(s.Context(), anna, lobby.Rename{Name: name}))
	}
}

// checkKeptNames checks that the name of a person with a key and a finished match is reserved for a
// year after their last visit.
func checkKeptNames(s *stage) {
	const month = 30 * 24 * time.Hour
	kept := played(s)
	for _, one := range []struct {
		name   string
		ago    time.Duration
		guest  bool
		played bool
	}{
		{"anna", 11 * month, false, true},
		{"bo", 13 * month, false, true},
		{"gus", month, true, true},
		{"nell", month, false, false},
	} {
		seen := time.Now().Add(-one.ago)
		kept.People = append(kept.People, lobby.Account{
			ID: "key:" + one.name, IDs: []string{"key:" + one.name}, Name: one.name, Chosen: true, Guest: one.guest, Made: seen, Seen: seen,
		})
		if one.played {
			match := kept.Played[0]
			match.Players = []lobby.Player{{ID: "key:" + one.name, Name: one.name}, {Level: engine.FirstBot}}
			kept.Played = append(kept.Played, match)
		}
	}
	instance := s.instance(Config{Accounts: kept, History: kept})
	for _, name := range []string{"bo", "gus", "nell"} {
		if came := s.enter(instance, lobby.Identity{ID: "key:new " + name, Name: name}); came.Name() != name {
			s.Errorf("who comes as %s is called %q", name, came.Name())
		}
	}
	eve := s.enter(instance, lobby.Identity{ID: "key:eve", Name: "Anna"})
	if eve.Name() != "Anna~2" {
		s.Errorf("who comes under a name that is kept is called %q", eve.Name())
	}
	s.refusal(lobby.Perform(s.Context(), eve, lobby.Rename{Name: "ANNA"}), "the name of a player here")
	if anna := s.enter(instance, person("anna")); anna.Name() != "anna" {
		s.Errorf("anna is called %q when she is back", anna.Name())
	}
}

// checkNamesAtTables checks that a new name appears on the seat, among the spectators and in the
// title, even if the person is away.
func checkNamesAtTables(s *stage) {
	kept := played(s)
	instance := s.instance(Config{Accounts: kept, History: kept, Ratings: kept})
	session, watching := s.enter(instance, person("anna")), s.enter(instance, person("wilma"))
	anna := s.seated(lobby.Ask(s.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true}}))
	boVisit := s.enter(instance, person("bo"))
	bo := s.seated(lobby.Ask(s.Context(), boVisit, lobby.Join{Code: anna.now.Code}))
	wilma := s.seated(lobby.Ask(s.Context(), watching, lobby.Watch{Code: anna.now.Code}))
	anna.do(lobby.Start{})
	s.must(lobby.Perform(s.Context(), session, lobby.Rename{Name: "Annabel"}))
	s.must(lobby.Perform(s.Context(), watching, lobby.Rename{Name: "Wilhelmina"}))
	bo.sees("the new names", func(u lobby.Update) bool {
		return u.Seats[0].Name == "Annabel" && u.Plan.Title == "Annabel's table" && slices.Equal(u.Watchers, []string{"Wilhelmina"})
	})
	wilma.sees("the note", func(u lobby.Update) bool {
		return slices.ContainsFunc(u.Notes, func(n lobby.Note) bool { return n.Text.String() == "anna is now called Annabel." })
	})
	bo.Close()
	boVisit.Close()
	anna.sees("that bo is away", func(u lobby.Update) bool { return !u.Seats[1].Away.IsZero() })
	back := s.enter(instance, lobby.Identity{ID: "key:bo", Name: "root"})
	if back.Name() != "bo" {
		s.Errorf("who holds a seat as bo comes back as %q", back.Name())
	}
	s.must(lobby.Perform(s.Context(), back, lobby.Rename{Name: "Bodo"}))
	anna.sees("the new name of who is away", func(u lobby.Update) bool { return u.Seats[1].Name == "Bodo" })
	if anna.do(lobby.Say{Text: "hello"}); anna.now.Chat[len(anna.now.Chat)-1].Name != "Annabel" {
		s.Errorf("Annabel speaks as %+v", anna.now.Chat)
	}
	back.Close()
	profile, err := lobby.Ask(s.Context(), session, lobby.FindProfile{Name: "BODO"})
	s.must(err)
	if profile.Person != "key:bo" {
		s.Errorf("who sits at the table as Bodo is %+v", profile)
	}
}

func checkLobbyChat(s *stage) {
	instance := s.instance(Config{})
	anna, bo := s.enter(instance, person("anna")), s.enter(instance, person("bo"))
	s.refusal(lobby.Perform(s.Context(), anna, lobby.SayInLobby{Text: " \x00"}), "message is empty")
	for i := range 3 {
		s.must(lobby.Perform(s.Context(), anna, lobby.SayInLobby{Text: fmt.Sprintf("<line> %d & \"é漢🦊\"", i)}))
	}
	bo.sees("three lines", func(page lobby.Page) bool { return len(page.Chat) == 3 })
	for i, line := range bo.page.Chat {
		if line.Name != "anna" || line.Text != fmt.Sprintf("<line> %d & \"é漢🦊\"", i) || line.ID != uint64(i)+1 || line.At.IsZero() {
			s.Errorf("line %d is %+v", i, line)
		}
	}
	var much *ratelimit.Refusal
	for range 1000 {
		if err := lobby.Perform(s.Context(), anna, lobby.SayInLobby{Text: "again"}); errors.As(err, &much) {
			break
		}
	}
	if much == nil || much.Kind != ratelimit.LobbyChat {
		s.Errorf("whoever talks without end is refused with %v", much)
	}
}

func checkLobbyRooms(s *stage) {
	instance := s.instance(Config{})
	anna, bo := s.enter(instance, person("anna")), s.enter(instance, person("bo"))
	public := s.seated(lobby.Ask(s.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci", Public: true, Title: "open", Rated: true}}))
	private := s.seated(lobby.Ask(s.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "kodeknacker", Title: "hidden"}}))
	bo.sees("both rooms", func(page lobby.Page) bool { return len(page.Rooms) == 2 && page.Rooms[0].Open == 3 })
	open, locked := bo.page.Rooms[0], bo.page.Rooms[1]
	if open.Title != "open" || open.Code != public.now.Code || open.Game != "davinci" || open.Settings["rated"] != lobby.Yes || open.Stage != lobby.Gathering ||
		!slices.Equal(open.Names, []string{"anna"}) || open.Options["jokers"] == "" || open.Since.IsZero() {
		s.Errorf("the public room is %+v", open)
	}
	if !locked.Locked || locked.Code+locked.Title != "" || locked.Names != nil || locked.Options != nil {
		s.Errorf("the private room is %+v", locked)
	}
	anna.sees("the own rooms", func(page lobby.Page) bool { return len(page.Yours) == 2 })
	private.do(lobby.Leave{})
	bo.sees("one room", func(page lobby.Page) bool { return len(page.Rooms) == 1 })
}

// checkNewNames checks that new names may have only letters, marks, digits, spaces and ' - . _, and
// must not look like a mark of the server or its staff.
func checkNewNames(s *stage) {
	instance := s.instance(Config{})
	anna := s.enter(instance, person("anna"))
	for _, name := range []string{
		"host", "you", "guest", "b0t", "Watcher", "oper.ator", "R00T", "stäff", "Support", "sysop", "аdmin", "beginner", "Rollouts",
		"Anna · bot", "Anna (host)", "Anna~1", "★ host", "host: Anna", "Anna [you]", "Anna | staff",
	} {
		if err := lobby.Perform(s.Context(), anna, lobby.Rename{Name: name}); err == nil || anna.Name() != "anna" {
			s.Fatalf("somebody is called %q after %q (%v)", anna.Name(), name, err)
		}
	}
	for wished, name := range map[string]string{
		"★ Anna": "Anna", "✓Nell": "Nell", "O’Hara": "O'Hara", "d.w_x-y": "d.w_x-y", "Zoë (Berlin)": "Zoë Berlin", "नमस्ते": "नमस्ते", "Hosta": "Hosta",
		"Jean-Luc": "Jean-Luc", "a name of twenty cells": "a name of twenty",
	} {
		s.must(lobby.Perform(s.Context(), anna, lobby.Rename{Name: wished}))
		if anna.Name() != name {
			s.Errorf("who wishes %q is called %q", wished, anna.Name())
		}
		if told := lobby.CleanedNameText(wished, name, 16); told.IsZero() != (wished == name) {
			s.Errorf("who wishes %q is told %q", wished, told)
		}
	}
	s.refusal(lobby.Perform(s.Context(), anna, lobby.Rename{Name: "★🦊"}), "at least one letter")
	s.refusal(lobby.Perform(s.Context(), anna, lobby.Rename{Name: "🤖 Caliper"}), "the name of a bot")

	taken := s.enter(instance, lobby.Identity{ID: "key:nell", Name: anna.Name()})
	s.must(lobby.Perform(s.Context(), taken, lobby.Rename{Name: taken.Name()})) // with the number that the lobby has appended
}

// checkOldNames checks that a person keeps an old name that the lobby would no longer accept.
func checkOldNames(s *stage) {
	kept := &MemStore{}
	for _, name := range []string{"★ Anna", "Support"} {
		kept.People = append(kept.People, lobby.Account{ID: "key:" + name, IDs: []string{"key:" + name}, Name: name, Chosen: true})
	}
	instance := s.instance(Config{Accounts: kept, History: kept})
	for _, one := range kept.People {
		who, _, err := instance.Lobby.Recognise(s.Context(), lobby.Identity{ID: one.ID, Name: "other"})
		s.must(err)
		if came := s.enter(instance, who); came.Name() != one.Name {
			s.Errorf("%s comes back as %q", one.Name, came.Name())
		}
	}
}
