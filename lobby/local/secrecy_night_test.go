package local_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// mostAUC bounds how well answer times may predict secret actions: 0.5 is chance, 1 is
// always right.
const mostAUC = 0.6

// TestAnswerTimesRevealNothing predicts from the answer times of others, in real time and
// with an fsync of 20 ms, whether a player has just acted in secret. The prediction from
// another room on the same disk is only logged.
//
// PARLOR_SECRECY is the number of trials for each case.
func TestAnswerTimesRevealNothing(t *testing.T) {
	trials, err := strconv.Atoi(os.Getenv("PARLOR_SECRECY"))
	if err != nil {
		t.Skip("PARLOR_SECRECY says how many trials there are")
	}
	for _, h := range secretCases() {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			with, without := map[string][]time.Duration{}, map[string][]time.Duration{}
			for n := range trials {
				times := without
				acts := n%2 == 0
				if acts {
					times = with
				}
				for who, took := range h.trial(t, acts, rand.N(flushTakes)) {
					times[who] = append(times[who], took)
				}
			}
			for who, all := range with {
				auc := areaUnderCurve(all, without[who])
				t.Logf("from the answer times of %s it is guessed with an AUC of %.2f", who, auc)
				if who != otherRoom && auc > mostAUC {
					t.Errorf("from the answer times of %s it can be guessed", who)
				}
			}
		})
	}
}

const otherRoom = "fe, in another room"

// trial measures how long others wait for their answers shortly after anna did or did not
// act in secret.
func (h secretCase) trial(t *testing.T, acts bool, later time.Duration) map[string]time.Duration {
	t.Helper()
	seed, moves, secret, instead := h.begin(t)
	if !acts {
		secret = instead
	}
	l := local.New(local.Config{Games: []engine.Game{h.game}, Seed: func() engine.Seed { return seed }, Journal: newSlowDisk(flushTakes)})
	defer func() { _ = l.Close(context.Background()) }()
	session := func(name string) lobby.Session {
		one, err := l.Enter(t.Context(), lobby.Identity{ID: name, Name: name})
		check(t, err)
		return one
	}
	handle := func(one lobby.Handle, err error) lobby.Handle {
		check(t, err)
		return one
	}
	plan := lobby.Plan{Game: h.game.Name, Seats: 2, Options: h.options}
	anna := handle(lobby.Ask(t.Context(), session("anna"), lobby.Create{Plan: plan}))
	code := (<-anna.Updates()).Code
	bo, cy := handle(lobby.Ask(t.Context(), session("bo"), lobby.Join{Code: code})), handle(lobby.Ask(t.Context(), session("cy"), lobby.Watch{Code: code}))
	fe := handle(lobby.Ask(t.Context(), session("fe"), lobby.Create{Plan: plan}))
	check(t, lobby.Perform(t.Context(), anna, lobby.Start{}))
	for _, move := range moves {
		check(t, lobby.Perform(t.Context(), []lobby.Handle{anna, bo}[move.Seat], lobby.Play{Action: move.Action}))
	}
	time.Sleep(3 * flushTakes)

	took, mu, all := map[string]time.Duration{}, sync.Mutex{}, sync.WaitGroup{}
	if secret != "" {
		all.Go(func() { _ = lobby.Perform(t.Context(), anna, lobby.Play{Action: secret}) })
	}
	time.Sleep(later)
	for i, asks := range []struct {
		who    string
		handle lobby.Handle
		do     lobby.RoomOp
	}{
		{"bo, who plays", bo, lobby.Play{Action: h.bo[0]}},
		{"cy, who chats", cy, lobby.Say{Text: "hello"}},
		{otherRoom, fe, lobby.SetReady{Ready: true}},
		{"bo, who is refused", bo, lobby.SetReady{Ready: true}},
	} {
		if i == 1 {
			time.Sleep(8 * time.Millisecond) // bo's request may be refused at once, for which nothing may be in the way
		}
		all.Go(func() {
			began := time.Now()
			_ = lobby.Perform(t.Context(), asks.handle, asks.do)
			mu.Lock()
			defer mu.Unlock()
			took[asks.who] = time.Since(began)
		})
	}
	all.Wait()
	return took
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// areaUnderCurve returns the probability that a guess by the times is right, at least 0.5,
// as it can be inverted.
func areaUnderCurve(with, without []time.Duration) float64 {
	right := 0.0
	for _, one := range with {
		for _, other := range without {
			switch {
			case one > other:
				right++
			case one == other:
				right += 0.5
			}
		}
	}
	auc := right / float64(len(with)*len(without))
	return max(auc, 1-auc)
}
