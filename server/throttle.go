package server

import (
	"context"
	"errors"
	"time"

	"parlor/lobby"
	"parlor/ratelimit"
)

// throttleDelay is the delay of the answer to a request beyond a rate limit. A person does not
// notice it, and a program in a loop gets few answers per second.
const throttleDelay = time.Second / 4

// throttle waits if err is a refusal by a rate limit, and returns err.
func throttle(ctx context.Context, err error) error {
	if err != nil && errors.As(err, new(*ratelimit.Refusal)) {
		select {
		case <-time.After(throttleDelay):
		case <-ctx.Done():
		}
	}
	return err
}

// throttled is a session whose requests beyond a rate limit are delayed, in all rooms and game nights that it opens.
// Requests are done one after the other, so each session pays for itself.
type throttled struct{ lobby.Session }

func (v throttled) Do(ctx context.Context, request lobby.Request) (any, error) {
	answer, err := v.Session.Do(ctx, request)
	switch opened := answer.(type) {
	case lobby.Handle:
		answer = throttledPlace[lobby.Update]{opened}
	case lobby.GameNightHandle:
		answer = throttledPlace[lobby.GameNightUpdate]{opened}
	}
	return answer, throttle(ctx, err)
}

// throttledPlace is a handle whose requests beyond a rate limit are delayed, like those of a
// throttled session.
type throttledPlace[U any] struct{ lobby.HandleOf[U] }

func (p throttledPlace[U]) Do(ctx context.Context, request lobby.Request) (any, error) {
	answer, err := p.HandleOf.Do(ctx, request)
	return answer, throttle(ctx, err)
}
