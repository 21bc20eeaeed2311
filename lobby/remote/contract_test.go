package remote_test

import (
	"context"
	"net"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"

	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/lobby/remote"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open returns a lobby in this process that is closed at the end of the test.
func open(t *testing.T, config lobbytest.Config) *local.Lobby {
	t.Helper()
	return lobbytest.Open(t, local.New(local.Config{
		Games: config.Games, Limits: config.Limits, Seed: config.Seed,
		Accounts: config.Accounts, History: config.History, Ratings: config.Ratings, Reports: config.Reports, Webhooks: config.Webhooks, Post: config.Post,
	}))
}

// join returns a lobby at the other end of a connection that ends with the test.
func join(t *testing.T, l *local.Lobby, config lobbytest.Config, ours, theirs net.Conn) *remote.Lobby {
	t.Helper()
	served := make(chan error, 1)
	go func() {
		var err error
		if config.History == nil {
			err = remote.Serve(context.Background(), theirs, l, nil)
		} else {
			err = remote.Serve(context.Background(), theirs, l, config.History)
		}
		served <- err
	}()
	there, err := remote.Connect(t.Context(), ours, config.Games, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		there.Close()
		<-served
	})
	return there
}

// tcp returns both ends of a loopback connection.
func tcp(t *testing.T) (ours, theirs net.Conn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if ours, err = net.Dial("tcp", listener.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if theirs, err = listener.Accept(); err != nil {
		t.Fatal(err)
	}
	return ours, theirs
}

func house(t *testing.T, config lobbytest.Config, ours, theirs net.Conn) lobbytest.Instance {
	t.Helper()
	l := open(t, config)
	there := join(t, l, config, ours, theirs)
	return lobbytest.Instance{Lobby: there, History: there.History(), Drain: l.Drain, Close: l.Close}
}

func TestContractOverTCP(t *testing.T) {
	lobbytest.Run(t, lobbytest.Backend{
		In: func(t *testing.T, test func(*testing.T)) {
			t.Parallel()
			test(t)
		},
		Open: func(t *testing.T, config lobbytest.Config) lobbytest.Instance {
			ours, theirs := tcp(t)
			return house(t, config, ours, theirs)
		},
	})
}

func TestContractOverAPipe(t *testing.T) {
	lobbytest.Run(t, lobbytest.Backend{
		In: synctest.Test,
		Open: func(t *testing.T, config lobbytest.Config) lobbytest.Instance {
			ours, theirs := net.Pipe()
			return house(t, config, ours, theirs)
		},
	})
}
