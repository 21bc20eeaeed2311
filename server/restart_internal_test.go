package server

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
)

// peeked is a session whose person has some rooms.
type peeked struct {
	lobby.Session
	yours []lobby.RoomRow
	err   error
}

func (p peeked) Do(context.Context, lobby.Request) (any, error) {
	return lobby.Page{Yours: p.yours}, p.err
}

// TestWhoEndsWhenTheServerRestarts checks when the sessions of people who type, are at move or do neither are ended,
// also in a hurry.
func TestWhoEndsWhenTheServerRestarts(t *testing.T) {
	for name, row := range map[string]struct {
		session   peeked
		typed     time.Duration // until when the person types
		hurry     time.Duration
		from, end time.Duration // within which the session ends
	}{
		"idle":           {peeked{yours: []lobby.RoomRow{{}}}, 0, time.Hour, restartNotice, restartNotice + time.Second},
		"at move":        {peeked{yours: []lobby.RoomRow{{}, {YourTurn: true}}}, 0, time.Hour, RestartLimit, RestartLimit + time.Second},
		"types":          {peeked{}, 15 * time.Second, time.Hour, 15 * time.Second, 15*time.Second + typedTime + time.Second},
		"types for long": {peeked{}, time.Hour, time.Hour, RestartLimit, RestartLimit + time.Second},
		"lobby is gone":  {peeked{err: errors.New("gone")}, 0, time.Hour, restartNotice, restartNotice + time.Second},
		"in a hurry":     {peeked{yours: []lobby.RoomRow{{YourTurn: true}}}, time.Hour, 2 * time.Second, 2 * time.Second, 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &Server{host: &host{register: sessionRegistry{here: map[*liveSession]struct{}{}, persons: map[string]int{}}}}
				r := &s.host.register
				began, ended := time.Now(), time.Duration(-1)
				p := &liveSession{lobby: row.session}
				r.come(p)
				notices := r.reach(p, nil)
				p.end = func(why error) {
					if !errors.Is(why, errRestart) {
						t.Errorf("it ends with %v", why)
					}
					ended = time.Since(began)
					r.leave(p)
				}
				ctx, cancel := context.WithTimeout(t.Context(), row.hurry)
				defer cancel()
				over := make(chan struct{})
				var types sync.WaitGroup
				types.Go(func() {
					for time.Since(began) < row.typed {
						p.typed.Store(time.Now().UnixNano())
						select {
						case <-over:
							return
						case <-time.After(time.Second):
						}
					}
				})
				s.Restart(ctx)
				close(over)
				types.Wait()
				if ended < row.from || ended > row.end {
					t.Errorf("it ended after %v, and not within %v and %v", ended, row.from, row.end)
				}
				select {
				case <-notices:
				default:
					t.Error("the person was not told")
				}
			})
		})
	}
}
