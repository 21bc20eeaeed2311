package local

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"parlor/budget"
	"parlor/lobby"
)

// linkTime is how long a code to link another key with holds.
const linkTime = 10 * time.Minute

// accountPatience is how long somebody waits until an account is written.
const accountPatience = 10 * time.Second

var (
	errNoAccounts = errors.New("this server remembers nobody beyond its own run")
	errLinked     = errors.New("this key is now linked; come again, and you are who you are there")
)

// link is an offer to another key to become the same person.
type link struct {
	id    string // of the person
	until time.Time
}

// job is something to be done with the accounts, in its turn.
type job struct {
	do   func(context.Context) error
	done chan<- error
}

// Recognise answers who somebody is: a key or a guest's token that leads to an
// account is that account's person, under its first identity. It also answers
// the account, or a zero one where there is none.
func (l *Lobby) Recognise(ctx context.Context, who lobby.Identity) (lobby.Identity, lobby.Account, error) {
	if l.accounts == nil {
		return who, lobby.Account{}, nil
	}
	account, err := l.accounts.Account(ctx, who.ID)
	switch {
	case errors.Is(err, lobby.ErrUnknown):
		return who, lobby.Account{}, nil
	case ctx.Err() != nil:
		return who, lobby.Account{}, fmt.Errorf("you went while the server looked up who you are: %w", ctx.Err())
	case err != nil:
		l.log.Error("an account cannot be read", "err", err)
		return who, lobby.Account{}, errors.New("the server cannot look up who you are just now; try again in a moment")
	}
	who.ID, who.Guest = account.ID, account.Guest
	l.mu.Lock()
	defer l.mu.Unlock()
	if account.Name != "" {
		l.keepName(account.ID, knownName{account.Name, account.Chosen})
	}
	return who, account, nil
}

// Knows says whether anything here goes back to an identity: an account, a seat
// that is held, or a match that has ended.
func (l *Lobby) Knows(ctx context.Context, id string) (bool, error) {
	l.mu.Lock()
	seated := l.holds.count(id) > 0
	l.mu.Unlock()
	if seated {
		return true, nil
	}
	if l.accounts != nil {
		switch _, err := l.accounts.Account(ctx, id); {
		case err == nil:
			return true, nil
		case !errors.Is(err, lobby.ErrUnknown):
			return false, fmt.Errorf("an account cannot be read: %w", err)
		}
	}
	if l.history == nil {
		return false, nil
	}
	played, err := l.history.Matches(ctx, lobby.Filter{Person: id, Limit: 1})
	if err != nil {
		return false, fmt.Errorf("matches cannot be read: %w", err)
	}
	return len(played) > 0, nil
}

// change has the visitor's account changed, which is made if there is none.
// Changes of all sessions are made in order. Nil where nobody is remembered.
func (v *visit) change(change func(*lobby.Account)) <-chan error {
	l := v.lobby
	if l.accounts == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if v.forgotten {
		return nil
	}
	return l.later(func(ctx context.Context) error {
		account, err := l.accounts.Account(ctx, v.id)
		if errors.Is(err, lobby.ErrUnknown) {
			account = lobby.Account{ID: v.id, Guest: v.guest, Made: time.Now().UTC()}
		} else if err != nil {
			return fmt.Errorf("your account cannot be read: %w", err)
		}
		change(&account)
		account.Seen = time.Now().UTC()
		return l.accounts.Save(ctx, account)
	})
}

// wait answers what became of a change; nil is none.
func wait(ctx context.Context, done <-chan error) error {
	if done == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, accountPatience)
	defer cancel()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return errors.New("the server's disk is slow: this holds, and is being written")
	}
}

// later has something done with the accounts, after all that was asked before.
// The caller holds mu.
func (l *Lobby) later(do func(context.Context) error) <-chan error {
	done := make(chan error, 1)
	l.jobs = append(l.jobs, job{do, done})
	select {
	case l.waiting <- struct{}{}:
	default:
	}
	return done
}

// keepAccounts does the jobs, those that wait at the end included.
func (l *Lobby) keepAccounts() {
	for stopping := false; ; {
		l.mu.Lock()
		jobs := l.jobs
		l.jobs = nil
		l.mu.Unlock()
		for _, job := range jobs {
			ctx, cancel := context.WithTimeout(context.Background(), accountPatience)
			err := job.do(ctx)
			if err != nil {
				l.log.Error("what is known of a person could not be changed", "err", err)
			}
			job.done <- err
			cancel()
		}
		if stopping && len(jobs) == 0 {
			return
		}
		if stopping {
			continue
		}
		select {
		case <-l.waiting:
		case <-l.stopping:
			stopping = true
		}
	}
}

// Remember keeps the settings of the visitor's screens, JSON of the screen's
// own making. It waits for nothing; the log says where they could not be kept.
func (v *visit) Remember(settings []byte) {
	v.change(func(a *lobby.Account) { a.Settings = settings })
}

// OfferLink answers a code with which another key, or a key that a guest has
// made, becomes the same person. It holds for some minutes, and once.
func (v *visit) OfferLink(ctx context.Context) (code string, until time.Time, err error) {
	l := v.lobby
	if l.accounts == nil {
		return "", time.Time{}, errNoAccounts
	}
	if err := v.spend(budget.Links); err != nil {
		return "", time.Time{}, err
	}
	name := v.Name()
	made := v.change(func(a *lobby.Account) {
		if a.Name == "" {
			a.Name = name
		}
	})
	if err := wait(ctx, made); err != nil {
		return "", time.Time{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(l.links, func(_ string, offered link) bool { return offered.id == v.id || offered.until.Before(now) })
	code, until = lobby.DrawCode(), now.Add(linkTime)
	l.links[code] = link{v.id, until}
	return code, until, nil
}

// Link makes the visitor's key lead to the person who was shown the code; the
// visit then ends. Matches played under the key become that person's.
func (v *visit) Link(ctx context.Context, code string) error {
	l := v.lobby
	if l.accounts == nil {
		return errNoAccounts
	}
	if err := l.budget.Ask(budget.Codes, v.who()); err != nil {
		return err
	}
	l.mu.Lock()
	offered, ok := l.links[lobby.ReadCode(code)]
	switch {
	case !ok || offered.until.Before(time.Now()):
		l.budget.Charge(budget.Codes, v.who())
		l.mu.Unlock()
		return errors.New("there is no such code, or its time is over; have a new one shown where you are known: me --link")
	case offered.id == v.id:
		l.mu.Unlock()
		return errors.New("this key is yours already; give the code where you come with the other one")
	case l.holds.count(v.id) > 0:
		l.mu.Unlock()
		return l.leaveFirst(v.id)
	}
	delete(l.links, lobby.ReadCode(code))
	guest := v.guest
	done := l.later(func(ctx context.Context) error {
		if err := l.accounts.Link(ctx, offered.id, v.id); err != nil || guest {
			return err
		}
		account, err := l.accounts.Account(ctx, offered.id)
		if err != nil {
			return err
		}
		account.Guest = false // who comes with a key is no guest any more
		return l.accounts.Save(ctx, account)
	})
	l.mu.Unlock()
	if err := wait(ctx, done); err != nil {
		return err
	}
	l.endVisits(v.id, errLinked)
	return nil
}

// leaveFirst says which tables somebody has to leave.
func (l *Lobby) leaveFirst(id string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return fmt.Errorf("you hold a seat in %s; leave there first", strings.Join(slices.Sorted(maps.Keys(l.holds.codes[id])), ", "))
}

// endVisits ends all visits of a person.
func (l *Lobby) endVisits(id string, why error) {
	l.mu.Lock()
	ending := slices.Clone(l.index.visitsOf(id))
	l.mu.Unlock()
	for _, visit := range ending {
		visit.end(why)
	}
}

// Export answers everything that is kept about the visitor.
func (v *visit) Export(ctx context.Context) (lobby.Export, error) {
	l := v.lobby
	export := lobby.Export{ID: v.id, IDs: []string{v.id}, Name: v.Name(), Guest: v.guest, Rooms: []string{}, Ratings: []lobby.Standing{}, Matches: []lobby.Finished{}}
	l.mu.Lock()
	export.Rooms = slices.AppendSeq(export.Rooms, maps.Keys(l.holds.codes[v.id]))
	l.mu.Unlock()
	slices.Sort(export.Rooms)
	if l.accounts != nil {
		switch account, err := l.accounts.Account(ctx, v.id); {
		case err == nil:
			export.IDs, export.Made, export.Seen, export.Settings = account.IDs, account.Made, account.Seen, account.Settings
		case !errors.Is(err, lobby.ErrUnknown):
			return lobby.Export{}, fmt.Errorf("your account cannot be read: %w", err)
		}
	}
	if l.ratings != nil {
		standings, err := l.ratings.Standings(ctx, v.id)
		if err != nil {
			return lobby.Export{}, fmt.Errorf("your ratings cannot be read: %w", err)
		}
		export.Ratings = append(export.Ratings, standings...)
	}
	if l.history == nil {
		return export, nil
	}
	err := v.exportMatches(ctx, &export)
	return export, err
}

// exportMatches adds all matches of the visitor, whole.
func (v *visit) exportMatches(ctx context.Context, export *lobby.Export) error {
	history := v.lobby.history
	for before := ""; ; {
		page, err := history.Matches(ctx, lobby.Filter{Person: v.id, Before: before, Limit: 1000})
		if err != nil {
			return fmt.Errorf("your matches cannot be read: %w", err)
		}
		if len(page) == 0 {
			return nil
		}
		for _, one := range page {
			whole, err := history.Match(ctx, one.ID)
			if err != nil {
				return fmt.Errorf("match %s cannot be read: %w", one.ID, err)
			}
			for i := range whole.Players {
				if whole.Players[i].ID != v.id {
					whole.Players[i].ID = "" // somebody else's
				}
			}
			export.Matches = append(export.Matches, whole)
		}
		before = page[len(page)-1].ID
	}
}
