package actor_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
	"parlor/lobby/actor"
)

var (
	errBusy   = errors.New("busy")
	errClosed = errors.New("closed")
)

// lying returns an inbox whose messages are taken by the test.
func lying(places int) actor.Inbox[func()] { return actor.NewInbox[func()](places, errBusy, func() {}) }

// takes handles the first message.
func takes(t *testing.T, b *actor.Inbox[func()]) {
	t.Helper()
	do, _, more := b.Take()
	if !more {
		t.Fatal("nothing lies there")
	}
	do()
}

// asks sends a message that answers with err.
func asks(ctx context.Context, b *actor.Inbox[func()], err error) error {
	answer := make(chan error, 1)
	return b.Ask(ctx, func() { answer <- err }, answer)
}

func TestAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := lying(1)
		refused := errors.New("no")
		answers := make(chan error, 2)
		go func() { answers <- asks(t.Context(), &b, refused) }()
		synctest.Wait()
		if err := asks(t.Context(), &b, nil); !errors.Is(err, errBusy) {
			t.Errorf("with no place in the inbox: %v", err)
		}
		waits, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := b.AskWaiting(waits, func() {}, nil); !errors.Is(err, lobby.ErrNoAnswer) {
			t.Errorf("who insists, but not for ever: %v", err)
		}
		insisted := make(chan error, 1)
		go func() { answers <- b.AskWaiting(t.Context(), func() { insisted <- nil }, insisted) }()
		takes(t, &b)
		if err := <-answers; !errors.Is(err, refused) {
			t.Errorf("it is answered with %v", err)
		}
		synctest.Wait()
		takes(t, &b)
		if err := <-answers; err != nil {
			t.Errorf("who insists is answered with %v", err)
		}
		waits, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := asks(waits, &b, nil); !errors.Is(err, lobby.ErrNoAnswer) {
			t.Errorf("if no answer comes in time: %v", err)
		}
		if err := asks(waits, &b, nil); err == nil || errors.Is(err, lobby.ErrNoAnswer) {
			t.Errorf("if the time was over before: %v", err)
		}
	})
}

func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := lying(2)
		answers := make(chan error, 1)
		go func() { answers <- asks(t.Context(), &b, nil) }()
		synctest.Wait()
		b.Close(errClosed)
		if err := <-answers; !errors.Is(err, errClosed) {
			t.Errorf("who waits for an answer is told %v", err)
		}
		<-b.Done()
		for range 10 {
			b.Tell(func() {})
			for _, err := range []error{asks(t.Context(), &b, nil), b.AskWaiting(t.Context(), nil, nil)} {
				if err != nil && !errors.Is(err, errClosed) {
					t.Errorf("they are told %v", err)
				}
			}
		}
	})
}

func TestPutNeedsNoPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := lying(1)
		done := ""
		does := func(what string) func() { return func() { done += what } }
		b.Tell(does("a"))
		b.Put(does("b"))
		go b.Tell(does("c"))
		synctest.Wait()
		for range 2 {
			takes(t, &b)
		}
		synctest.Wait()
		takes(t, &b)
		if _, _, more := b.Take(); more || done != "abc" {
			t.Errorf("it did %q", done)
		}
	})
}

func TestTakeSaysWhenAMessageWasSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := lying(1)
		b.Tell(func() {})
		came := time.Now().Add(time.Second)
		go b.Tell(func() {}) // in a second, when there is a place
		time.Sleep(time.Second)
		takes(t, &b)
		time.Sleep(time.Second)
		if _, at, _ := b.Take(); !at.Equal(came) {
			t.Errorf("it was sent at %v, not %v", at, came)
		}
	})
}

func TestTakeAll(t *testing.T) {
	started := 0
	b := actor.NewInbox[int](2, errBusy, func() { started++ })
	for round := range 3 {
		b.Tell(1)
		b.Put(2)
		b.Tell(3)
		if all := b.TakeAll(); !slices.Equal(all, []int{1, 2, 3}) {
			t.Errorf("it takes %v", all)
		}
		if b.Put(4); started != round+1 {
			t.Errorf("%d goroutines were started by round %d", started, round)
		}
		if all := b.TakeAll(); !slices.Equal(all, []int{4}) || b.TakeAll() != nil {
			t.Errorf("then it takes %v", all)
		}
	}
}

// TestNothingIsLost sends messages to an actor that becomes idle again and again, by one
// and by many senders: all are answered, in order for each sender, and never handled
// concurrently.
func TestNothingIsLost(t *testing.T) {
	for _, asking := range []int{1, 2, 16} {
		for _, all := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) { askAgainAndAgain(t, asking, 3000/asking, all) })
		}
	}
}

func askAgainAndAgain(t *testing.T, asking, times int, takesAll bool) {
	var (
		b      actor.Inbox[func()]
		busy   atomic.Bool           // a message is being handled
		newest = make([]int, asking) // the latest message handled for each sender
		all    sync.WaitGroup
	)
	work := func() {
		for {
			var messages []func()
			if takesAll {
				messages = b.TakeAll()
			} else if one, _, more := b.Take(); more {
				messages = append(messages, one)
			}
			if messages == nil {
				return
			}
			for _, do := range messages {
				if busy.Swap(true) {
					t.Error("two things are done at once")
				}
				do()
				busy.Store(false)
			}
		}
	}
	b = actor.NewInbox[func()](max(1, asking/2), errBusy, func() { go work() })
	for who := range asking {
		all.Go(func() {
			for n := range times {
				answer := make(chan error, 1)
				err := b.AskWaiting(t.Context(), func() {
					if newest[who] != n {
						t.Errorf("%d is done after %d", n, newest[who])
					}
					newest[who]++
					answer <- nil
				}, answer)
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	synctest.Wait()
	if left := b.TakeAll(); left != nil {
		t.Errorf("%d messages are left", len(left))
	}
}

func TestTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var timer actor.Timer
		began, rings := time.Now(), 0
		timer.Start(func() { rings++ })
		until := func(after time.Duration, want int) {
			t.Helper()
			time.Sleep(time.Until(began.Add(after)))
			synctest.Wait()
			if rings != want {
				t.Errorf("after %v it has rung %d times, want %d", after, rings, want)
			}
		}
		until(time.Hour, 1)
		timer.Set(began.Add(61 * time.Minute))
		until(62*time.Minute, 1) // the first ring was not handled yet
		timer.Heard()
		timer.Set(began.Add(24 * time.Hour))
		until(122*time.Minute, 2) // in an hour at the latest
		timer.Heard()
		timer.Set(time.Time{})
		timer.Set(began.Add(123 * time.Minute))
		until(123*time.Minute, 3)
		timer.Heard()
		timer.Set(began)
		until(123*time.Minute, 4)
		timer.Heard()
		timer.Set(time.Time{})
		timer.Stop()
		until(200*time.Minute, 4)
	})
}
