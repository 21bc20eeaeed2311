package account

import (
	"context"
	"errors"
	"maps"
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/ratelimit"
)

// linkTime is how long a code for linking a key is valid.
const linkTime = 10 * time.Minute

// links links several keys to one account.
type links struct{ *owner }

// offer performs lobby.OfferLink.
func (l links) offer(ctx context.Context) (offer lobby.LinkOffer, err error) {
	p := l.people
	if p.config.Accounts == nil {
		return offer, errNoAccounts
	}
	if err := l.spend(ratelimit.Links); err != nil {
		return offer, err
	}
	if err := l.open(ctx); err != nil {
		return offer, err
	}
	now := time.Now()
	offer = lobby.LinkOffer{Code: lobby.NewCode(), Until: now.Add(linkTime)}
	if p.config.Offers != nil {
		return offer, l.keep(ctx, func(ctx context.Context) error { return p.config.Offers.Offer(ctx, offer.Code, l.who.ID, offer.Until) })
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.offers, func(_ string, offered link) bool {
		return offered.id == l.who.ID || offered.until.Before(now)
	})
	p.offers[offer.Code] = link{l.who.ID, offer.Until}
	return offer, nil
}

// Link performs lobby.LinkKey. The session must end afterwards, because its key no longer has an
// account of its own.
func (l links) Link(ctx context.Context, code string) error {
	p := l.people
	if p.config.Accounts == nil {
		return errNoAccounts
	}
	if err := p.config.RateLimits.Check(ratelimit.Codes, l.charged()); err != nil {
		return err
	}
	done, err := l.take(ctx, lobby.ParseCode(code))
	if err != nil {
		return err
	}
	return wait(ctx, done)
}

// take redeems a code.
func (l links) take(ctx context.Context, code string) (<-chan error, error) {
	p := l.people
	seats := p.config.Lobby.Seats(l.who.ID)
	shared, err := l.offered(ctx, code)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	offered, ok := p.offers[code]
	if shared != "" {
		offered, ok = link{shared, time.Now()}, true
	}
	switch {
	case !ok || shared == "" && offered.until.Before(time.Now()):
		p.config.RateLimits.Charge(ratelimit.Codes, l.charged())
		return nil, prose.Refuse("That code does not exist or has expired. Get a new one with your other key, with {command}.", prose.Literal("me --link"))
	case offered.id == l.who.ID:
		return nil, prose.Refuse("This key is already yours. Enter the code where you use the other key.")
	case len(seats) > 0:
		return nil, lobby.LeaveFirst(seats)
	}
	delete(p.offers, code)
	return p.queue.add(func(ctx context.Context) error {
		if shared != "" {
			return l.join(ctx, shared, p.config.Offers.Accept(ctx, code, l.who.ID))
		}
		return l.join(ctx, offered.id, p.config.Accounts.Link(ctx, offered.id, l.who.ID))
	}), nil
}

// offered returns the person who was given a code at any node, or "".
func (l links) offered(ctx context.Context, code string) (person string, err error) {
	if l.people.config.Offers == nil {
		return "", nil
	}
	person, err = l.people.config.Offers.Offered(ctx, code)
	switch {
	case errors.Is(err, lobby.ErrUnknown):
		return "", nil
	case err != nil:
		return "", prose.Because(err, "Your account could not be loaded. Try again in a moment.")
	}
	return person, nil
}

// join updates the account to which the session's key now leads.
func (l links) join(ctx context.Context, person string, linked error) error {
	accounts := l.people.config.Accounts
	if linked != nil || l.who.Guest {
		return linked
	}
	account, err := accounts.Account(ctx, person)
	if err != nil {
		return err
	}
	account.Guest = false // a person with a key is not a guest any more
	return accounts.Save(ctx, account)
}
