package local_test

import (
	"testing"

	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

func TestContract(t *testing.T) {
	lobbytest.Run(t, lobbytest.Backend{
		In: func(t *testing.T, test func(*testing.T)) {
			t.Parallel()
			test(t)
		},
		Open: func(t *testing.T, config lobbytest.Config) lobbytest.Instance {
			l := lobbytest.Open(t, local.New(local.Config{
				Games: config.Games, Limits: config.Limits, Seed: config.Seed,
				Accounts: config.Accounts, History: config.History, Ratings: config.Ratings, Reports: config.Reports, Webhooks: config.Webhooks, Post: config.Post,
			}))
			return lobbytest.Instance{Lobby: l, History: config.History, Drain: l.Drain, Close: l.Close}
		},
	})
}
