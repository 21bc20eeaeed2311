package lobby

import (
	"context"
	"time"
)

// Contacts holds a player's friends and muted people.
type Contacts struct {
	Friends []Friend `json:"Friends"` // connected ones first, by name
	Muted   []string `json:"Muted"`   // names, sorted
}

// Friend is a friend of a player, as others see them.
type Friend struct {
	PersonRow
	Here bool `json:"Here"` // connected; if not, only the name is set
}

// Relations stores friends and muted people. Its methods are safe for concurrent use.
type Relations interface {
	// Relations returns the relations of a person to others, by name.
	Relations(ctx context.Context, person string) ([]Relation, error)
	// SaveRelation writes a relation. A relation that is neither Friend nor Muted is deleted.
	SaveRelation(ctx context.Context, person string, tie Relation) error
}

// Relation records whether a person has befriended or muted another.
type Relation struct {
	Person string    `json:"-"` // Identity.ID of the other person
	Name   string    `json:"name"`
	Friend bool      `json:"friend"`
	Muted  bool      `json:"muted"`
	Since  time.Time `json:"since"`
}
