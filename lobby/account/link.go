package account

import (
	"context"
	"errors"
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

// OfferLink does lobby.OfferLink.
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
	now := time.Now()
	code, until = lobby.DrawCode(), now.Add(linkTime)
	if p.config.Offers != nil {
		return code, until, v.share(ctx, code, until)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.links, func(_ string, offered link) bool {
		return offered.id == v.who.ID || offered.until.Before(now)
	})
	p.links[code] = link{v.who.ID, until}
	return code, until, nil
}

// share has a code lead to the visitor at all machines.
func (v *Visitor) share(ctx context.Context, code string, until time.Time) error {
	v.people.mu.Lock()
	var done <-chan error
	if !v.forgotten {
		done = v.people.later(func(ctx context.Context) error { return v.people.config.Offers.Offer(ctx, code, v.who.ID, until) })
	}
	v.people.mu.Unlock()
	return wait(ctx, done)
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
	done, err := v.take(ctx, lobby.ReadCode(code))
	if err != nil {
		return err
	}
	return wait(ctx, done)
}

// take uses a code up.
func (v *Visitor) take(ctx context.Context, code string) (<-chan error, error) {
	p := v.people
	seats := p.config.House.Seats(v.who.ID)
	shared, err := p.offered(ctx, code)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	offered, ok := p.links[code]
	if shared != "" {
		offered, ok = link{shared, time.Now()}, true
	}
	switch {
	case !ok || shared == "" && offered.until.Before(time.Now()):
		p.config.Budget.Charge(budget.Codes, v.charged())
		return nil, prose.Refuse("There is no such code, or it has expired. Get a new one where you are known, with {command}.", prose.Literal("me --link"))
	case offered.id == v.who.ID:
		return nil, prose.Refuse("This key is yours already. Type the code where you use the other key.")
	case len(seats) > 0:
		return nil, lobby.LeaveFirst(seats)
	}
	delete(p.links, code)
	return p.later(func(ctx context.Context) error {
		if shared != "" {
			return v.join(ctx, shared, p.config.Offers.Accept(ctx, code, v.who.ID))
		}
		return v.join(ctx, offered.id, p.config.Accounts.Link(ctx, offered.id, v.who.ID))
	}), nil
}

// offered is the person to whom a code leads at all machines; empty for nobody.
func (p *People) offered(ctx context.Context, code string) (person string, err error) {
	if p.config.Offers == nil {
		return "", nil
	}
	person, err = p.config.Offers.Offered(ctx, code)
	switch {
	case errors.Is(err, lobby.ErrUnknown):
		return "", nil
	case err != nil:
		return "", prose.Because(err, "Your account cannot be read just now. Try again in a moment.")
	}
	return person, nil
}

// join does the rest once the visitor's identity leads to another person's account.
func (v *Visitor) join(ctx context.Context, person string, linked error) error {
	accounts := v.people.config.Accounts
	if linked != nil || v.who.Guest {
		return linked
	}
	account, err := accounts.Account(ctx, person)
	if err != nil {
		return err
	}
	account.Guest = false // who comes with a key is no guest any more
	return accounts.Save(ctx, account)
}
