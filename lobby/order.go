package lobby

import (
	"context"
	"crypto/rand"

	"parlor/engine"
)

// OrderID names an order. Whoever does not know whether an order was done gives
// it again under the same ID: a room does it once. An empty ID names nothing.
type OrderID string

// Order is something to be done in a room, as data, so that it can be repeated
// and sent to another machine.
type Order struct {
	ID OrderID
	Do Do
}

// NewOrder is an order under an ID that no other has.
func NewOrder(do Do) Order { return Order{OrderID(rand.Text()), do} }

// Done is what came of an order. The first update whose Revision is this one or
// more shows it, also where it changed nothing or was refused: that update may
// have been taken long before. It is 0 where the room was not asked.
type Done struct {
	Revision Revision `json:"Revision"`
}

// Revision counts what one reader was shown: it grows by one with each update of
// a handle, and is no number that readers share, so that it tells nobody of what
// others do in secret.
type Revision uint64

// Do is one of the orders that Orders lists.
type Do interface {
	// Kind is the name of the order, the same for all of its type.
	Kind() string
}

// Orders are all that can be ordered, one value of each type.
func Orders() []Do {
	return []Do{
		Play{},
		Start{},
		Ready{},
		Say{},
		Pause{},
		Kick{},
		HandOver{},
		Swap{},
		ShowEyes{},
		Follow{},
		ListLegal{},
		AddBot{},
		RemoveBot{},
		Change{},
		StandIn{},
		Claim{},
		Close{},
		Leave{},
	}
}

// ChangesTable reports whether an order changes the table, and not only the match
// on it, what is said there, or what one reader is shown. Nobody needs to give such
// orders as fast as moves.
func ChangesTable(do Do) bool {
	switch do.(type) {
	case Play, Say, Follow, ListLegal, Leave:
		return false
	}
	return true
}

// Play plays an action. A refusal is an *engine.Refusal.
type Play struct {
	Action engine.Action `json:"Action"`
}

// Start begins the match, or after its end another one with the same people.
// Host only.
type Start struct{}

// Ready says whether this person wants the next match, or the next round, to
// begin; before a match it can be taken back. Once all seats are taken and all
// people on them are ready, the match begins.
type Ready struct {
	Ready bool `json:"Ready"`
}

// Say tells something to everybody in the room.
type Say struct {
	Text string `json:"Text"`
}

// Pause says whether this person wants the match to stand still. It does once
// all people who are there want it, and goes on when one of them does not.
type Pause struct {
	Pause bool `json:"Pause"`
}

// Kick sends somebody away by name, from a seat or from watching; out for good
// if asked for. In a match a bot takes their seat and plays on; in one that
// counts for ratings they have to have been away as long as a seat is kept, and
// then it counts for nobody. Host only.
type Kick struct {
	Name    string `json:"Name"`
	KeepOut bool   `json:"KeepOut"`
}

// HandOver makes the person on a seat the host. Host only.
type HandOver struct {
	To engine.Seat `json:"To"`
}

// Swap lets two seats change places. Host only, not during a match.
type Swap struct {
	One   engine.Seat `json:"One"`
	Other engine.Seat `json:"Other"`
}

// ShowEyes says whether watchers may see what this seat sees.
type ShowEyes struct {
	Show bool `json:"Show"`
}

// Follow lets a watcher see with a seat's eyes, as far as its person allows and
// Plan.EyesDelay moves late; engine.Watcher goes back to the public view.
type Follow struct {
	Seat engine.Seat `json:"Seat"`
}

// ListLegal makes the updates from now on hold the legal actions of the seat.
type ListLegal struct{}

// AddBot puts a bot on a free seat. Host only, not during a match.
type AddBot struct {
	Level engine.Level `json:"Level"`
}

// RemoveBot takes the bot of a seat away. Host only, not during a match.
type RemoveBot struct {
	Seat engine.Seat `json:"Seat"`
}

// Change replaces the plan's settings. Host only, not during a match.
type Change struct {
	Plan Plan `json:"Plan"`
}

// StandIn lets a bot play for the person on a seat, for whom the match has waited a
// while, until they are back. Players only, and not where the match counts.
type StandIn struct {
	Seat engine.Seat `json:"Seat"`
}

// Claim takes the game from the person on a seat for whom the match has waited for
// long: their seat is given up, and resigns. Players only.
type Claim struct {
	Seat engine.Seat `json:"Seat"`
}

// Close ends a match that does not count, where the others have been away for as
// long, and the room with it: it counts for nobody. Players only.
type Close struct{}

// Leave gives the seat up for good and ends the hold. It is never too much.
type Leave struct{}

// Kind implements Do.
func (Play) Kind() string { return "play" }

// Kind implements Do.
func (Start) Kind() string { return "start" }

// Kind implements Do.
func (Ready) Kind() string { return "ready" }

// Kind implements Do.
func (Say) Kind() string { return "say" }

// Kind implements Do.
func (Pause) Kind() string { return "pause" }

// Kind implements Do.
func (Kick) Kind() string { return "kick" }

// Kind implements Do.
func (HandOver) Kind() string { return "hand_over" }

// Kind implements Do.
func (Swap) Kind() string { return "swap" }

// Kind implements Do.
func (ShowEyes) Kind() string { return "show_eyes" }

// Kind implements Do.
func (Follow) Kind() string { return "follow" }

// Kind implements Do.
func (ListLegal) Kind() string { return "list_legal" }

// Kind implements Do.
func (AddBot) Kind() string { return "add_bot" }

// Kind implements Do.
func (RemoveBot) Kind() string { return "remove_bot" }

// Kind implements Do.
func (Change) Kind() string { return "change" }

// Kind implements Do.
func (StandIn) Kind() string { return "stand_in" }

// Kind implements Do.
func (Claim) Kind() string { return "claim" }

// Kind implements Do.
func (Close) Kind() string { return "close" }

// Kind implements Do.
func (Leave) Kind() string { return "leave" }

// Give gives an order under an ID of its own, for those who ask once and need no
// more than whether it was done.
func Give(ctx context.Context, handle Handle, do Do) error {
	_, err := handle.Do(ctx, NewOrder(do))
	return err
}
