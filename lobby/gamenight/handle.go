package gamenight

import (
	"context"

	"parlor/lobby"
)

var _ lobby.GameNightHandle = (*Handle)(nil)

// Session is the session of a Handle, as far as a game night needs it.
type Session interface {
	ID() string  // Identity.ID
	Guest() bool // came without a key
	Name() string
	// Mutes reports whether they have muted the player with an identity.
	Mutes(id string) bool
	// MayDo charges an operation of a rate, and refuses what is too much.
	MayDo(rate lobby.Rate) error
	// CleanMessage cleans a message, and refuses what is too much.
	CleanMessage(text string) (string, error)
	// KeepNight notes a handle, to be closed with the session; it reports whether the
	// session still goes on. DropNight forgets it.
	KeepNight(h *Handle) bool
	DropNight(h *Handle)
}

// Handle is one session's reference to a game night. Its methods may be called from
// any goroutine.
type Handle struct {
	updates lobby.Latest[lobby.GameNightUpdate]
	night   gameNight
	code    string // of the night
	session Session
	board   bool // it only shows the night
}

// Updates implements lobby.GameNightHandle.
func (h *Handle) Updates() <-chan lobby.GameNightUpdate { return h.updates.Updates() }

// Ended implements lobby.GameNightHandle.
func (h *Handle) Ended() error { return h.updates.Ended() }

// Code is the code of the game night.
func (h *Handle) Code() string { return h.code }

// gameNight is a game night as its handles know it.
type gameNight interface {
	// do does what a session asks for, and waits for the answer.
	do(ctx context.Context, h *Handle, op any) error
	// hangUp ends a handle whose player did not leave. It waits for nothing.
	hangUp(h *Handle)
	// showAgain shows the chat once more. It waits for nothing.
	showAgain()
}

// Do implements lobby.GameNightHandle.
func (h *Handle) Do(ctx context.Context, request lobby.Request) (any, error) {
	op, err := lobby.OfNight.Find(request.Op)
	if err != nil {
		return nil, err
	}
	if err := h.session.MayDo(op.Rate); err != nil {
		return nil, err
	}
	return lobby.Nothing{}, h.night.do(ctx, h, request.Op)
}

// ShowAgain shows the chat once more, after a change of who is muted.
func (h *Handle) ShowAgain() { h.night.showAgain() }

// Close implements lobby.GameNightHandle.
func (h *Handle) Close() {
	h.end(nil)
	h.night.hangUp(h)
}

func (h *Handle) end(why error) {
	h.updates.End(why)
	h.session.DropNight(h)
}

// player reports whether the handle is that of a player.
func (h *Handle) player(id string) bool { return !h.board && h.session.ID() == id }
