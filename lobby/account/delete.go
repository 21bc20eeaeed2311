package account

import (
	"context"
	"errors"

	"parlor/lobby"
	"parlor/prose"
)

// deletion deletes a person.
type deletion struct{ *owner }

// Forget deletes all stored data about the person: the account, the keys that lead to it,
// chat messages, and their identity in rooms and in matches that others keep. Nothing of
// their sessions is stored afterwards.
func (d deletion) Forget(ctx context.Context) error {
	p := d.people
	if p.config.Accounts == nil {
		return errNoAccounts
	}
	if seats := p.config.Lobby.Seats(d.who.ID); len(seats) > 0 {
		return lobby.LeaveFirst(seats)
	}
	ids := []string{d.who.ID}
	switch account, err := p.config.Accounts.Account(ctx, d.who.ID); {
	case err == nil:
		ids = append(ids, account.IDs...)
	case !errors.Is(err, lobby.ErrUnknown):
		return prose.Because(err, "Your account could not be loaded. Try again in a moment.")
	}
	if err := p.config.Lobby.RemovePeople(ctx, ids); err != nil {
		return err
	}
	p.config.Lobby.HidePeople(ids)
	return wait(ctx, d.remove(ids))
}

// remove deletes the account of a person after all earlier writes of their sessions.
func (d deletion) remove(ids []string) <-chan error {
	p := d.people
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range ids {
		delete(p.known, one)
		delete(p.settings, one) // later settings are written after this
	}
	return p.queue.add(func(ctx context.Context) error {
		p.memory.forget(ids)
		if err := p.config.Accounts.Forget(ctx, d.who.ID); !errors.Is(err, lobby.ErrUnknown) {
			return err
		}
		return nil
	})
}
