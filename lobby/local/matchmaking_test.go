package local_test

import (
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// TestMatchmakingWidensOverTime: players 400 points apart are paired after about thirty
// seconds, and any two after a minute. Muted people are never paired.
func TestMatchmakingWidensOverTime(t *testing.T) {
	for _, one := range []struct {
		rating      float64
		least, most time.Duration
	}{{1550, 0, 0}, {1900, 28 * time.Second, 34 * time.Second}, {2900, 58 * time.Second, 64 * time.Second}} {
		synctest.Test(t, func(t *testing.T) {
			shelf := &lobbytest.MemStore{Ranked: []lobby.Standing{{Person: "key:bo", Name: "bo", Game: "davinci", Rating: one.rating}}}
			l := lobbytest.Open(t, local.New(local.Config{Games: []engine.Game{davinci.Rules().Game()}, Accounts: shelf, History: shelf, Ratings: shelf}))
			anna, bo := lobbytest.Enter(t, l, "anna"), lobbytest.Enter(t, l, "bo")
			began := time.Now()
			done := make(chan error, 2)
			for _, session := range []lobby.Session{anna, bo} {
				go func() {
					_, err := lobby.Ask(t.Context(), session, lobby.FindOpponent{Game: "davinci"})
					done <- err
				}()
			}
			if err := <-done; err != nil {
				t.Error(err)
			}
			if waited := time.Since(began); waited < one.least || waited > one.most {
				t.Errorf("with a rating of %v bo has waited %v", one.rating, waited)
			}
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}
