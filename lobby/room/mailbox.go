package room

import (
	"context"
	"time"

	"parlor/lobby/actor"
	"parlor/prose"
)

var errBusy = prose.Refuse("This room is very busy. Try again.")

// mailbox receives messages and sends back answers. Methods for asking may be called from
// any goroutine; all others belong to the room's goroutine.
type mailbox struct {
	inbox actor.Inbox[message]
	answers
	waiting []message // deferred until the outcome of a write is known
	most    int       // limit for waiting, without messages that must not be lost
}

// message is work for the room's goroutine.
type message struct {
	do     func()
	at     time.Time  // when the message arrived
	by     *Handle    // the handle of the caller; may be nil
	atOnce bool       // never deferred, such as reads of public state
	reply  chan error // for callers that can get the answer that the room is busy; nil if the message must not be lost
}

// newMailbox returns a mailbox with the given number of places. come starts the room's
// goroutine.
func newMailbox(places int, out *outbox, come func()) mailbox {
	return mailbox{inbox: actor.NewInbox[message](places, errBusy, come), answers: answers{out: out}, most: places}
}

// ask executes an order in turn and returns its error, once its effects have been
// published. It fails at once if the inbox is full. If ctx ends first, the error is
// lobby.ErrNoAnswer and the order may still be executed.
func (m *mailbox) ask(ctx context.Context, atOnce bool, order func() error) error {
	return m.request(ctx, message{atOnce: atOnce}, order)
}

// request is like ask, with a prepared message.
func (m *mailbox) request(ctx context.Context, asked message, order func() error) error {
	result := make(chan error, 1)
	asked.do, asked.reply = func() { m.owe(result, order()) }, result
	return m.inbox.Ask(ctx, asked, result)
}

// askWaiting is like ask, but waits for a place in the inbox until ctx ends.
func (m *mailbox) askWaiting(ctx context.Context, order func()) error {
	result := make(chan error, 1)
	return m.inbox.AskWaiting(ctx, message{do: func() {
		order()
		m.owe(result, nil)
	}}, result)
}

// tell enqueues an order that must not be lost, such as a disconnect. It waits for a place
// in the inbox.
func (m *mailbox) tell(order func()) { m.inbox.Tell(message{do: order}) }

// take removes the first message and reports whether there was one.
func (m *mailbox) take() (one message, more bool) {
	one, at, more := m.inbox.Take()
	one.at = at
	return one, more
}

// done returns a channel that is closed when the inbox is closed.
func (m *mailbox) done() <-chan struct{} { return m.inbox.Done() }

// deferMessage keeps a message for later. A message with a reply is refused if too many
// wait.
func (m *mailbox) deferMessage(one message) {
	if one.reply != nil && len(m.waiting) >= m.most {
		m.owe(one.reply, errBusy)
		return
	}
	m.waiting = append(m.waiting, one)
}

// nextDeferred removes the first deferred message and reports whether there was one.
func (m *mailbox) nextDeferred() (one message, more bool) {
	if len(m.waiting) == 0 {
		return message{}, false
	}
	one = m.waiting[0]
	m.waiting = m.waiting[1:]
	return one, true
}

// answers holds the answers to executed orders until their effects are visible.
type answers struct {
	out      *outbox // sends the answers; nil sends at once
	owed     []reply
	withheld int // number of answers, from the first, that must wait
}

// reply is the answer to an order.
type reply struct {
	to  chan<- error
	err error
}

// owe records an answer to send. The channel must have a free slot.
func (a *answers) owe(to chan<- error, err error) { a.owed = append(a.owed, reply{to, err}) }

// withhold makes all current answers wait, or releases them.
func (a *answers) withhold(wait bool) {
	a.withheld = 0
	if wait {
		a.withheld = len(a.owed)
	}
}

// give sends the answers that need not wait.
func (a *answers) give() {
	for _, reply := range a.owed[a.withheld:] {
		a.out.emit(func() { reply.to <- reply.err })
	}
	if a.owed = a.owed[:a.withheld]; a.withheld == 0 {
		a.owed = nil
	}
}

// refuse changes the successful answers that have not been sent yet to why.
func (a *answers) refuse(why error) {
	for i := range a.owed {
		if a.owed[i].err == nil {
			a.owed[i].err = why
		}
	}
}
