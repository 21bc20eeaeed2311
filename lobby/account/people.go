// Package account is what the lobby knows about people beyond their session: the
// names and settings that are kept with their keys, the keys that lead to one
// person, what was played and how well, and how all of that is handed out and
// deleted. Who is here, and who sits where, the house knows.
package account

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"parlor/budget"
	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// House is the lobby round what is known of people, as far as that needs it. Its
// methods may be called from any goroutine.
type House interface {
	// Seats are the codes of the rooms where somebody holds a seat, in order.
	Seats(id string) []string
	// Game nights are what is kept of the game nights of somebody with these identities.
	GameNights(ctx context.Context, ids []string) ([]lobby.Attendance, error)
	// Called is who is here under a name, or one like it, or else holds a seat
	// under it; empty for nobody.
	Called(name string) (id string)
	// Speaker is who last said something under a name, or one like it, where a person
	// can hear it; empty for nobody.
	Speaker(ctx context.Context, person, name string) (id string)
	// NameOf is what somebody who is here is called; empty for others.
	NameOf(id string) string
	// Disown takes people who hold no seat out of what the rooms have of them. It
	// returns once the journal does not name them any more.
	Disown(ctx context.Context, ids []string) error
	// Vanish takes people and what they said out of the lobby, and calls
	// KeepNothing of all sessions of theirs.
	Vanish(ids []string)
}

// Config is what People are made of, which never changes.
type Config struct {
	House    House
	Accounts lobby.Accounts // nil where nobody is remembered
	History  lobby.History  // nil where no match is
	Ratings  lobby.Ratings  // nil where nobody is rated
	Offers   lobby.Offers   // nil where codes to link a key with hold in this process
	Ties     lobby.Ties     // nil where what people choose about each other ends with the process
	Reports  lobby.Reports  // nil where nobody reads any
	Webhooks lobby.Webhooks // nil where nobody has one
	Post     lobby.Post     // to those; nil where the operator lets nothing be sent
	Budget   *budget.Budget
	Games    []engine.Game // by whose options matches are told apart
	// NameCells is the width of a name.
	NameCells int
	Log       *slog.Logger // never holds a hidden value
}

// People is all that is known about people beyond their session. What it writes,
// it writes in the order in which it was asked.
//
// The order of locks is: the house's, mu, the budget's. So the house may come
// with its own lock held to whatever says here that it waits for nothing, and
// nobody asks the house, nor reads or writes an account, while they hold mu.
type People struct {
	config    Config
	waiting   chan struct{} // one slot: there are jobs
	exporting chan struct{} // one slot: a part of an export is made
	short     *shortTies    // empty where Config.Ties keeps them

	mu       sync.Mutex           // guards what follows, and Visitor.forgotten
	known    map[string]knownName // by identity
	links    map[string]link      // by code
	jobs     []job
	settings map[string]*[]byte // that are not written yet, by identity
}

// New is what is known where nobody has come yet. Run has to run for what is
// written.
func New(config Config) *People {
	short := &shortTies{all: map[string][]lobby.Tie{}}
	if config.Ties == nil {
		config.Ties = short
	}
	return &People{
		config: config, waiting: make(chan struct{}, 1), exporting: make(chan struct{}, 1), known: map[string]knownName{}, links: map[string]link{},
		settings: map[string]*[]byte{}, short: short,
	}
}

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
		return who, lobby.Account{}, prose.Because(ctx.Err(), "You left while the server looked up who you are.")
	case err != nil:
		p.config.Log.Error("an account cannot be read", "err", err)
		return who, lobby.Account{}, prose.Because(err, "The server cannot look up who you are just now. Try again in a moment.")
	}
	who.ID, who.Guest = account.ID, account.Guest
	if p.config.Post == nil {
		account.Unheard = "" // nothing would be sent anyway
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if account.Name != "" {
		p.keepName(account.ID, knownName{account.Name, account.Chosen})
	}
	return who, account, nil
}

// Knows implements lobby.Lobby.
func (p *People) Knows(ctx context.Context, id string) (bool, error) {
	if len(p.config.House.Seats(id)) > 0 {
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
	played, err := p.config.History.Matches(ctx, lobby.Filter{Person: id, Limit: 1})
	if err != nil {
		return false, fmt.Errorf("matches cannot be read: %w", err)
	}
	return len(played) > 0, nil
}
