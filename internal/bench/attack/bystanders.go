package attack

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"parlor/internal/bench/driver"
)

// Networks of 127/8 from which clients connect: the second byte of their addresses.
const (
	fromBystanders byte = 1 + iota
	fromNewcomers
	fromCodes
	fromLinks
	fromAttackers
	fromRouter
)

// address returns the n-th address of a network.
func address(network byte, n int) net.IP {
	const hosts = 250
	return net.IPv4(127, network, byte(1+n/hosts%hosts), byte(1+n%hosts)) //nolint:gosec // a remainder
}

// bystanders are the legitimate clients: two players in a room, new guests, and clients with valid codes, each from
// its own address.
type bystanders struct {
	*notebook
	server string
	pace   pace

	echo   *echo
	cancel context.CancelFunc
	work   sync.WaitGroup
	people atomic.Int64
}

// pace holds the intervals between the actions of bystanders.
type pace struct{ move, login, code time.Duration }

// connect starts the bystanders and returns when they have connected.
func connect(ctx context.Context, server string, pace pace, log io.Writer) (*bystanders, error) {
	ctx, cancel := context.WithCancel(ctx)
	b := &bystanders{notebook: &notebook{}, server: server, pace: pace, cancel: cancel}
	if err := b.begin(ctx, log); err != nil {
		cancel()
		return nil, err
	}
	return b, nil
}

func (b *bystanders) begin(ctx context.Context, log io.Writer) error {
	var two [2]*ssh.Client
	for i := range two {
		key, err := driver.NewKey()
		if err != nil {
			return err
		}
		one := driver.Client{From: address(fromBystanders, i), Name: []string{"anna", "bo"}[i], Key: key}
		if two[i], err = one.Dial(ctx, b.server); err != nil {
			return fmt.Errorf("bystanders cannot come: %w", err)
		}
	}
	pair, err := driver.Sit(two, "play "+driver.Game+" seats=2 rounds=9 public=no", 1, driver.LoginTimeout)
	if err != nil {
		return fmt.Errorf("bystanders cannot play: %w", err)
	}
	if b.echo, err = startEcho(ctx, log); err != nil {
		b.echo.end()
		return err
	}
	b.every(ctx, b.pace.move, func() bool { return b.plays(ctx, pair) })
	b.every(ctx, b.pace.move, b.echoes)
	b.every(ctx, b.pace.login, func() bool { b.logsIn(ctx); return true })
	for _, enters := range []func(context.Context, int) error{b.entersRoom(pair.Code()), b.linksKey} {
		b.every(ctx, b.pace.code, func() bool { b.proves(ctx, enters); return true })
	}
	return nil
}

// every repeats do until ctx ends or do returns false.
func (b *bystanders) every(ctx context.Context, pace time.Duration, do func() bool) {
	b.work.Go(func() {
		for ctx.Err() == nil {
			began := time.Now()
			if !do() {
				return
			}
			select {
			case <-time.After(pace - time.Since(began)):
			case <-ctx.Done():
			}
		}
	})
}

// leave disconnects the bystanders.
func (b *bystanders) leave() {
	b.opens(nil)
	b.cancel()
	b.echo.end()
	b.work.Wait()
}

// plays makes a move and reports whether the match can continue. It measures when the other player sees it.
func (b *bystanders) plays(ctx context.Context, pair *driver.Pair) bool {
	move, err := pair.Move()
	if ctx.Err() != nil {
		return false // the attack is over
	}
	b.note(func(w *interval) {
		switch {
		case err != nil:
			w.trouble("in the room: " + err.Error())
		case move.Other > 0:
			w.moves = append(w.moves, move.Other)
		}
	})
	return err == nil
}

// echoes measures the latency of an echo process, which is that of the machine alone.
func (b *bystanders) echoes() bool {
	took := b.echo.latency()
	b.note(func(w *interval) { w.echoes = append(w.echoes, took) })
	return took > 0
}

// logsIn connects another guest and records how long it took until the guest had a screen.
func (b *bystanders) logsIn(ctx context.Context) {
	n := int(b.people.Add(1))
	own, cancel := context.WithTimeout(ctx, driver.LoginTimeout)
	defer cancel()
	began := time.Now()
	client, err := driver.Client{From: address(fromNewcomers, n), Name: fmt.Sprintf("new%d", n)}.Dial(own, b.server)
	if err == nil {
		_, err = driver.OpenScreen(client, driver.ScreenOptions{Text: driver.Shown})
	}
	took := time.Since(began)
	if ctx.Err() != nil {
		return // the attack is over
	}
	b.note(func(w *interval) {
		if err != nil {
			w.shutOut++
			return
		}
		w.logins = append(w.logins, took)
	})
}

// proves enters a valid code.
func (b *bystanders) proves(ctx context.Context, enters func(context.Context, int) error) {
	own, cancel := context.WithTimeout(ctx, driver.LoginTimeout)
	defer cancel()
	err := enters(own, int(b.people.Add(1)))
	if ctx.Err() != nil {
		return
	}
	b.note(func(w *interval) {
		if err != nil {
			w.locked++
			w.trouble("a right code: " + err.Error())
			return
		}
		w.codes++
	})
}

// entersRoom returns a function that watches the private room of the bystanders by its code, as a new guest.
func (b *bystanders) entersRoom(code string) func(context.Context, int) error {
	return func(ctx context.Context, n int) error {
		client, err := driver.Client{From: address(fromCodes, n), Name: fmt.Sprintf("see%d", n)}.Dial(ctx, b.server)
		if err == nil {
			_, err = driver.Play(client, "play "+code+" --watch")
		}
		return err
	}
}

// linksKey links another key by a code, as a new guest.
func (b *bystanders) linksKey(ctx context.Context, n int) error {
	var answers [2]string
	command := "me --link --json"
	for at := range answers {
		key, err := driver.NewKey()
		if err != nil {
			return err
		}
		client, err := driver.Client{From: address(fromLinks, 2*n+at), Name: fmt.Sprintf("two%d", n), Key: key}.Dial(ctx, b.server)
		if err != nil {
			return err
		}
		if answers[at], err = driver.Command(client, command); err != nil {
			return fmt.Errorf("%s: %w", strings.TrimSpace(answers[at]), err)
		}
		var offer struct{ Code string }
		if at == 0 {
			if err := json.Unmarshal([]byte(answers[0]), &offer); err != nil {
				return err
			}
			command = "me --link " + offer.Code
		}
	}
	return nil
}
