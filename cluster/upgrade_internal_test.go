package cluster

import (
	"context"
	"testing"

	"parlor/lobby"
	"parlor/lobby/remote"
)

// oldSession and oldHandle are of a node that does not know an operation.
type (
	oldSession struct{ lobby.Session }
	oldHandle  struct{ lobby.Handle }
)

func (oldSession) Do(context.Context, lobby.Request) (any, error) { return nil, remote.ErrNotSupported }

func (oldHandle) Do(context.Context, lobby.Request) (any, error) { return nil, remote.ErrNotSupported }

// TestAnUnknownOperation checks that players get a readable error for it.
func TestAnUnknownOperation(t *testing.T) {
	for _, one := range []lobby.Doer{&peerSession{Session: oldSession{}}, &nodeRoom{HandleOf: oldHandle{}}} {
		if _, err := one.Do(t.Context(), lobby.Request{}); err == nil || err.Error() != errUpgrading.Error() {
			t.Errorf("%T tells %v", one, err)
		}
	}
	if forPlayers(nil) != nil || forPlayers(lobby.ErrMoved) != lobby.ErrMoved { //nolint:errorlint // it is to be the same
		t.Error("another error is told otherwise")
	}
}
