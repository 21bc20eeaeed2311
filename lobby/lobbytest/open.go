package lobbytest

import (
	"context"
	"testing"

	"parlor/lobby"
)

// Open is a lobby that is closed at the end of the test.
func Open[L interface {
	Close(ctx context.Context) error
}](t testing.TB, l L) L {
	t.Helper()
	t.Cleanup(func() {
		if err := l.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return l
}

// Enter is the session of somebody with a key of that name, which ends with the
// test.
func Enter(t testing.TB, l lobby.Lobby, name string) lobby.Session {
	t.Helper()
	session, err := l.Enter(context.Background(), lobby.Identity{ID: "key:" + name, Name: name})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(session.Close)
	return session
}
