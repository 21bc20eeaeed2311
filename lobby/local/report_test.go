package local_test

import (
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// TestReportIsInvisible: no reader of the room gets an update, and only the host's page
// changes, for any reported player.
func TestReportIsInvisible(t *testing.T) {
	for _, row := range []struct {
		by, about string
		told      int // number of notices for the host
	}{{"bo", "cy", 1}, {"wes", "cy", 1}, {"cy", "wes", 1}, {"bo", "anna", 0}, {"anna", "bo", 0}, {"bo", "eve", 0}} {
		t.Run(row.by+" reports "+row.about, func(t *testing.T) {
			in(t, func(t *testing.T) {
				shelf := &lobbytest.MemStore{}
				l := open(t, local.Config{Reports: shelf})
				sessions := map[string]lobby.Session{}
				for _, name := range []string{"anna", "bo", "cy", "wes", "eve"} {
					sessions[name] = enter(t, l, name)
					lobby.Send(t.Context(), sessions[name], lobby.Show{Window: lobby.WholeLobby()})
				}
				anna := seated(t)(lobby.Ask(t.Context(), sessions["anna"], lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3}}))
				all := []*person{anna}
				for _, name := range []string{"bo", "cy"} {
					all = append(all, seated(t)(lobby.Ask(t.Context(), sessions[name], lobby.Join{Code: anna.now.Code})))
				}
				all = append(all, seated(t)(lobby.Ask(t.Context(), sessions["wes"], lobby.Watch{Code: anna.now.Code})))
				if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				for _, p := range all {
					for p.look() {
						continue
					}
				}
				time.Sleep(time.Minute)
				for _, session := range sessions {
					empty(session)
				}
				if err := lobby.Perform(t.Context(), sessions[row.by], lobby.SendReport{Name: row.about, Words: "It was not fair."}); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Minute)
				for i, p := range all {
					if p.look() {
						t.Errorf("reader %d of the room is sent something: %+v", i, p.now)
					}
				}
				for name, session := range sessions {
					pages := empty(session)
					if name == "anna" && row.told == 1 {
						if pages != 1 {
							t.Errorf("the host is sent %d pages", pages)
						}
						continue
					}
					if pages != 0 {
						t.Errorf("%s is sent %d pages", name, pages)
					}
				}
				if page := pageOf(t, sessions["anna"]); len(page.Calls) != row.told {
					t.Errorf("for the host waits %+v", page.Calls)
				}
				if filed := shelf.Filed(); len(filed) != 1 || filed[0].Room != anna.now.Code || filed[0].Match == "" {
					t.Errorf("the operator has %+v", filed)
				}
			})
		})
	}
}

// empty takes the waiting pages and returns their number.
func empty(session lobby.Session) (pages int) {
	for {
		select {
		case <-session.Pages():
			pages++
		default:
			return pages
		}
	}
}
