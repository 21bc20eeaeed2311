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

// Visitor does the operations of a session that concern what is stored about its person,
// and about others.
type Visitor struct {
	people *People
	who    lobby.Identity
	name   func() string // what the house calls the visitor; asks the house
	// forgotten is the session of somebody who had everything deleted. It is guarded
	// by the people's mu.
	forgotten bool
}

// Visitor begins a session of somebody whom the house calls by what name returns.
func (p *People) Visitor(who lobby.Identity, name func() string) *Visitor {
	return &Visitor{people: p, who: who, name: name}
}

// KeepNothing says that nothing of the session is kept from now on. It waits for
// nothing.
func (v *Visitor) KeepNothing() {
	v.people.mu.Lock()
	defer v.people.mu.Unlock()
	v.forgotten = true
}

// KeepsNothing reports whether nothing of the session is kept any more. It waits
// for nothing.
func (v *Visitor) KeepsNothing() bool {
	v.people.mu.Lock()
	defer v.people.mu.Unlock()
	return v.forgotten
}

// change has the visitor's account changed, which is made if there is none.
// Changes of all sessions are made in order. Nil where nobody is remembered. The
// caller holds mu.
func (v *Visitor) change(change func(*lobby.Account)) <-chan error {
	accounts := v.people.config.Accounts
	if accounts == nil || v.forgotten {
		return nil
	}
	return v.people.later(func(ctx context.Context) error { return v.write(ctx, change) })
}

// write changes the visitor's account.
func (v *Visitor) write(ctx context.Context, change func(*lobby.Account)) error {
	accounts := v.people.config.Accounts
	account, err := accounts.Account(ctx, v.who.ID)
	if errors.Is(err, lobby.ErrUnknown) {
		account = lobby.Account{ID: v.who.ID, Guest: v.who.Guest, Made: time.Now().UTC()}
	} else if err != nil {
		return prose.Because(err, "Your account cannot be read just now. Try again in a moment.")
	}
	change(&account)
	account.Seen = time.Now().UTC()
	return accounts.Save(ctx, account)
}

// Remember does lobby.SaveSettings. Settings that are not written yet give way to newer
// ones of the same person, so that whoever changes them without end has one job
// waiting.
func (v *Visitor) Remember(settings []byte) {
	p, id := v.people, v.who.ID
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.config.Accounts == nil || v.forgotten {
		return
	}
	if waiting := p.settings[id]; waiting != nil {
		*waiting = settings
		return
	}
	newest := &settings
	p.settings[id] = newest
	p.later(func(ctx context.Context) error {
		p.mu.Lock()
		text := *newest
		if p.settings[id] == newest {
			delete(p.settings, id)
		}
		p.mu.Unlock()
		return v.write(ctx, func(a *lobby.Account) { a.Settings = text })
	})
}

// charged is whom the budget charges.
func (v *Visitor) charged() budget.Who {
	return budget.Who{Person: v.who.ID, Address: v.who.Address}
}
