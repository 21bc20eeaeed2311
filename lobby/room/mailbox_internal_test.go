package room

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
)

func TestAnOrderIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMailbox(1)
		refused := errors.New("no")
		answers := make(chan error, 2)
		go func() { answers <- m.ask(t.Context(), false, func() error { return refused }) }()
		synctest.Wait()
		if err := m.ask(t.Context(), false, func() error { return nil }); !errors.Is(err, errBusy) {
			t.Errorf("with no place in the inbox: %v", err)
		}
		go func() { answers <- m.insist(t.Context(), func() {}) }()
		(<-m.inbox).do()
		synctest.Wait()
		if len(answers) > 0 {
			t.Error("it is answered before anybody can see its effect")
		}
		if m.answer(); !errors.Is(<-answers, refused) {
			t.Error("it is not answered with what it returned")
		}
		(<-m.inbox).do()
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
	m := newMailbox(1)
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
	m := newMailbox(1)
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
		next()
	}
	if m.answer(); done != "ac" || !errors.Is(<-busy, errBusy) {
		t.Errorf("it did %q", done)
	}
}

func TestNobodyAsksARoomThatHasEnded(t *testing.T) {
	m := newMailbox(1)
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
