package lines_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"parlor/engine"
	"parlor/lobby"
)

// memHistory is a history of one match.
type memHistory lobby.Finished

func (s memHistory) Matches(context.Context, lobby.MatchFilter) ([]lobby.Finished, error) {
	return []lobby.Finished{lobby.Finished(s)}, nil
}

func (s memHistory) Match(context.Context, string) (lobby.Finished, error) {
	return lobby.Finished(s), nil
}

func TestMatchesThatHaveEndedByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, err := kits()[0].Start(2, engine.Seed{4}, engine.Options{"rounds": "1"})
		if err == nil {
			m, _, err = m.Play(1, engine.Resign)
		}
		if err != nil {
			t.Fatal(err)
		}
		anna := comeWith(t, house(t), "anna", memHistory{
			ID: "K4WQXAE93TDD", Title: "late night", Players: []lobby.Player{{Name: "anna"}, {Name: "bo"}}, Record: m.Record(),
		})
		for _, line := range []string{"help", "history", "replay K4WQXAE93TDD", "quit"} {
			anna.types(line)
		}
		for _, want := range []string{"history: your finished matches.", "late night", "bo resigned.", "bo is out."} {
			if !strings.Contains(anna.heard(), want) {
				t.Errorf("%q is not in\n%s", want, anna.heard())
			}
		}
		if err := <-anna.ended; err != nil {
			t.Error(err)
		}
	})
}
