package attack

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/crypto/ssh"

	"parlor/internal/bench/driver"
)

// known is the number of attackers who have played before.
const known = 10

// knownClient returns the client of an attacker who has played before.
func knownClient(n int) (driver.Client, error) {
	key, err := driver.KeyOf(fmt.Sprint("abuse ", n%known))
	return driver.Client{Name: fmt.Sprintf("known%d", n%known), Key: key}, err
}

// seed lets known attackers play matches with each other, so that each has much data to export. For
// that it starts a server without limits on their speed, and stops it again.
func (r *run) seed(ctx context.Context) (err error) {
	fast := r.serverWith(r.flags)
	if _, err := fast.Start(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, fast.Stop()) }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return driver.Each(known/2, known/2, func(n int) error {
		var two [2]*ssh.Client
		for i := range two {
			one, err := knownClient(2*n + i)
			if err != nil {
				return err
			}
			one.From = address(fromAttackers, 2*n+i)
			if two[i], err = one.Dial(ctx, fast.Addr); err != nil {
				return err
			}
		}
		pair, err := driver.Sit(two, "play "+driver.Game+" seats=2 rounds=1", uint64(n), driver.LoginTimeout) //nolint:gosec // small
		for err == nil && pair.Over() < r.matches {
			_, err = pair.Move()
		}
		return err
	})
}
