package room

import (
	"errors"
	"testing"
)

func TestWithheldAnswers(t *testing.T) {
	m := newMailbox(1, nil, func() {})
	first, second, third := make(chan error, 1), make(chan error, 1), make(chan error, 1)
	refused, why := errors.New("not legal"), errors.New("it was not written")
	m.owe(first, nil)
	m.owe(second, refused)
	m.withhold(true)
	m.owe(third, nil)
	if m.give(); len(first)+len(second) > 0 || <-third != nil {
		t.Error("what waits is answered, or what does not is not")
	}
	m.withhold(false)
	m.refuse(why)
	if m.give(); !errors.Is(<-first, why) || !errors.Is(<-second, refused) {
		t.Error("who was refused already is told another reason, or who was not none")
	}
	if m.give(); len(first)+len(second) > 0 {
		t.Error("somebody is answered twice")
	}
}

func TestDeferredMessages(t *testing.T) {
	m := newMailbox(1, nil, func() {})
	done := ""
	does := func(what string) func() { return func() { done += what } }
	busy := make(chan error, 1)
	m.deferMessage(message{do: does("a"), reply: make(chan error, 1)})
	m.deferMessage(message{do: does("b"), reply: busy})
	m.deferMessage(message{do: does("c")}) // a disconnect, which must not be lost
	for {
		next, more := m.nextDeferred()
		if !more {
			break
		}
		next.do()
	}
	if m.give(); done != "ac" || !errors.Is(<-busy, errBusy) {
		t.Errorf("it did %q", done)
	}
}
