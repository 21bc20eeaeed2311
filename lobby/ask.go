package lobby

import (
	"context"
	"fmt"
)

// Ask has an operation done in a new request and returns its answer, also beside an error.
func Ask[R any](ctx context.Context, d Doer, op Returns[R]) (R, error) {
	return AnswerTo[R](ctx, d, NewRequest(op))
}

// AnswerTo has a request done, whose operation Returns an R, and returns the answer as Ask
// does.
func AnswerTo[R any](ctx context.Context, d Doer, request Request) (R, error) {
	answer, err := d.Do(ctx, request)
	typed, is := answer.(R)
	if !is && err == nil {
		err = fmt.Errorf("%T was answered with a %T", request.Op, answer)
	}
	return typed, err
}

// Perform has an operation done for callers that need no more than whether it was.
func Perform[R any](ctx context.Context, d Doer, op Returns[R]) error {
	_, err := Ask(ctx, d, op)
	return err
}

// Send has an operation done that is Operation.Posted, without waiting for an answer.
func Send(ctx context.Context, d Doer, op Returns[Nothing]) {
	_ = Perform(ctx, d, op) // nothing fails that the caller could act on
}
