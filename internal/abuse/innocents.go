package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// innocents are those who suffer or do not: two at a table, somebody new again and
// again, and people with right codes, each from an address of their own.
type innocents struct {
	*notebook
	server string
	pace   pace

	echo   *echo
	cancel context.CancelFunc
	work   sync.WaitGroup
	people atomic.Int64
}

// pace is how often innocents do things.
type pace struct{ move, login, code time.Duration }

// come lets them come, and returns when they have.
func come(ctx context.Context, server string, pace pace) (*innocents, error) {
	ctx, cancel := context.WithCancel(ctx)
	i := &innocents{notebook: &notebook{}, server: server, pace: pace, cancel: cancel}
	var two [2]caller
	for at := range two {
		key, err := newKey()
		if err != nil {
			cancel()
			return nil, err
		}
		two[at] = caller{from: address(fromInnocents, at), name: []string{"anna", "bo"}[at], key: key}
	}
	table, err := sitDown(ctx, server, "play davinci seats=2 rounds=9 public=no", two)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("innocents cannot come: %w", err)
	}
	if i.echo, err = startEcho(ctx); err != nil {
		cancel()
		return nil, err
	}
	i.every(ctx, i.pace.move, func() bool { return i.plays(table) })
	i.every(ctx, i.pace.move, i.echoes)
	i.every(ctx, i.pace.login, func() bool { i.logsIn(ctx); return true })
	for _, enters := range []func(context.Context, int) error{i.entersRoom(table[0]), i.linksKey} {
		i.every(ctx, i.pace.code, func() bool { i.proves(ctx, enters); return true })
	}
	return i, nil
}

// every has something done again and again, until ctx ends or it is refused.
func (i *innocents) every(ctx context.Context, pace time.Duration, do func() bool) {
	i.work.Go(func() {
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

// leave lets them go.
func (i *innocents) leave() {
	i.opens(nil)
	i.cancel()
	i.echo.end()
	i.work.Wait()
}

// plays has one of those at the table do something, and reports whether they can go
// on.
func (i *innocents) plays(table pair) bool {
	took, err := table.step()
	i.note(func(w *window) {
		switch {
		case err != nil:
			w.trouble("at the table: " + err.Error())
		case took > 0:
			w.moves = append(w.moves, took)
		}
	})
	return err == nil
}

// echoes notes how long the machine alone makes people wait.
func (i *innocents) echoes() bool {
	took := i.echo.times()
	i.note(func(w *window) { w.echoes = append(w.echoes, took) })
	return took > 0
}

// logsIn lets one more guest come and see the hall.
func (i *innocents) logsIn(ctx context.Context) {
	n := int(i.people.Add(1))
	own, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	began := time.Now()
	client, err := caller{from: address(fromNewcomers, n), name: fmt.Sprintf("new%d", n)}.dial(own, i.server)
	if err == nil {
		_, err = screen(client, 80, 24)
	}
	took := time.Since(began)
	if ctx.Err() != nil {
		return // this was the end of all
	}
	i.note(func(w *window) {
		if err != nil {
			w.shutOut++
			return
		}
		w.logins = append(w.logins, took)
	})
}

// proves has somebody enter a right code.
func (i *innocents) proves(ctx context.Context, enters func(context.Context, int) error) {
	own, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	err := enters(own, int(i.people.Add(1)))
	if ctx.Err() != nil {
		return
	}
	i.note(func(w *window) {
		if err != nil {
			w.locked++
			w.trouble("a right code: " + err.Error())
			return
		}
		w.codes++
	})
}

// entersRoom is somebody new who watches the innocents' room by its code: it is not
// in the hall.
func (i *innocents) entersRoom(at *player) func(context.Context, int) error {
	return func(ctx context.Context, n int) error {
		client, err := caller{from: address(fromCodes, n), name: fmt.Sprintf("see%d", n)}.dial(ctx, i.server)
		if err == nil {
			_, err = play(client, "play "+at.code+" --watch")
		}
		return err
	}
}

// linksKey is somebody new who links another key by a code.
func (i *innocents) linksKey(ctx context.Context, n int) error {
	var answers [2]string
	command := "me --link --json"
	for at := range answers {
		key, err := newKey()
		if err != nil {
			return err
		}
		client, err := caller{from: address(fromLinks, 2*n+at), name: fmt.Sprintf("two%d", n), key: key}.dial(ctx, i.server)
		if err != nil {
			return err
		}
		if answers[at], err = ask(client, command); err != nil {
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
