package account

import (
	"context"
	"maps"
	"time"

	"parlor/budget"
	"parlor/lobby"
	"parlor/prose"
)

// linkTime is how long a code to link another key with holds.
const linkTime = 10 * time.Minute

// link is an offer to another key to become the same person.
type link struct {
	id    string // of the person
	until time.Time
}

// OfferLink implements lobby.Self.
func (v *Visitor) OfferLink(ctx context.Context) (code string, until time.Time, err error) {
	p := v.people
	if p.config.Accounts == nil {
		return "", time.Time{}, errNoAccounts
	}
	if err := p.config.Budget.Spend(budget.Links, v.charged()); err != nil {
		return "", time.Time{}, err
	}
	if err := wait(ctx, v.open()); err != nil {
		return "", time.Time{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(p.links, func(_ string, offered link) bool {
		return offered.id == v.who.ID || offered.until.Before(now)
	})
	code, until = lobby.DrawCode(), now.Add(linkTime)
	p.links[code] = link{v.who.ID, until}
	return code, until, nil
}

// open makes an account, if there is none, that has a name.
func (v *Visitor) open() <-chan error {
	name := v.name()
	v.people.mu.Lock()
	defer v.people.mu.Unlock()
	return v.change(func(a *lobby.Account) {
		if a.Name == "" {
			a.Name = name
		}
	})
}

// Link makes the visitor's key lead to the person who was shown the code. Who
// asked for it is nobody then, and comes again.
func (v *Visitor) Link(ctx context.Context, code string) error {
	p := v.people
	if p.config.Accounts == nil {
		return errNoAccounts
	}
	if err := p.config.Budget.Ask(budget.Codes, v.charged()); err != nil {
		return err
	}
	done, err := v.take(lobby.ReadCode(code))
	if err != nil {
		return err
	}
	return wait(ctx, done)
}

// take uses a code up.
func (v *Visitor) take(code string) (<-chan error, error) {
	p := v.people
	seats := p.config.House.Seats(v.who.ID)
	p.mu.Lock()
	defer p.mu.Unlock()
	offered, ok := p.links[code]
	switch {
	case !ok || offered.until.Before(time.Now()):
		p.config.Budget.Charge(budget.Codes, v.charged())
		return nil, prose.Refuse("There is no such code, or it has expired. Get a new one where you are known, with {command}.", prose.Literal("me --link"))
	case offered.id == v.who.ID:
		return nil, prose.Refuse("This key is yours already. Type the code where you use the other key.")
	case len(seats) > 0:
		return nil, lobby.LeaveFirst(seats)
	}
	delete(p.links, code)
	return p.later(func(ctx context.Context) error { return v.join(ctx, offered.id) }), nil
}

// join makes the visitor's identity lead to another person's account.
func (v *Visitor) join(ctx context.Context, person string) error {
	accounts := v.people.config.Accounts
	if err := accounts.Link(ctx, person, v.who.ID); err != nil || v.who.Guest {
		return err
	}
	account, err := accounts.Account(ctx, person)
	if err != nil {
		return err
	}
	account.Guest = false // who comes with a key is no guest any more
	return accounts.Save(ctx, account)
}
