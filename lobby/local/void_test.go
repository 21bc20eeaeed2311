package local_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/local"
)

// TestClosedMatchIsVoid: closing a room makes its match void: it has no winner, and no one
// has resigned.
func TestClosedMatchIsVoid(t *testing.T) {
	for _, row := range []struct {
		void  string
		rated bool
		close func(t *testing.T, l *local.Lobby, anna, bo *person)
	}{
		{lobby.VoidPlayer, false, func(t *testing.T, _ *local.Lobby, anna, bo *person) {
			bo.Close()
			time.Sleep(6 * time.Minute)
			give(t, anna, lobby.CloseRoom{})
		}},
		{lobby.VoidOperator, true, func(t *testing.T, l *local.Lobby, anna, _ *person) {
			if _, err := l.Operator().CloseRoom(t.Context(), anna.now.Code, "for now"); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(row.void, func(t *testing.T) {
			in(t, func(t *testing.T) {
				book := newMemJournal()
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
				if !match.Ended.Equal(time.Now()) {
					t.Errorf("it began at %v and ended at %v; it is %v", match.Began, match.Ended, time.Now())
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

// TestLeavingIsNotedAsResigning: the others read that note last, even if the host left.
func TestLeavingIsNotedAsResigning(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := pair(t, open(t, local.Config{}), lobby.Plan{})
		give(t, anna, lobby.Leave{})
		bo.look()
		if notes := bo.now.Notes; !bo.now.Host || notes[len(notes)-1].Text.String() != "anna resigned and left." {
			t.Errorf("bo reads %+v", notes)
		}
	})
}

// TestStoppedTableIsVoid: the host of a game night ends the match of a table, which becomes
// void.
func TestStoppedTableIsVoid(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book, GameNightStore: newNightStore()})
		p := newParty(t, l, lobby.GameNightPlan{Rounds: 1}, "anna", "bo")
		p.do("anna", lobby.BeginGameNight{})
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
		if told := lobby.PlayerNames(match.Players).String() + " " + match.VoidText()[0].String(); told != "anna, bo void: the host of the game night ended it" {
			t.Errorf("it is told as %q", told)
		}
	})
}

// breaking returns the games; Da Vinci Code panics when a player takes a white tile.
func breaking() []engine.Game {
	rules := davinci.Rules()
	deal := rules.Deal
	rules.Deal = func(setup engine.Setup) (engine.State[davinci.View, davinci.Event], error) {
		state, err := deal(setup)
		return broken{state}, err
	}
	return []engine.Game{rules.Game()}
}

// wantGivenUp checks that the server has made a match void after some moves.
func wantGivenUp(t *testing.T, match lobby.Finished, moves ...string) {
	t.Helper()
	if match.Void != lobby.VoidServer || len(match.Winners) != 0 || match.Winners == nil || match.Rated || match.Result(0) != lobby.ResultVoid {
		t.Errorf("the match is %+v", match)
	}
	var played []string
	for _, move := range match.Record.Moves {
		played = append(played, string(move.Action))
	}
	if got := strings.Join(played, ", "); got != strings.Join(moves, ", ") || match.Record.Moves == nil || match.Began.IsZero() || !match.Ended.Equal(time.Now()) {
		t.Errorf("%q were played from %v to %v, want %q until now", got, match.Began, match.Ended, moves)
	}
	if told := lobby.PlayerNames(match.Players).String() + " " + match.VoidText()[0].String(); told != "anna, bo void: the server could not continue the room" {
		t.Errorf("it is told as %q", told)
	}
	if all := lobby.CountMatches(games(), "key:anna", []lobby.Finished{match}); len(all) != 0 {
		t.Errorf("it is counted: %+v", all)
	}
}

// TestMatchOfFailedRoomIsVoid: if a room panics during a match, the match becomes void, in
// its last sound state.
func TestMatchOfFailedRoomIsVoid(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book, Games: breaking()})
		anna, bo := pair(t, l, ratedPlan())
		anna.do("take black")
		time.Sleep(10 * time.Second)
		bo.refused(lobby.Perform(t.Context(), bo, lobby.Play{Action: "take white"}), "sorry")
		match := book.only(t)
		wantGivenUp(t, match, "take black")
		if len(match.Totals) != 2 || len(book.aside) != 1 {
			t.Errorf("the points are %v, and set aside is %v", match.Totals, book.aside)
		}
		restart(t, book.crash(), 0)
	})
}

// TestFailedRoomWithFailedJournal: only the room closes, and the next start restores its
// match.
func TestFailedRoomWithFailedJournal(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		var log bytes.Buffer
		l := open(t, local.Config{Journal: book, Games: breaking(), Log: slog.New(slog.NewTextHandler(&log, nil))})
		other := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		anna, bo := pair(t, l, lobby.Plan{})
		anna.do("take black")
		book.fail(errors.New("the disk is broken"))
		bo.refused(lobby.Perform(t.Context(), bo, lobby.Play{Action: "take white"}), "sorry")
		book.fail(nil)
		if err := lobby.Perform(t.Context(), other, lobby.AddBot{Level: 1}); err != nil {
			t.Error("the other room:", err)
		}
		if text := log.String(); !strings.Contains(text, "cannot quarantine a failed room") || strings.Contains(text, "black 7") || len(book.ended) != 0 {
			t.Errorf("%d matches have ended, and the log says\n%s", len(book.ended), text)
		}
		if back := back(t, restart(t, book.crash(), 2), "anna"); back.now.Stage != engine.Playing {
			t.Errorf("anna comes back to %+v", back.now)
		}
	})
}

// TestFinishedMatchDoesNotChange, whatever happens to its room later.
func TestFinishedMatchDoesNotChange(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		anna, bo := pair(t, open(t, local.Config{Journal: book}), ratedPlan())
		bo.do("take white")
		anna.do("resign")
		left := book.crash()
		l := open(t, local.Config{Journal: left, Games: breaking()})
		if _, err := l.Restore(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err := lobby.Ask(t.Context(), enter(t, l, "gus"), lobby.Look{Code: anna.now.Code})
		anna.refused(err, "The operator has been told")
		if match := left.only(t); match.Void != "" || match.Result(1) != lobby.ResultWon || len(left.aside) != 1 {
			t.Errorf("the match is %+v", match)
		}
	})
}

// TestMatchOfLostRoomIsVoid: the readable and replayable part of a room that cannot be
// restored is stored as a void match.
func TestMatchOfLostRoomIsVoid(t *testing.T) {
	for name, row := range map[string]struct {
		games  []engine.Game
		damage func(e []lobby.Entry)
		lost   bool
		moves  []string
	}{
		"rules that break":      {breaking(), func([]lobby.Entry) {}, false, []string{"take black"}},
		"a move does not count": {nil, func(e []lobby.Entry) { spoil(&e[2], "take white", "stop") }, false, []string{"take black"}},
		"an entry is damaged":   {nil, func(e []lobby.Entry) { e[2].Data = e[2].Data[:40] }, false, []string{"take black"}},
		"no move can be played": {nil, func(e []lobby.Entry) { spoil(&e[1], "take black", "stop") }, false, nil},
		"a newer entry":         {nil, func(e []lobby.Entry) { spoil(&e[2], `"version":3`, `"version":9`) }, false, []string{"take black"}},
		"a match of more seats": {nil, func(e []lobby.Entry) { spoil(&e[0], `"seats":2,"seed"`, `"seats":3,"seed"`) }, true, nil},
		"nothing can be read":   {nil, func(e []lobby.Entry) { e[0].Data = []byte("{") }, true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				book := newMemJournal()
				anna, bo := pair(t, open(t, local.Config{Journal: book}), ratedPlan())
				anna.do("take black")
				bo.do("take white")
				left := book.crash()
				row.damage(left.rooms[anna.now.Code])
				time.Sleep(time.Hour)
				l := open(t, local.Config{Journal: left, Games: row.games})
				if _, err := l.Restore(t.Context()); err != nil {
					t.Fatal(err)
				}
				_, err := lobby.Ask(t.Context(), enter(t, l, "gus"), lobby.Look{Code: anna.now.Code})
				anna.refused(err, "The operator has been told")
				if row.lost {
					if len(left.ended) != 0 {
						t.Errorf("a match is kept: %+v", left.ended)
					}
					return
				}
				wantGivenUp(t, left.only(t), row.moves...)
			})
		})
	}
}

// spoil replaces a part of an entry.
func spoil(entry *lobby.Entry, old, changed string) {
	entry.Data = bytes.Replace(entry.Data, []byte(old), []byte(changed), 1)
}

// TestNoKickFromGameNightMatch: tables have no host, and a person removed from the game
// night keeps the seat and plays on.
func TestNoKickFromGameNightMatch(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		p := newParty(t, open(t, local.Config{Journal: book, GameNightStore: newNightStore()}), lobby.GameNightPlan{Rounds: 1}, "anna", "bo")
		p.do("anna", lobby.BeginGameNight{})
		anna, bo := p.sit("anna"), p.sit("bo")
		anna.look()
		if anna.now.Host || anna.now.Seats[0].Host || anna.now.Seats[1].Host || anna.now.Stage != engine.Playing {
			t.Fatalf("anna sees %+v", anna.now)
		}
		for _, wait := range []time.Duration{0, 10 * time.Minute} { // however long bo is away
			time.Sleep(wait)
			for _, do := range []lobby.RoomOp{lobby.Kick{Name: "bo"}, lobby.Kick{Name: "bo", KeepOut: true}, lobby.HandOver{To: anna.now.You}} {
				anna.refused(lobby.Perform(t.Context(), anna, do), "Only the host can do that.")
			}
			bo.Close()
		}
		p.do("anna", lobby.KickFromGameNight{Name: "bo"})
		bo = seated(t)(lobby.Ask(t.Context(), p.sessions["bo"], lobby.Join{Code: anna.now.Code}))
		if anna.look(); anna.now.Stage != engine.Playing || anna.now.Seats[bo.now.You].Name != "bo" || anna.now.Seats[bo.now.You].Left {
			t.Fatalf("bo was sent away, and anna sees %+v", anna.now)
		}
		anna.do(engine.Resign)
		if match := book.only(t); match.Void != "" || match.Players[bo.now.You].ID != "key:bo" || match.Result(int(bo.now.You)) != lobby.ResultWon {
			t.Errorf("the match is %+v", match)
		}
	})
}

// TestCrashWhileRoomCloses: whether or not the end of a room was written, its match is void
// or running after the next start, and no one has won.
func TestCrashWhileRoomCloses(t *testing.T) {
	ways := map[string]func(l *local.Lobby, anna *person) error{
		lobby.VoidPlayer: func(_ *local.Lobby, anna *person) error {
			return lobby.Perform(context.Background(), anna, lobby.CloseRoom{})
		},
		lobby.VoidOperator: func(l *local.Lobby, anna *person) error {
			_, err := l.Operator().CloseRoom(context.Background(), anna.now.Code, "for now")
			return err
		},
		lobby.VoidNight: nil, // by the host of a game night
	}
	for void, closes := range ways {
		for name, writes := range map[string]bool{"before it is written": false, "once it is written": true} {
			t.Run(void+"/"+name, func(t *testing.T) {
				in(t, func(t *testing.T) { crashAsItCloses(t, void, closes, writes) })
			})
		}
	}
}

func crashAsItCloses(t *testing.T, void string, closes func(*local.Lobby, *person) error, writes bool) {
	t.Helper()
	journal, nightStore := &lossyJournal{memJournal: newMemJournal()}, newNightStore()
	l := open(t, local.Config{Journal: journal, GameNightStore: nightStore})
	var anna, bo *person
	if closes == nil {
		p := newParty(t, l, lobby.GameNightPlan{Rounds: 1}, "anna", "bo")
		p.do("anna", lobby.BeginGameNight{})
		anna, bo = p.sit("anna"), p.sit("bo")
		closes = func(*local.Lobby, *person) error {
			table, _ := p.now["anna"].Table()
			return lobby.Perform(context.Background(), p.holds["anna"], lobby.EndTable{Number: table.Number})
		}
	} else {
		anna, bo = pair(t, l, lobby.Plan{})
	}
	anna.do("take black")
	bo.Close()
	time.Sleep(6 * time.Minute)
	anna.look()
	journal.lose(true, writes)
	closed := make(chan error, 1)
	go func() { closed <- closes(l, anna) }()
	time.Sleep(time.Second)
	if journal.tried() == 0 {
		t.Fatal("nothing was written")
	}
	left := journal.crash()
	if _, there := left.rooms[anna.now.Code]; there == writes {
		t.Fatalf("the room is there: %t", there)
	}
	again := restart(t, left, len(left.rooms)) // a game night has opened its next table
	if writes {
		if match := left.only(t); match.Void != void || len(match.Winners) != 0 {
			t.Errorf("the match is %+v", match)
		}
	} else if back := back(t, again, "anna"); back.now.Stage != engine.Playing || len(left.ended) != 0 {
		t.Errorf("anna comes back to %+v, and %d matches have ended", back.now, len(left.ended))
	}
	journal.lose(false, false)
	<-closed
}
