package main

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/crypto/ssh"
)

// known is how many attackers have played before.
const known = 10

// knownKey is the key of one of them.
func knownKey(n int) (ssh.Signer, error) {
	seed := sha256.Sum256(fmt.Append(nil, "abuse ", n%known))
	return ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed[:]))
}

// fatten has attackers who are known play matches with each other, so that there is
// much to tell of each. It starts a server that allows them to do so as fast as they
// can, and stops it.
func (a *abuse) fatten(ctx context.Context, h *house) (err error) {
	fast := *h
	fast.flags = a.flags
	if _, err := fast.start(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, fast.stop()) }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	problems := make([]error, known/2)
	var work sync.WaitGroup
	for n := range problems {
		work.Go(func() { problems[n] = a.playsMatches(ctx, fast.addr, n) })
	}
	work.Wait()
	return errors.Join(problems...)
}

// playsMatches has two of those who are known play as many as there are to be.
func (a *abuse) playsMatches(ctx context.Context, server string, n int) error {
	var two [2]caller
	for at := range two {
		key, err := knownKey(2*n + at)
		if err != nil {
			return err
		}
		two[at] = caller{from: address(fromAttackers, 2*n+at), name: fmt.Sprintf("known%d", 2*n+at), key: key}
	}
	table, err := sitDown(ctx, server, "play davinci seats=2 rounds=1", two)
	if err != nil {
		return err
	}
	for table[0].matches() < a.matches {
		if _, err := table.step(); err != nil {
			return err
		}
	}
	return nil
}

// matches are how many have ended.
func (p *player) matches() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.overs
}
