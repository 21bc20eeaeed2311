package account

import (
	"context"
	"errors"
	"time"

	"parlor/budget"
	"parlor/lobby"
	"parlor/prose"
)

var errNoAccounts = prose.Refuse("This server does not remember anybody after it stops.")

// owner is the person of a session, and writes what is stored about them. All parts of a
// Visitor share one.
type owner struct {
	people *state
	who    lobby.Identity
	name   func() string // what the person is called now; asks the house
	// forgotten is set once the person has deleted everything. It is guarded by state.mu.
	forgotten bool
}

// KeepNothing drops what the session writes from now on. It waits for nothing.
func (o *owner) KeepNothing() {
	o.people.mu.Lock()
	defer o.people.mu.Unlock()
	o.forgotten = true
}

// KeepsNothing reports whether KeepNothing was called. It waits for nothing.
func (o *owner) KeepsNothing() bool {
	o.people.mu.Lock()
	defer o.people.mu.Unlock()
	return o.forgotten
}

// keep writes something in its turn and waits for the result. After KeepNothing it does
// nothing.
func (o *owner) keep(ctx context.Context, write func(context.Context) error) error {
	return wait(ctx, o.later(write))
}

// later is keep for callers that wait themselves, if at all.
func (o *owner) later(write func(context.Context) error) <-chan error {
	o.people.mu.Lock()
	defer o.people.mu.Unlock()
	return o.laterLocked(write)
}

// laterLocked is later for callers that hold mu.
func (o *owner) laterLocked(write func(context.Context) error) <-chan error {
	if o.forgotten {
		return nil
	}
	return o.people.queue.add(write)
}

// changeLocked has save called in its turn, where accounts are stored. The caller holds mu.
func (o *owner) changeLocked(change func(*lobby.Account)) <-chan error {
	if o.people.config.Accounts == nil {
		return nil
	}
	return o.laterLocked(func(ctx context.Context) error { return o.save(ctx, change) })
}

// save changes the account of the person, which is made if there is none.
func (o *owner) save(ctx context.Context, change func(*lobby.Account)) error {
	accounts := o.people.config.Accounts
	account, err := accounts.Account(ctx, o.who.ID)
	if errors.Is(err, lobby.ErrUnknown) {
		account = lobby.Account{ID: o.who.ID, Guest: o.who.Guest, Made: time.Now().UTC()}
	} else if err != nil {
		return prose.Because(err, "Your account cannot be read just now. Try again in a moment.")
	}
	change(&account)
	account.Seen = time.Now().UTC()
	return accounts.Save(ctx, account)
}

// open makes an account that has a name, if there is none.
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

// charged is whom the budget charges.
func (o *owner) charged() budget.Who {
	return budget.Who{Person: o.who.ID, Address: o.who.Address}
}

// spend charges the person for something, or returns why it is too much.
func (o *owner) spend(kind budget.Kind) error { return o.people.config.Budget.Spend(kind, o.charged()) }
