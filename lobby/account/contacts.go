package account

import (
	"cmp"
	"context"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/ratelimit"
)

// maxRelations bounds the relations of one person.
const maxRelations = 200

// contacts manages the friends and muted people of a session's person.
type contacts struct{ *owner }

// befriend performs lobby.Befriend.
func (c contacts) befriend(ctx context.Context, name string, friend bool) error {
	return c.tie(ctx, name, friend, func(t *lobby.Relation) { t.Friend = friend })
}

// Mute performs lobby.Mute.
func (c contacts) Mute(ctx context.Context, name string, muted bool) error {
	return c.tie(ctx, name, muted, func(t *lobby.Relation) { t.Muted = muted })
}

// tie changes the relation to another person. adds allows a new one.
func (c contacts) tie(ctx context.Context, name string, adds bool, change func(*lobby.Relation)) error {
	if err := c.spend(ratelimit.RoomRequests); err != nil {
		return err
	}
	ties, err := c.people.config.ties(ctx, c.who.ID)
	if err != nil {
		return err
	}
	tie, err := c.meant(ctx, ties, name, adds)
	switch {
	case err != nil:
		return err
	case tie.Person == c.who.ID:
		return prose.Refuse("That is your own name.")
	case adds && len(ties) >= maxRelations && tie.Since.IsZero():
		return prose.Refuse("Your list has {n} people already. Remove one first.", prose.N(maxRelations))
	}
	change(&tie)
	if tie.Since.IsZero() {
		tie.Since = time.Now().UTC().Round(0)
	}
	return c.keep(ctx, func(ctx context.Context) error { return c.people.config.Relations.SaveRelation(ctx, c.who.ID, tie) })
}

// meant returns the relation to the person that a name refers to: a person who is here, one with a
// relation, the last author of a visible message, or else the last visitor with that name. The
// relation may be new. Without adds, only existing relations are considered, even if another person
// has taken the name.
func (c contacts) meant(ctx context.Context, ties []lobby.Relation, name string, adds bool) (lobby.Relation, error) {
	l := c.people.config.Lobby
	name = lobby.CleanText(name, c.people.config.NameCells)
	person := l.PersonByName(name)
	called := l.NameOf(person)
	if at := slices.IndexFunc(ties, func(t lobby.Relation) bool { return t.Person == person }); at >= 0 {
		return ties[at], nil
	}
	if person == "" || !adds { // another person may have the name by now
		if at := slices.IndexFunc(ties, func(t lobby.Relation) bool { return lobby.FoldName(t.Name) == lobby.FoldName(name) }); at >= 0 {
			return ties[at], nil
		}
	}
	if person == "" {
		person, called = l.LastAuthor(ctx, c.who.ID, name), name
		if at := slices.IndexFunc(ties, func(t lobby.Relation) bool { return t.Person == person }); at >= 0 {
			return ties[at], nil
		}
	}
	if person != "" {
		return lobby.Relation{Person: person, Name: called}, nil
	}
	if c.people.config.Ratings != nil && lobby.FoldName(name) != "" {
		named, err := c.people.config.Ratings.Named(ctx, name)
		if err != nil {
			return lobby.Relation{}, prose.Because(err, "That name could not be looked up. Try again in a moment.")
		}
		if len(named) > 0 {
			return lobby.Relation{Person: named[0], Name: name}, nil
		}
	}
	return lobby.Relation{}, prose.Refuse("There is no player called {name}.", prose.Name(name))
}

// Known returns the Identity.ID and the name of the person that a name refers to.
func (c contacts) Known(ctx context.Context, name string) (person, called string, err error) {
	if lobby.IsBotName(lobby.CleanText(name, c.people.config.NameCells)) {
		return "", "", prose.Refuse("That is a bot.")
	}
	ties, err := c.people.config.ties(ctx, c.who.ID)
	if err != nil {
		return "", "", err
	}
	tie, err := c.meant(ctx, ties, name, true)
	return tie.Person, cmp.Or(c.people.config.Lobby.NameOf(tie.Person), tie.Name, lobby.CleanText(name, c.people.config.NameCells)), err
}
