// Package lobby is the contract of the lobby: what a session may ask for, and what
// it is shown. Requests and updates are data, so that the lobby can be in this
// process or on another machine. There is no goroutine in it.
package lobby

import (
	"context"
	"net/netip"

	"parlor/engine"
)

// Lobby is all rooms and everybody present, as a server meets it. Its methods,
// and those of sessions and handles, may be called from any goroutine.
type Lobby interface {
	// Games are those offered, in the order they are shown.
	Games() []engine.Game
	// Settings are what a host may choose about a room here, in the order of
	// messages.
	Settings() []Setting
	// Limits are those that hold here.
	Limits() Limits
	// Recognise returns who somebody is: a key or a guest's token that leads to
	// an account is that account's person, under its first identity. It also
	// returns the account, or one without an ID where there is none, with the name
	// as far as that is known.
	Recognise(ctx context.Context, who Identity) (Identity, Account, error)
	// Knows reports whether anything here goes back to an identity: an account, a
	// seat that is held, or a match that has ended.
	Knows(ctx context.Context, id string) (bool, error)
	// Has reports whether there is a room with a code. Asking for one that is
	// not there counts as a wrong code of that person, and who has tried too
	// many is told that there is none.
	Has(ctx context.Context, who Identity, code string) bool
	// Enter begins a session.
	Enter(ctx context.Context, who Identity) (Session, error)
}

// Session is one session's stay in the lobby. It does what Operations lists, those that are
// Once not again for a request of the same ID and player. If the
// context of an operation that opens a room or a game night ends before that has
// answered, the place that it may still give is left again as by a hang-up.
type Session interface {
	Doer
	// Pages delivers pages of the window that was asked for last with Show, through one
	// slot, the newest only. It is closed when the session ends; Ended then says why.
	Pages() <-chan Page
	// Name is the clean, unique name of the visitor.
	Name() string
	// KeepsRatings reports whether there are leaderboards and profiles here.
	KeepsRatings() bool
	// Ended is why Pages was closed: nil after Close.
	Ended() error
	// Close ends the session and all its handles. Seats of the visitor are held.
	Close()
}

// HandleOf is one session's reference to something that it is shown as a U and acts in: it
// ends with Close, or with what it refers to. None of its methods waits for another client.
type HandleOf[U any] interface {
	Doer
	// Updates delivers updates through one slot, the newest only. It is closed when the
	// place ends; Ended then says why.
	Updates() <-chan U
	// Ended is why Updates was closed, as a sentence for the player: nil after Close, and
	// after Leave or LeaveGameNight.
	Ended() error
	// Close ends the place as a disconnect does: what the player has there is kept.
	Close()
}

// Handle is a seat in a room, or a spectator's place. A request that was done under the
// same ID for the same player is not done again. A player who asks faster than anybody
// plays is refused with a *budget.Refusal before the room knows of it.
type Handle interface{ HandleOf[Update] }

// GameNightHandle is a place at a game night. A player who has no other place there is not seated
// until they are back. To ask twice does no more than to ask once, but for SayAtGameNight.
type GameNightHandle interface{ HandleOf[GameNightUpdate] }

// Identity is who stands behind a session, as the server proved it.
type Identity struct {
	ID    string `json:"ID"`    // stable: the same key or guest token gives the same ID
	Name  string `json:"Name"`  // as wished; hostile until the lobby has cleaned it
	Guest bool   `json:"Guest"` // came without a key
	// Address is where the session comes from, which is charged for what it does
	// together with the person; zero where nobody knows.
	Address netip.Addr `json:"Address"`
	// Passing is somebody who only gives an order and goes again: not listed
	// among the people who are here.
	Passing bool `json:"Passing"`
	// Program is what plays by messages, and not somebody at a screen or a line: it
	// is told to everybody wherever it takes part.
	Program bool `json:"Program"`
}
