package remote

import "encoding/json"

// showing is what a session or a handle delivers, and how that is sent.
type showing[T any] struct {
	kind   string
	from   <-chan T
	encode func(T) any
	ended  func() error // why from was closed
	hangUp func()
}

// show answers a request with what came of it, and then sends what that
// delivers, until it ends. What is there already goes before the answer, as it
// is there for whoever asks in the same process. One of it is under way at most;
// newer ones wait where they come from.
func show[T any](s *server, number uint64, what showing[T], answer any) {
	var failed error
	select {
	case one, open := <-what.from:
		if open {
			failed = what.send(s, number, one)
		}
	default:
	}
	s.sendAnswer(number, answer, nil)
	for failed == nil {
		select {
		case <-s.done:
			return
		case one, open := <-what.from:
			if !open {
				_ = s.send(frame{Kind: kindEnded, Number: number, Fault: faultOf(what.ended())}) // else the connection has ended
				return
			}
			failed = what.send(s, number, one)
		}
	}
	// It cannot be shown, unless the connection has ended, which closes it too.
	_ = s.send(frame{Kind: kindEnded, Number: number, Fault: faultOf(failed)})
	what.hangUp()
}

// send sends one of them, and waits until it is written.
func (w showing[T]) send(s *server, number uint64, one T) error {
	body, err := json.Marshal(w.encode(one))
	if err != nil {
		return err
	}
	return s.deliver(frame{Kind: w.kind, Number: number, Body: body})
}
