package room

import (
	"context"
	"time"

	"parlor/lobby/actor"
	"parlor/prose"
)

var errBusy = prose.Refuse("This room is very busy. Try again.")

// mailbox is how orders come to a room and answers go from it; it knows nothing
// of what they are about. Whoever asks may do so from any goroutine. All else
// belongs to the room's.
type mailbox struct {
	inbox actor.Inbox[message]
	answers
	waiting []message // put off until it is known how an earlier one ended
	most    int       // of those that wait, apart from what must not be lost
}

// message is something to be done in a room, in its turn.
type message struct {
	do     func()
	at     time.Time  // when it came
	by     *Handle    // who asks, nil for nobody who has a place in the room
	atOnce bool       // it is never put off, such as what only reads what everybody can see
	reply  chan error // of whoever can be told that the room is busy; nil for what must not be lost
}

// newMailbox is a mailbox with that many places in its inbox; come starts the room's goroutine.
func newMailbox(places int, out *outbox, come func()) mailbox {
	return mailbox{inbox: actor.NewInbox[message](places, errBusy, come), answers: answers{out: out}, most: places}
}

// ask has an order done in its turn and returns what it returns, once readers
// and lobby have been told of its effect. It never waits for a place in the
// inbox. Where ctx ends first the error is lobby.ErrNoAnswer, and the order may
// still be done.
func (m *mailbox) ask(ctx context.Context, atOnce bool, order func() error) error {
	return m.request(ctx, message{atOnce: atOnce}, order)
}

// request is ask, where more is known of who asks.
func (m *mailbox) request(ctx context.Context, asked message, order func() error) error {
	result := make(chan error, 1)
	asked.do, asked.reply = func() { m.owe(result, order()) }, result
	return m.inbox.Ask(ctx, asked, result)
}

// insist is ask for an order that waits for a place in the inbox, as long as ctx
// lasts.
func (m *mailbox) insist(ctx context.Context, order func()) error {
	result := make(chan error, 1)
	return m.inbox.Insist(ctx, message{do: func() {
		order()
		m.owe(result, nil)
	}}, result)
}

// tell has an order done that must not be lost, such as a hang-up: it waits for
// a place in the inbox.
func (m *mailbox) tell(order func()) { m.inbox.Tell(message{do: order}) }

// take takes the first message out of the inbox, and reports whether there was one.
func (m *mailbox) take() (one message, more bool) {
	one, at, more := m.inbox.Take()
	one.at = at
	return one, more
}

// done is closed when nothing is taken out of the inbox any more.
func (m *mailbox) done() <-chan struct{} { return m.inbox.Done() }

// putOff keeps a message for later. As many are kept as have a place in the
// inbox, and what must not be lost.
func (m *mailbox) putOff(one message) {
	if one.reply != nil && len(m.waiting) >= m.most {
		m.owe(one.reply, errBusy)
		return
	}
	m.waiting = append(m.waiting, one)
}

// nextDeferred takes the first message that was put off, and reports whether there was
// one.
func (m *mailbox) nextDeferred() (one message, more bool) {
	if len(m.waiting) == 0 {
		return message{}, false
	}
	one = m.waiting[0]
	m.waiting = m.waiting[1:]
	return one, true
}

// answers are those to orders that are done, until the effect can be seen.
type answers struct {
	out      *outbox // how answers leave; nil is at once
	owed     []reply
	withheld int // how many of these wait to be given, the first ones
}

// reply is the answer to an order, given once its effect can be seen.
type reply struct {
	to  chan<- error
	err error
}

// owe notes an answer to be given. Nobody who waits for one waits in vain: they
// have room in their channels.
func (a *answers) owe(to chan<- error, err error) { a.owed = append(a.owed, reply{to, err}) }

// withhold has the answers that are owed now wait, or has none wait any more.
func (a *answers) withhold(wait bool) {
	a.withheld = 0
	if wait {
		a.withheld = len(a.owed)
	}
}

// give gives the answers that are owed and need not wait.
func (a *answers) give() {
	for _, reply := range a.owed[a.withheld:] {
		a.out.emit(func() { reply.to <- reply.err })
	}
	if a.owed = a.owed[:a.withheld]; a.withheld == 0 {
		a.owed = nil
	}
}

// refuse tells those whose orders were taken, and who are owed an answer, why
// they have not happened.
func (a *answers) refuse(why error) {
	for i := range a.owed {
		if a.owed[i].err == nil {
			a.owed[i].err = why
		}
	}
}
