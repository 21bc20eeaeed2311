package remote

import (
	"context"

	"parlor/budget"
	"parlor/engine"
	"parlor/lobby"
)

var (
	_ lobby.Lobby           = (*Lobby)(nil)
	_ lobby.DeclineNotifier = (*Lobby)(nil)
	_ lobby.Session         = (*session)(nil)
	_ lobby.Handle          = (*place[lobby.Update])(nil)
	_ lobby.GameNightHandle = (*place[lobby.GameNightUpdate])(nil)
	_ lobby.History         = history{}
	_ lobby.ChangeFeed      = (*Lobby)(nil)
)

// Games are those offered, in the order they are shown.
func (l *Lobby) Games() []engine.Game { return l.games }

// Settings implements lobby.Lobby.
func (l *Lobby) Settings() []lobby.Setting { return l.settings }

// Limits are those that hold at the other end.
func (l *Lobby) Limits() lobby.Limits { return l.hello.Limits }

// Recognise implements lobby.Lobby.
func (l *Lobby) Recognise(ctx context.Context, who lobby.Identity) (lobby.Identity, lobby.Account, error) {
	known := recognised{Identity: who}
	err := l.ask(ctx, request{call: callRecognise, body: who}, &known)
	return known.Identity, known.Account, err
}

// Knows implements lobby.Lobby.
func (l *Lobby) Knows(ctx context.Context, id string) (known bool, err error) {
	err = l.ask(ctx, request{call: callKnows, body: id}, &known)
	return known, err
}

// Has implements lobby.Lobby. It reports false where there is no answer.
func (l *Lobby) Has(ctx context.Context, who lobby.Identity, code string) (there bool) {
	err := l.ask(ctx, request{call: callHas, body: asksHas{who, code}}, &there)
	return there && err == nil
}

// Changes implements lobby.ChangeFeed, where the lobby at the other end does.
func (l *Lobby) Changes(ctx context.Context, since lobby.Cursor) (news lobby.Changes, err error) {
	err = l.ask(ctx, request{call: callNews, body: since}, &news)
	return news, err
}

// TellSpent tells the lobby at the other end, where it is a Counter, what was spent here.
func (l *Lobby) TellSpent(ctx context.Context, spent []budget.Spending) error {
	return l.ask(ctx, request{call: callSpent, body: spent}, nil)
}

// Declined implements lobby.DeclineNotifier, where the lobby at the other end does.
func (l *Lobby) Declined(ctx context.Context, answer lobby.Declined) error {
	return l.ask(ctx, request{call: callDeclined, body: answer}, nil)
}

// Enter implements lobby.Lobby.
func (l *Lobby) Enter(ctx context.Context, who lobby.Identity) (lobby.Session, error) {
	v := newSession(l, who.Name)
	var got entered
	if err := l.ask(ctx, request{call: callEnter, body: who, shows: v.under}, &got); err != nil {
		return nil, err
	}
	v.keepsRatings = got.KeepsRatings
	return v, nil
}

// History answers what has been played to its end; nil where the other end
// keeps no matches.
func (l *Lobby) History() lobby.History {
	if !l.hello.History {
		return nil
	}
	return history{l}
}

// history is the lobby.History at the other end.
type history struct{ lobby *Lobby }

// Matches implements lobby.History.
func (h history) Matches(ctx context.Context, filter lobby.MatchFilter) (matches []lobby.Finished, err error) {
	err = h.lobby.ask(ctx, request{call: callMatches, body: filter}, &matches)
	return matches, err
}

// Match implements lobby.History.
func (h history) Match(ctx context.Context, id string) (match lobby.Finished, err error) {
	err = h.lobby.ask(ctx, request{call: callMatch, body: id}, &match)
	return match, err
}
