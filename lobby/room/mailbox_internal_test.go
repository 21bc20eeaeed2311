package room

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
)

// left is a mailbox in which orders lie until the test takes them.
func left(places int) mailbox { return newMailbox(places, func() {}) }

// takes does the first thing that lies in a mailbox.
func takes(t *testing.T, m *mailbox) {
	t.Helper()
	one, more := m.take()
	if !more {
		t.Fatal("nothing lies there")
	}
	one.do()
}

func TestAnOrderIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := left(1)
		refused := errors.New("no")
		answers := make(chan error, 2)
		go func() { answers <- m.ask(t.Context(), false, func() error { return refused }) }()
		synctest.Wait()
		if err := m.ask(t.Context(), false, func() error { return nil }); !errors.Is(err, errBusy) {
			t.Errorf("with no place in the inbox: %v", err)
		}
		go func() { answers <- m.insist(t.Context(), func() {}) }()
		takes(t, &m)
		synctest.Wait()
		if len(answers) > 0 {
			t.Error("it is answered before anybody can see its effect")
		}
		if m.answer(); !errors.Is(<-answers, refused) {
			t.Error("it is not answered with what it returned")
		}
		takes(t, &m)
		if m.answer(); <-answers != nil {
			t.Error("who insists is not answered")
		}
		patience, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := m.ask(patience, false, func() error { return nil }); !errors.Is(err, lobby.ErrNoAnswer) {
			t.Errorf("after their patience has ended: %v", err)
		}
	})
}

func TestAnswersThatWait(t *testing.T) {
	m := left(1)
	first, second, third := make(chan error, 1), make(chan error, 1), make(chan error, 1)
	refused, why := errors.New("not legal"), errors.New("it was not written")
	m.owe(first, nil)
	m.owe(second, refused)
	m.withhold(true)
	m.owe(third, nil)
	if m.answer(); len(first)+len(second) > 0 || <-third != nil {
		t.Error("what waits is answered, or what does not is not")
	}
	m.withhold(false)
	m.refuse(why)
	if m.answer(); !errors.Is(<-first, why) || !errors.Is(<-second, refused) {
		t.Error("who was refused already is told another reason, or who was not none")
	}
	if m.answer(); len(first)+len(second) > 0 {
		t.Error("somebody is answered twice")
	}
}

func TestWhatIsPutOff(t *testing.T) {
	m := left(1)
	done := ""
	does := func(what string) func() { return func() { done += what } }
	busy := make(chan error, 1)
	m.putOff(message{do: does("a"), reply: make(chan error, 1)})
	m.putOff(message{do: does("b"), reply: busy})
	m.putOff(message{do: does("c")}) // a hang-up, which must not be lost
	for {
		next, more := m.next()
		if !more {
			break
		}
		next.do()
	}
	if m.answer(); done != "ac" || !errors.Is(<-busy, errBusy) {
		t.Errorf("it did %q", done)
	}
}

func TestNobodyAsksARoomThatHasEnded(t *testing.T) {
	m := left(1)
	m.close(errRoomEmpty)
	<-m.ended()
	for range 10 {
		m.tell(func() {})
		for _, err := range []error{m.ask(t.Context(), true, nil), m.insist(t.Context(), nil)} {
			if !errors.Is(err, errRoomEmpty) {
				t.Errorf("they are told %v", err)
			}
		}
	}
}

func TestWhatTheRoomItselfPutsThereNeedsNoPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := left(1)
		done := ""
		does := func(what string) func() { return func() { done += what } }
		m.tell(does("a"))
		m.put(message{do: does("b")})
		go m.tell(does("c"))
		synctest.Wait()
		for range 2 {
			takes(t, &m)
		}
		synctest.Wait()
		takes(t, &m)
		if _, more := m.take(); more || done != "abc" || len(m.places) > 0 {
			t.Errorf("it did %q, %d places are taken", done, len(m.places))
		}
	})
}

// TestNothingIsLost asks a mailbox that comes to rest again and again, one person
// after the other and many at once: everything is answered, what one asks is done
// in order, and never by two goroutines.
func TestNothingIsLost(t *testing.T) {
	for _, asking := range []int{1, 2, 16} {
		synctest.Test(t, func(t *testing.T) { askAgainAndAgain(t, asking, 5000/asking) })
	}
}

func askAgainAndAgain(t *testing.T, asking, times int) {
	var (
		m      mailbox
		busy   atomic.Bool           // something is being done
		newest = make([]int, asking) // that was done for each
		all    sync.WaitGroup
	)
	m = newMailbox(max(1, asking/2), func() {
		go func() {
			for one, more := m.take(); more; one, more = m.take() {
				if busy.Swap(true) {
					t.Error("two things are done at once")
				}
				one.do()
				busy.Store(false)
				m.answer()
			}
		}()
	})
	for who := range asking {
		all.Go(func() {
			for n := range times {
				err := m.insist(t.Context(), func() {
					if newest[who] != n {
						t.Errorf("%d is done after %d", n, newest[who])
					}
					newest[who]++
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	synctest.Wait()
	if m.emptied || len(m.inbox) > 0 || len(m.places) > 0 {
		t.Errorf("somebody is there: %t, %d places are taken, and there lies %v", m.emptied, len(m.places), m.inbox)
	}
}
