package stream

import (
	"bytes"
	"context"
	"errors"
	"time"

	"parlor/lobby"
)

// People provides the replicated account data as this node has it. It reads from the local Store
// and writes through the Log. The methods of its parts may be called concurrently.
type People struct {
	Accounts  Accounts
	Relations Relations
	Offers    Offers
	Bans      Bans

	replicator *replicator
}

// Open joins the other nodes and catches up with the log. It fails if the local data is not a state of theirs, with
// ErrBehind if a backup of another node may replace it.
func Open(ctx context.Context, config Config) (*People, error) {
	r := newReplicator(config)
	if err := r.follower.joinSoon(ctx); err != nil {
		return nil, err
	}
	bans := Bans{config.Store.Bans, r, make(chan struct{}, 1), make(chan struct{}, 1)}
	r.start(ctx, maintenance{r}.run, bans.announce)
	return &People{Accounts{config.Store.Accounts, r}, Relations{r}, Offers{r}, bans, r}, nil
}

// Close stops the replication. Callers must not make further requests; the outcome of unanswered ones is unknown.
func (p *People) Close() { p.replicator.close() }

// Accounts implements lobby.Accounts.
type Accounts struct {
	lobby.Accounts
	*replicator
}

// Save implements lobby.Accounts. It skips fields that are unchanged.
func (a Accounts) Save(ctx context.Context, account lobby.Account) error {
	if account.ID == "" {
		return errors.New("an account needs an ID")
	}
	was, err := a.Account(ctx, account.ID)
	if err != nil && !errors.Is(err, lobby.ErrUnknown) {
		return err
	}
	save := &Save{Account: account.ID, Made: account.Made.UTC(), Seen: account.Seen.UTC()}
	if account.Name != was.Name || account.Chosen != was.Chosen {
		save.Name = &Name{account.Name, account.Chosen}
	}
	if account.Guest != was.Guest {
		save.Guest = &account.Guest
	}
	if (account.Settings == nil) != (was.Settings == nil) || !bytes.Equal(account.Settings, was.Settings) {
		save.Settings = &Settings{account.Settings}
	}
	return a.do(ctx, Change{Save: save})
}

// Holder implements lobby.Accounts. A person who chose a name a while ago, maybe at another node, still holds it,
// because this node does not know whether that person is connected.
func (a Accounts) Holder(ctx context.Context, name string, since time.Time) (string, error) {
	holder, err := a.Accounts.Holder(ctx, name, since)
	if holder != "" || err != nil {
		return holder, err
	}
	return a.store.Replica.Chooser(ctx, name, time.Now())
}

// Link implements lobby.Accounts.
func (a Accounts) Link(ctx context.Context, account, id string) error {
	return a.do(ctx, Change{Link: &Link{account, id}})
}

// Visited implements lobby.Accounts.
func (a Accounts) Visited(ctx context.Context, id string, at time.Time) error {
	return a.do(ctx, Change{Seen: &Seen{id, at.UTC()}})
}

// Forget implements lobby.Accounts. Nodes that are down delete when they start again.
func (a Accounts) Forget(ctx context.Context, account string) error {
	return a.do(ctx, Change{Forget: &Forget{account}})
}

// Relations implements lobby.Relations.
type Relations struct{ *replicator }

// Relations implements lobby.Relations.
func (t Relations) Relations(ctx context.Context, person string) ([]lobby.Relation, error) {
	return t.store.Relations.Relations(ctx, person)
}

// SaveRelation implements lobby.Relations.
func (t Relations) SaveRelation(ctx context.Context, person string, tie lobby.Relation) error {
	tie.Since = tie.Since.UTC()
	return t.do(ctx, Change{Relation: &Relation{person, tie.Person, tie}})
}

// Offers implements lobby.Offers.
type Offers struct{ *replicator }

// Offer implements lobby.Offers.
func (o Offers) Offer(ctx context.Context, code, person string, until time.Time) error {
	return o.do(ctx, Change{Offer: &Offer{code, person, until.UTC()}})
}

// Offered implements lobby.Offers.
func (o Offers) Offered(ctx context.Context, code string) (person string, err error) {
	return o.store.Replica.Offered(ctx, code, time.Now())
}

// Accept implements lobby.Offers.
func (o Offers) Accept(ctx context.Context, code, id string) error {
	return o.do(ctx, Change{Accept: &Accept{code, id}})
}
