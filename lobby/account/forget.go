package account

import (
	"context"
	"errors"

	"parlor/lobby"
	"parlor/prose"
)

// Forget deletes everything that is kept about the visitor: the account, all
// keys that lead to it, what they said, and who they were in rooms and in
// matches that others keep. Nothing of their sessions is kept then.
func (v *Visitor) Forget(ctx context.Context) error {
	p := v.people
	if p.config.Accounts == nil {
		return errNoAccounts
	}
	if seats := p.config.House.Seats(v.who.ID); len(seats) > 0 {
		return lobby.LeaveFirst(seats)
	}
	ids, err := p.identitiesOf(ctx, v.who.ID)
	if err != nil {
		return err
	}
	if err := p.config.House.Disown(ctx, ids); err != nil {
		return err
	}
	p.config.House.Vanish(ids)
	return wait(ctx, p.remove(ids, v.who.ID))
}

// identitiesOf are all that lead to a person.
func (p *People) identitiesOf(ctx context.Context, id string) ([]string, error) {
	ids := []string{id}
	switch account, err := p.config.Accounts.Account(ctx, id); {
	case err == nil:
		ids = append(ids, account.IDs...)
	case !errors.Is(err, lobby.ErrUnknown):
		return nil, prose.Because(err, "Your account cannot be read just now. Try again in a moment.")
	}
	return ids, nil
}

// remove has an account removed whose person has vanished, after what their
// sessions wanted to keep before.
func (p *People) remove(ids []string, id string) <-chan error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range ids {
		delete(p.known, one)
		delete(p.settings, one) // what comes later is written after this
	}
	return p.later(func(ctx context.Context) error {
		p.short.forget(ids)
		if err := p.config.Accounts.Forget(ctx, id); !errors.Is(err, lobby.ErrUnknown) {
			return err
		}
		return nil
	})
}
