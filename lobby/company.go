package lobby

import (
	"context"
	"time"

	"parlor/prose"
)

// Company is what a visitor has to do with other people, whom they name as they
// are called here.
type Company interface {
	// Circle is whom the visitor has chosen as friends, and whom to mute.
	Circle(ctx context.Context) (Circle, error)
	// Befriend adds somebody to the visitor's friends, or takes them out again.
	// Nobody is told. Who is not here is found by the name they had when they were
	// here last.
	Befriend(ctx context.Context, name string, friend bool) error
	// Mute lets nothing that somebody asks of the visitor arrive any more, or lets it
	// arrive again. Nobody is told, and whoever is muted finds no difference.
	Mute(ctx context.Context, name string, muted bool) error
	// Invite asks somebody who is here to come to a room where the visitor is: they
	// find the call on their pages until they answer it, or until it is too late.
	Invite(ctx context.Context, name, code string) error
	// Challenge makes a room as Create does, and invites somebody who is here to it.
	Challenge(ctx context.Context, name string, plan Plan) (Handle, error)
	// Accept answers a call by its ID and goes to its room, to a seat where one is
	// free, or else to watch.
	Accept(ctx context.Context, call uint64) (Handle, error)
	// Decline answers a call by its ID, which its sender is told. One that tells of an
	// answer is taken off the pages, and nobody is told.
	Decline(ctx context.Context, call uint64) error
	// Report tells the operator about somebody, in words of the visitor's own, with what
	// was said last where the visitor is. Where both are in a room, its host is told
	// that there is a report, unless it is by or about them. Nobody else is.
	Report(ctx context.Context, name, words string) error
}

// Circle is whom somebody has chosen to meet, and whom not to hear.
type Circle struct {
	Friends []Friend `json:"Friends"` // those who are here first, by name
	Muted   []string `json:"Muted"`   // names, in order
}

// Friend is one of somebody's friends, as others see them.
type Friend struct {
	PersonRow
	Here bool `json:"Here"` // now; all but the name is empty where they are not
}

// Call is what somebody else wants of a visitor by name, or has answered to what
// the visitor wanted.
type Call struct {
	ID   uint64   `json:"ID"`
	Kind CallKind `json:"Kind"`
	Name string   `json:"Name"` // of whoever calls
	Game string   `json:"Game"` // engine.Game.Name of the room
	Room string   `json:"Room"` // its code
	// About is whom a report is about; empty for other calls.
	About string `json:"About"`
	// Until is when the call is too late.
	Until time.Time `json:"Until"`
}

// CallKind is what a call is about.
type CallKind string

// Kinds of calls.
const (
	CallInvites  CallKind = "invites"  // come to my room
	CallDeclines CallKind = "declines" // I do not come to yours
	CallReports  CallKind = "reports"  // I have reported somebody at your table
)

// Told is a call as a whole sentence; the game is its title.
func (c Call) Told(game string) prose.Text {
	switch c.Kind {
	case CallDeclines:
		return prose.T("{name} cannot come to your room now.", prose.Name(c.Name))
	case CallReports:
		return prose.T("{name} has reported {other}, at your table {room}. The operator has it.", prose.Name(c.Name), prose.Name(c.About), prose.Literal(c.Room))
	case CallInvites:
	}
	return prose.T("{name} invites you to {game}.", prose.Name(c.Name), prose.Literal(game))
}

// Ties remembers whom people have chosen as friends, and whom they have muted. All
// methods may be called from any goroutine.
type Ties interface {
	// Ties are those of a person, by name.
	Ties(ctx context.Context, person string) ([]Tie, error)
	// SaveTie writes one of them as it is now. One that is neither a friend's nor of
	// somebody muted is removed.
	SaveTie(ctx context.Context, person string, tie Tie) error
}

// Tie is what somebody has chosen about another person.
type Tie struct {
	Person string    `json:"-"` // Identity.ID of the other one
	Name   string    `json:"name"`
	Friend bool      `json:"friend"`
	Muted  bool      `json:"muted"`
	Since  time.Time `json:"since"`
}
