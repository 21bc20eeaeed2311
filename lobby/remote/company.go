package remote

import (
	"context"

	"parlor/lobby"
)

// Circle implements lobby.Visit.
func (v *visit) Circle(ctx context.Context) (circle lobby.Circle, err error) {
	err = v.ask(ctx, callCircle, none{}, &circle)
	return circle, err
}

// Befriend implements lobby.Visit.
func (v *visit) Befriend(ctx context.Context, name string, friend bool) error {
	return v.ask(ctx, callBefriend, asksAbout{Name: name, Yes: friend}, nil)
}

// Mute implements lobby.Visit.
func (v *visit) Mute(ctx context.Context, name string, muted bool) error {
	return v.ask(ctx, callMute, asksAbout{Name: name, Yes: muted}, nil)
}

// Invite implements lobby.Visit.
func (v *visit) Invite(ctx context.Context, name, code string) error {
	return v.ask(ctx, callInvite, asksAbout{Name: name, Code: code}, nil)
}

// Challenge implements lobby.Visit.
func (v *visit) Challenge(ctx context.Context, name string, plan lobby.Plan) (lobby.Handle, error) {
	return v.open(ctx, callChallenge, asksAbout{Name: name, Plan: plan})
}

// Accept implements lobby.Visit.
func (v *visit) Accept(ctx context.Context, call uint64) (lobby.Handle, error) {
	return v.open(ctx, callAccept, call)
}

// Report implements lobby.Visit.
func (v *visit) Report(ctx context.Context, name, words string) error {
	return v.ask(ctx, callReport, asksAbout{Name: name, Words: words}, nil)
}

// Decline implements lobby.Visit.
func (v *visit) Decline(ctx context.Context, call uint64) error {
	return v.ask(ctx, callDecline, call, nil)
}
