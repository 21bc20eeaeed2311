package attack

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/crypto/ssh"

	"parlor/internal/bench/driver"
)

// known is how many attackers have played before.
const known = 10

// knownClient is one of them.
func knownClient(n int) (driver.Client, error) {
	key, err := driver.KeyOf(fmt.Sprint("abuse ", n%known))
	return driver.Client{Name: fmt.Sprintf("known%d", n%known), Key: key}, err
}

// seed has attackers who are known play matches with each other, so that there is much to
// export of each. It starts a server that allows them to do so as fast as they can, and
// stops it.
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
