package lobby

import (
	"context"
	"errors"

	"parlor/engine"
)

// Practise opens a private room by a plan, puts bots of the first level on the other seats
// and begins a match.
func Practise(ctx context.Context, session Session, plan Plan) (Handle, error) {
	plan.Public, plan.Rated = false, false
	handle, err := Ask(ctx, session, Create{Plan: plan})
	if err != nil {
		return nil, err
	}
	for range plan.Seats - 1 {
		if err := Perform(ctx, handle, AddBot{Level: engine.FirstBot}); err != nil {
			return nil, errors.Join(err, Perform(ctx, handle, Leave{}))
		}
	}
	if err := Perform(ctx, handle, Start{}); err != nil {
		return nil, errors.Join(err, Perform(ctx, handle, Leave{}))
	}
	return handle, nil
}
