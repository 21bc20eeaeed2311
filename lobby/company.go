package lobby

import (
	"context"
	"time"

	"parlor/prose"
)

// Contacts is whom somebody has chosen to meet, and whom not to hear.
type Contacts struct {
	Friends []Friend `json:"Friends"` // those who are here first, by name
	Muted   []string `json:"Muted"`   // names, in order
}

// Friend is one of somebody's friends, as others see them.
type Friend struct {
	PersonRow
	Here bool `json:"Here"` // now; all but the name is empty where they are not
}

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

// Relations remembers whom people have chosen as friends, and whom they have muted. All
// methods may be called from any goroutine.
type Relations interface {
	// Relations are those of a person, by name.
	Relations(ctx context.Context, person string) ([]Relation, error)
	// SaveRelation writes one of them as it is now. One that is neither a friend's nor of
	// somebody muted is removed.
	SaveRelation(ctx context.Context, person string, tie Relation) error
}

// Relation is what somebody has chosen about another person.
type Relation struct {
	Person string    `json:"-"` // Identity.ID of the other one
	Name   string    `json:"name"`
	Friend bool      `json:"friend"`
	Muted  bool      `json:"muted"`
	Since  time.Time `json:"since"`
}
