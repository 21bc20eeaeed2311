package remote

import (
	"context"
	"errors"
	"fmt"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/ratelimit"
)

// ErrCut ends sessions and handles, and is returned by requests, when the connection is
// lost.
var ErrCut = prose.Refuse("This node has lost contact with the cluster. Reconnect in a moment.")

// ErrNotSupported is returned for an operation that the other end does not know.
var ErrNotSupported = errors.New("the other end does not know this operation")

var (
	errSessionEnded = prose.Refuse("This session has ended.")
	errNotAtTable   = prose.Refuse("You are no longer at this table.")
)

// notUnderstood returns the error for data that cannot be decoded.
func notUnderstood(err error) error {
	return fmt.Errorf("two parts of the server do not understand each other: %w", err)
}

// fault is an error on the wire: its text, and the values that callers find with errors.Is and errors.As.
type fault struct {
	Text    string           `json:"text"`
	Prose   *prose.Text      `json:"prose,omitempty"` // of the first prose.Refusal in it
	Is      []string         `json:"is,omitempty"`    // names of sentinels
	Refusal *refusalOnWire   `json:"refusal,omitempty"`
	Budget  *overspentOnWire `json:"budget,omitempty"`
}

// refusalOnWire is an *engine.Refusal.
type refusalOnWire struct {
	Code   string      `json:"code"`
	Format string      `json:"format"`
	Args   []argOnWire `json:"args,omitempty"`
}

// argOnWire is an argument of an *engine.Refusal. Exactly one of its fields is set.
type argOnWire struct {
	Number *int          `json:"number,omitempty"`
	Seat   *engine.Seat  `json:"seat,omitempty"`
	Word   *string       `json:"word,omitempty"`
	Words  *engine.Words `json:"words,omitempty"`
}

// overspentOnWire is a *ratelimit.Refusal.
type overspentOnWire struct {
	Kind ratelimit.Kind `json:"kind"`
	Text prose.Text     `json:"text"`
}

// sentinel is an error that callers find with errors.Is, and its name on the wire.
type sentinel struct {
	name  string
	err   error
	since int // version of the protocol; 0 for all
}

func sentinels() []sentinel {
	return []sentinel{
		{"stopping", lobby.ErrStopping, 0},
		{"moved", lobby.ErrMoved, 0},
		{"no_answer", lobby.ErrNoAnswer, 0},
		{"not_asked", lobby.ErrNotAsked, 0},
		{"name_taken", lobby.ErrNameTaken, 0},
		{"forgotten", lobby.ErrForgotten, 0},
		{"too_slow", lobby.ErrTooSlow, 0},
		{"unknown", lobby.ErrUnknown, 0},
		{"sequence", lobby.ErrSequence, 0},
		{"claimed", lobby.ErrClaimed, 0},
		{"undecided", lobby.ErrUndecided, 0},
		{"no_room", lobby.ErrNoRoom, 0},
		{"paused", lobby.ErrPaused, 0},
		{"evening", lobby.ErrGameNight, 0},
		{"other_evening", lobby.ErrOtherGameNight, 0},
		{"no_match", lobby.ErrNoMatch, 0},
		{"cut", ErrCut, 0},
		{"not_supported", ErrNotSupported, requestIDs},
		{"canceled", context.Canceled, 0},
		{"deadline", context.DeadlineExceeded, 0},
	}
}

// faultOf encodes an error for a version of the protocol. It returns nil for nil.
func faultOf(version int, err error) *fault {
	if err == nil {
		return nil
	}
	f := &fault{Text: err.Error()}
	if refusal := (*prose.Refusal)(nil); errors.As(err, &refusal) {
		f.Prose = &refusal.Text
	}
	for _, one := range sentinels() {
		if errors.Is(err, one.err) && version >= one.since {
			f.Is = append(f.Is, one.name)
		}
	}
	if refusal := (*engine.Refusal)(nil); errors.As(err, &refusal) {
		f.Refusal = encodeRefusal(refusal)
	}
	if refusal := (*ratelimit.Refusal)(nil); errors.As(err, &refusal) {
		f.Budget = &overspentOnWire{refusal.Kind, refusal.Text}
	}
	return f
}

// asError decodes the error. It returns nil for nil.
func (f *fault) asError() error {
	if f == nil {
		return nil
	}
	var known []error
	for _, one := range sentinels() {
		for _, name := range f.Is {
			if name == one.name {
				known = append(known, one.err)
			}
		}
	}
	if f.Refusal != nil {
		known = append(known, f.Refusal.refusal())
	}
	if f.Budget != nil {
		known = append(known, &ratelimit.Refusal{Kind: f.Budget.Kind, Text: f.Budget.Text})
	}
	if len(known) == 1 && known[0].Error() == f.Text {
		return known[0]
	}
	if f.Prose != nil {
		known = append([]error{&prose.Refusal{Text: *f.Prose}}, known...)
	}
	return remoteError{f.Text, known}
}

// encodeRefusal encodes a refusal. Arguments of other types are sent as words.
func encodeRefusal(refusal *engine.Refusal) *refusalOnWire {
	sent := &refusalOnWire{Code: refusal.Code, Format: refusal.Format}
	for _, arg := range refusal.Args {
		var one argOnWire
		switch arg := arg.(type) {
		case int:
			one.Number = &arg
		case engine.Seat:
			one.Seat = &arg
		case string:
			one.Word = &arg
		case engine.Words:
			one.Words = &arg
		default:
			word := fmt.Sprint(arg)
			one.Word = &word
		}
		sent.Args = append(sent.Args, one)
	}
	return sent
}

// refusal decodes the refusal.
func (r *refusalOnWire) refusal() error {
	var args []any
	for _, arg := range r.Args {
		switch {
		case arg.Number != nil:
			args = append(args, *arg.Number)
		case arg.Seat != nil:
			args = append(args, *arg.Seat)
		case arg.Words != nil:
			args = append(args, *arg.Words)
		case arg.Word != nil:
			args = append(args, *arg.Word)
		}
	}
	return engine.Refuse(r.Code, r.Format, args...)
}

// remoteError is an error of the other end.
type remoteError struct {
	text  string
	known []error
}

func (e remoteError) Error() string   { return e.text }
func (e remoteError) Unwrap() []error { return e.known }
