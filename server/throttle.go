package server

import (
	"context"
	"errors"
	"time"

	"parlor/lobby"
	"parlor/ratelimit"
)

// throttleDelay is for how long who does more than they may waits to be told. Nobody who
// plays notices, and a program that goes on and on costs a few answers a second.
const throttleDelay = time.Second / 4

// throttle waits if an answer is that somebody did more than they may.
func throttle(ctx context.Context, err error) error {
	if err != nil && errors.As(err, new(*ratelimit.Refusal)) {
		select {
		case <-time.After(throttleDelay):
		case <-ctx.Done():
		}
	}
	return err
}

// throttled is a session whose visitor waits when they do more than they may, in all rooms
// and game nights that they open: one request is done after the other, so each session
// pays for itself.
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

// throttledPlace does the same in a room or at a game night.
type throttledPlace[U any] struct{ lobby.HandleOf[U] }

func (p throttledPlace[U]) Do(ctx context.Context, request lobby.Request) (any, error) {
	answer, err := p.HandleOf.Do(ctx, request)
	return answer, throttle(ctx, err)
}
