package lobby

import (
	"context"
	"time"

	"parlor/prose"
)

// Notice is what somebody else wants of a visitor by name, or has answered to what
// the visitor wanted.
type Notice struct {
	ID   uint64     `json:"ID"`
	Kind NoticeKind `json:"Kind"`
	Name string     `json:"Name"` // of whoever calls
	Game string     `json:"Game"` // engine.Game.Name of the room
	Room string     `json:"Room"` // its code
	// About is whom a report is about; empty for other calls.
	About string `json:"About"`
	// Until is when the call is too late.
	Until time.Time `json:"Until"`
}

// NoticeKind is what a call is about.
type NoticeKind string

// Kinds of calls.
const (
	NoticeInvites  NoticeKind = "invites"  // come to my room
	NoticeDeclines NoticeKind = "declines" // I do not come to yours
	NoticeReports  NoticeKind = "reports"  // I have reported somebody at your table
)

// Describe is a call as a whole sentence; the game is its title.
func (c Notice) Describe(game string) prose.Text {
	switch c.Kind {
	case NoticeDeclines:
		return prose.T("{name} cannot come to your room now.", prose.Name(c.Name))
	case NoticeReports:
		return prose.T("{name} has reported {other}, at your table {room}. The operator has it.", prose.Name(c.Name), prose.Name(c.About), prose.Literal(c.Room))
	case NoticeInvites:
	}
	return prose.T("{name} invites you to {game}.", prose.Name(c.Name), prose.Literal(game))
}

// DeclineNotifier is a lobby in one process whose people are told what people of others have
// answered them, which are one server with it.
type DeclineNotifier interface {
	// Declined tells somebody, if they are here, that their invitation was declined.
	Declined(ctx context.Context, answer Declined) error
}

// Declined is the answer to an invitation.
type Declined struct {
	To   string `json:"to"` // Identity.ID of who has invited, which nobody is shown
	By   string `json:"by"` // Identity.ID of who declines, which nobody is shown
	Name string `json:"name"`
	Game string `json:"game"` // engine.Game.Name of the room
	Room string `json:"room"` // its code
}
