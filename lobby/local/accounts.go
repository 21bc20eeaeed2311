package local

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/prose"
	"parlor/ratelimit"
)

var errLinked = prose.Refuse("This key is now linked. When you reconnect, you will be recognised as the same person.")

// accounts changes accounts on behalf of clients and keeps the lobby consistent with them.
// It implements account.Lobby.
type accounts struct {
	config      *Config
	registry    *registry
	directory   *directory
	chat        *chat
	invitations *invitations
	nights      *nightIndex
	rooms       *roomService
	people      *account.People
}

// Seats implements account.Lobby.
func (a *accounts) Seats(id string) []string { return a.registry.seatsOf(id) }

// GameNights implements account.Lobby.
func (a *accounts) GameNights(ctx context.Context, ids []string) (all []lobby.Attendance, err error) {
	for _, n := range a.nights.all() {
		attended, is, err := n.Attendance(ctx, ids)
		if err != nil {
			return nil, err
		}
		if is {
			all = append(all, attended)
		}
	}
	slices.SortFunc(all, func(a, b lobby.Attendance) int {
		return cmp.Or(a.Made.Compare(b.Made), cmp.Compare(a.GameNight, b.GameNight))
	})
	return all, nil
}

// PersonByName implements account.Lobby.
func (a *accounts) PersonByName(name string) (id string) {
	folded := lobby.FoldName(name)
	a.directory.read(func(_ *roomIndex, people *peopleIndex) {
		id = cmp.Or(people.findByName(folded), people.names.of(folded))
	})
	return id
}

// ParticipantByName implements account.Lobby.
func (a *accounts) ParticipantByName(name string) (id string) {
	folded := lobby.FoldName(name)
	for _, n := range a.nights.all() {
		if id == "" && folded != "" {
			id = n.Facts().Named(folded)
		}
	}
	return id
}

// NameOf implements account.Lobby.
func (a *accounts) NameOf(id string) (name string) {
	a.directory.read(func(_ *roomIndex, people *peopleIndex) {
		if person := people.present[id]; person != nil {
			name = person.name
		} else if listed := people.shown[id]; listed != nil {
			name = listed.row.Name
		}
	})
	return name
}

// LastAuthor implements account.Lobby. It searches the lobby chat first, then the player's
// game night and rooms.
func (a *accounts) LastAuthor(ctx context.Context, id, name string) string {
	inside := a.directory.inside(id)
	heard := [][]lobby.ReportedMessage{a.chat.recent()}
	if n := a.nights.with(id); n != nil {
		if said, _, err := n.Heard(ctx, id); err == nil {
			heard = append(heard, said)
		}
	}
	for _, p := range a.registry.slots(inside) {
		if awake, err := a.rooms.waker.awake(ctx, p); err == nil {
			if seen, err := awake.ReportContext(ctx, id); err == nil {
				heard = append(heard, seen.Heard)
			}
		}
	}
	folded := lobby.FoldName(name)
	for _, lines := range heard {
		for _, line := range slices.Backward(lines) {
			if lobby.FoldName(line.Name) == folded {
				return line.By
			}
		}
	}
	return ""
}

// RemovePeople implements account.Lobby.
func (a *accounts) RemovePeople(ctx context.Context, ids []string) error {
	for _, n := range a.nights.all() {
		if err := n.Forget(ctx, ids); err != nil {
			return prose.Because(err, "A game night still uses your name, so nothing else was deleted. Try again in a moment.")
		}
	}
	return a.rooms.disown(ctx, ids)
}

// HidePeople implements account.Lobby.
func (a *accounts) HidePeople(ids []string) {
	a.chat.remove(ids)
	a.invitations.removeIf(func(i *invitation) bool {
		return slices.Contains(ids, i.from) || slices.Contains(ids, i.to) || slices.Contains(ids, i.about)
	})
	a.directory.vanish(ids)
}

// rename performs lobby.Rename.
func (a *accounts) rename(ctx context.Context, c *client, wished string) error {
	if err := c.spend(ratelimit.Names); err != nil {
		return err
	}
	before, cells := c.Name(), a.config.Limits.NameCells
	name := lobby.CleanName(wished, cells)
	if lobby.CleanText(wished, 2*cells) == before {
		name = before // such as a name that already has a number appended
	} else if err := lobby.RefuseImitation(wished, cells); err != nil {
		return err
	}
	if err := a.people.MayBeCalled(ctx, c.id, name); err != nil {
		return err
	}
	if !a.directory.rename(c.id, name) {
		return account.Taken(name)
	}
	if err := c.visitor.Rename(ctx, name); err != nil {
		if errors.Is(err, lobby.ErrNameTaken) { // taken at another node at the same time
			_ = a.directory.rename(c.id, before) // may fail: another player can have taken the old name
		}
		return err
	}
	return a.rooms.rename(ctx, c.id, name)
}

// link performs lobby.LinkKey.
func (a *accounts) link(ctx context.Context, c *client, code string) error {
	if err := c.visitor.Link(ctx, code); err != nil {
		return err
	}
	a.endSessions(c.id, errLinked)
	return nil
}

// delete performs lobby.DeleteAccount.
func (a *accounts) delete(ctx context.Context, c *client) error {
	if err := c.visitor.Forget(ctx); err != nil {
		return err
	}
	a.endSessions(c.id, lobby.ErrForgotten)
	return nil
}

// endSessions ends all sessions of a person with the reason why.
func (a *accounts) endSessions(id string, why error) {
	for _, c := range a.directory.clients(id) {
		c.end(why)
	}
}
