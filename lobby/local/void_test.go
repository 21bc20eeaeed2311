package local_test

import (
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// TestAClosedMatchIsVoid: whoever closes a room in which a match is played leaves a
// match without a winner, that counts for nobody, and in which nobody has resigned.
func TestAClosedMatchIsVoid(t *testing.T) {
	for _, row := range []struct {
		void  string
		rated bool
		close func(t *testing.T, l *local.Lobby, anna, bo *person)
	}{
		{lobby.VoidPlayer, false, func(t *testing.T, _ *local.Lobby, anna, bo *person) {
			bo.Close()
			time.Sleep(6 * time.Minute)
			give(t, anna, lobby.Close{})
		}},
		{lobby.VoidOperator, true, func(t *testing.T, l *local.Lobby, anna, _ *person) {
			if _, err := l.CloseRoom(t.Context(), anna.now.Code, "for now"); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(row.void, func(t *testing.T) {
			in(t, func(t *testing.T) {
				book := newLedger()
				l := open(t, local.Config{Journal: book})
				plan := lobby.Plan{Options: engine.Options{"first": "2", "rounds": "3"}}
				if row.rated {
					plan = ratedPlan()
				}
				anna, bo := pair(t, l, plan)
				anna.do("deal")
				bo.do("deal")
				row.close(t, l, anna, bo)
				match := book.only(t)
				if match.Void != row.void || len(match.Winners) != 0 || match.Winners == nil || match.Rated || match.Ranks() != nil {
					t.Errorf("the match is %+v", match)
				}
				for seat := range match.Players {
					if result := match.Result(seat); result != lobby.ResultVoid {
						t.Errorf("for seat %d it is %s", seat, result)
					}
				}
				for _, move := range match.Record.Moves {
					if move.Action == engine.Resign {
						t.Errorf("somebody resigned: %v", match.Record.Moves)
					}
				}
				if all := lobby.CountMatches(games(), "key:anna", []lobby.Finished{match}); len(all) != 0 {
					t.Errorf("it is counted: %+v", all)
				}
				if told := match.Scores().String(); told != "void: anna 0, bo 0" {
					t.Errorf("it is told as %q", told)
				}
			})
		})
	}
}

// TestWhoLeavesIsSaidToResign: the others read that last, also where the host left.
func TestWhoLeavesIsSaidToResign(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := pair(t, open(t, local.Config{}), lobby.Plan{})
		give(t, anna, lobby.Leave{})
		bo.look()
		if notes := bo.now.Notes; !bo.now.Host || notes[len(notes)-1].Text.String() != "anna resigned and left." {
			t.Errorf("bo reads %+v", notes)
		}
	})
}

// TestATableThatIsStoppedIsVoid: the host of a game night ends the match of a table,
// which then has no winner, for that reason.
func TestATableThatIsStoppedIsVoid(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newLedger()
		l := open(t, local.Config{Journal: book, Diary: newDiary()})
		p := newParty(t, l, lobby.EveningPlan{Rounds: 1}, "anna", "bo")
		p.do("anna", lobby.BeginEvening{})
		anna, bo := p.sit("anna"), p.sit("bo")
		anna.look()
		if bo.look(); bo.now.Stage != engine.Playing {
			t.Fatalf("bo sees %+v", bo.now)
		}
		table, _ := p.now["anna"].Table()
		p.do("anna", lobby.EndTable{Number: table.Number})
		match := book.only(t)
		if match.Void != lobby.VoidNight || len(match.Winners) != 0 || match.Rated || match.Result(0) != lobby.ResultVoid {
			t.Errorf("the match is %+v", match)
		}
		if told := lobby.ToldPlayers(match.Players).String() + " " + match.ToldVoid()[0].String(); told != "anna, bo void: the host of the game night ended it" {
			t.Errorf("it is told as %q", told)
		}
	})
}
