package stream

import (
	"bytes"
	"context"
	"errors"
	"time"

	"parlor/lobby"
)

// People are what all nodes keep of people, as this one has it, by its parts. Reading is
// that of the Book; whatever changes something goes through the Log. The methods of the
// parts may be called from any goroutine.
type People struct {
	Accounts  Accounts
	Relations Relations
	Offers    Offers
	Bans      Bans

	replicator *replicator
}

// Open joins the others: it applies what they have done meanwhile, and returns once that
// is here. It fails where what is kept here is not what they have, with ErrBehind where a
// backup of another node may take its place.
func Open(ctx context.Context, config Config) (*People, error) {
	r := newReplicator(config)
	if err := r.follower.joinSoon(ctx); err != nil {
		return nil, err
	}
	bans := Bans{config.Book.Bans, r, make(chan struct{}, 1), make(chan struct{}, 1)}
	r.start(ctx, maintenance{r}.run, bans.tell)
	return &People{Accounts{config.Book.Accounts, r}, Relations{r}, Offers{r}, bans, r}, nil
}

// Close ends the part of this node, once nobody asks for anything any more. Of what was
// asked and not answered nobody knows whether it will be done.
func (p *People) Close() { p.replicator.close() }

// Accounts is the people, as lobby.Accounts.
type Accounts struct {
	lobby.Accounts
	*replicator
}

// Save implements lobby.Accounts. What is the same as it is kept here is not changed.
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

// Holder implements lobby.Accounts. A name that somebody has chosen a while ago, maybe at
// another node, is theirs, too: it is not known here whether they are there still.
func (a Accounts) Holder(ctx context.Context, name string, since time.Time) (string, error) {
	holder, err := a.Accounts.Holder(ctx, name, since)
	if holder != "" || err != nil {
		return holder, err
	}
	return a.book.Replica.Chooser(ctx, name, time.Now())
}

// Link implements lobby.Accounts.
func (a Accounts) Link(ctx context.Context, account, id string) error {
	return a.do(ctx, Change{Link: &Link{account, id}})
}

// Visited implements lobby.Accounts.
func (a Accounts) Visited(ctx context.Context, id string, at time.Time) error {
	return a.do(ctx, Change{Seen: &Seen{id, at.UTC()}})
}

// Forget implements lobby.Accounts, at all nodes: at those that do not run now once they
// do.
func (a Accounts) Forget(ctx context.Context, account string) error {
	return a.do(ctx, Change{Forget: &Forget{account}})
}

// Relations is whom people have chosen as friends, and whom they have muted, as lobby.Relations.
type Relations struct{ *replicator }

// Relations implements lobby.Relations.
func (t Relations) Relations(ctx context.Context, person string) ([]lobby.Relation, error) {
	return t.book.Relations.Relations(ctx, person)
}

// SaveRelation implements lobby.Relations.
func (t Relations) SaveRelation(ctx context.Context, person string, tie lobby.Relation) error {
	tie.Since = tie.Since.UTC()
	return t.do(ctx, Change{Relation: &Relation{person, tie.Person, tie}})
}

// Offers is the codes by which people link keys, as lobby.Offers.
type Offers struct{ *replicator }

// Offer implements lobby.Offers.
func (o Offers) Offer(ctx context.Context, code, person string, until time.Time) error {
	return o.do(ctx, Change{Offer: &Offer{code, person, until.UTC()}})
}

// Offered implements lobby.Offers.
func (o Offers) Offered(ctx context.Context, code string) (person string, err error) {
	return o.book.Replica.Offered(ctx, code, time.Now())
}

// Accept implements lobby.Offers.
func (o Offers) Accept(ctx context.Context, code, id string) error {
	return o.do(ctx, Change{Accept: &Accept{code, id}})
}
