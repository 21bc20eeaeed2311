package lobbytest

import (
	"context"
	"testing"

	"parlor/lobby"
)

// Open returns a lobby, and closes it at the end of the test.
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

// Enter returns the session of a person with a key and a name. It ends with the test.
func Enter(t testing.TB, l lobby.Lobby, name string) lobby.Session {
	t.Helper()
	session, err := l.Enter(context.Background(), lobby.Identity{ID: "key:" + name, Name: name})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(session.Close)
	return session
}
