package lobbytest

import (
	"strings"
	"time"

	"parlor/lobby"
)

// checkReports checks that the operator gets a report with the visible chat, that the host of the
// room is notified, and that the reported person cannot notice it.
func checkReports(s *stage) {
	shelf := &MemStore{}
	instance := s.instance(Config{Reports: shelf})
	anna, bo, cy := s.enter(instance, person("anna")), s.enter(instance, person("bo")), s.enter(instance, person("cy"))
	table := s.seated(lobby.Ask(s.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3}}))
	bos, cys := s.seated(lobby.Ask(s.Context(), bo, lobby.Join{Code: table.now.Code})), s.seated(lobby.Ask(s.Context(), cy, lobby.Join{Code: table.now.Code}))
	cys.do(lobby.Say{Text: "you are all fools"})
	before := cys.now.Revision

	s.must(lobby.Perform(s.Context(), bo, lobby.SendReport{Name: "Cy", Words: "He  calls us\x1b[2J names."}))
	anna.called("reports bo")
	call := anna.page.Calls[0]
	if told := call.Describe("Da Vinci Code").String(); told != "bo has reported cy, at your table "+table.now.Code+". The operator has the report." {
		s.Errorf("the host is told %q", told)
	}
	s.must(lobby.Perform(s.Context(), anna, lobby.Decline{Call: call.ID}))
	anna.called()
	s.must(lobby.Perform(s.Context(), cy, lobby.SendReport{Name: "anna", Words: "The host does nothing."})) // who is not notified
	cys.do(lobby.Say{Text: "hello?"})
	bos.sees("the last line", func(u lobby.Update) bool { return len(u.Chat) > 1 })
	if cys.now.Revision != before+1 || strings.Contains(toldIn(cys.now), "report") {
		s.Errorf("cy was shown update %d after %d; the notes are %q", cys.now.Revision, before, toldIn(cys.now))
	}
	for _, one := range []*guest{anna, bo, cy} {
		if page, err := lobby.Ask(s.Context(), one, lobby.Peek{Window: lobby.WholeLobby()}); err != nil || len(page.Calls) > 0 || len(page.Chat) > 0 {
			s.Errorf("the lobby shows %+v, %+v (%v)", page.Calls, page.Chat, err)
		}
	}

	filed := shelf.Filed()
	if len(filed) != 2 {
		s.Fatalf("the operator has %+v", filed)
	}
	heard := filed[0].Heard
	filed[0].Heard = nil
	want := lobby.Report{
		Number: 1, At: filed[0].At, By: "key:bo", ByName: "bo", About: "key:cy", AboutName: "cy", Words: "He calls us[2J names.",
		Room: table.now.Code, Game: "davinci",
	}
	if got := filed[0]; got.Words != want.Words || got.Room != want.Room || got.Game != want.Game || got.By != want.By || got.ByName != want.ByName ||
		got.About != want.About || got.AboutName != want.AboutName || got.Match != "" || time.Since(got.At) < 0 {
		s.Errorf("the report is %+v", got)
	}
	if len(heard) != 1 || heard[0].By != "key:cy" || heard[0].Name != "cy" || heard[0].Text != "you are all fools" {
		s.Errorf("heard was %+v", heard)
	}
	if export, err := lobby.Ask(s.Context(), bo, lobby.ExportData{Before: ""}); err != nil || len(export.Reports) != 1 || export.Reports[0].About != "cy" || export.Reports[0].Words != want.Words {
		s.Errorf("bo is told to have reported %+v (%v)", export.Reports, err)
	}
	checkRefusedReports(s, bo)
}

// checkRefusedReports checks that reports are rate limited, and that reports about oneself, a bot
// or an unknown person are refused.
func checkRefusedReports(s *stage, bo *guest) {
	for name, words := range map[string]string{"bo": "your own name", "Caliper": "a bot", "nobody": "no player called nobody"} {
		s.refusal(lobby.Perform(s.Context(), bo, lobby.SendReport{Name: name, Words: "it was me"}), words)
	}
	s.refusal(lobby.Perform(s.Context(), bo, lobby.SendReport{Name: "cy", Words: " "}), "in one sentence")
	s.refusal(lobby.Perform(s.Context(), bo, lobby.SendReport{Name: "cy", Words: strings.Repeat("very ", 100)}), "too long")
	for range 3 {
		s.must(lobby.Perform(s.Context(), bo, lobby.SendReport{Name: "cy", Words: "again"}))
	}
	s.refusal(lobby.Perform(s.Context(), bo, lobby.SendReport{Name: "cy", Words: "again"}), "Too many reports")
	deaf := s.instance(Config{})
	s.enter(deaf, person("cy"))
	s.refusal(lobby.Perform(s.Context(), s.enter(deaf, person("bo")), lobby.SendReport{Name: "cy", Words: "again"}), "does not accept reports")
}
