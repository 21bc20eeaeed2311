package server

import (
	"context"
	"errors"
	"time"

	"parlor/budget"
	"parlor/lobby"
)

// throttleDelay is for how long who does more than they may waits to be told. Nobody who
// plays notices, and a program that goes on and on costs a few answers a second.
const throttleDelay = time.Second / 4

// throttle waits if an answer is that somebody did more than they may.
func throttle(ctx context.Context, err error) error {
	if err != nil && errors.As(err, new(*budget.Refusal)) {
		select {
		case <-time.After(throttleDelay):
		case <-ctx.Done():
		}
	}
	return err
}

// throttled is a visit whose visitor waits when they do more than they may, in all rooms
// and game nights that they open: one request is done after the other, so each session
// pays for itself.
type throttled struct{ lobby.Visit }

func (v throttled) Do(ctx context.Context, request lobby.Request) (any, error) {
	answer, err := v.Visit.Do(ctx, request)
	switch opened := answer.(type) {
	case lobby.Handle:
		answer = throttledHandle{opened}
	case lobby.Evening:
		answer = throttledNight{opened}
	}
	return answer, throttle(ctx, err)
}

// throttledHandle does the same in a room.
type throttledHandle struct{ lobby.Handle }

func (h throttledHandle) Do(ctx context.Context, order lobby.Order) (lobby.Done, error) {
	done, err := h.Handle.Do(ctx, order)
	return done, throttle(ctx, err)
}

// throttledNight does the same at a game night.
type throttledNight struct{ lobby.Evening }

func (e throttledNight) Do(ctx context.Context, do lobby.EveningDo) error {
	return throttle(ctx, e.Evening.Do(ctx, do))
}
