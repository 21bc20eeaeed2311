package account

import (
	"context"
	"errors"
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/ratelimit"
)

var errNoAccounts = prose.Refuse("This server forgets everyone when it stops.")

// owner identifies a session's person and writes their stored data. All parts of a Visitor share one owner.
type owner struct {
	people *state
	who    lobby.Identity
	name   func() string // returns the person's current name; calls the lobby
	// forgotten is set once the person has deleted their account. It is guarded by
	// state.mu.
	forgotten bool
}

// KeepNothing drops all further writes of the session. It does not block.
func (o *owner) KeepNothing() {
	o.people.mu.Lock()
	defer o.people.mu.Unlock()
	o.forgotten = true
}

// KeepsNothing reports whether KeepNothing was called. It does not block.
func (o *owner) KeepsNothing() bool {
	o.people.mu.Lock()
	defer o.people.mu.Unlock()
	return o.forgotten
}

// keep performs a write in order and waits for its result. After KeepNothing it does
// nothing.
func (o *owner) keep(ctx context.Context, write func(context.Context) error) error {
	return wait(ctx, o.later(write))
}

// later is like keep, but returns a channel for the result.
func (o *owner) later(write func(context.Context) error) <-chan error {
	o.people.mu.Lock()
	defer o.people.mu.Unlock()
	return o.laterLocked(write)
}

// laterLocked is like later. The caller holds mu.
func (o *owner) laterLocked(write func(context.Context) error) <-chan error {
	if o.forgotten {
		return nil
	}
	return o.people.queue.add(write)
}

// changeLocked enqueues save if accounts are stored. The caller holds mu.
func (o *owner) changeLocked(change func(*lobby.Account)) <-chan error {
	if o.people.config.Accounts == nil {
		return nil
	}
	return o.laterLocked(func(ctx context.Context) error { return o.save(ctx, change) })
}

// save changes the account of the person and creates it if necessary.
func (o *owner) save(ctx context.Context, change func(*lobby.Account)) error {
	accounts := o.people.config.Accounts
	account, err := accounts.Account(ctx, o.who.ID)
	if errors.Is(err, lobby.ErrUnknown) {
		account = lobby.Account{ID: o.who.ID, Guest: o.who.Guest, Made: time.Now().UTC()}
	} else if err != nil {
		return prose.Because(err, "Your account could not be loaded. Try again in a moment.")
	}
	change(&account)
	account.Seen = time.Now().UTC()
	return accounts.Save(ctx, account)
}

// open creates an account with a name if there is none.
func (o *owner) open(ctx context.Context) error {
	name := o.name()
	o.people.mu.Lock()
	done := o.changeLocked(func(a *lobby.Account) {
		if a.Name == "" {
			a.Name = name
		}
	})
	o.people.mu.Unlock()
	return wait(ctx, done)
}

// charged returns the subject to which the person's actions are charged.
func (o *owner) charged() ratelimit.Subject {
	return ratelimit.Subject{Person: o.who.ID, Address: o.who.Address}
}

// spend charges the person for one use of kind. It returns an error if they are over the
// limit.
func (o *owner) spend(kind ratelimit.Kind) error {
	return o.people.config.RateLimits.Allow(kind, o.charged())
}
