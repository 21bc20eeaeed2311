package lobby

import (
	"context"
	"time"
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
