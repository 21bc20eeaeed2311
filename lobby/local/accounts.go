package local

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"parlor/budget"
	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/prose"
)

var errLinked = prose.Refuse("This key is linked now. When you come back, you are the same person.")

// hub is the lobby as what is known of people meets it.
type hub struct {
	lobby *Lobby
}

// Seats implements account.House.
func (h hub) Seats(id string) []string {
	h.lobby.registry.mu.Lock()
	defer h.lobby.registry.mu.Unlock()
	return h.lobby.registry.holds.rooms(id)
}

// Game nights implements account.House.
func (h hub) GameNights(ctx context.Context, ids []string) (all []lobby.Attendance, err error) {
	for _, n := range h.lobby.nights.all() {
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

// Called implements account.House.
func (h hub) Called(name string) (id string) {
	folded := lobby.FoldName(name)
	h.lobby.directory.read(func(_ *roomIndex, people *peopleIndex) {
		id = cmp.Or(people.callee(folded), people.names.of(folded))
	})
	return id
}

// NameOf implements account.House.
func (h hub) NameOf(id string) (name string) {
	h.lobby.directory.read(func(_ *roomIndex, people *peopleIndex) {
		if person := people.present[id]; person != nil {
			name = person.name
		} else if listed := people.shown[id]; listed != nil {
			name = listed.row.Name
		}
	})
	return name
}

// Disown implements account.House.
func (h hub) Disown(ctx context.Context, ids []string) error {
	h.lobby.registry.mu.Lock()
	rooms := slices.Collect(maps.Values(h.lobby.registry.rooms))
	h.lobby.registry.mu.Unlock()
	for _, n := range h.lobby.nights.all() {
		if err := n.Forget(ctx, ids); err != nil {
			return prose.Because(err, "A game night still holds your name, so nothing else was deleted. Try again in a moment.")
		}
	}
	for _, r := range rooms {
		err := r.Disown(ctx, ids)
		switch {
		case err == nil:
		case errors.Is(err, lobby.ErrNoRoom):
			return err
		default:
			return prose.Because(err, "A room that you were in still holds your name, so nothing else was deleted. Try again in a moment.")
		}
	}
	return nil
}

// Vanish implements account.House.
func (h hub) Vanish(ids []string) {
	l := h.lobby
	l.chat.remove(ids)
	l.invitations.removeIf(func(i *invitation) bool {
		return slices.Contains(ids, i.from) || slices.Contains(ids, i.to) || slices.Contains(ids, i.about)
	})
	l.directory.vanish(ids)
}

// Recognise implements lobby.Lobby.
func (l *Lobby) Recognise(ctx context.Context, who lobby.Identity) (lobby.Identity, lobby.Account, error) {
	return l.people.Recognise(ctx, who)
}

// Knows implements lobby.Lobby.
func (l *Lobby) Knows(ctx context.Context, id string) (bool, error) { return l.people.Knows(ctx, id) }

// rename does lobby.Rename.
func (v *session) rename(ctx context.Context, wished string) error {
	if err := v.spend(budget.Names); err != nil {
		return err
	}
	before, cells := v.Name(), v.lobby.limits.NameCells
	name := lobby.CleanName(wished, cells)
	if lobby.CleanText(wished, 2*cells) == before {
		name = before // such as one that the lobby has put a number behind
	} else if err := lobby.RefuseImitation(wished, cells); err != nil {
		return err
	}
	if err := v.lobby.people.MayBeCalled(ctx, v.id, name); err != nil {
		return err
	}
	if err := v.lobby.call(v.id, name); err != nil {
		return err
	}
	if err := v.Rename(ctx, name); err != nil {
		if errors.Is(err, lobby.ErrNameTaken) { // at another machine, at the same time
			_ = v.lobby.call(v.id, before) // unless that is somebody else's by now
		}
		return err
	}
	return v.lobby.callAtTables(ctx, v.id, name)
}

// callAtTables tells the rooms where somebody is, or holds a seat, what they are
// called now.
func (l *Lobby) callAtTables(ctx context.Context, id, name string) error {
	var inside []string
	l.directory.read(func(rooms *roomIndex, _ *peopleIndex) { inside = slices.Clone(rooms.inside[id]) })
	for _, r := range l.registry.places(inside) {
		if err := r.Rename(ctx, id, name); err != nil {
			return prose.Because(err, "You have your new name, but a room that you are in still shows the old one. Try again in a moment.")
		}
	}
	return nil
}

// call gives somebody a name that nobody else has, and no bot.
func (l *Lobby) call(id, name string) error {
	if !l.directory.rename(id, name) {
		return account.Taken(name)
	}
	return nil
}

// link does lobby.LinkKey.
func (v *session) link(ctx context.Context, code string) error {
	if err := v.Link(ctx, code); err != nil {
		return err
	}
	v.lobby.endVisits(v.id, errLinked)
	return nil
}

// forget does lobby.DeleteAccount.
func (v *session) forget(ctx context.Context) error {
	if err := v.Forget(ctx); err != nil {
		return err
	}
	v.lobby.endVisits(v.id, lobby.ErrForgotten)
	return nil
}

// endVisits ends all sessions of a person.
func (l *Lobby) endVisits(id string, why error) {
	for _, session := range l.directory.sessions(id) {
		session.end(why)
	}
}
