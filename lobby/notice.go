package lobby

import (
	"context"
	"time"

	"parlor/prose"
)

// Notice is a request of another person to the player, or their answer to the player's
// request.
type Notice struct {
	ID   uint64     `json:"ID"`
	Kind NoticeKind `json:"Kind"`
	Name string     `json:"Name"` // of the sender
	Game string     `json:"Game"` // engine.Game.Name of the room
	Room string     `json:"Room"` // its code
	// About is the reported player; empty for other kinds.
	About string `json:"About"`
	// Until is when the notice expires.
	Until time.Time `json:"Until"`
}

// NoticeKind is the kind of a notice.
type NoticeKind string

// Kinds of notices.
const (
	NoticeInvites  NoticeKind = "invites"  // an invitation to the sender's room
	NoticeDeclines NoticeKind = "declines" // the player's invitation was declined
	NoticeReports  NoticeKind = "reports"  // the sender has reported a player in the player's room
)

// Describe describes the notice in a sentence. game is the title of the game.
func (c Notice) Describe(game string) prose.Text {
	switch c.Kind {
	case NoticeDeclines:
		return prose.T("{name} cannot join your room right now.", prose.Name(c.Name))
	case NoticeReports:
		return prose.T("{name} has reported {other}, at your table {room}. The operator has the report.", prose.Name(c.Name), prose.Name(c.About), prose.Literal(c.Room))
	case NoticeInvites:
	}
	return prose.T("{name} invites you to {game}.", prose.Name(c.Name), prose.Literal(game))
}

// DeclineNotifier delivers answers to invitations from people at other nodes.
type DeclineNotifier interface {
	// Declined notifies a person, if they are here, that their invitation was declined.
	Declined(ctx context.Context, answer Declined) error
}

// Declined is the answer to an invitation.
type Declined struct {
	To   string `json:"to"` // Identity.ID of the inviting person; not shown
	By   string `json:"by"` // Identity.ID of the declining person; not shown
	Name string `json:"name"`
	Game string `json:"game"` // engine.Game.Name of the room
	Room string `json:"room"` // its code
}
