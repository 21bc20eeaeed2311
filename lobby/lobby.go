// Package lobby defines the interface of the lobby: the requests of clients and what they
// are shown. Requests and updates are data, so that the lobby can be in this process or at
// another node. The package starts no goroutines.
package lobby

import (
	"context"
	"net/netip"

	"parlor/engine"
)

// Lobby provides the rooms and people of a server. Its methods, and those of sessions and handles,
// are safe for concurrent use.
type Lobby interface {
	// Games returns the offered games, in the order shown.
	Games() []engine.Game
	// Settings returns the settings that a host may choose for a room, in the order of
	// messages.
	Settings() []Setting
	// Limits returns the limits of this lobby.
	Limits() Limits
	// Recognise returns the person behind an authenticated identity: if its key or guest
	// token leads to an account, that account's first identity. It also returns the
	// account, or one without an ID but with the known name if there is none.
	Recognise(ctx context.Context, who Identity) (Identity, Account, error)
	// Knows reports whether an identity has an account, a seat or a finished match.
	Knows(ctx context.Context, id string) (bool, error)
	// Has reports whether there is a room with a code. A wrong code is charged to the
	// person, and a person who has tried too many always gets false.
	Has(ctx context.Context, who Identity, code string) bool
	// Enter begins a session.
	Enter(ctx context.Context, who Identity) (Session, error)
}

// Session is a client's session in the lobby. It performs the operations of Operations.
// Operations that are Once are not repeated for a request with the same ID and player. If
// the context of an operation that opens a room or a game night ends first, a handle that
// is still opened is closed, as after a disconnect.
type Session interface {
	Doer
	// Pages returns the one-slot channel of pages for the window of the last Show. It is
	// closed when the session ends; Ended then returns the reason.
	Pages() <-chan Page
	// Name returns the cleaned, unique name of the player.
	Name() string
	// KeepsRatings reports whether there are leaderboards and profiles.
	KeepsRatings() bool
	// Ended returns why Pages was closed: nil after Close.
	Ended() error
	// Close ends the session and its handles. The player keeps their seats.
	Close()
}

// HandleOf is a session's reference to a room or a game night, which it is shown as a U and acts
// in. It ends with Close, or with the room or game night. Its methods never wait for another
// client.
type HandleOf[U any] interface {
	Doer
	// Updates returns the one-slot channel of updates. It is closed when the handle ends;
	// Ended then returns the reason.
	Updates() <-chan U
	// Ended returns why Updates was closed, as a message for the player. It is nil after
	// Close, Leave and LeaveGameNight.
	Ended() error
	// Close closes the handle like a disconnect: the player keeps their seat.
	Close()
}

// Handle is a reference to a seat or a spectator's place in a room. A request is not
// repeated for the same ID and player. If the player is over the rate limit, requests
// return a *ratelimit.Refusal without reaching the room.
type Handle interface{ HandleOf[Update] }

// GameNightHandle is a reference to a game night. A player without an open handle is not
// seated. Requests are idempotent, except SayAtGameNight.
type GameNightHandle interface{ HandleOf[GameNightUpdate] }

// Identity is the authenticated identity of a client.
type Identity struct {
	ID    string `json:"ID"`    // stable: the same key or guest token has the same ID
	Name  string `json:"Name"`  // as wished; untrusted until cleaned
	Guest bool   `json:"Guest"` // has no key
	// Address is the client's address, to which rate limits are charged together with the
	// person. It is zero if not known.
	Address netip.Addr `json:"Address"`
	// Passing marks a session of a single command. It is not listed among the people.
	Passing bool `json:"Passing"`
	// Program marks an API client. All others see the mark.
	Program bool `json:"Program"`
}
