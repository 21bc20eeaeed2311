package cluster_test

import (
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// pages follows the pages shown to a player.
type pages struct {
	t       *testing.T
	session lobby.Session
	now     lobby.Page
}

// until waits for a wanted page.
func (p *pages) until(what string, wanted func(lobby.Page) bool) {
	p.t.Helper()
	late := time.After(time.Minute)
	for !wanted(p.now) {
		select {
		case p.now = <-p.session.Pages():
		case <-late:
			p.t.Fatalf("%s is not shown; last was %+v", what, p.now)
		}
	}
}

// newest returns the last page received.
func (p *pages) newest() lobby.Page {
	select {
	case p.now = <-p.session.Pages():
	default:
	}
	return p.now
}

// TestOwnRoomsAtOtherNodes checks that own rooms are listed apart in the lobby, on any node.
func TestOwnRoomsAtOtherNodes(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		w.start(t, "c")
		bo := b.enter(t, "bo")
		p := &pages{t: t, session: bo}
		anna, seat := playing(t, a, b) // in a private room, bo in a second session
		lobby.Send(t.Context(), bo, lobby.Show{Window: lobby.WholeLobby()})
		p.until("his room", func(page lobby.Page) bool { return len(page.Yours) == 1 })
		if row := p.now.Yours[0]; row.Title != "anna's table" || row.Code != anna.now.Code || row.Stage != engine.Playing {
			t.Errorf("bo is shown %+v", row)
		}
		for _, turn := range []bool{true, false, true} {
			for tries := 0; p.newest().Yours[0].YourTurn != turn; tries++ {
				if move(t, anna, seat); tries > 50 {
					t.Fatalf("bo is shown %+v, where it is his turn: %v", p.now.Yours, turn)
				}
				time.Sleep(time.Second)
			}
		}
		cy, err := lobby.Ask(t.Context(), b.enter(t, "cy"), lobby.Peek{Window: lobby.WholeLobby()})
		if err != nil || len(cy.Yours) != 0 || len(cy.Rooms) != 1 || !cy.Rooms[0].Locked {
			t.Errorf("cy is shown %+v %+v, %v", cy.Yours, cy.Rooms, err)
		}
		lobby.Send(t.Context(), bo, lobby.Show{Window: lobby.Window{}})
		page, err := lobby.Ask(t.Context(), bo, lobby.Peek{Window: lobby.WholeLobby()})
		if err != nil || len(page.Yours) != 1 || page.Yours[0].Code != anna.now.Code {
			t.Errorf("bo looks once, and finds %+v, %v", page.Yours, err)
		}
		w.isolate("a")
		p.now = lobby.Page{}
		lobby.Send(t.Context(), bo, lobby.Show{Window: lobby.WholeLobby()})
		p.until("the room that has moved", func(page lobby.Page) bool {
			return len(page.Yours) == 1 && page.Yours[0].Code == anna.now.Code && len(page.People) == 2
		})
		seat.do(lobby.Leave{})
		p.until("that he has left", func(page lobby.Page) bool { return len(page.Yours) == 0 && len(page.People) > 0 })
		w.back("a")
	})
}

// TestAnOwnPublicRoomIsShownOnce checks that an own public room is listed once and can be searched for.
func TestAnOwnPublicRoomIsShownOnce(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		for _, name := range []string{"ada", "amy", "ann"} {
			seated(t)(lobby.Ask(t.Context(), a.enter(t, name), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true}}))
		}
		bo := b.enter(t, "bo")
		finds(t, bo, "room ada gathering 1/2, room amy gathering 1/2, room ann gathering 1/2, ada true true, amy true true, ann true true, bo false false")
		page, err := lobby.Ask(t.Context(), bo, lobby.Peek{Window: lobby.WholeLobby()})
		if err != nil {
			t.Fatal(err)
		}
		seat := seated(t)(lobby.Ask(t.Context(), bo, lobby.Join{Code: page.Rooms[1].Code}))
		p := &pages{t: t, session: bo}
		lobby.Send(t.Context(), bo, lobby.Show{Window: lobby.Window{From: 1, Rows: 1}})
		p.until("his room", func(page lobby.Page) bool {
			return len(page.Yours) == 1 && len(page.Rooms) == 1 && page.Total == 2 && page.AllRooms == 2 && page.Rooms[0].Code != seat.now.Code
		})
		last := p.now.Rooms[0].Code
		lobby.Send(t.Context(), bo, lobby.Show{Window: lobby.Window{Rows: 1}})
		p.until("the first room", func(page lobby.Page) bool {
			return len(page.Yours) == 1 && page.Window.From == 0 && page.Rooms[0].Code != last && page.Rooms[0].Code != seat.now.Code
		})
	})
}
