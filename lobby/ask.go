package lobby

import (
	"context"
	"fmt"
)

// Ask performs an operation in a new request and returns its answer. There may be an answer
// together with an error.
func Ask[R any](ctx context.Context, d Doer, op Returns[R]) (R, error) {
	return AnswerTo[R](ctx, d, NewRequest(op))
}

// AnswerTo performs a request and returns the answer like Ask. The request's operation must
// be a Returns[R].
func AnswerTo[R any](ctx context.Context, d Doer, request Request) (R, error) {
	answer, err := d.Do(ctx, request)
	typed, is := answer.(R)
	if !is && err == nil {
		err = fmt.Errorf("%T was answered with a %T", request.Op, answer)
	}
	return typed, err
}

// Perform performs an operation and returns only its error.
func Perform[R any](ctx context.Context, d Doer, op Returns[R]) error {
	_, err := Ask(ctx, d, op)
	return err
}

// Send performs an operation that is Operation.Posted, without waiting for an answer.
func Send(ctx context.Context, d Doer, op Returns[Nothing]) {
	_ = Perform(ctx, d, op) // the caller could not handle an error
}
