package local

import (
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/room"
)

// endingClient is a session that ends between registering a handle and entering the room.
type endingClient struct {
	*client
	held *room.Handle
}

func (h *endingClient) Keep(hold *room.Handle) bool {
	h.held = hold
	defer h.hangUp()
	return h.client.Keep(hold)
}

func TestSessionEndsWhileEntering(t *testing.T) {
	l := New(Config{Games: []engine.Game{{Name: "none", MinSeats: 2, MaxSeats: 2}}})
	host, err := l.Enter(t.Context(), lobby.Identity{ID: "host", Name: "host"})
	if err != nil {
		t.Fatal(err)
	}
	handle, err := lobby.Ask(t.Context(), host, lobby.Create{Plan: lobby.Plan{Game: "none", Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	update := <-handle.Updates()
	guest, err := l.Enter(t.Context(), lobby.Identity{ID: "guest", Name: "guest"})
	if err != nil {
		t.Fatal(err)
	}
	late := &endingClient{client: guest.(*session).client}
	if _, err := l.rooms.admit(t.Context(), l.registry.slot(update.Code), late, room.AsPlayer); err == nil || err.Error() != "You are no longer at this table." {
		t.Errorf("it is let in with %v", err)
	}
	if err := lobby.Perform(t.Context(), handle, lobby.Say{Text: "who was that?"}); err != nil {
		t.Error(err)
	}
	if u := <-handle.Updates(); u.Seats[1].Kind != lobby.SeatEmpty || !u.Seats[0].Away.IsZero() {
		t.Errorf("the table is %+v", u.Seats)
	}
	if _, open := <-late.held.Updates(); open || late.client.Keep(late.held) {
		t.Error("the hold goes on")
	}
	if err := l.Close(t.Context()); err != nil {
		t.Error(err)
	}
}
