package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"parlor/lobby"
)

// client sends requests to the server at the other end of a connection.
type client struct {
	link     *link
	requests *requests
	decoder  decoder
}

// request is a request to a session or a handle, or to the lobby if of is 0.
type request struct {
	of   uint64
	call string
	id   lobby.RequestID // empty if there is none
	body any
	// opens returns the stream that the request opens under its number. It is optional.
	opens func(number uint64) stream
}

// frame encodes a request, without its number, for a version of the protocol.
func (r request) frame(version int) (frame, error) {
	body, err := json.Marshal(r.body)
	if err != nil {
		return frame{}, fmt.Errorf("that cannot be sent: %w", err)
	}
	f := frame{Kind: kindAsk, Of: r.of, Call: r.call, Body: body}
	if version >= requestIDs {
		f.ID = r.id
	}
	return f, nil
}

// ask sends a request and decodes the answer into out if that is not nil, even if there is
// an error. If ctx or the connection ends first, the error is lobby.ErrNoAnswer.
func (c *client) ask(ctx context.Context, r request, out any) error {
	if ctx.Err() != nil {
		return fmt.Errorf("the lobby was not asked: %w", ctx.Err())
	}
	f, err := r.frame(c.link.version)
	if err != nil {
		return err
	}
	if until, bounded := ctx.Deadline(); bounded {
		f.Within = max(1, time.Until(until))
	}
	answer := make(chan frame, 1)
	f.Number = c.requests.expect(answer, r.opens)
	if err := c.link.send(f); err != nil {
		c.requests.forget(f.Number)
		return err
	}
	select {
	case f = <-answer:
	case <-ctx.Done():
		c.release(f.Number)
		return lobby.NoAnswer(ctx.Err())
	case <-c.link.done:
		select {
		case f = <-answer: // the answer came before the end
		default:
			c.requests.forget(f.Number)
			return lobby.NoAnswer(ErrCut)
		}
	}
	if out != nil && len(f.Body) > 0 {
		if err := readShown(f.Body, out); err != nil {
			c.release(f.Number)
			return notUnderstood(err)
		}
	}
	return f.Fault.asError()
}

// Ping returns nil as soon as the other end answers, even with an error.
func (c *client) Ping(ctx context.Context) error {
	answer := make(chan frame, 1)
	number := c.requests.expectPing(answer)
	defer c.requests.forget(number)
	if err := c.link.send(frame{Kind: kindAsk, Number: number, Call: callPing}); err != nil {
		return err
	}
	select {
	case <-answer:
		return nil
	case <-ctx.Done():
		return lobby.NoAnswer(ctx.Err())
	case <-c.link.done:
		return lobby.NoAnswer(ErrCut)
	}
}

// post sends a request without an answer.
func (c *client) post(of uint64, call string, body any) {
	data, err := json.Marshal(body)
	if err != nil {
		return
	}
	f := frame{Kind: kindAsk, Number: c.requests.number(), Of: of, Call: call, Body: data}
	_ = c.link.send(f) // an error means that the connection has ended
}

// release notifies the server that the client no longer needs a number.
func (c *client) release(number uint64) {
	c.requests.forget(number)
	_ = c.link.send(frame{Kind: kindEnd, Number: number}) // an error means that the connection has ended, which has the same effect
}
