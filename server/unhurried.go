package server

import (
	"context"
	"errors"
	"time"

	"parlor/budget"
	"parlor/lobby"
)

// holdUp is how long whoever does more than they may waits for being told. Nobody
// who plays notices, and a program that goes on and on costs a few answers a second.
const holdUp = time.Second / 4

// heldUp waits where an answer is that somebody did more than they may.
func heldUp(ctx context.Context, err error) error {
	if err != nil && errors.As(err, new(*budget.Refusal)) {
		select {
		case <-time.After(holdUp):
		case <-ctx.Done():
		}
	}
	return err
}

// unhurried is a visit that lets its visitor wait where they do more than they may:
// one order is given after the other, so each session pays for itself.
type unhurried struct {
	lobby.Visit
	ctx context.Context //nolint:containedctx // of the session, for what takes none
}

func (v unhurried) Say(text string) error { return heldUp(v.ctx, v.Visit.Say(text)) }

func (v unhurried) Rename(ctx context.Context, wished string) error {
	return heldUp(ctx, v.Visit.Rename(ctx, wished))
}

func (v unhurried) Link(ctx context.Context, code string) error {
	return heldUp(ctx, v.Visit.Link(ctx, code))
}

func (v unhurried) OfferLink(ctx context.Context) (code string, until time.Time, err error) {
	code, until, err = v.Visit.OfferLink(ctx)
	return code, until, heldUp(ctx, err)
}

func (v unhurried) SetWebhook(ctx context.Context, address string) error {
	return heldUp(ctx, v.Visit.SetWebhook(ctx, address))
}

func (v unhurried) Look(ctx context.Context, code string) (lobby.Update, error) {
	update, err := v.Visit.Look(ctx, code)
	return update, heldUp(ctx, err)
}

func (v unhurried) Create(ctx context.Context, plan lobby.Plan) (lobby.Handle, error) {
	handle, err := v.Visit.Create(ctx, plan)
	return slowly(handle), heldUp(ctx, err)
}

func (v unhurried) Join(ctx context.Context, code string) (lobby.Handle, error) {
	handle, err := v.Visit.Join(ctx, code)
	return slowly(handle), heldUp(ctx, err)
}

func (v unhurried) Watch(ctx context.Context, code string) (lobby.Handle, error) {
	handle, err := v.Visit.Watch(ctx, code)
	return slowly(handle), heldUp(ctx, err)
}

func (v unhurried) Quick(ctx context.Context, wanted lobby.Plan) (lobby.Handle, error) {
	handle, err := v.Visit.Quick(ctx, wanted)
	return slowly(handle), heldUp(ctx, err)
}

func (v unhurried) Return(ctx context.Context) (lobby.Handle, bool) {
	handle, ok := v.Visit.Return(ctx)
	return slowly(handle), ok
}

func (v unhurried) Rival(ctx context.Context, game string) (lobby.Handle, error) {
	handle, err := v.Visit.Rival(ctx, game)
	return slowly(handle), heldUp(ctx, err)
}

func (v unhurried) Challenge(ctx context.Context, name string, plan lobby.Plan) (lobby.Handle, error) {
	handle, err := v.Visit.Challenge(ctx, name, plan)
	return slowly(handle), heldUp(ctx, err)
}

func (v unhurried) Accept(ctx context.Context, call uint64) (lobby.Handle, error) {
	handle, err := v.Visit.Accept(ctx, call)
	return slowly(handle), heldUp(ctx, err)
}

func (v unhurried) OpenEvening(ctx context.Context, plan lobby.EveningPlan) (lobby.Evening, error) {
	evening, err := v.Visit.OpenEvening(ctx, plan)
	return slowEvening(evening), heldUp(ctx, err)
}

func (v unhurried) Attend(ctx context.Context, code string) (lobby.Evening, error) {
	evening, err := v.Visit.Attend(ctx, code)
	return slowEvening(evening), heldUp(ctx, err)
}

func (v unhurried) Board(ctx context.Context, code string) (lobby.Evening, error) {
	evening, err := v.Visit.Board(ctx, code)
	return slowEvening(evening), heldUp(ctx, err)
}

// unhurriedHandle is a hold that does the same.
type unhurriedHandle struct{ lobby.Handle }

// slowly is a hold whose holder waits where they do more than they may; nil is none.
func slowly(handle lobby.Handle) lobby.Handle {
	if handle == nil {
		return nil
	}
	return unhurriedHandle{handle}
}

func (h unhurriedHandle) Do(ctx context.Context, order lobby.Order) (lobby.Done, error) {
	done, err := h.Handle.Do(ctx, order)
	return done, heldUp(ctx, err)
}

// unhurriedEvening is a hold on a game night that does the same.
type unhurriedEvening struct{ lobby.Evening }

// slowEvening is for game nights what slowly is for rooms.
func slowEvening(evening lobby.Evening) lobby.Evening {
	if evening == nil {
		return nil
	}
	return unhurriedEvening{evening}
}

func (e unhurriedEvening) Do(ctx context.Context, do lobby.EveningDo) error {
	return heldUp(ctx, e.Evening.Do(ctx, do))
}
