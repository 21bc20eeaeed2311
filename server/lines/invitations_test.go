package lines_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// hears fails unless all texts were printed.
func (p *typist) hears(t *testing.T, texts ...string) {
	t.Helper()
	heard := p.heard()
	for _, text := range texts {
		if !strings.Contains(heard, text) {
			t.Errorf("%q was not heard:\n%s", text, heard)
		}
	}
}

// TestInvitationsByEar checks invitations in the lobby and in a room, and answers in one word.
func TestInvitationsByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		anna, bo := come(t, l, "anna"), come(t, l, "bo")
		anna.types("friend bo")
		anna.hears(t, "bo is now your friend.")
		anna.types("people")
		anna.hears(t, "Friends:", "available")
		anna.types("invite zoe davinci")
		anna.hears(t, "zoe is not here now.")
		anna.types("invite bo davinci")
		anna.hears(t, "bo is invited.")
		bo.hears(t, "anna invites you to Da Vinci Code, in room E93TDD.", "Type accept to go there")
		bo.types("decline")
		anna.hears(t, "bo cannot join your room right now.")
		anna.types("invite bo")
		bo.types("accept")
		bo.hears(t, "Room E93TDD", "Seat 2: bo, you.")
		bo.types("mute anna")
		bo.types("lobby")
		bo.types("people")
		bo.hears(t, "Muted: anna", "at a table")
		anna.types("quit")
		bo.types("quit")
	})
}

// TestMutedByEar checks that a muted player stays muted under another name, and that the old name is free for others.
func TestMutedByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		anna, bo, cy := come(t, l, "anna"), come(t, l, "bo"), come(t, l, "cy")
		silent := func(text string) {
			t.Helper()
			time.Sleep(time.Second)
			if heard := anna.heard(); strings.Contains(heard, text) {
				t.Errorf("somebody who is muted is heard:\n%s", heard)
			}
		}
		anna.types("mute bo")
		anna.hears(t, "bo is muted.")
		bo.types("name Zorro")
		bo.types("say it is me")
		silent("it is me")
		cy.types("name bo")
		cy.types("say a new bo")
		time.Sleep(time.Second) // of the bubble, until the lobby is updated
		anna.hears(t, "bo says to the lobby: a new bo")
		anna.types("rooms --json")
		silent("it is me")
		anna.types("new davinci bots=0")
		bo.types("join E93TDD")
		bo.types("say it is still me")
		silent("it is still me")
		anna.types("mute zorro")
		anna.hears(t, "zorro is no longer muted.")
		for _, one := range []*typist{anna, bo, cy} {
			one.types("quit")
		}
	})
}
