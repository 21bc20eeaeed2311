package stream

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"parlor/lobby"
)

const (
	// tryPace is how often something is tried again that did not work.
	tryPace = 200 * time.Millisecond
	// joinTime is for how long a node that starts asks again where the log does not answer.
	joinTime = 30 * time.Second
	// callTime bounds a call to the log, apart from waiting for changes.
	callTime = 5 * time.Second
	// mostAsked bounds the changes that wait to be appended while the log does not answer.
	mostAsked = 1000
	// atOnce is how many changes are read and applied in one step.
	atOnce = 50
)

// Config is what People are made of.
type Config struct {
	Log  Log
	Book Book
	Logs *slog.Logger // nil discards
}

// People are what all nodes keep of people, as this one has it. Reading is that of the
// Book; whatever changes something goes through the Log. All methods may be called from
// any goroutine.
type People struct {
	Book
	log     Log
	logs    *slog.Logger
	running context.Context //nolint:containedctx // until Close
	stop    context.CancelFunc
	work    sync.WaitGroup

	mu      sync.Mutex // guards what follows
	number  uint64     // of the newest change that is applied
	asked   []asked    // to be appended, the oldest first
	more    chan struct{}
	waiting map[string]chan Outcome // for changes to be applied, by their IDs

	banning chan struct{} // one slot: full while a ban is lifted, or others are told of one
	banned  chan struct{} // one slot: others are to be told of a ban
	moved   chan struct{} // one slot: bans may have changed
}

// asked is a change to be appended.
type asked struct {
	id    string
	data  []byte
	after uint64 // it is among those after this number, if anywhere
}

var (
	_ lobby.Accounts = (*People)(nil)
	_ lobby.Ties     = (*People)(nil)
	_ lobby.Offers   = (*People)(nil)
)

// errMany is why a change is not taken.
var errMany = errors.New("too many changes of what is kept of people wait for the log already")

// Open joins the others: it applies what they have done meanwhile, and returns once that
// is here. It fails where what is kept here is not what they have, with ErrBehind where a
// backup of another node may take its place.
func Open(ctx context.Context, config Config) (*People, error) {
	if config.Logs == nil {
		config.Logs = slog.New(slog.DiscardHandler)
	}
	p := &People{Book: config.Book, log: config.Log, logs: config.Logs, more: make(chan struct{}, 1), waiting: map[string]chan Outcome{}}
	p.banning, p.banned, p.moved = make(chan struct{}, 1), make(chan struct{}, 1), make(chan struct{}, 1)
	if err := p.joinSoon(ctx); err != nil {
		return nil, err
	}
	p.running, p.stop = context.WithCancel(context.WithoutCancel(ctx))
	p.work.Go(p.follow)
	p.work.Go(p.appendAll)
	p.work.Go(p.tidy)
	p.work.Go(p.tellBans)
	return p, nil
}

// Close ends the part of this node, once nobody asks for anything any more. Of what was
// asked and not answered nobody knows whether it will be done.
func (p *People) Close() {
	p.stop()
	p.work.Wait()
}

// do has a change made, and returns once it is applied here, or ctx ends: it may still be
// made then.
func (p *People) do(ctx context.Context, change Change) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	change.Version, change.ID, change.At = change.since(), rand.Text(), time.Now().UTC()
	data, err := encode(change)
	if err != nil {
		return err
	}
	p.mu.Lock()
	if len(p.asked) >= mostAsked {
		p.mu.Unlock()
		return errMany
	}
	done := make(chan Outcome, 1)
	p.waiting[change.ID] = done
	p.asked = append(p.asked, asked{change.ID, data, p.number})
	p.mu.Unlock()
	select {
	case p.more <- struct{}{}:
	default:
	}
	select {
	case outcome := <-done:
		return outcome.Err
	case <-ctx.Done():
		p.leave(change.ID)
		return &lobby.Fault{Told: lobby.ErrUndecided, Cause: ctx.Err()}
	case <-p.running.Done():
		return lobby.ErrStopping
	}
}

// await is what a change comes to once it is applied here.
func (p *People) await(id string) <-chan Outcome {
	p.mu.Lock()
	defer p.mu.Unlock()
	done := make(chan Outcome, 1)
	p.waiting[id] = done
	return done
}

// leave waits for a change no longer.
func (p *People) leave(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.waiting, id)
}

// answer tells whoever waits for a change what came of it.
func (p *People) answer(id string, outcome Outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if done := p.waiting[id]; done != nil {
		done <- outcome
		delete(p.waiting, id)
	}
}

// appendAll appends what is asked, one after the other, in that order.
func (p *People) appendAll() {
	for {
		next, any := p.next()
		if any {
			p.append(next)
			continue
		}
		select {
		case <-p.more:
		case <-p.running.Done():
			return
		}
	}
}

func (p *People) next() (next asked, any bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.asked) == 0 || p.running.Err() != nil {
		return asked{}, false
	}
	next, p.asked = p.asked[0], p.asked[1:]
	return next, true
}

// append appends a change, and again until it is known whether it is there. It is
// answered where it is not; otherwise once it is applied.
func (p *People) append(next asked) {
	for unknown := false; ; unknown = true {
		ctx, cancel := context.WithTimeout(p.running, callTime)
		err := p.log.Append(ctx, next.after, next.data)
		cancel()
		switch {
		case err == nil:
			return
		case !errors.Is(err, lobby.ErrUndecided) && !unknown:
			p.answer(next.id, Outcome{Err: err})
			return
		case !unknown:
			p.logs.Warn("it is not known yet whether a change of what is kept of people was written; it is tried until it is", "err", err)
		}
		if !pause(p.running, tryPace) {
			return
		}
	}
}

// pause waits, and reports whether ctx has not ended meanwhile.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// Save implements lobby.Accounts. What is the same as it is kept here is not changed.
func (p *People) Save(ctx context.Context, account lobby.Account) error {
	if account.ID == "" {
		return errors.New("an account needs an ID")
	}
	was, err := p.Account(ctx, account.ID)
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
	return p.do(ctx, Change{Save: save})
}

// Holder implements lobby.Accounts. A name that somebody has chosen a while ago, maybe at
// another node, is theirs, too: it is not known here whether they are there still.
func (p *People) Holder(ctx context.Context, name string, since time.Time) (string, error) {
	holder, err := p.Book.Holder(ctx, name, since)
	if holder != "" || err != nil {
		return holder, err
	}
	return p.Chooser(ctx, name, time.Now())
}

// Link implements lobby.Accounts.
func (p *People) Link(ctx context.Context, account, id string) error {
	return p.do(ctx, Change{Link: &Link{account, id}})
}

// Offer implements lobby.Offers.
func (p *People) Offer(ctx context.Context, code, person string, until time.Time) error {
	return p.do(ctx, Change{Offer: &Offer{code, person, until.UTC()}})
}

// Offered implements lobby.Offers.
func (p *People) Offered(ctx context.Context, code string) (person string, err error) {
	return p.Book.Offered(ctx, code, time.Now())
}

// Accept implements lobby.Offers.
func (p *People) Accept(ctx context.Context, code, id string) error {
	return p.do(ctx, Change{Accept: &Accept{code, id}})
}

// Visited implements lobby.Accounts.
func (p *People) Visited(ctx context.Context, id string, at time.Time) error {
	return p.do(ctx, Change{Seen: &Seen{id, at.UTC()}})
}

// Forget implements lobby.Accounts, at all nodes: at those that do not run now once they
// do.
func (p *People) Forget(ctx context.Context, account string) error {
	return p.do(ctx, Change{Forget: &Forget{account}})
}

// SaveTie implements lobby.Ties.
func (p *People) SaveTie(ctx context.Context, person string, tie lobby.Tie) error {
	tie.Since = tie.Since.UTC()
	return p.do(ctx, Change{Tie: &Tie{person, tie.Person, tie}})
}

// readLines are changes of the log as they are applied.
func readLines(lines []Line) ([]Entry, error) {
	entries := make([]Entry, len(lines))
	for i, line := range lines {
		change, err := decode(line.Data)
		if err != nil {
			return nil, fmt.Errorf("change %d: %w", line.Number, err)
		}
		entries[i] = Entry{line.Number, change}
	}
	return entries, nil
}
