package lobbytest

import (
	"slices"
	"strings"

	"parlor/engine"
	"parlor/lobby"
)

// program returns the identity of an API client with a key.
func program(name string) lobby.Identity {
	who := person(name)
	who.Program = true
	return who
}

// marked waits until the seat's mark for API clients is as wanted.
func (p *player) marked(seat int, want bool) {
	p.s.Helper()
	p.sees("the mark", func(u lobby.Update) bool { return u.Seats[seat].Program == want })
}

// checkPrograms checks that API clients are marked for all, until the end of a match that they have
// played in, and cannot take over a rated match.
func checkPrograms(s *stage) {
	instance := s.instance(Config{})
	anna, robo := s.enter(instance, person("anna")), s.enter(instance, program("robo"))
	anna.sees("a program", func(page lobby.Page) bool {
		return slices.Contains(page.People, lobby.PersonRow{Name: "robo", Program: true}) && slices.Contains(page.People, lobby.PersonRow{Name: "anna"})
	})
	table := s.seated(lobby.Ask(s.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true, Options: engine.Options{"rounds": "1"}}}))
	robos := s.seated(lobby.Ask(s.Context(), robo, lobby.Join{Code: table.now.Code}))
	table.marked(1, true)
	watcher := s.enter(instance, person("wes"))
	watcher.sees("the mark of the room", func(page lobby.Page) bool {
		return len(page.Rooms) == 1 && slices.Equal(page.Rooms[0].Programs, []bool{false, true})
	})
	if told := watcher.page.Rooms[0].DisplayNames(); told[0].String() != "anna" || told[1].String() != "robo (program)" {
		s.Errorf("the lobby tells of %v", told)
	}
	s.must(lobby.Perform(s.Context(), table, lobby.Start{}))
	table.sees("the match", playing)

	byHand := s.enter(instance, person("robo"))
	watcher.sees("somebody beside the program", func(page lobby.Page) bool {
		return slices.ContainsFunc(page.People, func(p lobby.PersonRow) bool { return p.Name == "robo" && !p.Program })
	})
	bys := s.seated(lobby.Ask(s.Context(), byHand, lobby.Join{Code: table.now.Code}))
	if !bys.now.Seats[1].Program {
		s.Error("the mark has gone with the program, before the match is over")
	}
	robos.ends()
	s.must(lobby.Perform(s.Context(), bys, lobby.Play{Action: engine.Resign}))
	table.sees("the end", func(u lobby.Update) bool { return u.Stage == engine.Over })
	if !table.now.Seats[1].Program {
		s.Error("the mark has gone before the match is put away")
	}
	s.must(lobby.Perform(s.Context(), table, lobby.Start{}))
	table.marked(1, false)
	checkProgramTakesOver(s, instance)
}

// checkProgramTakesOver checks that an unrated match announces that an API client takes over, and
// that a rated match refuses it.
func checkProgramTakesOver(s *stage, instance Instance) {
	for _, rated := range []bool{false, true} {
		anna, bo := s.enter(instance, person("ann")), s.enter(instance, person("bo"))
		table := s.seated(lobby.Ask(s.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Rated: rated}}))
		bos := s.seated(lobby.Ask(s.Context(), bo, lobby.Join{Code: table.now.Code}))
		s.must(lobby.Perform(s.Context(), table, lobby.Start{}))
		table.sees("the match", playing)
		handle, err := lobby.Ask(s.Context(), s.enter(instance, program("bo")), lobby.Join{Code: table.now.Code})
		if rated {
			s.refusal(err, "started without a program")
			s.must(lobby.Perform(s.Context(), bos, lobby.Say{Text: "still here"}))
		} else {
			s.seated(handle, err)
			table.marked(1, true)
			if notes := toldIn(table.now); !strings.Contains(notes, "A program now plays for bo.") {
				s.Errorf("the room says %q", notes)
			}
		}
		s.must(lobby.Perform(s.Context(), table, lobby.Leave{}))
		anna.Close()
		bo.Close()
	}
}

// toldIn returns the notes of an update.
func toldIn(u lobby.Update) string {
	var all []string
	for _, note := range u.Notes {
		all = append(all, note.Text.String())
	}
	return strings.Join(all, " ")
}
