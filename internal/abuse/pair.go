package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// player is one of two at a table.
type player struct {
	*program
	sent int

	mu     sync.Mutex
	last   message // the newest view
	events int     // that were seen
	overs  int     // matches that have ended
	seen   []sight // of the newest views, the oldest first
	answer message // to what was sent last
	ended  error
	news   chan struct{} // something of this has changed
}

// sight is that a view came when so many events had been seen.
type sight struct {
	events int
	at     time.Time
}

const maxSights = 64

// pair are two players at one table.
type pair [2]*player

// sitDown lets two people sit down at a table, which the first makes by a command.
func sitDown(ctx context.Context, server, command string, people [2]caller) (p pair, err error) {
	for at, one := range people {
		client, err := one.dial(ctx, server)
		if err != nil {
			return p, err
		}
		sits, err := play(client, command)
		if err != nil {
			return p, err
		}
		p[at] = &player{program: sits, news: make(chan struct{}, 1)}
		command = "play " + sits.code
		go p[at].read()
	}
	return p, nil
}

// read takes all that comes.
func (p *player) read() {
	for {
		one, err := p.next()
		now := time.Now()
		p.mu.Lock()
		switch {
		case err != nil:
			p.ended = err
		case one.Type == "ended":
			p.ended = errors.New(one.Text)
		case one.Type == "event":
			p.events++
		case one.Type == "over":
			p.overs++
		case one.Type == "view":
			p.last = one
			p.seen = append(p.seen, sight{p.events, now})
			p.seen = p.seen[max(0, len(p.seen)-maxSights):]
		case one.Type == "done", one.Type == "refused":
			p.answer = one
		}
		ended := p.ended
		p.mu.Unlock()
		select {
		case p.news <- struct{}{}:
		default:
		}
		if ended != nil {
			return
		}
	}
}

// until waits until something is so, which is asked with the lock held.
func (p *player) until(is func() bool) error {
	late := time.After(callLimit)
	for {
		p.mu.Lock()
		done, ended := is(), p.ended
		p.mu.Unlock()
		switch {
		case done:
			return nil
		case ended != nil:
			return ended
		}
		select {
		case <-p.news:
		case <-late:
			return fmt.Errorf("nothing came within %s", callLimit)
		}
	}
}

// order is what somebody gives in the place of a player; empty for nothing.
func (p *player) order() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch legal := p.last.Legal; {
	case p.last.Stage == "gathering" || p.last.Stage == "over":
		return `"ready":true`
	case len(legal) > 0:
		return fmt.Sprintf(`"do":%q`, legal[rand.IntN(len(legal))])
	}
	return ""
}

// does gives an order, and returns when its view has come. Events is how many the
// player had seen before and after.
func (p *player) does(order string) (began time.Time, before, after int, err error) {
	p.sent++
	p.mu.Lock()
	before = p.events
	p.mu.Unlock()
	began = time.Now()
	if err := p.give(p.sent, order); err != nil {
		return began, before, before, err
	}
	if err := p.until(func() bool { return p.answer.ID == p.sent }); err != nil {
		return began, before, before, err
	}
	p.mu.Lock()
	answer := p.answer
	p.mu.Unlock()
	if answer.Type == "refused" {
		return began, before, before, errors.New(answer.Text)
	}
	err = p.until(func() bool { return p.last.Number >= answer.View })
	p.mu.Lock()
	defer p.mu.Unlock()
	return began, before, p.events, err
}

// stage is that of the match, as the player knows it.
func (p *player) stage() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last.Stage
}

// sees returns when a player sees a view that comes after so many events.
func (p *player) sees(events int) (at time.Time, err error) {
	err = p.until(func() bool {
		for _, one := range p.seen {
			if one.events >= events {
				at = one.at
				return true
			}
		}
		return false
	})
	return at, err
}

// step has one of the two do one thing, and returns how long it took until the
// other saw it; zero where there was nothing to see.
func (p pair) step() (time.Duration, error) {
	for at, mover := range p {
		order := mover.order()
		if order == "" {
			continue
		}
		began, before, after, err := mover.does(order)
		if err != nil {
			return 0, err
		}
		other := p[1-at]
		if after == before { // nobody but the mover sees that, unless a match has begun
			stage := mover.stage()
			if err := other.until(func() bool { return other.last.Stage == stage }); err != nil {
				return 0, err
			}
			continue
		}
		seen, err := other.sees(after)
		return seen.Sub(began), err
	}
	return 0, nil
}
