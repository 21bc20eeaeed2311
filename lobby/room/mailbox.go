package room

import (
	"context"
	"sync"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

var errBusy = prose.Refuse("This room is very busy. Try again.")

// mailbox is how orders come to a room and answers go from it; it knows nothing
// of what they are about. Whoever asks may do so from any goroutine. All else
// belongs to the one goroutine that empties the inbox, which there is only while
// something lies in it.
type mailbox struct {
	come   func()        // starts a goroutine that empties the inbox
	places chan struct{} // of the inbox, those that are taken
	done   chan struct{} // closed when nothing is taken out any more
	why    error         // to be read once done is closed

	mutex   sync.Mutex // guards the two below
	inbox   []message  // the first one first
	emptied bool       // there is a goroutine that empties it, or none is to come any more

	out      *outbox   // how answers leave; nil is at once
	waiting  []message // put off until it is known how an earlier one ended
	owed     []reply   // to those whose orders are done
	withheld int       // how many of these wait to be given, the first ones
}

// message is something to be done in a room, in its turn.
type message struct {
	do     func()
	at     time.Time  // when it came
	by     *Handle    // who asks, nil for nobody who has a place in the room
	atOnce bool       // it is never put off, such as what only reads what everybody can see
	placed bool       // it has one of the places of the inbox
	reply  chan error // of whoever can be told that the room is busy; nil for what must not be lost
}

// reply is the answer to an order, given once its effect can be seen.
type reply struct {
	to  chan<- error
	err error
}

// newMailbox is a mailbox with so many places in its inbox. Come is called where
// something lies there and nobody empties it: it starts a goroutine that takes
// until nothing is left, and waits for nobody.
func newMailbox(places int, come func()) mailbox {
	return mailbox{come: come, places: make(chan struct{}, places), done: make(chan struct{})}
}

// ask has an order done in its turn and returns what it returns, once readers
// and hall have been told of its effect. It never waits for a place in the
// inbox. Where ctx ends first the error is lobby.ErrNoAnswer, and the order may
// still be done.
func (m *mailbox) ask(ctx context.Context, atOnce bool, order func() error) error {
	return m.request(ctx, message{atOnce: atOnce}, order)
}

// request is ask, where more is known of who asks.
func (m *mailbox) request(ctx context.Context, asked message, order func() error) error {
	if ctx.Err() != nil {
		return lobby.NotAsked(ctx.Err())
	}
	result := make(chan error, 1)
	select {
	case <-m.done:
		return m.why
	case m.places <- struct{}{}:
		asked.do, asked.placed, asked.reply = func() { m.owe(result, order()) }, true, result
		m.put(asked)
	default:
		return errBusy
	}
	return m.answerTo(ctx, result)
}

// insist is ask for an order that waits for a place in the inbox, as long as ctx
// lasts.
func (m *mailbox) insist(ctx context.Context, order func()) error {
	result := make(chan error, 1)
	select {
	case m.places <- struct{}{}:
		m.put(message{placed: true, do: func() {
			order()
			m.owe(result, nil)
		}})
	case <-m.done:
		return m.why
	case <-ctx.Done():
		return lobby.NoAnswer(ctx.Err())
	}
	return m.answerTo(ctx, result)
}

// answerTo waits for the answer to an order that is in the inbox.
func (m *mailbox) answerTo(ctx context.Context, result <-chan error) error {
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
		return lobby.NoAnswer(ctx.Err())
	case <-m.done:
		select {
		case err := <-result:
			return err
		default:
			return m.why
		}
	}
}

// tell has an order done that must not be lost, such as a hang-up: it waits for
// a place in the inbox, which is emptied without waiting for anybody.
func (m *mailbox) tell(order func()) {
	select {
	case m.places <- struct{}{}:
		m.put(message{do: order, placed: true})
	case <-m.done:
	}
}

// put lays a message into the inbox, and waits for nobody. It needs no place: what
// has none is put there by the room itself or its house, which are few.
func (m *mailbox) put(one message) {
	one.at = time.Now()
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.inbox = append(m.inbox, one)
	if !m.emptied {
		m.emptied = true
		m.come() // before anybody else can think that it has
	}
}

// take takes the first message out of the inbox, and reports whether there was
// one. Where there was none, the goroutine that asked has nothing more to do with
// the mailbox: for the next message another one comes.
func (m *mailbox) take() (one message, more bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if len(m.inbox) == 0 {
		m.inbox, m.emptied = nil, false
		return message{}, false
	}
	one, m.inbox[0] = m.inbox[0], message{}
	m.inbox = m.inbox[1:]
	if one.placed {
		<-m.places
	}
	return one, true
}

// ended is closed when nothing is taken out of the inbox any more.
func (m *mailbox) ended() <-chan struct{} { return m.done }

// putOff keeps a message for later. As many are kept as have a place in the
// inbox, and what must not be lost.
func (m *mailbox) putOff(one message) {
	if one.reply != nil && len(m.waiting) >= cap(m.places) {
		m.owe(one.reply, errBusy)
		return
	}
	m.waiting = append(m.waiting, one)
}

// next takes the first message that was put off, and reports whether there was
// one.
func (m *mailbox) next() (one message, more bool) {
	if len(m.waiting) == 0 {
		return message{}, false
	}
	one = m.waiting[0]
	m.waiting = m.waiting[1:]
	return one, true
}

// owe notes an answer to be given. Nobody who waits for one waits in vain: they
// have room in their channels.
func (m *mailbox) owe(to chan<- error, err error) { m.owed = append(m.owed, reply{to, err}) }

// withhold has the answers that are owed now wait, or has none wait any more.
func (m *mailbox) withhold(wait bool) {
	m.withheld = 0
	if wait {
		m.withheld = len(m.owed)
	}
}

// answer gives the answers that are owed and need not wait.
func (m *mailbox) answer() {
	for _, reply := range m.owed[m.withheld:] {
		m.out.do(func() { reply.to <- reply.err })
	}
	if m.owed = m.owed[:m.withheld]; m.withheld == 0 {
		m.owed = nil
	}
}

// refuse tells those whose orders were taken, and who are owed an answer, why
// they have not happened.
func (m *mailbox) refuse(why error) {
	for i := range m.owed {
		if m.owed[i].err == nil {
			m.owed[i].err = why
		}
	}
}

// close tells everybody who asks why they are not heard any more. It is called
// once, in place of another take.
func (m *mailbox) close(why error) {
	m.why = why
	close(m.done)
}
