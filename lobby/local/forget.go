package local

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"parlor/lobby"
)

// Forget deletes everything that is kept about the visitor: the account, all
// keys that lead to it, what they said, and who they were in rooms and in
// matches that others keep. All visits of theirs then end.
func (v *visit) Forget(ctx context.Context) error {
	l := v.lobby
	if l.accounts == nil {
		return errNoAccounts
	}
	l.mu.Lock()
	holds := l.holds.count(v.id)
	l.mu.Unlock()
	if holds > 0 {
		return l.leaveFirst(v.id)
	}
	ids, err := l.identitiesOf(ctx, v.id)
	if err != nil {
		return err
	}
	if err := l.disown(ctx, ids); err != nil {
		return err
	}
	if err := wait(ctx, l.forgetPerson(ids, v.id)); err != nil {
		return err
	}
	l.endVisits(v.id, lobby.ErrForgotten)
	return nil
}

// identitiesOf are all that lead to a person.
func (l *Lobby) identitiesOf(ctx context.Context, id string) ([]string, error) {
	ids := []string{id}
	switch account, err := l.accounts.Account(ctx, id); {
	case err == nil:
		ids = append(ids, account.IDs...)
	case !errors.Is(err, lobby.ErrUnknown):
		return nil, fmt.Errorf("your account cannot be read: %w", err)
	}
	return ids, nil
}

// forgetPerson takes somebody out of the hall and has the account removed. What
// their visits still want to keep while they end is not kept.
func (l *Lobby) forgetPerson(ids []string, id string) <-chan error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, one := range ids {
		delete(l.known, one)
	}
	l.talk = l.talk.Without(ids)
	l.changes++
	l.index.stale.talk = true
	for _, one := range ids {
		for _, visit := range l.index.visitsOf(one) {
			visit.forgotten = true
		}
		if person := l.index.present[one]; person != nil {
			l.index.listPerson(person)
		}
	}
	l.touch()
	return l.later(func(ctx context.Context) error {
		if err := l.accounts.Forget(ctx, id); !errors.Is(err, lobby.ErrUnknown) {
			return err
		}
		return nil
	})
}

// disown takes somebody who holds no seat out of all rooms, under every identity
// that leads to them. It returns once the journal does not name them any more.
func (l *Lobby) disown(ctx context.Context, ids []string) error {
	l.mu.Lock()
	rooms := slices.Collect(maps.Values(l.rooms))
	l.mu.Unlock()
	for _, r := range rooms {
		err := r.Disown(ctx, ids)
		switch {
		case err == nil:
		case errors.Is(err, lobby.ErrNoRoom):
			return err
		default:
			return fmt.Errorf("a room that you were in does not let go of your name just now, so nothing else was deleted; try again in a moment: %w", err)
		}
	}
	return nil
}
