package gamenight

import (
	"context"

	"parlor/lobby"
)

var _ lobby.GameNightHandle = (*Handle)(nil)

// Session is the session of a Handle as a game night sees it.
type Session interface {
	ID() string  // Identity.ID
	Guest() bool // has no key
	Name() string
	Program() bool // is an API client
	// Mutes reports whether the session has muted a player.
	Mutes(id string) bool
	// MayDo charges an operation by its rate and returns an error if the player is over the
	// limit.
	MayDo(rate lobby.Rate) error
	// CleanMessage returns the cleaned text of a chat message, or an error if the player is
	// over the limit.
	CleanMessage(text string) (string, error)
	// KeepNight registers a handle to be closed with the session, and reports whether the
	// session is still open. DropNight unregisters it.
	KeepNight(h *Handle) bool
	DropNight(h *Handle)
}

// Handle is a session's reference to a game night. Its methods are safe for concurrent use.
type Handle struct {
	updates lobby.Latest[lobby.GameNightUpdate]
	night   gameNight
	code    string // of the game night
	session Session
	board   bool // only shows the game night
}

// Updates implements lobby.GameNightHandle.
func (h *Handle) Updates() <-chan lobby.GameNightUpdate { return h.updates.Updates() }

// Ended implements lobby.GameNightHandle.
func (h *Handle) Ended() error { return h.updates.Ended() }

// Code returns the code of the game night.
func (h *Handle) Code() string { return h.code }

// gameNight is a game night as its handles see it.
type gameNight interface {
	// do performs an operation and waits for the answer.
	do(ctx context.Context, h *Handle, op any) error
	// hangUp closes the handle of a player who did not leave. It does not block.
	hangUp(h *Handle)
	// showAgain sends the chat again. It does not block.
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

// ShowAgain sends the chat again after a change of the muted people.
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

// player reports whether the handle belongs to a player.
func (h *Handle) player(id string) bool { return !h.board && h.session.ID() == id }
