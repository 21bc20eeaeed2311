package remote

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"

	"parlor/budget"
	"parlor/lobby"
)

// What can be asked, by its name on the wire.
const (
	// Of the lobby.
	callRecognise = "recognise"
	callKnows     = "knows"
	callHas       = "has"
	callEnter     = "enter"
	callMatches   = "matches"
	callMatch     = "match"
	callNews      = "news"
	callSpent     = "spent"
	callDeclined  = "declined"
	callHere      = "here"
	// Of a session, beside lobby.Operations by their kinds.
	callName = "name"
	// Of a place in a room or at a game night.
	callDo = "do"
)

// Counter is a lobby that hears what was spent at others which are one server with it.
type Counter interface {
	HearSpent(spent []budget.Spending)
}

// Why a lobby that is no lobby.ChangeFeed, no Counter or no lobby.DeclineNotifier does not answer these
// calls.
var (
	errNoNews    = errors.New("this lobby tells no news")
	errNoCounter = errors.New("this lobby hears of nothing that was spent")
	errNoAnswers = errors.New("this lobby tells its people nothing")
)

// helloOnWire is what the lobby is.
type helloOnWire struct {
	Games   []gameOnWire `json:"games"`
	Limits  lobby.Limits `json:"limits"`
	History bool         `json:"history"` // matches that have ended can be asked for
}

// gameOnWire is a game of the lobby; its rules are in both programs.
type gameOnWire struct {
	Name    string `json:"name"`
	Version int    `json:"version"`
}

// recognised is the answer to callRecognise.
type recognised struct {
	Identity lobby.Identity `json:"identity"`
	Account  lobby.Account  `json:"account"`
}

// asksHas is asked with callHas.
type asksHas struct {
	Who  lobby.Identity `json:"who"`
	Code string         `json:"code"`
}

// entered is the answer to callEnter.
type entered struct {
	KeepsRatings bool `json:"keeps_ratings"`
}

// exported is the answer to lobby.ExportData.
type exported struct {
	Export lobby.Export `json:"export"`
	Older  string       `json:"older"`
}

// answering answers a call.
type answering[T any] struct {
	asked, answered reflect.Type // what it is asked with, and what it answers
	// do answers with a session or a place, which the client then has under
	// the number of its request, or with what is sent as JSON.
	do func(ctx context.Context, of T, body json.RawMessage) (any, error)
	// posted calls wait for nothing and have no answer; their order counts.
	posted bool
}

// on reads what is asked with.
func on[T, In, Out any](answer func(context.Context, T, In) (Out, error)) answering[T] {
	return answering[T]{asked: reflect.TypeFor[In](), answered: reflect.TypeFor[Out](), do: func(ctx context.Context, of T, body json.RawMessage) (any, error) {
		var in In
		if err := read(body, &in); err != nil {
			return nil, notUnderstood(err)
		}
		return answer(ctx, of, in)
	}}
}

// none is asked with where there is nothing to say; a nil one is the answer where there
// is none.
type none struct{}

// house is what a server answers for.
type house struct {
	lobby   lobby.Lobby
	history lobby.History // nil where no match is kept
}

func (h house) hello() helloOnWire {
	hello := helloOnWire{Games: []gameOnWire{}, Limits: h.lobby.Limits(), History: h.history != nil}
	for _, game := range h.lobby.Games() {
		hello.Games = append(hello.Games, gameOnWire{game.Name, game.Version})
	}
	return hello
}

func houseCalls() map[string]answering[house] {
	return map[string]answering[house]{
		callRecognise: on(func(ctx context.Context, h house, who lobby.Identity) (recognised, error) {
			who, account, err := h.lobby.Recognise(ctx, who)
			return recognised{who, account}, err
		}),
		callKnows: on(func(ctx context.Context, h house, id string) (bool, error) { return h.lobby.Knows(ctx, id) }),
		callHas: on(func(ctx context.Context, h house, ask asksHas) (bool, error) {
			return h.lobby.Has(ctx, ask.Who, ask.Code), nil
		}),
		callEnter: on(func(ctx context.Context, h house, who lobby.Identity) (lobby.Session, error) {
			return h.lobby.Enter(ctx, who)
		}),
		callMatches: on(func(ctx context.Context, h house, filter lobby.MatchFilter) ([]lobby.Finished, error) {
			if h.history == nil {
				return nil, lobby.ErrUnknown
			}
			return h.history.Matches(ctx, filter)
		}),
		callMatch: on(func(ctx context.Context, h house, id string) (lobby.Finished, error) {
			if h.history == nil {
				return lobby.Finished{}, lobby.ErrUnknown
			}
			return h.history.Match(ctx, id)
		}),
		callHere: { // it is asked with no body
			asked: reflect.TypeFor[none](), answered: reflect.TypeFor[*none](),
			do: func(context.Context, house, json.RawMessage) (any, error) { return nil, nil },
		},
		callNews: on(func(ctx context.Context, h house, since lobby.Cursor) (lobby.Changes, error) {
			feed, tells := h.lobby.(lobby.ChangeFeed)
			if !tells {
				return lobby.Changes{}, notUnderstood(errNoNews)
			}
			return feed.Changes(ctx, since)
		}),
		callSpent: on(func(_ context.Context, h house, spent []budget.Spending) (*none, error) {
			counter, hears := h.lobby.(Counter)
			if !hears {
				return nil, notUnderstood(errNoCounter)
			}
			counter.HearSpent(spent)
			return nil, nil
		}),
		callDeclined: on(func(ctx context.Context, h house, answer lobby.Declined) (*none, error) {
			told, tells := h.lobby.(lobby.DeclineNotifier)
			if !tells {
				return nil, notUnderstood(errNoAnswers)
			}
			return nil, told.Declined(ctx, answer)
		}),
	}
}

// visitCalls are all operations of a session, and its name.
func visitCalls() map[string]answering[lobby.Session] {
	calls := map[string]answering[lobby.Session]{
		callName: on(func(_ context.Context, v lobby.Session, _ none) (string, error) { return v.Name(), nil }),
	}
	for _, o := range lobby.OperationsOf(lobby.OfSession) {
		calls[o.Kind] = answering[lobby.Session]{
			asked: o.BodyType(), answered: answerOnWire(o.AnswerType()), posted: o.Posted,
			do: func(ctx context.Context, v lobby.Session, body json.RawMessage) (any, error) {
				op, err := o.Read(body, read)
				if err != nil {
					return nil, notUnderstood(err)
				}
				answer, err := v.Do(ctx, lobby.Request{Op: op})
				return encodeAnswer(answer), err
			},
		}
	}
	return calls
}

// answerOnWire is the type in which an answer of an operation is sent.
func answerOnWire(answer reflect.Type) reflect.Type {
	switch answer {
	case reflect.TypeFor[lobby.Nothing]():
		return reflect.TypeFor[*none]()
	case reflect.TypeFor[lobby.Update]():
		return reflect.TypeFor[updateOnWire]()
	case reflect.TypeFor[lobby.Export]():
		return reflect.TypeFor[exported]()
	}
	return answer
}

// encodeAnswer is what is sent of an answer of an operation.
func encodeAnswer(answer any) any {
	switch answer := answer.(type) {
	case lobby.Nothing:
		return (*none)(nil)
	case lobby.Update:
		return encodeUpdate(answer)
	case lobby.Export:
		return exported{answer, answer.Older}
	}
	return answer
}

// placeCalls are the calls of a place of a target, whose operations answer with an R.
func placeCalls[R any](of lobby.Target) map[string]answering[lobby.Doer] {
	return map[string]answering[lobby.Doer]{
		callDo: {
			asked: reflect.TypeFor[opOnWire](), answered: answerOnWire(reflect.TypeFor[R]()),
			do: func(ctx context.Context, place lobby.Doer, body json.RawMessage) (any, error) {
				var sent opOnWire
				if err := read(body, &sent); err != nil {
					return nil, notUnderstood(err)
				}
				request, err := sent.request(of)
				if err != nil {
					var none R
					return encodeAnswer(none), err
				}
				answer, err := place.Do(ctx, request)
				return encodeAnswer(answer), err
			},
		},
	}
}
