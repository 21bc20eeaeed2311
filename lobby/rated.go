package lobby

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// beRated settles at the beginning of a match whether it counts, and says so.
// What becomes of its players later changes nothing.
func (r *room) beRated() {
	if r.rated = false; !r.plan.Rated {
		return
	}
	if why := r.uncounted(); why != "" {
		r.note("It does not count for ratings: %s.", why)
		return
	}
	r.rated = true
	r.note("It counts for ratings.")
}

// uncounted says why a match of those who are on the seats cannot count; it is
// empty where it can.
func (r *room) uncounted() string {
	var guests []string
	people := map[string]bool{}
	for _, s := range r.seats {
		switch {
		case s.kind == Bot:
			return "a bot plays"
		case s.guest:
			guests = append(guests, s.name)
		}
		people[s.id] = true
	}
	switch {
	case len(guests) > 0:
		return "without a key here: " + strings.Join(guests, ", ")
	case len(people) < 2:
		return "it takes two different people"
	}
	return ""
}

// protects says whether the host cannot send away who has a seat: in a match
// that counts that would be a way to win. Somebody who has been away as long as
// a seat is kept holds up the others, and has no such protection.
func (r *room) protects(i int) bool {
	away := r.seats[i].away
	return r.rated && r.inPlay() &&
		(away.IsZero() || time.Since(away) < max(r.lobby.limits.Grace, r.slowness()))
}

// disown takes somebody off all seats that he has left, under every identity
// that leads to him: what ends there from now on names him no more.
func (l *Lobby) disown(ctx context.Context, id string) error {
	ids := []string{id}
	switch account, err := l.accounts.Account(ctx, id); {
	case err == nil:
		ids = append(ids, account.IDs...)
	case !errors.Is(err, ErrUnknown):
		return fmt.Errorf("your account cannot be read: %w", err)
	}
	l.mu.Lock()
	rooms := slices.Collect(maps.Values(l.rooms))
	l.mu.Unlock()
	for _, r := range rooms {
		done := make(chan struct{})
		r.tell(func() {
			r.disown(ids)
			close(done)
		})
		select {
		case <-done:
		case <-r.done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// disown takes somebody off the seats that he has left here; the match goes on
// to count for the others.
func (r *room) disown(ids []string) {
	for i := range r.seats {
		if s := &r.seats[i]; s.left && slices.Contains(ids, s.began) {
			r.step.keep = true
			s.began, s.name = "", forgotten
		}
	}
}

// forgotten is the name of a forgotten person in matches that others keep.
const forgotten = "somebody"
