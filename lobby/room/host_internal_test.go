package room

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
)

func TestHostPasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here := &Handle{}
		s := seating{[]seat{person("anna"), person("bo"), {kind: lobby.SeatBot, name: "Fiora"}}}
		s.seats[0].handle, s.seats[1].handle = here, here
		h, told := host{}, &said{}
		h.pass(&s, told)
		if h.id != "anna" || h.acting || len(told.notes) != 1 {
			t.Fatalf("%+v, %q", h, told.notes)
		}
		s.seats[0].handle, s.seats[0].away = nil, time.Now()
		if h.pass(&s, told); h.id != "anna" {
			t.Error("the role goes at once")
		}
		time.Sleep(hostGrace)
		if h.pass(&s, told); h.id != "bo" || h.acting {
			t.Errorf("after the grace: %+v", h)
		}
		// If no player is present, an absent one is acting host until one arrives.
		s.seats[1].handle, s.seats[1].away, s.seats[1].left = nil, time.Now(), true
		h.id = ""
		if h.pass(&s, told); h.id != "anna" || !h.acting {
			t.Errorf("with nobody there: %+v", h)
		}
		s.seats[1] = person("cy")
		s.seats[1].handle = here
		if h.pass(&s, told); h.id != "cy" {
			t.Errorf("a stand-in keeps the role: %+v", h)
		}
	})
}

func TestBans(t *testing.T) {
	h := host{}
	for i := range maxBanned {
		if err := h.ban("ROOM", strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	before := h
	if h.ban("ROOM", "7") != nil || h.ban("ROOM", "one more") == nil {
		t.Error("the list is not as long as it says")
	}
	if !h.bans("ROOM", "7") || h.bans("OTHER", "7") || h.bans("ROOM", "one more") || len(before.banned) != maxBanned {
		t.Error("somebody else is kept out")
	}
}
