package remote

import (
	"context"
	"errors"
	"reflect"

	"parlor/lobby"
	"parlor/ratelimit"
)

// UsageSink is a lobby that counts the usage at other nodes.
type UsageSink interface {
	AddUsage(usage []ratelimit.Usage)
}

// Errors of lobbies that do not implement lobby.ChangeFeed, UsageSink or lobby.DeclineNotifier.
var (
	errNoChangeFeed = errors.New("this lobby tells no news")
	errNoUsageSink  = errors.New("this lobby hears of nothing that was spent")
	errNoNotifier   = errors.New("this lobby tells its people nothing")
)

// backend holds the lobby and the match history that a connection serves.
type backend struct {
	lobby   lobby.Lobby
	history lobby.History // nil if no matches are stored
}

// describe describes the lobby.
func (b backend) describe() helloOnWire {
	hello := helloOnWire{Games: []gameOnWire{}, Limits: b.lobby.Limits(), History: b.history != nil}
	for _, game := range b.lobby.Games() {
		hello.Games = append(hello.Games, gameOnWire{game.Name, game.Version})
	}
	return hello
}

// methods holds the methods of a connection, by target and call name.
type methods struct {
	lobby   map[string]method[backend]
	session map[string]method[lobby.Session]
	room    map[string]method[lobby.Doer]
	night   map[string]method[lobby.Doer]
}

func newMethods() methods {
	return methods{lobbyMethods(), sessionMethods(), handleMethods[lobby.Done](lobby.OfRoom), handleMethods[lobby.Nothing](lobby.OfNight)}
}

// method handles a call.
type method[T any] struct {
	asked, answered reflect.Type // types of the body of the request and of the answer
	// do returns a session or a handle, which is opened under the number of the request, or
	// a value that is sent as JSON.
	do func(ctx context.Context, of T, asked frame) (any, error)
	// posted methods do not block, have no answer, and are called in order.
	posted bool
}

// newMethod returns a method that decodes the body of a request.
func newMethod[T, In, Out any](answer func(context.Context, T, In) (Out, error)) method[T] {
	return method[T]{asked: reflect.TypeFor[In](), answered: reflect.TypeFor[Out](), do: func(ctx context.Context, of T, asked frame) (any, error) {
		var in In
		if err := read(asked.Body, &in); err != nil {
			return nil, notUnderstood(err)
		}
		return answer(ctx, of, in)
	}}
}

// lobbyMethods returns the methods of the lobby.
func lobbyMethods() map[string]method[backend] {
	return map[string]method[backend]{
		callRecognise: newMethod(func(ctx context.Context, b backend, who lobby.Identity) (recognised, error) {
			who, account, err := b.lobby.Recognise(ctx, who)
			return recognised{who, account}, err
		}),
		callKnows: newMethod(func(ctx context.Context, b backend, id string) (bool, error) { return b.lobby.Knows(ctx, id) }),
		callHas: newMethod(func(ctx context.Context, b backend, ask hasOnWire) (bool, error) {
			return b.lobby.Has(ctx, ask.Who, ask.Code), nil
		}),
		callEnter: newMethod(func(ctx context.Context, b backend, who lobby.Identity) (lobby.Session, error) {
			return b.lobby.Enter(ctx, who)
		}),
		callMatches: newMethod(func(ctx context.Context, b backend, filter lobby.MatchFilter) ([]lobby.Finished, error) {
			if b.history == nil {
				return nil, lobby.ErrUnknown
			}
			return b.history.Matches(ctx, filter)
		}),
		callMatch: newMethod(func(ctx context.Context, b backend, id string) (lobby.Finished, error) {
			if b.history == nil {
				return lobby.Finished{}, lobby.ErrUnknown
			}
			return b.history.Match(ctx, id)
		}),
		callPing: { // it has no body
			asked: reflect.TypeFor[none](), answered: reflect.TypeFor[*none](),
			do: func(context.Context, backend, frame) (any, error) { return nil, nil },
		},
		callChanges: newMethod(func(ctx context.Context, b backend, since lobby.Cursor) (lobby.Changes, error) {
			feed, is := b.lobby.(lobby.ChangeFeed)
			if !is {
				return lobby.Changes{}, notUnderstood(errNoChangeFeed)
			}
			return feed.Changes(ctx, since)
		}),
		callUsage: newMethod(func(_ context.Context, b backend, usage []ratelimit.Usage) (*none, error) {
			sink, is := b.lobby.(UsageSink)
			if !is {
				return nil, notUnderstood(errNoUsageSink)
			}
			sink.AddUsage(usage)
			return nil, nil
		}),
		callDeclined: newMethod(func(ctx context.Context, b backend, answer lobby.Declined) (*none, error) {
			notifier, is := b.lobby.(lobby.DeclineNotifier)
			if !is {
				return nil, notUnderstood(errNoNotifier)
			}
			return nil, notifier.Declined(ctx, answer)
		}),
	}
}

// sessionMethods returns the remote methods of a session: its operations, and the one that returns its name.
func sessionMethods() map[string]method[lobby.Session] {
	all := map[string]method[lobby.Session]{
		callName: newMethod(func(_ context.Context, s lobby.Session, _ none) (string, error) { return s.Name(), nil }),
	}
	for _, o := range lobby.OperationsOf(lobby.OfSession) {
		all[o.Kind] = method[lobby.Session]{
			asked: o.BodyType(), answered: answerOnWire(o.AnswerType()), posted: o.Posted,
			do: func(ctx context.Context, s lobby.Session, asked frame) (any, error) {
				op, err := o.Read(asked.Body, read)
				if err != nil {
					return nil, notUnderstood(err)
				}
				answer, err := s.Do(ctx, lobby.Request{ID: asked.ID, Op: op})
				return encodeAnswer(answer), err
			},
		}
	}
	return all
}

// handleMethods returns the methods of a handle of a target, whose operations answer with
// an R.
func handleMethods[R any](of lobby.Target) map[string]method[lobby.Doer] {
	return map[string]method[lobby.Doer]{
		callDo: {
			asked: reflect.TypeFor[opOnWire](), answered: answerOnWire(reflect.TypeFor[R]()),
			do: func(ctx context.Context, handle lobby.Doer, asked frame) (any, error) {
				var sent opOnWire
				if err := read(asked.Body, &sent); err != nil {
					return nil, notUnderstood(err)
				}
				request, err := sent.request(of)
				if err != nil {
					var none R
					return encodeAnswer(none), err
				}
				answer, err := handle.Do(ctx, request)
				return encodeAnswer(answer), err
			},
		},
	}
}
