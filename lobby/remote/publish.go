package remote

import "encoding/json"

// source is a channel of pages or updates, with the functions that send them.
type source[T any] struct {
	kind   string
	from   <-chan T
	encode func(T) any
	ended  func() error // returns why from was closed
	hangUp func()
}

// publish answers a request that opened a stream, and then sends the stream's updates until it
// ends. An update that is already available is sent before the answer, because a caller in the same
// process would have it, too. At most one frame is in transit; newer updates wait at the source.
func (w source[T]) publish(l *link, number uint64, answer any) {
	var failed error
	select {
	case one, open := <-w.from:
		if open {
			failed = w.sendOne(l, number, one)
		}
	default:
	}
	respond(l, number, answer, nil)
	for failed == nil {
		select {
		case <-l.done:
			return
		case one, open := <-w.from:
			if !open {
				_ = l.send(frame{Kind: kindEnded, Number: number, Fault: faultOf(l.version, w.ended())}) // an error means that the connection has ended
				return
			}
			failed = w.sendOne(l, number, one)
		}
	}
	// It cannot be sent, or the connection has ended, which closes it, too.
	_ = l.send(frame{Kind: kindEnded, Number: number, Fault: faultOf(l.version, failed)})
	w.hangUp()
}

// sendOne sends an update and waits until it is written.
func (w source[T]) sendOne(l *link, number uint64, one T) error {
	body, err := json.Marshal(w.encode(one))
	if err != nil {
		return err
	}
	return l.deliver(frame{Kind: w.kind, Number: number, Body: body})
}

// respond sends a result or an error.
func respond(l *link, number uint64, result any, failed error) {
	body, err := json.Marshal(result)
	if err == nil {
		err = l.send(frame{Kind: kindAnswer, Number: number, Body: body, Fault: faultOf(l.version, failed)})
	}
	if err != nil {
		_ = l.send(frame{Kind: kindAnswer, Number: number, Fault: faultOf(l.version, err)}) // an error means that the connection has ended
	}
}

// refuse answers a request with an error without starting it.
func refuse(l *link, f frame, err error) error {
	return l.send(frame{Kind: kindAnswer, Number: f.Number, Fault: faultOf(l.version, err)})
}
