// Package account manages the stored data about people: names and settings, the keys that
// lead to one account, finished matches and ratings, and the export and deletion of all
// that. the lobby knows who is here and who has a seat.
package account

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"parlor/lobby"
	"parlor/prose"
)

// People manages the stored data about people. Writes are performed in the order of the requests.
type People struct{ *state }

// New returns People without sessions. Run must be running for anything to be written.
func New(config Config) *People { return &People{newState(config)} }

// Recognise implements lobby.Lobby.
func (p *People) Recognise(ctx context.Context, who lobby.Identity) (lobby.Identity, lobby.Account, error) {
	if p.config.Accounts == nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		known := p.known[who.ID]
		return who, lobby.Account{Name: known.name, Chosen: known.chosen}, nil
	}
	account, err := p.config.Accounts.Account(ctx, who.ID)
	switch {
	case errors.Is(err, lobby.ErrUnknown):
		return who, lobby.Account{}, nil
	case ctx.Err() != nil:
		return who, lobby.Account{}, prose.Because(ctx.Err(), "You disconnected before the server could look up your account.")
	case err != nil:
		p.config.Log.Error("cannot read an account", "err", err)
		return who, lobby.Account{}, prose.Because(err, "The server could not look up your account. Try again in a moment.")
	}
	who.ID, who.Guest = account.ID, account.Guest
	if p.config.Post == nil {
		account.Unheard = "" // nothing would be sent anyway
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if account.Name != "" {
		p.known.keep(account.ID, knownName{account.Name, account.Chosen})
	}
	return who, account, nil
}

// Knows implements lobby.Lobby.
func (p *People) Knows(ctx context.Context, id string) (bool, error) {
	if len(p.config.Lobby.Seats(id)) > 0 {
		return true, nil
	}
	if p.config.Accounts != nil {
		switch _, err := p.config.Accounts.Account(ctx, id); {
		case err == nil:
			return true, nil
		case !errors.Is(err, lobby.ErrUnknown):
			return false, fmt.Errorf("an account cannot be read: %w", err)
		}
	}
	if p.config.History == nil {
		return false, nil
	}
	played, err := p.config.History.Matches(ctx, lobby.MatchFilter{Person: id, Limit: 1})
	if err != nil {
		return false, fmt.Errorf("matches cannot be read: %w", err)
	}
	return len(played) > 0, nil
}

// Visitor begins a session of a person. name returns the person's current name.
func (p *People) Visitor(who lobby.Identity, name func() string) *Visitor {
	return newVisitor(&owner{people: p.state, who: who, name: name})
}

// MayBeCalled returns an error if a person cannot have a cleaned name: see lobby.RefuseName, or
// because it belongs to another person. The lobby checks connected people again when it assigns the
// name.
func (p *People) MayBeCalled(ctx context.Context, id, name string) error {
	return p.config.mayBeCalled(ctx, id, name)
}

// Relations returns the relations of a person, by name.
func (p *People) Relations(ctx context.Context, person string) ([]lobby.Relation, error) {
	return p.config.ties(ctx, person)
}

// Mutes reports whether a person has muted another.
func (p *People) Mutes(ctx context.Context, person, other string) (bool, error) {
	ties, err := p.config.ties(ctx, person)
	return slices.ContainsFunc(ties, func(t lobby.Relation) bool { return t.Person == other && t.Muted }), err
}

// Run performs the writes until stopping is closed, and then those that remain.
func (p *People) Run(stopping <-chan struct{}) { p.queue.run(stopping) }
